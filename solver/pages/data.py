"""What a page shows of a board, as data: where every card is, and what to say about it.

Everything comes from the positions that the rules of ``position.py`` lead to; the page plays no move itself.
"""

from __future__ import annotations

import re
from typing import Any

from ..cards import Card, Suit, full_deck
from ..position import Position

__all__ = ["names", "on_paper", "spoken", "state"]

_RANK_NAMES = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")

_CARD = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK])([♣♦♥♠])")


def state(position: Position) -> dict[str, Any]:
    """Return where every card is, for the page.

    Returns:
        ``stock``, its next card first, and ``waste``, its top card last, as letters of cards without anything between;
        ``up``, the heights of the foundations in the order C D H S; ``columns``, for each one how many of its cards are
        face down, and its cards.
    """
    return {
        "stock": _letters(position.stock),
        "waste": _letters(position.waste),
        "up": list(position.foundations),
        "columns": [[column.face_down, _letters(column.cards)] for column in position.columns],
    }


def _letters(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


def names(ranks: int) -> dict[str, str]:
    """Return the cards of a deck as one says them, by their letters.

    >>> names(13)["TH"], names(13)["AS"]
    ('10 of hearts', 'ace of spades')
    """
    return {str(card): _name(card) for card in full_deck(ranks)}


def spoken(text: str) -> str:
    """Return a text with its cards as one says them.

    >>> spoken("draw; the waste shows T♥")
    'draw; the waste shows 10 of hearts'
    """
    return _CARD.sub(lambda found: _name(Card.parse(found[0])), text)


def on_paper(text: str) -> list[tuple[str, Suit | None]]:
    """Split a text into its cards, written as on the cards themselves, and what is between them.

    >>> on_paper("draw; the waste shows T♥")
    [('draw; the waste shows ', None), ('10♥', <Suit.HEARTS: 2>)]
    """
    parts: list[tuple[str, Suit | None]] = []
    end = 0
    for found in _CARD.finditer(text):
        card = Card.parse(found[0])
        parts += [(text[end : found.start()], None), (found[0].replace("T", "10"), card.suit)]
        end = found.end()
    return [part for part in [*parts, (text[end:], None)] if part[0]]


def _name(card: Card) -> str:
    return f"{_RANK_NAMES[card.rank]} of {card.suit.name.lower()}"
