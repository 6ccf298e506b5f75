"""The ``exact`` numbers: one number below 52! for each deal, and one deal for each number.

The number says which of the possible swaps a shuffle made, so both ways are short and no deal is missed. It is the
neutral identity of a deal, whatever program it comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from ..cards import Card
from .decks import rank_blocks
from .scheme import Scheme

__all__ = ["SCHEME", "exact_cards", "exact_number"]

_SUITS = "HDCS"


def exact_cards(number: int, ranks: int = 13) -> list[Card]:
    """Return the cards of an exact number: column by column, then the stock in draw order.

    Args:
        number: from 0 up to, and without, the number of orders of the deck.
        ranks: the ranks of the deck; 13 for the ``exact`` scheme, fewer for small decks, which are numbered alike.
    """
    cards = rank_blocks(_SUITS, ranks)
    for i in range(1, len(cards)):
        number, j = divmod(number, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def exact_number(cards: Sequence[Card]) -> int:
    """Return the exact number of a whole deck in the order that ``exact_cards`` gives.

    >>> exact_number(exact_cards(10**20)) == 10**20
    True
    """
    order = list(cards)
    deck = rank_blocks(_SUITS, len(order) // 4)
    number = 0
    for i in range(len(order) - 1, 0, -1):
        # No swap before step i touches place i, so step i found the deck's own card there and put it at place j.
        j = order.index(deck[i])
        order[i], order[j] = order[j], order[i]
        number = number * (i + 1) + j
    return number


SCHEME = Scheme(
    name="exact",
    title="every deal of one deck",
    where="klondike show DEAL --to exact",
    minimum=0,
    maximum=factorial(52) - 1,
    dealer=exact_cards,
)
