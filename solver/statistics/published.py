"""Winnabilities from the literature, to compare with.

>>> published(Rules(draw=3)).share
0.81945
>>> published(Rules(draw=3, passes=3)) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Rules

__all__ = ["Published", "published"]


@dataclass(frozen=True)
class Published:
    """A winnability that somebody has published.

    Attributes:
        share: the winnable share of all deals.
        half_width: half of the width of its interval with 95 % confidence; 0 if none is given beside it.
        source: where.
    """

    share: float
    half_width: float
    source: str


_SOURCE = (
    "C. Blake and I. P. Gent, The Winnability of Klondike Solitaire and Many Other Patience Games, "
    "Journal of Artificial Intelligence Research 85, article 21"
)

_PUBLISHED = {
    Rules(draw=1): Published(0.90480, 0.00116, _SOURCE),
    Rules(draw=2): Published(0.88620, 0.00135, _SOURCE),
    Rules(draw=3): Published(0.81945, 0.00084, _SOURCE),
    Rules(draw=4): Published(0.69337, 0.00098, _SOURCE),
    Rules(draw=5): Published(0.53434, 0.00099, _SOURCE),
    Rules(draw=6): Published(0.35854, 0.00095, _SOURCE),
    Rules(draw=7): Published(0.23779, 0.00084, _SOURCE),
    Rules(draw=1, take_back=False): Published(0.90204, 0, _SOURCE),
    Rules(draw=3, take_back=False): Published(0.81524, 0, _SOURCE),
}


def published(rules: Rules) -> Published | None:
    """Return what is published for exactly these rules, all cards known; None if nothing is known here."""
    return _PUBLISHED.get(rules)
