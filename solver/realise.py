"""From the compiled engine's steps to moves that a player makes.

The engine says which card goes where; the draws that bring a stock card to the top of the waste, and the run moves that
uncover a card, follow from that. ``docs/exactness.md`` proves that they always exist.

Where the cards lie is kept here in lists that change with every move, since that is quick. Nothing is checked by them:
whoever wants to be sure that the moves are legal replays them by the rules (``Solution.verify``), as ``solve`` does.
"""

from __future__ import annotations

from collections.abc import Iterable

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

__all__ = ["realise"]


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
        if card in self._in_stock:
            self._draw_to(card)
            self._waste.pop()
            self._in_stock.remove(card)
            if up:
                self.moves.append(WasteToFoundation())
                self._heights[card.suit] += 1
            else:
                target = self._place_for(card)
                self.moves.append(WasteToTableau(target))
                self._put([card], target)
        elif card.rank < self._heights[card.suit]:
            target = self._place_for(card)
            self.moves.append(FoundationToTableau(card.suit, target))
            self._heights[card.suit] -= 1
            self._put([card], target)
        else:
            source = self._column_of[card]
            column = self._columns[source]
            index = column.index(card)
            if not up:
                self._move_run(source, index)
                return
            if index + 1 < len(column):
                # Only its twin can take over what lies on it.
                self._move_run(source, index + 1)
            self.moves.append(TableauToFoundation(source))
            column.pop()
            self._heights[card.suit] += 1

    def _move_run(self, source: int, index: int) -> None:
        """Move the cards from this one of a column on to another column."""
        run = self._columns[source][index:]
        target = self._place_for(run[0])
        self.moves.append(TableauToTableau(source, target, len(run)))
        del self._columns[source][index:]
        self._put(run, target)

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
