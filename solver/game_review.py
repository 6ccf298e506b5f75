"""Where a game that was played became lost, and what would have kept it alive.

**Why few questions are enough.** Let p(0), p(1), …, p(n) be the positions of a line of play. If p(j) is winnable, so is
every p(i) before it: play the moves from p(i) to p(j), then win. So the verdict changes at most once along the line,
from winnable to lost, and never back, and bisection finds where with about log2(n) questions. Positions near the end
are the easier ones to answer, so the last one is asked first; if it is winnable, nothing else has to be asked.

**The move that lost the game** is the one from the last winnable position to the first lost one. It is never a move
that can be undone, by whatever moves: if p(i) could be reached again from p(i + 1), then p(i + 1) would be as winnable
as p(i). So where passes are unlimited, a draw is to blame only if the way round the stock does not lead back, because a
card was played from between; where they are limited, a draw or a recycle may well be.

**Undecided positions** do not break this, they only leave a gap: a position is taken as winnable or lost only if it, or
by the argument above another one, was proven to be. Then two bisections look for the last position that is proven to be
winnable and for the first one that is proven to be lost.

>>> from klondike_solver import Deal, Rules
>>> found = review(Deal.parse("3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C"), "@ HF @", Rules(draw=3))
>>> found.outcome, found.winnable_after, found.lost_after
(<Outcome.LOST: 'lost'>, 1, 2)
>>> [option.move for option in found.alternatives if not option.way_back]
[TableauToTableau(source=1, target=0, count=1)]
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from ._types import need
from .analysis import Analysis, MoveVerdict, analyse_with
from .api import DEFAULT_MEMORY, Engine, to_question
from .compiled import Tuning
from .deal import Deal
from .moves import Move
from .notation import parse_moves
from .position import Position
from .questions import Questions
from .result import Verdict
from .rules import Rules
from .solution import Solution

__all__ = ["Outcome", "Review", "review"]


class Outcome(StrEnum):
    """How a game stands when it was left."""

    WON = "won"
    """All cards are up."""

    WINNABLE = "winnable"
    """It could still be won."""

    LOST = "lost"
    """It is lost, and it was not lost from the start, or that is not known."""

    LOST_FROM_THE_START = "lost from the start"
    """It never could be won."""

    UNDECIDED = "undecided"
    """Whether it could still be won was not found out within the budget."""


@dataclass(frozen=True)
class Review:
    """What became of a game.

    Positions are counted by the moves before them, recycles among them: 0 is where the game starts.

    Attributes:
        line: the game, from where it started.
        deal: the deal that it started with, or None if it started from a mid-game position.
        winnable_after: after how many moves the game was last known to be winnable; None if at no time.
        lost_after: after how many moves it is first known to be lost; None if at no time.
        analysis: all moves that could have been made instead of the one that lost the game; None if there is no such
            move, or if it is not known which one it was.
        questions: how many positions were searched.
        nodes: nodes searched in all.
        seconds: wall-clock time.
    """

    line: Solution
    deal: Deal | None
    winnable_after: int | None
    lost_after: int | None
    analysis: Analysis | None
    questions: int
    nodes: int
    seconds: float

    def verdict_after(self, moves: int) -> Verdict:
        """Return what is known about the position after this many moves.

        Raises:
            IndexError: the game was not that long.
        """
        if not 0 <= moves <= len(self.line.moves):
            raise IndexError(f"the game has {len(self.line.moves)} moves, so there is no position after {moves}")
        if self.winnable_after is not None and moves <= self.winnable_after:
            return Verdict.WINNABLE
        if self.lost_after is not None and moves >= self.lost_after:
            return Verdict.LOST
        return Verdict.UNDECIDED

    @property
    def outcome(self) -> Outcome:
        """How the game stands at the end."""
        if self.line.is_won:
            return Outcome.WON
        if self.lost_after == 0:
            return Outcome.LOST_FROM_THE_START
        return Outcome(self.verdict_after(len(self.line.moves)))

    @property
    def losing_move(self) -> int | None:
        """The place in ``line.moves`` of the move that lost the game; None if there is none or it is not known."""
        if self.lost_after is None or self.winnable_after is None or self.lost_after != self.winnable_after + 1:
            return None
        return self.winnable_after

    @property
    def suspects(self) -> range:
        """The places in ``line.moves`` of all moves that may have lost the game.

        One if it is known which, none if the game is not known to be lost or was lost from the start. If it is not
        known whether it was winnable at all, there may be no losing move among them.
        """
        if self.lost_after is None:
            return range(0)
        return range(0 if self.winnable_after is None else self.winnable_after, self.lost_after)

    @property
    def alternatives(self) -> tuple[MoveVerdict, ...]:
        """What would have kept the game alive instead of the losing move, as far as it is known."""
        return () if self.analysis is None else self.analysis.with_verdict(Verdict.WINNABLE)


def review(
    game: Deal | Position,
    moves: Iterable[Move] | str,
    rules: Rules | None = None,
    *,
    engine: Engine = "auto",
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
) -> Review:
    """Find the move that lost a game, and what would have kept it alive.

    Args:
        game: the deal, or the position that the game started from.
        moves: the moves that were played, also as move letters.
        rules: the rules; by default those of the position, or ``Rules()`` for a deal.
        engine: as for ``solve``.
        max_nodes: nodes to search for each verdict at the most; None for no limit.
        timeout: wall-clock seconds for each verdict at the most; None for no limit.
        memory: MiB that a search may take.
        cancel: as for ``solve``; what is not decided when it returns true stays undecided.
        tuning: as for ``solve``.

    Raises:
        IllegalMoveError: a move is illegal; the message says which one and why.
        InputError: the letters are none, a limit makes no sense, or the rules do not fit the deal.
        UnsupportedError: the engine that was asked for cannot do this.
    """
    started = time.monotonic()
    position, _ = to_question(game, rules)
    need(moves, Iterable, "the moves that were played are move letters, or a sequence of moves")
    line = Solution(position, parse_moves(moves, position) if isinstance(moves, str) else list(moves))
    questions = Questions(engine, max_nodes, timeout, memory, cancel, tuning)
    verdicts = _Verdicts(line, questions)
    last = len(line.moves)
    # If the first or the last position decides everything, nothing else is asked.
    for place in (last, 0):
        verdicts.at(place)
    bisect_left(range(last + 1), True, key=lambda place: verdicts.at(place) is not Verdict.WINNABLE)
    bisect_left(range(last + 1), True, key=lambda place: verdicts.at(place) is Verdict.LOST)
    analysis = None
    if verdicts.lost - verdicts.winnable == 1 and 0 < verdicts.lost <= last:
        analysis = analyse_with(questions, verdicts.positions[verdicts.winnable])
    return Review(
        line=line,
        deal=game if isinstance(game, Deal) else position.deal(),
        winnable_after=verdicts.winnable if verdicts.winnable >= 0 else None,
        lost_after=verdicts.lost if verdicts.lost <= last else None,
        analysis=analysis,
        questions=questions.asked,
        nodes=questions.nodes,
        seconds=time.monotonic() - started,
    )


class _Verdicts:
    """The verdicts along a line, each one asked for only if those on other places do not tell it.

    Attributes:
        positions: the positions of the line.
        winnable: the last place known to be winnable; -1 if there is none.
        lost: the first place known to be lost; the number of places if there is none.
    """

    def __init__(self, line: Solution, questions: Questions) -> None:
        self.positions = list(line.positions())
        self.winnable = -1
        self.lost = len(self.positions)
        self._questions = questions

    def at(self, place: int) -> Verdict:
        if place <= self.winnable:
            return Verdict.WINNABLE
        if place >= self.lost:
            return Verdict.LOST
        verdict = self._questions.ask(self.positions[place]).verdict
        if verdict is Verdict.WINNABLE:
            self.winnable = place
        elif verdict is Verdict.LOST:
            self.lost = place
        return verdict
