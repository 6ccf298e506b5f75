"""A game that is being played: what was played, what was taken back, and what it counts so far.

>>> from klondike_solver.deal import Deal
>>> from klondike_solver.moves import Draw, TableauToFoundation
>>> from klondike_solver.scoring import SCORINGS
>>> game = Session.of(Deal.from_number("shootme", 1), scoring=SCORINGS["standard"])
>>> game.play(TableauToFoundation(4), Draw())
>>> game.length, game.score, game.undo(), game.length
(2, 15, 1, 1)
>>> game.redo(), game.line.letters
(1, 'JD @')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from .deal import Deal
from .moves import Move, Recycle
from .position import Position
from .replay import replay
from .rules import Rules
from .scoring import ScoringTable
from .solution import Solution

__all__ = ["Session"]


class Session:
    """A game with its history. What all cards are is known here; what a player is shown is for others to decide.

    Attributes:
        start: where the game started.
        deal: the deal that it is, with its name; None for one that started in the middle.
        scoring: the table that points are counted by; None if they are not.
        count_recycles: whether turning the waste over counts as a move.
    """

    def __init__(
        self,
        start: Position,
        *,
        deal: Deal | None = None,
        scoring: ScoringTable | None = None,
        count_recycles: bool = False,
    ) -> None:
        self.start = start
        self.deal = start.deal() if deal is None else deal
        self.scoring = scoring
        self.count_recycles = count_recycles
        self._positions = [start]
        self._moves: list[Move] = []
        # Points after each position of the game; those taken back are counted anew when they are played again.
        self._scores = [0 if scoring is None else scoring.start]
        self._undone: list[Move] = []

    @classmethod
    def of(
        cls,
        deal: Deal,
        rules: Rules | None = None,
        *,
        scoring: ScoringTable | None = None,
        count_recycles: bool = False,
    ) -> Self:
        """Begin a deal.

        Raises:
            RulesError: the rules ask for another shape than the deal has.
        """
        return cls(Position.start(deal, rules), deal=deal, scoring=scoring, count_recycles=count_recycles)

    # What it is

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game so far, where it started and where it stands included."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, recycles among them."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that were taken back and can be played again, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def line(self) -> Solution:
        """The game so far as a line of play."""
        return Solution(self.start, self._moves)

    @property
    def is_won(self) -> bool:
        """Whether all cards are on the foundations."""
        return self.position.is_won

    @property
    def length(self) -> int:
        """The number of moves played; turning the waste over is one if ``count_recycles``."""
        return len(self._moves) - (0 if self.count_recycles else self.recycles)

    @property
    def recycles(self) -> int:
        """How often the waste was turned over in this game."""
        return sum(isinstance(move, Recycle) for move in self._moves)

    @property
    def passes(self) -> int:
        """The pass through the stock that the game is in, from 1."""
        return self.start.passes_used + self.recycles

    @property
    def score(self) -> int | None:
        """The points so far; None if none are counted."""
        return None if self.scoring is None else self._scores[-1]

    # Playing

    def play(self, *moves: Move) -> None:
        """Play moves, all or, if one of them is illegal, none.

        What was taken back before can be played again only if these moves are its beginning.

        Raises:
            IllegalMoveError: the rules do not allow one; the message says why, and of several moves also which one.
        """
        if len(moves) == 1:
            steps = [(self.position, moves[0], self.position.play(moves[0]))]
        else:
            steps = list(replay(self.position, moves))
        undone = self._undone
        for before, move, after in steps:
            if undone and undone[-1] == move:
                undone.pop()
            else:
                undone.clear()
            self._positions.append(after)
            self._moves.append(move)
            points = 0 if self.scoring is None else self.scoring.points(before, move, after)
            self._scores.append(self._scores[-1] + points)

    def undo(self, count: int = 1) -> int:
        """Take back moves, one by default, a recycle being one; return how many there were to take back."""
        taken = min(max(count, 0), len(self._moves))
        for _ in range(taken):
            self._undone.append(self._moves.pop())
            self._positions.pop()
            self._scores.pop()
        return taken

    def redo(self, count: int = 1) -> int:
        """Play moves that were taken back, one by default; return how many there were."""
        again = self.undone[: max(count, 0)]
        self.play(*again)
        return len(again)

    @classmethod
    def resumed(
        cls,
        start: Position,
        moves: Iterable[Move],
        undone: int,
        *,
        deal: Deal | None = None,
        scoring: ScoringTable | None = None,
        count_recycles: bool = False,
    ) -> Self:
        """Bring back a game as it was.

        Args:
            start: where it started.
            moves: the moves that were played, and after them those that were taken back.
            undone: how many of them were taken back.
            deal: as for the class, and so is the rest.

        Raises:
            IllegalMoveError: a move is illegal; its ``index`` counts those before it.
        """
        session = cls(start, deal=deal, scoring=scoring, count_recycles=count_recycles)
        session.play(*moves)
        session.undo(undone)
        return session

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Session):
            return NotImplemented
        return (self._positions, self._moves, self._undone, self._scores, self.scoring, self.count_recycles) == (
            other._positions,
            other._moves,
            other._undone,
            other._scores,
            other.scoring,
            other.count_recycles,
        )

    __hash__ = None  # type: ignore[assignment]  # It changes.

    def __repr__(self) -> str:
        return f"<Session: {self.length} moves, {self.position!r}>"
