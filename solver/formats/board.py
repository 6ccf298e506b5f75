"""The piles of a position as a text gives them, before anybody asks whether they make a deal or a legal position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from .._text import plural
from ..cards import Card, Suit
from ..deal import Deal
from ..errors import DealError, FormatError, Place, PositionError
from ..rules import STANDARD_SHAPE, Rules, Shape
from ..validity import broken_runs
from .places import Places, check_cards, placed
from .reading import Word, infer_shape

if TYPE_CHECKING:
    from ..position import Position

__all__ = ["READ_AS_POSITION", "Board", "BoardColumn", "column_of"]

READ_AS_POSITION = "(Position.parse reads it)"
"""What is said of a position that was given for a deal; who does not write Python is to be told something else."""

_NOT_A_DEAL = f"this is a position in the middle of a game, not a deal {READ_AS_POSITION}"


_UPSIDE_DOWN = "; a column begins with the card farthest from the player, so this one may be upside down"


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
        numbered: whether the columns have numbers, so that empty ones may have been left out at the end.
        places: where all this stands in the text that it was read from.
    """

    columns: tuple[BoardColumn, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...] = ()
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    recycles: int = 0
    numbered: bool = False
    places: Places | None = None

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
                verb = "is" if name == "waste" else "are"
                raise placed(FormatError(f"{_NOT_A_DEAL}: its {name} {verb} not empty"), self.places, name)
        if played is not None:
            column = self.columns[played]
            up = len(column.cards) - column.face_down
            number = f"column {played + 1}"
            raise placed(
                FormatError(f"{_NOT_A_DEAL}: {number} has {up} face-up cards, where a deal has one"),
                self.places,
                number,
            )
        columns = [column.cards for column in self.columns]
        shape = infer_shape(self.columns, self._cards())
        wrong = [
            f"column {number}"
            for number, (cards, size) in enumerate(zip(columns, shape.column_sizes, strict=True), 1)
            if len(cards) != size
        ]
        if self.places is not None and not wrong:
            check_cards(self.places, shape.ranks, DealError)
        try:
            return Deal.from_piles(columns, self.stock, shape=shape)
        except DealError as error:
            raise placed(error, self.places, *wrong) from None

    def to_position(self, rules: Rules) -> Position:
        """Return the position that these piles are; if the rules have the standard shape, the piles tell the shape.

        Raises:
            InputError: no game can reach this, or a deal has a column of the wrong length or is not a deck.
        """
        from ..position import Column, Position

        if self.is_deal:
            return Position.start(self.to_deal(), rules)
        columns = [Column(column.cards, column.face_down) for column in self.columns]
        if self.numbered:
            columns += [Column(())] * (self._least_columns(rules.shape) - len(columns))
        told = rules.shape != STANDARD_SHAPE
        if not told:
            rules = replace(rules, shape=infer_shape(columns, self._cards()))
        remarks: list[tuple[str, Place | None]] = []
        if not told and rules.shape.ranks == STANDARD_SHAPE.ranks and rules.shape != STANDARD_SHAPE:
            # Somebody left out an empty column: without it this would be another game, and the answer wrong.
            remarks.append(
                (f"{len(columns)} columns, but a game of 52 cards has 7, empty ones too{self._column_hint()}", None)
            )
        if self.places is not None:
            broken = broken_runs([column.face_up for column in columns])
            for words, card in broken:
                place = self.places.find(card)
                remarks.append((f"{place}: {words}", place))
            check_cards(self.places, rules.shape.ranks, PositionError, remarks)
        if remarks and remarks[0][1] is None:
            raise PositionError(remarks[0][0])
        try:
            return Position(columns, self.foundations, self.stock, self.waste, rules, self.recycles)
        except PositionError as error:
            hint = ""
            if self.places is not None and any(isinstance(thing, Card) for thing in error.about):
                runs = [column.face_up for column in columns]
                turned = [run[::-1] if broken_runs([run]) else run for run in runs]
                hint = self.places.marks if broken_runs(turned) or turned == runs else _UPSIDE_DOWN
            raise placed(PositionError(f"{error}{hint}"), self.places, *error.about) from None

    def _column_hint(self) -> str:
        """Say what may be wrong where there are not 7 columns."""
        if self.places is None:
            return ""
        if len(self.columns) < STANDARD_SHAPE.columns:
            return self.places.empty
        empty = [number for number, column in enumerate(self.columns, 1) if not column.cards]
        surplus = len(self.columns) - STANDARD_SHAPE.columns
        if len(empty) >= surplus:
            listed = ", ".join(map(str, empty))
            verb = "column is" if len(empty) == 1 else "columns are"
            return f"; {plural(len(empty), verb, verb)} empty ({listed}), which is {surplus} too many"
        return "" if self.numbered else "; every line without a label (stock:, waste:, foundations:) is a column"

    def _least_columns(self, shape: Shape) -> int:
        """Return how many columns there are at the least, with empty ones at the end that were left out."""
        if shape == STANDARD_SHAPE and max((card.rank for card in self._cards()), default=0) < shape.ranks - 1:
            return 0  # A small deck, whose shape nothing tells but the text.
        return shape.columns

    def _cards(self) -> Iterator[Card]:
        """Every card there is, the top card alone of each foundation."""
        for column in self.columns:
            yield from column.cards
        yield from self.stock
        yield from self.waste
        yield from (Card(height - 1, suit) for suit, height in zip(Suit, self.foundations, strict=True) if height)


def column_of(cards: Sequence[tuple[Card, bool]], words: Sequence[Word]) -> BoardColumn:
    """Return the column of these cards, each with whether it is face down, that were read from these words.

    Raises:
        FormatError: a face-down card lies on a face-up one.
    """
    face_down = sum(down for _, down in cards)
    for index, ((card, down), word) in enumerate(zip(cards, words, strict=True)):
        if down and index >= face_down:
            raise FormatError(f"{word}: {card} is face down, but a card above it is face up").at(word.place)
    return BoardColumn(tuple(card for card, _ in cards), face_down)
