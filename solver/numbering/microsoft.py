"""Deal numbers of Microsoft Solitaire Collection: the whole shuffle as one number."""

from __future__ import annotations

from math import factorial

from ..cards import Card
from .decks import row_wise, suit_blocks
from .scheme import Scheme

__all__ = ["SCHEME"]


def _deal(number: int) -> list[Card]:
    cards = suit_blocks("SHCD")
    for i in range(51, 0, -1):
        number, j = divmod(number, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return row_wise(cards[::-1])


SCHEME = Scheme(
    name="microsoft",
    title="Microsoft Solitaire Collection",
    where="the long number in the game's own log, in lines that name TryLoadGame or SolvableDeckAppComponent",
    minimum=0,
    maximum=factorial(52) - 1,
    dealer=_deal,
)
