"""The ``ms`` numbers of PySolFC: deals shuffled by the generator that Microsoft's FreeCell made known."""

from __future__ import annotations

from collections.abc import Iterable

from pysol_cards.cards import Card as PysolCard
from pysol_cards.cards import createCards, ms_rearrange
from pysol_cards.random import LCRandom31

from ..cards import SUITS, Card, Suit
from .decks import from_the_right
from .scheme import Scheme

__all__ = ["SCHEME", "deal_ms", "deal_shuffled"]

_PYSOL_SUITS = [Suit(SUITS.index(letter)) for letter in "CSHD"]


def deal_ms(number: int) -> list[Card]:
    """Return the cards of an ``ms`` number, column by column, then the stock."""
    return deal_shuffled(LCRandom31(number).shuffle(ms_rearrange(createCards(1))))


def deal_shuffled(shuffled: Iterable[PysolCard]) -> list[Card]:
    """Deal out a list that ``pysol_cards`` shuffled, from its end, the way that PySolFC deals Klondike."""
    cards = [Card(card.rank - 1, _PYSOL_SUITS[card.suit]) for card in shuffled]
    return from_the_right(cards[::-1])


SCHEME = Scheme(
    name="ms",
    title="PySolFC, numbers that begin with ms",
    where="the game number in the status bar, where it reads ms1 and the like",
    minimum=1,
    maximum=LCRandom31.MAX_SEED,
    dealer=deal_ms,
)
