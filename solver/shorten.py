"""Leaving out moves of a line of play that cancel out.

The line is rewritten as *steps*, which name cards and not columns: this card onto that one. A step still means
something after moves before it have gone, even when its card now comes from elsewhere, with other cards on it, or is
where it should be already (then the step goes as well). Three things are done as long as one of them helps:

- A loop is cut out: between two occurrences of the same position nothing was gained.
- Between two cards played from the waste, draws and recycles that go all the way round the stock are left out, whatever
  is moved in the tableau meanwhile: the two do not depend on each other.
- Of two steps of the same card, the first is left out, or it goes to the place of the second at once. Then the line is
  replayed until it is back where it was before the change; if it gets there, the change is good.

The third covers a run moved and moved back, a run moved twice where once would do, a card going up and coming back. No
step is ever added, and a step is one move at most, so that the line never gets longer.

In a won line it does not matter which column is which, so positions count as the same if they differ by that only.

All of this is done by ``ext/tidy.pyx``: in plain Python it took most of the time of an easy deal. Whether positions are
the same it tells by hashes of 64 bits; should two that differ ever have the same one, the line becomes illegal, which
shows when it is turned back into moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Card, Suit
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
from .replay import replay

__all__ = ["shorten"]


def shorten(position: Position, moves: Sequence[Move]) -> list[Move]:
    """Return a line without the moves that cancel out.

    Args:
        position: where the line starts.
        moves: the line.

    Returns:
        A legal line with no more moves and no more recycles. If the given one wins, it wins too; otherwise it ends in
        the same position, apart from the recycles used.

    Raises:
        IllegalMoveError: a move of the given line is illegal.
    """
    from .ext.tidy import Line

    rules = position.rules
    try:
        line = Line(
            columns=[[_number(card) for card in column.cards] for column in position.columns],
            face_down=[column.face_down for column in position.columns],
            foundations=list(position.foundations),
            stock=[_number(card) for card in position.stock],
            waste=[_number(card) for card in position.waste],
            draw=rules.draw,
            king=rules.shape.ranks - 1,
            take_back=rules.take_back,
            part_runs=rules.part_runs,
            recycles=None if rules.passes is None else rules.passes - 1 - position.recycles,
            moves=[_encoded(move) for move in moves],
        )
    except (ValueError, OverflowError):
        for _ in replay(position, moves):  # It says what is wrong.
            pass
        raise InternalError("the compiled code takes a legal line for an illegal one; please report it") from None
    line.shorten()
    return [_decoded(*move) for move in line.moves()]


def _number(card: Card) -> int:
    return 4 * card.rank + card.suit


def _encoded(move: Move) -> tuple[int, int, int, int]:
    """Return a move as ``ext/board.pxd`` has it."""
    match move:
        case Draw():
            return 0, 0, 0, 0
        case Recycle():
            return 1, 0, 0, 0
        case WasteToFoundation():
            return 2, 0, 0, 0
        case WasteToTableau(target):
            return 3, target, 0, 0
        case TableauToFoundation(source):
            return 4, source, 0, 0
        case TableauToTableau(source, target, count):
            return 5, source, target, count
        case FoundationToTableau(suit, target):
            return 6, suit, target, 0
    raise TypeError(f"not a move: {move!r}")


def _decoded(kind: int, a: int, b: int, c: int) -> Move:
    """Return the move that ``_encoded`` makes these numbers of."""
    match kind:
        case 0:
            return Draw()
        case 1:
            return Recycle()
        case 2:
            return WasteToFoundation()
        case 3:
            return WasteToTableau(a)
        case 4:
            return TableauToFoundation(a)
        case 5:
            return TableauToTableau(a, b, c)
    return FoundationToTableau(Suit(a), b)
