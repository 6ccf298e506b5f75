"""The least number of passes through the stock with which a game can be won.

More passes never hurt: a solution stays legal when more are allowed. So there is one limit from which on a game is
winnable, and bisection finds it. Every solution that turns up on the way brings the limit down to the passes that it
uses.

No more than one pass for each card of stock and waste, and one more, are ever of use: a pass in which no card is played
leaves the stock as it was, if another one follows. So there is an end even where the rules have no limit.

>>> from klondike_solver import Deal, Rules
>>> found = fewest_passes(Deal.parse("solvitaire:5"), Rules(draw=3))
>>> found.passes, found.at_least, found.solution.passes
(3, 3, 3)
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from .api import DEFAULT_MEMORY, Engine, to_question
from .compiled import Tuning
from .deal import Deal
from .position import Position
from .questions import Questions
from .result import Reason, Result, Verdict
from .rules import Rules
from .solution import Solution

__all__ = ["FewestPasses", "fewest_passes"]


@dataclass(frozen=True)
class FewestPasses:
    """How many passes a win takes.

    Passes count as in ``Solution.passes``: those used up before a mid-game position of limited passes are among them.

    Attributes:
        result: the answer under the rules as they were given, with the solution of the fewest passes that was found.
            Its nodes and seconds are those of all questions.
        at_least: with fewer passes than this it is proven to be lost; None if it is lost with all that are allowed.
        asked: the verdicts of the questions that were asked, by the limit of passes.
    """

    result: Result
    at_least: int | None
    asked: Mapping[int, Verdict] = field(hash=False)

    @property
    def verdict(self) -> Verdict:
        """The verdict under the rules as they were given."""
        return self.result.verdict

    @property
    def solution(self) -> Solution | None:
        """The way to win with the fewest passes that was found; None if none was."""
        return self.result.solution

    @property
    def passes(self) -> int | None:
        """The passes that this solution takes; None if there is none."""
        return None if self.solution is None else self.solution.passes

    @property
    def is_proven(self) -> bool:
        """Whether a win is proven to take as many passes as ``passes`` says."""
        return self.passes is not None and self.passes == self.at_least


def fewest_passes(
    game: Deal | Position,
    rules: Rules | None = None,
    *,
    engine: Engine = "auto",
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
) -> FewestPasses:
    """Find the least number of passes with which a deal or a mid-game position can be won.

    Args:
        game: the deal, or a position.
        rules: the rules; by default those of the position, or ``Rules()`` for a deal. If they limit the passes, no more
            are tried.
        engine: as for ``solve``.
        max_nodes: nodes to search for each number of passes at the most; None for no limit.
        timeout: wall-clock seconds for each number of passes at the most; None for no limit.
        memory: MiB that a search may take.
        cancel: as for ``solve``; what is not decided when it returns true stays undecided.
        tuning: as for ``solve``.

    Raises:
        InputError: a limit makes no sense, or the rules do not fit the deal.
        UnsupportedError: the engine that was asked for cannot do this.
    """
    started = time.monotonic()
    position, _ = to_question(game, rules)
    limits = _Limits(position, Questions(engine, max_nodes, timeout, memory, cancel, tuning))
    answer = limits.ask(limits.most)
    choices = range(position.passes_used, limits.most + 1)
    # If all passes together are not enough, the bisections ask nothing more. Only undecided limits make them differ.
    bisect_left(choices, True, key=lambda limit: limits.verdict(limit) is Verdict.WINNABLE)
    bisect_left(choices, True, key=lambda limit: limits.verdict(limit) is not Verdict.LOST)
    if limits.solution is not None:
        answer = replace(answer, verdict=Verdict.WINNABLE, reason=Reason.SOLVED, solution=limits.solution)
    return FewestPasses(
        result=replace(
            answer,
            deal=game if isinstance(game, Deal) else answer.deal,
            nodes=limits.questions.nodes,
            seconds=time.monotonic() - started,
            statistics={"questions": limits.questions.asked},
            search_seconds=limits.questions.search_seconds,
        ),
        at_least=None if answer.verdict is Verdict.LOST else limits.lost + 1,
        asked=dict(sorted(limits.asked.items())),
    )


class _Limits:
    """The verdicts for every limit of passes, each one asked for only if those for other limits do not tell it.

    Attributes:
        questions: asks with the limits that hold.
        most: the greatest limit that makes a difference and that the rules allow.
        lost: the greatest limit that is known to be too low.
        solution: the way to win with the fewest passes that is known.
        asked: what was asked so far.
    """

    def __init__(self, position: Position, questions: Questions) -> None:
        self.questions = questions
        self.lost = position.passes_used - 1
        self.solution: Solution | None = None
        self.asked: dict[int, Verdict] = {}
        self._position = position
        useful = position.passes_used + len(position.stock) + len(position.waste)
        allowed = position.rules.passes
        self.most = useful if allowed is None else min(useful, allowed)

    def verdict(self, limit: int) -> Verdict:
        if limit <= self.lost:
            return Verdict.LOST
        if self.solution is not None and limit >= self.solution.passes:
            return Verdict.WINNABLE
        try:
            return self.ask(limit).verdict
        except MemoryError:  # What is known of other limits stays known.
            self.asked[limit] = Verdict.UNDECIDED
            return Verdict.UNDECIDED

    def ask(self, limit: int) -> Result:
        rules = self._position.rules
        # The rules as they are given are the question that is meant, and none with more passes is easier to answer.
        changed = rules if limit == self.most else replace(rules, passes=limit)
        answer = self.questions.ask(self._position.with_rules(changed))
        self.asked[limit] = answer.verdict
        if answer.verdict is Verdict.LOST:
            self.lost = limit
        elif answer.solution is not None:
            self.solution = Solution(self._position, answer.solution.moves)
        return answer
