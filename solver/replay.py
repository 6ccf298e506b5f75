"""Playing a whole line of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .errors import IllegalMoveError
from .moves import Move
from .position import Position

__all__ = ["replay"]


def replay(position: Position, moves: Iterable[Move]) -> Iterator[tuple[Position, Move, Position]]:
    """Play moves one after the other; yield each one with the position before it and the position after it.

    Args:
        position: where the line starts.
        moves: the moves, each one played in the position that the ones before it lead to.

    Raises:
        IllegalMoveError: a move is illegal; the message says which one, from 1, and its ``index`` counts the moves
            before it.
    """
    for index, move in enumerate(moves):
        try:
            after = position.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {index + 1} ({move}): {error}", index) from None
        yield position, move, after
        position = after
