"""A position of Klondike, and the rules of the game in one place: what may be played, and what comes of it.

Plain on purpose: everything faster in this package is tested against this file.

>>> from klondike_solver.cards import Card
>>> from klondike_solver.rules import Rules, Shape
>>> cards = [Card.parse(name) for name in "2C AD AS | AC 2S AH 2H 2D".replace("|", "").split()]
>>> columns = [Column((cards[0],), 0), Column((cards[1], cards[2]), 1)]
>>> start = Position(columns, [0, 0, 0, 0], cards[3:], [], Rules(draw=1, shape=Shape(ranks=2, columns=2)))
>>> start.legal_moves()
[TableauToFoundation(source=1), Draw()]
>>> start.play(Draw()).legal_moves()
[TableauToFoundation(source=1), WasteToFoundation(), Draw()]
>>> start.play(Draw()).undo() == start
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Self

from ._text import plural
from ._types import need
from .cards import PARENTS, Card, Suit
from .errors import IllegalMoveError, RulesError
from .moves import (
    Draw,
    FoundationToTableau,
    Move,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from .render import render
from .rules import STANDARD_SHAPE, Rules, Shape, need_rules
from .validity import check_position, check_recycles

if TYPE_CHECKING:
    from .deal import Deal

__all__ = ["Column", "Position", "what_fits"]


class Column(NamedTuple):
    """A column of the tableau.

    Attributes:
        cards: all cards, the head (the one farthest from the player) first, the last one playable.
        face_down: how many of them, from the head on, are face down.
    """

    cards: tuple[Card, ...]
    face_down: int = 0

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The face-up run at the end of the column, its highest card first."""
        return self.cards[self.face_down :]

    @property
    def last(self) -> Card | None:
        """The card at the end, the one that can be played or built on; None if the column is empty."""
        return self.cards[-1] if self.cards else None


class Position:
    """Where every card is, and under which rules; immutable.

    Two positions are equal when everything is: columns in their places, stock and waste in their order, rules, and the
    recycles used. Under unlimited passes recycles are not counted (nothing depends on them), so that going once round
    the stock leads to an equal position. How a position came about is no part of it.

    Messages of errors count columns from 1, as players do; moves count them from 0.

    Args:
        columns: the columns of the tableau, from the left.
        foundations: how many cards each foundation holds, in the order of ``Suit`` (C D H S).
        stock: the cards of the stock, the one drawn next first.
        waste: the cards of the waste, the playable one last.
        rules: the rules that the game is played by.
        recycles: how often the waste was turned over so far; stored as 0 if passes are unlimited.

    Raises:
        PositionError: no game can reach this; the message names the card or pile.
    """

    __slots__ = ("_previous", "columns", "foundations", "recycles", "rules", "stock", "waste")

    columns: tuple[Column, ...]
    foundations: tuple[int, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...]
    rules: Rules
    recycles: int
    _previous: Position | None

    def __init__(  # noqa: PLR0917
        self,
        columns: Sequence[Column],
        foundations: Sequence[int],
        stock: Sequence[Card],
        waste: Sequence[Card],
        rules: Rules | None = None,
        recycles: int = 0,
    ) -> None:
        rules = Rules() if rules is None else rules
        check_recycles(rules, recycles)
        self._fill(
            columns=tuple(Column(tuple(cards), face_down) for cards, face_down in columns),
            foundations=tuple(foundations),
            stock=tuple(stock),
            waste=tuple(waste),
            rules=rules,
            recycles=0 if rules.passes is None else recycles,
        )
        check_position(self)

    @classmethod
    def start(cls, deal: Deal, rules: Rules | None = None) -> Self:
        """Return the position in which a deal starts.

        Args:
            deal: the deal.
            rules: the rules; if their shape is the standard one, the deal's shape takes its place.

        Raises:
            RulesError: the rules ask for another shape than the deal has.
        """
        from .deal import Deal

        need(deal, Deal, "a game starts with a Deal")
        need_rules(rules)
        rules = _with_shape(Rules() if rules is None else rules, deal.shape)
        return cls._make(
            columns=tuple(Column(tuple(cards), len(cards) - 1) for cards in deal.columns),
            foundations=(0,) * len(Suit),
            stock=tuple(deal.stock),
            waste=(),
            rules=rules,
        )

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Position:
        """Read a position from a text: one of the formats for mid-game positions, or a deal in any way of writing it.

        >>> position = Position.parse('''
        ...     foundations: JC KD JH KS
        ...     waste: QC
        ...     stock: QH
        ...     1: KC
        ...     2: KH
        ... ''')
        >>> str(position.waste[-1]), position.columns[2].cards
        ('QC', ())

        Args:
            text: the text; the documentation of ``klondike_solver.formats`` tells which ones are understood.
            rules: the rules that the game is played by.

        Raises:
            InputError: the text is in none of the formats, or what it says is no position.
        """
        from .formats import parse_position

        need(text, str, "a position is read from a text")
        need_rules(rules)
        return parse_position(text, Rules() if rules is None else rules)

    # What it is

    @property
    def is_won(self) -> bool:
        """Whether all cards are on the foundations."""
        return sum(self.foundations) == self.rules.shape.cards

    @property
    def is_start(self) -> bool:
        """Whether this is how a deal starts: nothing played, nothing drawn, the columns as they are dealt."""
        return (
            not self.waste
            and not self.recycles
            and not any(self.foundations)
            and all(
                len(column.cards) == size and column.face_down == size - 1
                for column, size in zip(self.columns, self.rules.shape.column_sizes, strict=True)
            )
        )

    @property
    def face_down_total(self) -> int:
        """The number of face-down cards in the tableau."""
        return sum(column.face_down for column in self.columns)

    @property
    def passes_used(self) -> int:
        """The pass through the stock that the game is in, from 1; always 1 if passes are unlimited."""
        return 1 + self.recycles

    def deal(self) -> Deal | None:
        """Return the deal that starts with this position; None if none does."""
        from .deal import Deal

        if not self.is_start:
            return None
        return Deal.from_piles([column.cards for column in self.columns], self.stock, shape=self.rules.shape)

    def with_rules(self, rules: Rules) -> Self:
        """Return the same position under other rules; it has no move to undo.

        Args:
            rules: the rules; if their shape is the standard one, this position's shape takes its place.

        Raises:
            RulesError: the rules ask for another shape than this position has.
            PositionError: more passes are used up than the rules allow.
        """
        need(rules, Rules, "rules are a Rules object such as Rules(draw=3)")
        rules = _with_shape(rules, self.rules.shape)
        check_recycles(rules, self.recycles)
        return self._make(
            columns=self.columns,
            foundations=self.foundations,
            stock=self.stock,
            waste=self.waste,
            rules=rules,
            recycles=0 if rules.passes is None else self.recycles,
        )

    # What can be played

    def legal_moves(self) -> list[Move]:
        """Return all moves that the rules allow here, always in the same order.

        First what goes up (from the columns, left to right, then from the waste), then runs between columns, then the
        waste's card to the columns, then the stock, and what comes back from the foundations last. Moves that change
        nothing worth changing (a king from one empty column to another) are legal, so they are there.
        """
        moves: list[Move] = []
        ends: dict[Card, int] = {}
        empty: list[int] = []
        for index, column in enumerate(self.columns):
            if column.cards:
                ends[column.cards[-1]] = index
            else:
                empty.append(index)
        king = self.rules.shape.ranks - 1

        def places(card: Card) -> list[int]:
            if card.rank == king:
                return empty
            return [ends[parent] for parent in PARENTS[card] if parent in ends]

        for end, source in ends.items():
            if self.foundations[end.suit] == end.rank:
                moves.append(TableauToFoundation(source))
        waste_card = self.waste[-1] if self.waste else None
        if waste_card is not None and self.foundations[waste_card.suit] == waste_card.rank:
            moves.append(WasteToFoundation())
        for source, column in enumerate(self.columns):
            run = column.face_up
            counts = range(len(run), 0, -1)
            for count in counts if self.rules.part_runs else counts[:1]:
                # No run fits on its own column: the last card there is of the run, so it ranks lower than its parents.
                moves += [TableauToTableau(source, target, count) for target in places(run[-count])]
        if waste_card is not None:
            moves += [WasteToTableau(target) for target in places(waste_card)]
        if self.stock:
            moves.append(Draw())
        elif self.waste and self._may_recycle():
            moves.append(Recycle())
        if self.rules.take_back:
            for suit in Suit:
                if height := self.foundations[suit]:
                    moves += [FoundationToTableau(suit, target) for target in places(_CARD[suit][height - 1])]
        return moves

    def play(self, move: Move) -> Position:
        """Return the position after a move.

        Raises:
            IllegalMoveError: the rules do not allow the move here; the message says why.
        """
        match move:
            case Draw():
                if not self.stock:
                    raise IllegalMoveError("there is nothing to draw: the stock is empty")
                drawn = self.rules.draw
                return self._next(stock=self.stock[drawn:], waste=self.waste + self.stock[:drawn])
            case Recycle():
                self._check_recycle()
                recycles = 0 if self.rules.passes is None else self.recycles + 1
                return self._next(stock=self.waste, waste=(), recycles=recycles)
            case WasteToFoundation():
                return self._next(foundations=self._put_up(self._waste_card()), waste=self.waste[:-1])
            case WasteToTableau(target):
                columns = self._place(self.columns, (self._waste_card(),), target)
                return self._next(columns=columns, waste=self.waste[:-1])
            case TableauToFoundation(source):
                run, columns = self._lift(source, 1)
                return self._next(columns=columns, foundations=self._put_up(run[0]))
            case TableauToTableau(source, target, count):
                if source == target:
                    self._column(source)  # That it does not exist comes first.
                    raise IllegalMoveError(f"source and target are both column {source + 1}")
                run, columns = self._lift(source, count)
                if not self.rules.part_runs and count != len(self.columns[source].face_up):
                    raise IllegalMoveError(
                        f"only whole runs may move under these rules: column {source + 1} has "
                        f"{plural(len(self.columns[source].face_up), 'card')} face up, not {count}"
                    )
                return self._next(columns=self._place(columns, run, target))
            case FoundationToTableau(suit, target):
                card, foundations = self._take_back(suit)
                return self._next(columns=self._place(self.columns, (card,), target), foundations=foundations)
        raise TypeError(f"not a move: {move!r}")

    def undo(self) -> Position:
        """Return the position that ``play`` was called on to come here.

        Raises:
            IllegalMoveError: this position was built, not played.
        """
        if self._previous is None:
            raise IllegalMoveError("there is no move to undo: nothing has been played")
        return self._previous

    # The parts of a move; each one raises IllegalMoveError with the reason

    def _may_recycle(self) -> bool:
        return self.rules.passes is None or self.recycles + 1 < self.rules.passes

    def _check_recycle(self) -> None:
        if self.stock:
            cards = plural(len(self.stock), "card")
            raise IllegalMoveError(f"the waste is turned over when the stock is empty; it has {cards}")
        if not self.waste:
            raise IllegalMoveError("stock and waste are both empty")
        if not self._may_recycle():
            raise IllegalMoveError(f"no pass is left: the rules allow {self.rules.passes}")

    def _waste_card(self) -> Card:
        if not self.waste:
            raise IllegalMoveError("the waste is empty")
        return self.waste[-1]

    def _column(self, index: int) -> Column:
        # A negative index would count from the right.
        if not 0 <= index < len(self.columns):
            raise IllegalMoveError(f"there is no column {index + 1}: the tableau has columns 1 to {len(self.columns)}")
        return self.columns[index]

    def _lift(self, source: int, count: int) -> tuple[tuple[Card, ...], tuple[Column, ...]]:
        """Take the last ``count`` cards off a column and turn up the card that they lay on."""
        cards, face_down = self._column(source)
        if not cards:
            raise IllegalMoveError(f"column {source + 1} is empty")
        if not 1 <= count <= len(cards) - face_down:
            raise IllegalMoveError(
                f"column {source + 1} has {plural(len(cards) - face_down, 'card')} face up, not {count}"
            )
        rest = cards[:-count]
        column = Column(rest, face_down - 1 if face_down and face_down == len(rest) else face_down)
        return cards[-count:], (*self.columns[:source], column, *self.columns[source + 1 :])

    def _place(self, columns: tuple[Column, ...], run: tuple[Card, ...], target: int) -> tuple[Column, ...]:
        """Put a run at the end of a column."""
        end = self._column(target).last
        if end is None:
            if run[0].rank != self.rules.shape.ranks - 1:
                raise IllegalMoveError(f"column {target + 1} is empty, so it takes a king and not {run[0]}")
        elif end not in PARENTS[run[0]]:
            why = _misfit(run[0], end)
            raise IllegalMoveError(f"{run[0]} does not fit on {end} in column {target + 1}: {why}")
        cards, face_down = columns[target]
        return (*columns[:target], Column(cards + run, face_down), *columns[target + 1 :])

    def _put_up(self, card: Card) -> tuple[int, ...]:
        """Put a card on its foundation."""
        heights = self.foundations
        if heights[card.suit] != card.rank:
            wanted = _CARD[card.suit][heights[card.suit]]
            raise IllegalMoveError(f"{card} cannot go up: the next card of its foundation is {wanted}")
        return (*heights[: card.suit], card.rank + 1, *heights[card.suit + 1 :])

    def _take_back(self, suit: Suit) -> tuple[Card, tuple[int, ...]]:
        """Take the top card off a foundation."""
        if not self.rules.take_back:
            raise IllegalMoveError("these rules do not allow a card to come back from a foundation")
        heights = self.foundations
        if not heights[suit]:
            raise IllegalMoveError(f"the foundation of {Suit(suit).name.lower()} is empty")
        height = heights[suit] - 1
        return _CARD[suit][height], (*heights[:suit], height, *heights[suit + 1 :])

    # Construction without validation

    def _fill(
        self,
        *,
        columns: tuple[Column, ...],
        foundations: tuple[int, ...],
        stock: tuple[Card, ...],
        waste: tuple[Card, ...],
        rules: Rules,
        recycles: int = 0,
        previous: Position | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "columns", columns)
        put(self, "foundations", foundations)
        put(self, "stock", stock)
        put(self, "waste", waste)
        put(self, "rules", rules)
        put(self, "recycles", recycles)
        put(self, "_previous", previous)

    @classmethod
    def _make(
        cls,
        *,
        columns: tuple[Column, ...],
        foundations: tuple[int, ...],
        stock: tuple[Card, ...],
        waste: tuple[Card, ...],
        rules: Rules,
        recycles: int = 0,
    ) -> Self:
        """Build a position that is known to be sound."""
        position = cls.__new__(cls)
        position._fill(
            columns=columns, foundations=foundations, stock=stock, waste=waste, rules=rules, recycles=recycles
        )
        return position

    def _next(
        self,
        *,
        columns: tuple[Column, ...] | None = None,
        foundations: tuple[int, ...] | None = None,
        stock: tuple[Card, ...] | None = None,
        waste: tuple[Card, ...] | None = None,
        recycles: int | None = None,
    ) -> Self:
        """Build the position after a move from what the move changes."""
        position = self.__new__(type(self))
        position._fill(
            columns=self.columns if columns is None else columns,
            foundations=self.foundations if foundations is None else foundations,
            stock=self.stock if stock is None else stock,
            waste=self.waste if waste is None else waste,
            rules=self.rules,
            recycles=self.recycles if recycles is None else recycles,
            previous=self,
        )
        return position

    # As a Python object

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position does not change; {name!r} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position does not change; {name!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.columns == other.columns
            and self.waste == other.waste
            and self.stock == other.stock
            and self.foundations == other.foundations
            and self.recycles == other.recycles
            and (self.rules is other.rules or self.rules == other.rules)
        )

    def __hash__(self) -> int:
        return hash((self.columns, self.foundations, self.stock, self.waste, self.recycles))

    def __reduce__(self) -> tuple[object, ...]:
        # Without the positions that led here: a long game would overflow the stack of pickle.
        return Position, (self.columns, self.foundations, self.stock, self.waste, self.rules, self.recycles)

    def render(self, *, unicode: bool = False) -> str:
        """Return a drawing of the board in plain text, at most 80 characters wide.

        Args:
            unicode: whether suits are symbols (♣ ♦ ♥ ♠) or letters.
        """
        return render(self, unicode=unicode)

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return (
            f"<Position: {sum(self.foundations)} of {self.rules.shape.cards} cards up, "
            f"{self.face_down_total} face down, stock {len(self.stock)}, waste {len(self.waste)}, {self.rules!r}>"
        )


_CARD = [[Card(rank, suit) for rank in range(13)] for suit in Suit]
"""The cards by suit and rank."""


def _misfit(card: Card, end: Card) -> str:
    """Return why a card does not fit on another one in the tableau."""
    if card.rank + 1 == end.rank:
        return f"both are {'red' if end.is_red else 'black'}"
    return what_fits(end)


def what_fits(end: Card) -> str:
    """Return in words which cards fit on one in the tableau.

    >>> what_fits(Card.parse("6C")), what_fits(Card.parse("AC"))
    ('only 5D and 5H do', 'nothing fits on an ace')
    """
    fitting = [str(card) for card, parents in PARENTS.items() if end in parents]
    return f"only {' and '.join(fitting)} do" if fitting else "nothing fits on an ace"


def _with_shape(rules: Rules, shape: Shape) -> Rules:
    """Return the rules with this shape, unless they ask for another one that is not the standard one."""
    if rules.shape == shape:
        return rules
    if rules.shape != STANDARD_SHAPE:
        raise RulesError(f"the rules are for {rules.shape}, but the cards are {shape}")
    return replace(rules, shape=shape)
