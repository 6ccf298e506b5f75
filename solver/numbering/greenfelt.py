"""Deal numbers of the web site Green Felt."""

from __future__ import annotations

from ..cards import Card
from .decks import row_wise, suit_blocks
from .scheme import Scheme

__all__ = ["SCHEME"]

_MODULUS = 2**31 - 1


def _deal(number: int) -> list[Card]:
    cards = suit_blocks("CDHS")
    seed = number
    for _ in range(7):
        for j in range(52):
            seed = seed * 16807 % _MODULUS
            k = seed % 52
            cards[j], cards[k] = cards[k], cards[j]
    return row_wise(cards[::-1])


SCHEME = Scheme(
    name="greenfelt",
    title="Green Felt",
    where="the game number that the site shows for a game",
    minimum=1,
    maximum=_MODULUS - 1,
    dealer=_deal,
)
