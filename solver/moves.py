"""The moves of Klondike, one small class for each kind.

Columns count from 0 on the left. Turning a face-down card up is part of the move that uncovers it.

>>> TableauToTableau(source=2, target=5, count=3)
TableauToTableau(source=2, target=5, count=3)
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Suit

__all__ = [
    "Draw",
    "FoundationToTableau",
    "Move",
    "Recycle",
    "TableauToFoundation",
    "TableauToTableau",
    "WasteToFoundation",
    "WasteToTableau",
]


@dataclass(frozen=True, slots=True)
class Draw:
    """Turn the next cards of the stock, as many as the rules say or as are left, onto the waste."""


@dataclass(frozen=True, slots=True)
class Recycle:
    """Turn the waste over to become the stock; this starts a new pass."""


@dataclass(frozen=True, slots=True)
class WasteToFoundation:
    """The top card of the waste goes up."""


@dataclass(frozen=True, slots=True)
class WasteToTableau:
    """The top card of the waste goes to the end of a column."""

    target: int


@dataclass(frozen=True, slots=True)
class TableauToFoundation:
    """The last card of a column goes up."""

    source: int


@dataclass(frozen=True, slots=True)
class TableauToTableau:
    """The last ``count`` cards of a column, all face up, go to the end of another one."""

    source: int
    target: int
    count: int


@dataclass(frozen=True, slots=True)
class FoundationToTableau:
    """The top card of a suit's foundation comes back to the end of a column."""

    suit: Suit
    target: int


Move = (
    Draw | Recycle | WasteToFoundation | WasteToTableau | TableauToFoundation | TableauToTableau | FoundationToTableau
)
"""Any move."""
