"""Cards: suits, ranks, and how they are written.

>>> Card.parse("10h")
Card('TH')
>>> Card.parse("TH").rank, Card.parse("TH").suit.name
(9, 'HEARTS')
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ._text import quote
from ._types import need
from .errors import CardError

__all__ = ["PARENTS", "RANKS", "SUITS", "Card", "Suit", "full_deck"]

RANKS = "A23456789TJQK"
"""The letters of the ranks; a rank is an index into it: ace = 0, king = 12."""

SUITS = "CDHS"
"""The letters of the suits, in the order of ``Suit``."""


class Suit(IntEnum):
    """The four suits, in the order of their letters C D H S."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def is_red(self) -> bool:
        """Whether this is a red suit: diamonds or hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @property
    def letter(self) -> str:
        """The letter: C, D, H or S."""
        return SUITS[self]

    @property
    def symbol(self) -> str:
        """The symbol: ♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]


class Card(NamedTuple):
    """A card: its rank (0 for the ace up to 12 for the king) and its suit. Cards sort by rank, then suit."""

    rank: int
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card written as rank and suit in either case, ten as ``T`` or ``10``, suit as letter or symbol.

        Raises:
            CardError: the text names no card.
        """
        need(text, str, "a card is read from a text")
        found = _BY_TEXT.get(text.strip().upper())
        if found is None:
            hint = "unknown cards are not supported yet" if "?" in text else "rank A 2 … 9 T J Q K, then suit C D H S"
            raise CardError(f"not a card: {quote(text.strip())} ({hint})")
        return found

    @property
    def is_red(self) -> bool:
        """Whether the card is a diamond or a heart."""
        return self.suit.is_red

    @property
    def symbol(self) -> str:
        """The card with its suit as a symbol: ``T♥``."""
        return RANKS[self.rank] + self.suit.symbol

    def fits_on(self, other: Card) -> bool:
        """Whether the card may lie on ``other`` in the tableau: one rank lower and of the other colour.

        >>> Card.parse("9C").fits_on(Card.parse("TH"))
        True
        """
        need(other, Card, "a card lies on a Card")
        return self.rank + 1 == other.rank and self.is_red != other.is_red

    def __str__(self) -> str:
        return RANKS[self.rank] + self.suit.letter

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def full_deck(ranks: int = 13) -> tuple[Card, ...]:
    """Return the cards of one deck, sorted by rank, then suit.

    Args:
        ranks: how many ranks the deck has, from the ace up; the highest one plays the part of the king.
    """
    return tuple(Card(rank, suit) for rank in range(ranks) for suit in Suit)


_BY_TEXT = {
    rank_text + suit_text: card
    for card in full_deck()
    for rank_text in ({"T", "10"} if card.rank == 9 else {RANKS[card.rank]})
    for suit_text in (card.suit.letter, card.suit.symbol)
}

PARENTS = {card: tuple(other for other in full_deck() if card.fits_on(other)) for card in full_deck()}
"""The two cards that each card may lie on in the tableau; none for kings."""
