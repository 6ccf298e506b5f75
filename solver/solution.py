"""Lines of play: a position and the moves played from it.

>>> from klondike_solver.deal import Deal
>>> from klondike_solver.scoring import SCORINGS
>>> line = Solution.parse("JD @FK", Position.start(Deal.from_number("shootme", 1)))
>>> line.length(), line.passes, line.is_won, line.score(SCORINGS["standard"])
(3, 1, False, 15)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from ._types import need
from .moves import Move, Recycle
from .notation import format_moves, parse_moves
from .position import Position
from .replay import replay
from .scoring import ScoringTable, score
from .shorten import shorten

__all__ = ["Solution"]


class Solution:
    """A line of play, won or not; immutable.

    Nothing is checked when it is built. Every method and property that has to play the moves raises IllegalMoveError
    if one of them is illegal; ``verify`` does nothing else.

    Attributes:
        position: where the line starts.
        moves: the moves, recycles among them.
    """

    __slots__ = ("_final", "_moves", "_position")

    def __init__(self, position: Position, moves: Sequence[Move]) -> None:
        need(position, Position, "a line of play starts in a Position")
        need(moves, Iterable, "a line of play is a sequence of moves")
        self._position = position
        self._moves = tuple(moves)
        self._final: Position | None = None

    @classmethod
    def parse(cls, text: str, position: Position) -> Self:
        """Read a line of play from move letters.

        Raises:
            FormatError: the text is no move letters; the message says where in the text.
            IllegalMoveError: a move is illegal; the message says which one, where in the text, and why.
        """
        need(text, str, "moves are read from a text")
        need(position, Position, "a line of play starts in a Position")
        return cls(position, parse_moves(text, position))

    @property
    def position(self) -> Position:
        """Where the line starts."""
        return self._position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, recycles among them."""
        return self._moves

    def positions(self) -> Iterator[Position]:
        """Yield every position of the line, the one where it starts and the final one included.

        Raises:
            IllegalMoveError: a move is illegal, with its ``index``; the positions before it have been yielded.
        """
        yield self._position
        for _, _, after in replay(self._position, self._moves):
            yield after

    def verify(self) -> None:
        """Replay the line by the rules of ``position.py``.

        Raises:
            IllegalMoveError: a move is illegal; the message says which one and why, and ``index`` counts the moves
                before it.
        """
        position = self._position
        for _, _, after in replay(self._position, self._moves):
            position = after
        self._final = position

    @property
    def final(self) -> Position:
        """The position that the line ends in."""
        if self._final is None:
            self.verify()
            assert self._final is not None
        return self._final

    @property
    def is_won(self) -> bool:
        """Whether all cards are on the foundations at the end."""
        return self.final.is_won

    @property
    def recycles(self) -> int:
        """How often the waste is turned over."""
        return sum(isinstance(move, Recycle) for move in self._moves)

    @property
    def passes(self) -> int:
        """The passes through the stock that are used up: 1 + recycles, also when nothing is drawn.

        In a game of limited passes that starts half played, the recycles before the start count too.
        """
        return self._position.passes_used + self.recycles

    def length(self, *, count_recycles: bool = False) -> int:
        """Return the number of moves, in the metric of players: a card or run moved, or a draw, is 1.

        Turning a card up is part of the move that uncovers it.

        Args:
            count_recycles: whether turning the waste over is 1 or 0.
        """
        return len(self._moves) if count_recycles else len(self._moves) - self.recycles

    def score(self, table: ScoringTable) -> int:
        """Return what the line scores by a table.

        Raises:
            IllegalMoveError: a move is illegal.
        """
        return score(self._position, self._moves, table)

    @property
    def letters(self) -> str:
        """The line in move letters."""
        return format_moves(self._moves, self._position)

    def shorten(self) -> Solution:
        """Return a line without moves that cancel out.

        It is legal, starts in the same position, and has no more moves and no more recycles than this one. It is won if
        this one is; otherwise it ends in the same position, apart from the recycles used. It is not the shortest line
        there is: no other way to win is looked for.

        Raises:
            IllegalMoveError: a move of this line is illegal.
        """
        return Solution(self._position, shorten(self._position, self._moves))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self._position == other._position and self._moves == other._moves

    def __hash__(self) -> int:
        return hash((self._position, self._moves))

    def __repr__(self) -> str:
        return f"<Solution: {self.length()} moves, {self.passes} {'pass' if self.passes == 1 else 'passes'}>"
