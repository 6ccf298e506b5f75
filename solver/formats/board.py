"""The piles of a position as a text gives them, before anybody asks whether they make a deal or a legal position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..cards import Card, Suit
from ..deal import Deal
from ..errors import FormatError
from ..rules import STANDARD_SHAPE, Rules
from .reading import infer_shape

if TYPE_CHECKING:
    from ..position import Position

__all__ = ["Board", "BoardColumn", "column_of"]

_NOT_A_DEAL = "this is a position in the middle of a game, not a deal (Position.parse reads it)"


class BoardColumn(NamedTuple):
    """A column: its cards, head first, and how many of them, from the head on, are face down."""

    cards: tuple[Card, ...]
    face_down: int

    @property
    def is_run(self) -> bool:
        """Whether the cards go down in alternating colours, all of them."""
        return all(lower.fits_on(upper) for upper, lower in pairwise(self.cards))


class Board(NamedTuple):
    """Piles, unchecked.

    Attributes:
        columns: the columns from the left.
        stock: the stock, the next card drawn first.
        waste: the waste, its top card last.
        foundations: how many cards each foundation holds, in the order of ``Suit``.
        recycles: how often the waste was turned over.
    """

    columns: tuple[BoardColumn, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...] = ()
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    recycles: int = 0

    @classmethod
    def of_deal(cls, deal: Deal) -> Board:
        """Return the piles at the start of a deal."""
        return cls(tuple(BoardColumn(cards, len(cards) - 1) for cards in deal.columns), deal.stock)

    @classmethod
    def of_position(cls, position: Position) -> Board:
        """Return the piles of a position."""
        return cls(
            tuple(BoardColumn(tuple(column.cards), column.face_down) for column in position.columns),
            tuple(position.stock),
            tuple(position.waste),
            tuple(position.foundations),
            position.recycles,
        )

    @property
    def is_deal(self) -> bool:
        """Whether the piles are meant as a deal, with columns of the right length or not.

        They are if nothing was played yet as far as one can see: foundations and waste are empty and every column has
        one face-up card, or no card at all is marked as face down although not every column is a run. No position in
        the middle of a game looks so: as long as the foundations are empty the tableau never has fewer cards than were
        dealt to it, and with one face-up card in each column that means that none was turned up, and so that every
        card of it lies where it was dealt.
        """
        return not (self.waste or any(self.foundations) or self.recycles) and self._played_column() is None

    def _played_column(self) -> int | None:
        """Return the index of the first column that shows that something was played; None if none does."""
        if not any(column.face_down for column in self.columns) and not all(column.is_run for column in self.columns):
            return None
        played = (index for index, column in enumerate(self.columns) if len(column.cards) != column.face_down + 1)
        return next(played, None)

    def to_deal(self) -> Deal:
        """Return the deal that these piles are.

        Raises:
            FormatError: something was played already.
            DealError: a column has the wrong length, or the cards are not a deck.
        """
        played = self._played_column()
        for name, given in (("waste", self.waste), ("foundations", any(self.foundations)), ("recycles", self.recycles)):
            if given:
                raise FormatError(f"{_NOT_A_DEAL}: its {name} {'is' if name == 'waste' else 'are'} not empty")
        if played is not None:
            column = self.columns[played]
            up = len(column.cards) - column.face_down
            raise FormatError(f"{_NOT_A_DEAL}: column {played + 1} has {up} face-up cards, where a deal has one")
        columns = [column.cards for column in self.columns]
        return Deal.from_piles(columns, self.stock, shape=infer_shape(self.columns, self._cards()))

    def to_position(self, rules: Rules) -> Position:
        """Return the position that these piles are; if the rules have the standard shape, the piles tell the shape.

        Raises:
            InputError: no game can reach this, or a deal has a column of the wrong length or is not a deck.
        """
        from ..position import Column, Position

        if self.is_deal:
            return Position.start(self.to_deal(), rules)
        if rules.shape == STANDARD_SHAPE:
            rules = replace(rules, shape=infer_shape(self.columns, self._cards()))
        columns = [Column(column.cards, column.face_down) for column in self.columns]
        return Position(columns, self.foundations, self.stock, self.waste, rules, self.recycles)

    def _cards(self) -> Iterator[Card]:
        """Every card there is, the top card alone of each foundation."""
        for column in self.columns:
            yield from column.cards
        yield from self.stock
        yield from self.waste
        yield from (Card(height - 1, suit) for suit, height in zip(Suit, self.foundations, strict=True) if height)


def column_of(cards: Sequence[tuple[Card, bool]], where: str) -> BoardColumn:
    """Return the column of these cards, each with whether it is face down.

    Raises:
        FormatError: a face-down card lies on a face-up one.
    """
    face_down = sum(down for _, down in cards)
    for index, (card, down) in enumerate(cards):
        if down and index >= face_down:
            raise FormatError(f"{where}: {card}, card {index + 1}, is face down, but a card above it is face up")
    return BoardColumn(tuple(card for card, _ in cards), face_down)
