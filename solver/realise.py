"""From the compiled engine's steps to moves that a player makes.

The engine says which card goes where; the draws that bring a stock card to the top of the waste, and the run moves that
uncover a card, follow from that. ``docs/exactness.md`` proves that they always exist.

Where the cards lie is kept here in lists that change with every move, since that is quick. Nothing is checked by them:
whoever wants to be sure that the moves are legal replays them by the rules (``Solution.verify``), as ``solve`` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from .cards import PARENTS, Card
from .errors import InternalError
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
from .position import Position

__all__ = ["Place", "realise", "realise_exactly"]

Place = Card | Literal["up", "column"]
"""Where a card goes: onto another card, ``up`` to its foundation, or into an empty column."""


def realise(position: Position, steps: Iterable[tuple[Card, bool]]) -> list[Move]:
    """Turn steps into moves.

    Args:
        position: where the line starts.
        steps: for each step the card and whether it goes to its foundation; if not, it goes to the tableau, with
            everything that lies on it.

    Returns:
        The moves. They are legal from ``position`` on if the steps are right, which is not checked.

    Raises:
        InternalError: a step cannot be played; then the engine that made it is wrong.
    """
    line = _Line(position)
    for card, up in steps:
        line.step(card, up)
    return line.moves


def realise_exactly(position: Position, plays: Iterable[tuple[Card, Place]]) -> list[Move]:
    """Turn plays into moves, one for each play, and the draws and recycles that a card of the stock takes.

    Args:
        position: where the line starts.
        plays: for each play the card and the very place that it goes to, with everything that lies on it.

    Returns:
        The moves. They are legal from ``position`` on if the plays are right, which is not checked.

    Raises:
        InternalError: a play cannot be made; then the engine that made it is wrong.
    """
    line = _Line(position)
    for card, place in plays:
        line.play(card, place)
    return line.moves


class _Line:
    """A line of play that grows step by step, and where its moves have brought the cards."""

    def __init__(self, position: Position) -> None:
        self.moves: list[Move] = []
        self._columns = [list(column.cards) for column in position.columns]
        self._column_of = {card: number for number, column in enumerate(position.columns) for card in column.cards}
        self._heights = list(position.foundations)
        self._stock = list(position.stock[::-1])
        self._waste = list(position.waste)
        self._in_stock = {*position.stock, *position.waste}
        self._draw = position.rules.draw
        self._king = position.rules.shape.ranks - 1

    def step(self, card: Card, up: bool) -> None:
        """Add the moves of a step."""
        if not up:
            self._move(card, self._place_for(card))
            return
        if card not in self._in_stock:
            column = self._columns[self._column_of[card]]
            above = column[column.index(card) + 1 :]
            if above:
                # Only its twin can take over what lies on it.
                self._move(above[0], self._place_for(above[0]))
        self._move_up(card)

    def play(self, card: Card, place: Place) -> None:
        """Add the move of a play, and the draws before it."""
        if place == "up":
            self._move_up(card)
        else:
            self._move(card, self._empty_column() if place == "column" else self._column_ending_in(place))

    def _move_up(self, card: Card) -> None:
        """Play a card to its foundation."""
        if card in self._in_stock:
            self._take_from_stock(card)
            self.moves.append(WasteToFoundation())
        else:
            source = self._column_of[card]
            self.moves.append(TableauToFoundation(source))
            self._columns[source].pop()
        self._heights[card.suit] += 1

    def _move(self, card: Card, target: int) -> None:
        """Play a card, with what lies on it, to a column."""
        if card in self._in_stock:
            self._take_from_stock(card)
            self.moves.append(WasteToTableau(target))
            self._put([card], target)
        elif card.rank < self._heights[card.suit]:
            self.moves.append(FoundationToTableau(card.suit, target))
            self._heights[card.suit] -= 1
            self._put([card], target)
        else:
            source = self._column_of[card]
            index = self._columns[source].index(card)
            run = self._columns[source][index:]
            self.moves.append(TableauToTableau(source, target, len(run)))
            del self._columns[source][index:]
            self._put(run, target)

    def _take_from_stock(self, card: Card) -> None:
        self._draw_to(card)
        self._waste.pop()
        self._in_stock.remove(card)

    def _put(self, run: list[Card], target: int) -> None:
        self._columns[target] += run
        for card in run:
            self._column_of[card] = target

    def _draw_to(self, card: Card) -> None:
        """Draw until the card is on top of the waste. If that takes a recycle, one is enough."""
        recycled = False
        while not self._waste or self._waste[-1] != card:
            if self._stock:
                self.moves.append(Draw())
                self._waste += self._stock[: -self._draw - 1 : -1]
                del self._stock[-self._draw :]
            elif recycled:
                raise InternalError(f"{card} never comes to the top of the waste")
            else:
                self.moves.append(Recycle())
                self._stock = self._waste[::-1]
                self._waste = []
                recycled = True

    def _place_for(self, card: Card) -> int:
        """Return a column that can take the card: one that ends in a parent, or for a king an empty one."""
        parents = PARENTS[card]
        for number, column in enumerate(self._columns):
            if column[-1] in parents if column else card.rank == self._king:
                return number
        raise InternalError(f"there is no place for {card} in the tableau")

    def _empty_column(self) -> int:
        """Return a column without cards."""
        for number, column in enumerate(self._columns):
            if not column:
                return number
        raise InternalError("no column is empty")

    def _column_ending_in(self, parent: Card) -> int:
        """Return the column whose last card this is."""
        number = self._column_of.get(parent)
        if number is None or not self._columns[number] or self._columns[number][-1] != parent:
            raise InternalError(f"{parent} is not the last card of a column")
        return number
