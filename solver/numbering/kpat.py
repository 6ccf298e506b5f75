"""Deal numbers of KPat, KDE's card games."""

from __future__ import annotations

from pysol_cards.random import LCRandom31

from ..cards import Card
from .decks import rank_blocks, row_wise
from .scheme import Scheme

__all__ = ["SCHEME"]


def _deal(number: int) -> list[Card]:
    # The same generator and the same swaps as PySolFC's; only the deck and the dealing differ.
    shuffled: list[Card] = LCRandom31(number).shuffle(rank_blocks("CDHS"))
    return row_wise(shuffled[::-1])


SCHEME = Scheme(
    name="kpat",
    title="KPat",
    where="the number that New Numbered Deal asks for",
    minimum=1,
    maximum=2**31 - 1,
    dealer=_deal,
)
