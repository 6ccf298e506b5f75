"""The decks that programs start their shuffles from, and the ways in which they deal them out.

Every dealing function takes 52 cards and returns them in the package's own order: column by column, the head of a
column first, then the stock, the card drawn next first.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card, Suit
from ..rules import STANDARD_SHAPE

__all__ = ["from_the_right", "rank_blocks", "row_wise", "row_wise_places", "suit_blocks"]

_COLUMNS = STANDARD_SHAPE.columns


def suit_blocks(suits: str) -> list[Card]:
    """Return the deck suit by suit, each from the ace to the king, the suits in the order of these letters."""
    return [Card(rank, suit) for suit in _suits(suits) for rank in range(13)]


def rank_blocks(suits: str, ranks: int = 13) -> list[Card]:
    """Return the deck rank by rank from the aces up, within each rank the suits in the order of these letters."""
    order = _suits(suits)
    return [Card(rank, suit) for rank in range(ranks) for suit in order]


def row_wise_places() -> list[tuple[int, int]]:
    """Return (column, place in the column), both from 0, for each card dealt row by row from the left."""
    return [(column, row) for row in range(_COLUMNS) for column in range(row, _COLUMNS)]


def row_wise(cards: Sequence[Card]) -> list[Card]:
    """Deal row 1 to columns 1 to 7, row 2 to columns 2 to 7, and so on; what is left is the stock, next card first."""
    columns: list[list[Card]] = [[] for _ in range(_COLUMNS)]
    places = row_wise_places()
    for (column, _), card in zip(places, cards, strict=False):
        columns[column].append(card)
    return _joined(columns, cards[len(places) :])


def from_the_right(cards: Sequence[Card]) -> list[Card]:
    """Deal as PySolFC does.

    Six face-down cards go to columns 7, 6, … 2, five to columns 7 … 3, and so on down to one to column 7; then seven
    face-up cards from column 7 to column 1; what is left is the stock, next card first.
    """
    columns: list[list[Card]] = [[] for _ in range(_COLUMNS)]
    stock = iter(cards)
    for leftmost in [*range(1, _COLUMNS), 0]:
        for column in reversed(range(leftmost, _COLUMNS)):
            columns[column].append(next(stock))
    return _joined(columns, list(stock))


def _suits(letters: str) -> list[Suit]:
    return [next(suit for suit in Suit if suit.letter == letter) for letter in letters]


def _joined(columns: Sequence[Sequence[Card]], stock: Sequence[Card]) -> list[Card]:
    return [card for column in columns for card in column] + list(stock)
