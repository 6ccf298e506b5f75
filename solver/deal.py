"""Deals: every card of a deck in its place at the start of a game.

>>> deal = Deal.parse("solvitaire:22")
>>> deal.columns[1]
(Card('QH'), Card('3D'))
>>> Deal.parse(deal.to("digits")) == deal
True
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from random import Random

from ._types import need, need_many, need_whole
from .cards import Card, full_deck
from .errors import DealError, NumberingError
from .numbering import find_scheme
from .numbering.exact import exact_cards, exact_number
from .rules import STANDARD_SHAPE, Shape

__all__ = ["Deal"]

_LISTED = 6
"""How many cards an error message names before it stops."""


class Deal:
    """A deal: the columns and the stock at the start of a game. It does not change, and it can be hashed.

    Deals are equal when their shape and the places of their cards are; the name does not matter.

    Args:
        cards: every card of the deck: column by column, the head of each first, then the stock in draw order.
        name: what to call the deal, usually its number, ``solvitaire:22``.
        shape: the deck and the columns.

    Raises:
        DealError: a card is missing or there twice, or there are too many or too few; the message says which.
    """

    __slots__ = ("_cards", "_columns", "_name", "_shape", "_stock")

    def __init__(self, cards: Sequence[Card], *, name: str | None = None, shape: Shape = STANDARD_SHAPE) -> None:
        need(shape, Shape, "a shape is a Shape object such as Shape(13, 7)")
        need(name, str | None, "the name of a deal is a text or None")
        self._cards = _checked(cards, shape)
        self._name = name
        self._shape = shape
        columns = []
        start = 0
        for size in shape.column_sizes:
            columns.append(self._cards[start : start + size])
            start += size
        self._columns = tuple(columns)
        self._stock = self._cards[start:]

    @classmethod
    def from_piles(
        cls,
        columns: Sequence[Sequence[Card]],
        stock: Sequence[Card],
        *,
        name: str | None = None,
        shape: Shape = STANDARD_SHAPE,
    ) -> Deal:
        """Return the deal with these columns, the head of each first, and this stock, the next card drawn first.

        Raises:
            DealError: there are not as many columns as the shape has, a column has the wrong length, or the cards are
                not a deck.
        """
        need(shape, Shape, "a shape is a Shape object such as Shape(13, 7)")
        need(columns, Sequence, "the columns of a deal are sequences of Card objects")
        for pile in (*columns, stock):
            need(pile, Sequence, "a pile of a deal is a sequence of Card objects")
        if len(columns) != shape.columns:
            raise DealError(f"{len(columns)} columns, but a deal has {shape.columns}")
        wrong = [
            f"column {number} has {len(column)} card{'' if len(column) == 1 else 's'} instead of {number}"
            for number, column in enumerate(columns, 1)
            if len(column) != number
        ]
        if wrong:
            raise DealError(f"{', '.join(wrong[:_LISTED])}; column 1 of a deal has 1 card, column 2 has 2, and so on")
        return cls([card for column in columns for card in column] + list(stock), name=name, shape=shape)

    @classmethod
    def from_number(cls, scheme: str, number: int) -> Deal:
        """Return a deal by its number in one of the public schemes.

        >>> Deal.from_number("shootme", 1).columns[1]
        (Card('3C'), Card('4C'))

        Raises:
            NumberingError: there is no such scheme, or it does not have this number.
        """
        need(scheme, str, "a scheme of deal numbers is called by its name, a text")
        number = need_whole(number, "a deal number is a whole number")
        found = find_scheme(scheme)
        return cls(found.deal(number), name=f"{found.name}:{int(number)}")

    @classmethod
    def from_exact(cls, number: int, *, shape: Shape = STANDARD_SHAPE) -> Deal:
        """Return the deal whose ``exact`` number this is; small decks are numbered in the same way.

        Raises:
            NumberingError: the number is negative, or not below the number of deals.
        """
        need(shape, Shape, "a shape is a Shape object such as Shape(13, 7)")
        number = need_whole(number, "a deal number is a whole number")
        if shape == STANDARD_SHAPE:
            return cls.from_number("exact", number)
        if not 0 <= number < factorial(shape.cards):
            raise NumberingError(f"exact numbers of this deck go from 0 to {shape.cards}! − 1")
        return cls(exact_cards(number, shape.ranks), shape=shape)

    @classmethod
    def random(cls, source: Random | int | None = None, *, shape: Shape = STANDARD_SHAPE) -> Deal:
        """Return a deal drawn at random, every deal as likely as another.

        Args:
            source: a generator, or a seed for one; without it a different deal comes each time. What a seed gives is
                Python's matter and not promised to stay: keep the ``exact`` number of a deal to find it again.
            shape: the deck and the columns.
        """
        need(shape, Shape, "a shape is a Shape object such as Shape(13, 7)")
        need(source, Random | int | None, "what a deal is drawn with is a random.Random, or a whole number for a seed")
        generator = source if isinstance(source, Random) else Random(source)
        return cls(exact_cards(generator.randrange(factorial(shape.cards)), shape.ranks), shape=shape)

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read a deal from a deal number or a deal text.

        What the text is, is found out in this order:

        1. ``scheme:number``, a word that is a known scheme and a number after a colon: a deal number;
        2. ``digits:`` and digits, or nothing but digits: the 156 digits of Klondike-Solver;
        3. a text that begins with ``{``: Solvitaire's JSON;
        4. a text with a line that begins with ``Talon:``, ``stock:`` or the like: PySolFC's board text or a layout;
        5. a text with ``|``: piles, column by column, then the stock after ``||``.

        Raises:
            NumberingError: an unknown scheme, or a number out of its range.
            FormatError: the text is none of these, or breaks the format that it is in; the message says where.
            DealError: the cards are no deal.
        """
        from .formats import parse_deal

        need(text, str, "a deal is read from a text")
        return parse_deal(text)

    def to(self, format: str) -> str:
        """Return the deal as a text that ``parse`` reads.

        Args:
            format: ``digits``, ``solvitaire``, ``pysol``, ``layout``, ``piles`` or ``exact``.

        Raises:
            FormatError: there is no such format.
            UnsupportedError: the format has no place for a small deck.
        """
        from .formats import write_deal

        need(format, str, "a format is called by its name, a text")
        return write_deal(self, format)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card: column by column, the head of each first, then the stock in draw order."""
        return self._cards

    @property
    def columns(self) -> tuple[tuple[Card, ...], ...]:
        """The columns from the left, the head of each first; the last card lies face up, the others face down."""
        return self._columns

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock, the next card drawn first."""
        return self._stock

    @property
    def shape(self) -> Shape:
        """The deck and the columns."""
        return self._shape

    @property
    def name(self) -> str | None:
        """What the deal is called, usually its number, ``solvitaire:22``; None if it came without a name."""
        return self._name

    @property
    def exact(self) -> int:
        """The number of this deal among all deals of its shape, below 52! for a whole deck.

        >>> Deal.from_exact(12345).exact
        12345
        """
        return exact_number(self._cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._cards == other._cards and self._shape == other._shape

    def __hash__(self) -> int:
        return hash((self._cards, self._shape))

    def __str__(self) -> str:
        """The name, or without one a short text that ``parse`` reads."""
        if self._name is not None:
            return self._name
        return self.to("exact" if self._shape == STANDARD_SHAPE else "piles")

    def __repr__(self) -> str:
        return f"Deal({str(self)!r})"


def _checked(cards: Sequence[Card], shape: Shape) -> tuple[Card, ...]:
    """Return the cards as a tuple if they are the shape's deck, each card once."""
    need_many(cards, Card, "a deal is made of Card objects, which Deal.parse reads from a text")
    deck = {card: card for card in full_deck(shape.ranks)}
    seen: dict[Card, int] = {}
    wrong: list[str] = []
    for index, card in enumerate(cards):
        if card not in deck:
            wrong.append(f"{_name(card)} ({_place(index, shape)}) is not in a deck of {shape.ranks} ranks")
        elif card in seen:
            wrong.append(f"{card} is there twice, as {_place(seen[card], shape)} and as {_place(index, shape)}")
        else:
            seen[card] = index
    missing = [str(card) for card in deck if card not in seen]
    if wrong or missing:
        if len(cards) != shape.cards:
            wrong.insert(0, f"{len(cards)} cards, but a deal has {shape.cards}")
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            wrong.append(f"{', '.join(missing[:_LISTED])}{' …' * (len(missing) > _LISTED)} {verb} missing")
        raise DealError("; ".join([*wrong[:_LISTED], *wrong[_LISTED:][-1:]]))
    return tuple(deck[card] for card in cards)


def _place(index: int, shape: Shape) -> str:
    """Return where the card with this index lies, in words."""
    for number, size in enumerate(shape.column_sizes, 1):
        if index < size:
            return f"column {number}, card {index + 1}"
        index -= size
    return f"stock card {index + 1}"


def _name(card: Card) -> str:
    try:
        return str(card)
    except (AttributeError, IndexError, TypeError):
        return repr(tuple(card))
