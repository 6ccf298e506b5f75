"""Deal numbers of Solvitaire, the solver by Blake and Gent: the seed of its ``--random`` option."""

from __future__ import annotations

from random import Random

from ..cards import Card
from .decks import rank_blocks
from .scheme import Scheme

__all__ = ["SCHEME"]

_WORD = 0xFFFFFFFF


def _mt19937(seed: int) -> Random:
    """Return Mersenne Twister seeded the way of its reference code with one 32-bit word.

    Python's generator is the same one, but it seeds itself differently from an integer, so its state is set.
    """
    state = [seed]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + i) & _WORD)
    generator = Random()
    generator.setstate((3, (*state, 624), None))
    return generator


def _uniform(generator: Random, largest: int) -> int:
    """Return a number from 0 to ``largest`` as Boost's ``uniform_int_distribution`` draws it from 32-bit words."""
    size = largest + 1
    bucket = _WORD // size + (_WORD % size == largest)
    while (number := generator.getrandbits(32) // bucket) > largest:
        pass
    return number


def _deal(number: int) -> list[Card]:
    cards = rank_blocks("CHSD")
    generator = _mt19937(number)
    for i in range(51, 0, -1):
        j = _uniform(generator, i)
        cards[i], cards[j] = cards[j], cards[i]
    # Dealt from the end of the list: the stock from its bottom up, then rows that run from the right.
    bottom_up = [cards.pop() for _ in range(24)]
    columns: list[list[Card]] = [[] for _ in range(7)]
    for row in range(7):
        for column in range(6, row - 1, -1):
            columns[column].append(cards.pop())
    return [card for column in columns for card in column] + bottom_up[::-1]


SCHEME = Scheme(
    name="solvitaire",
    title="Solvitaire",
    where="the seed given to its --random option",
    minimum=0,
    maximum=_WORD,
    dealer=_deal,
)
