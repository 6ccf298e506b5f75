"""A line of play board by board, with all that is counted on the way.

>>> from klondike_solver import SCORINGS, Deal, Position
>>> line = Solution.parse("GI @", Position.start(Deal.parse("solvitaire:2")))
>>> for frame in frames(line, SCORINGS["standard"]):
...     print(frame.number, frame.text or "the start", frame.score)
0 the start 0
1 8♠ from column 2 to column 4, onto 9♥, turning up 9♠ 5
2 draw; the waste shows 7♥ 5
"""

from __future__ import annotations

from dataclasses import dataclass

from .describe import narrate
from .moves import Recycle
from .position import Position
from .scoring import ScoringTable
from .solution import Solution

__all__ = ["Frame", "frames"]


@dataclass(frozen=True)
class Frame:
    """A board, and what led to it.

    Attributes:
        position: the board.
        number: how many moves there have been.
        numbered: whether the move before it has a number; turning the waste over has none unless it counts.
        text: the move before it in words; nothing at the start.
        passes: the pass through the stock that the game is in.
        score: the score so far; None if there is none.
    """

    position: Position
    number: int
    numbered: bool
    text: str
    passes: int
    score: int | None


def frames(
    solution: Solution, table: ScoringTable | None = None, *, count_recycles: bool = False, unicode: bool = True
) -> list[Frame]:
    """Return the boards of a line of play, the one where it starts and the final one included.

    Args:
        solution: the line of play.
        table: what counts as the score; None for no score.
        count_recycles: whether turning the waste over is a move with a number.
        unicode: whether suits are symbols (♥) or letters (H).

    Raises:
        IllegalMoveError: a move is illegal.
    """
    before = solution.position
    passes = before.passes_used
    score = None if table is None else table.start
    number = 0
    shown = [Frame(before, number, False, "", passes, score)]
    steps = narrate(before, solution.moves, count_recycles=count_recycles, collapse=False, unicode=unicode)
    for move, step in zip(solution.moves, steps, strict=True):
        passes += isinstance(move, Recycle)
        if table is not None and score is not None:
            score += table.points(before, move, step.position)
        number = number if step.first is None else step.first
        before = step.position
        shown.append(Frame(before, number, step.first is not None, step.text, passes, score))
    return shown
