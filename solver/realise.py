"""From the compiled engine's steps to moves that a player makes.

The engine says which card goes where; the draws that bring a stock card to the top of the waste, and the run moves that
uncover a card, follow from that. ``docs/exactness.md`` proves that they always exist.
"""

from __future__ import annotations

from collections.abc import Iterable

from .cards import Card
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
        The moves, all legal from ``position`` on.

    Raises:
        InternalError: a step cannot be played; then the engine that made it is wrong.
        IllegalMoveError: the same, noticed by the rules.
    """
    line = _Line(position)
    for card, up in steps:
        line.step(card, up)
    return line.moves


class _Line:
    """A line of play that grows step by step."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.moves: list[Move] = []

    def step(self, card: Card, up: bool) -> None:
        position = self.position
        if card in position.stock or card in position.waste:
            self._draw(card)
            self._play(WasteToFoundation() if up else WasteToTableau(self._place(card)))
        elif card.rank < position.foundations[card.suit]:
            self._play(FoundationToTableau(card.suit, self._place(card)))
        else:
            column, index = self._find(card)
            count = len(position.columns[column].cards) - index
            if not up:
                self._play(TableauToTableau(column, self._place(card), count))
                return
            if count > 1:
                # Only its twin can take over what lies on it.
                child = position.columns[column].cards[index + 1]
                self._play(TableauToTableau(column, self._place(child), count - 1))
            self._play(TableauToFoundation(column))

    def _play(self, move: Move) -> None:
        self.position = self.position.play(move)
        self.moves.append(move)

    def _draw(self, card: Card) -> None:
        """Draw until the card is on top of the waste. If that takes a recycle, one is enough."""
        recycled = False
        while not self.position.waste or self.position.waste[-1] != card:
            if self.position.stock:
                self._play(Draw())
            elif recycled:
                raise InternalError(f"{card} never comes to the top of the waste")
            else:
                self._play(Recycle())
                recycled = True

    def _find(self, card: Card) -> tuple[int, int]:
        for number, column in enumerate(self.position.columns):
            if card in column.face_up:
                return number, column.cards.index(card)
        raise InternalError(f"{card} is face down")

    def _place(self, card: Card) -> int:
        """Return a column that can take the card: one that ends in a parent, or for a king an empty one."""
        king = card.rank == self.position.rules.shape.ranks - 1
        for number, column in enumerate(self.position.columns):
            if (king and column.last is None) or (column.last is not None and card.fits_on(column.last)):
                return number
        raise InternalError(f"there is no place for {card} in the tableau")
