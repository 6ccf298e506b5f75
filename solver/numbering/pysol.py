"""Deal numbers of PySolFC."""

from __future__ import annotations

from pysol_cards.cards import createCards
from pysol_cards.random import MTRandom

from ..cards import Card
from .ms import deal_ms, deal_shuffled
from .scheme import Scheme

__all__ = ["SCHEME"]

_FIRST_MERSENNE = 32000
"""PySolFC takes the old generator for smaller numbers only; ``pysol_cards.random.shuffle`` takes it for this one too,
which is why that function is not called here."""


def _deal(number: int) -> list[Card]:
    if number < _FIRST_MERSENNE:
        return deal_ms(number)
    return deal_shuffled(MTRandom(number).shuffle(createCards(1)))


SCHEME = Scheme(
    name="pysol",
    title="PySolFC",
    where="the game number in the status bar, behind the #",
    minimum=1,
    maximum=MTRandom.MAX_SEED,
    dealer=_deal,
)
