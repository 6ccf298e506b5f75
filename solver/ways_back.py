"""Moves that can be undone by the rules: another move, or going round the stock, leads back to where they were made.

>>> from klondike_solver.deal import Deal
>>> from klondike_solver.moves import Draw
>>> start = Position.start(Deal.from_number("shootme", 1))
>>> back = way_back(start, Draw())
>>> back.length(), back.recycles, back.final == start
(7, 1, True)
"""

from __future__ import annotations

from .errors import IllegalMoveError
from .moves import Draw, FoundationToTableau, Move, Recycle, TableauToFoundation, TableauToTableau
from .position import Position
from .solution import Solution

__all__ = ["way_back"]


def way_back(position: Position, move: Move) -> Solution | None:
    """Return moves that undo a move, if there is a simple way to.

    Simple is one move, or any number of draws and recycles. A move without a simple way back may have another one, by
    moves of other cards.

    Args:
        position: where the move is made.
        move: the move.

    Returns:
        A line from the position after the move that ends in ``position``; None if no simple one does.

    Raises:
        IllegalMoveError: the move is illegal.
    """
    after = position.play(move)
    inverse: Move
    match move:
        case Draw() | Recycle():
            return _round_the_stock(position, after)
        case TableauToTableau(source, target, count):
            inverse = TableauToTableau(target, source, count)
        case TableauToFoundation(source):
            inverse = FoundationToTableau(position.columns[source].cards[-1].suit, source)
        case FoundationToTableau(_, target):
            inverse = TableauToFoundation(target)
        case _:  # No card goes back to the waste.
            return None
    try:
        # If the move turned a card up, the inverse is illegal, or it does not turn the card down again.
        return Solution(after, [inverse]) if after.play(inverse) == position else None
    except IllegalMoveError:
        return None


def _round_the_stock(position: Position, after: Position) -> Solution | None:
    """Return the draws and the recycle that lead back to where the stock was, if they do.

    They do not where recycles are limited and so are counted, nor where a card was played from the middle of the waste:
    then the next pass shows other cards.
    """
    moves: list[Move] = []
    seen = {after}
    current = after
    while current != position:
        move: Move = Draw() if current.stock else Recycle()
        try:
            current = current.play(move)
        except IllegalMoveError:
            return None
        if current in seen:
            return None
        seen.add(current)
        moves.append(move)
    return Solution(after, moves)
