"""The best score that a line of play can reach; it may stop at any moment, and need not win.

>>> from klondike_solver import SCORINGS, Deal, Rules
>>> found = best_score(Deal.parse("greenfelt:2095819838"), Rules(draw=1), SCORINGS["vegas"])
>>> found.score, found.is_proven
(-2, True)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ._types import need, need_cancel
from .api import DEFAULT_MEMORY, check_limits, to_question, verified
from .deal import Deal
from .errors import InputError, InternalError, UnsupportedError
from .losses import Losses
from .position import Position
from .result import Reason, Result
from .rules import Rules
from .score_search import ScoreSearcher, recycles_left
from .score_settings import Budget, ScoreTuning
from .scoring import SCORINGS, ScoringTable, need_scoring
from .solution import Solution

__all__ = ["BestScore", "best_score", "check_scoring"]

_MOST_LOSS = (1 << 22) - 8
"""The greatest loss that the compiled search can count, in units."""

_MOST_RECYCLES = 1000
"""How many recycles for the sake of their points a line may have."""


@dataclass(frozen=True)
class BestScore:
    """The best score that can be reached.

    Attributes:
        score: the best that was found.
        at_most: more than this is proven to be impossible.
        solution: a line of play that scores it, replayed by the rules; not the shortest there is.
        reason: how it was proven, or which budget ran out.
        position: the position that was asked about. What was scored before it does not count.
        scoring: the scoring table.
        nodes: positions expanded by the searches for this score.
        seconds: wall-clock time.
        statistics: further counts by name.
    """

    score: int
    at_most: int
    solution: Solution
    reason: Reason
    position: Position
    scoring: ScoringTable
    nodes: int
    seconds: float
    statistics: Mapping[str, int] = field(default_factory=dict, repr=False, hash=False)

    @property
    def is_proven(self) -> bool:
        """Whether no line of play can do better."""
        return self.score == self.at_most


def best_score(
    game: Deal | Position,
    rules: Rules | None = None,
    scoring: ScoringTable = SCORINGS["standard"],
    *,
    result: Result | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: ScoreTuning | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> BestScore:
    """Find the best score that a line of play can reach, with such a line.

    Lines of play that other searches find (a win, one with the fewest passes, the most cards up) are where it begins.
    Where the limits do not allow for a proof, the answer is the best line so far and what is proven to be out of reach.

    Args:
        game: the deal, or a position.
        rules: the rules; by default those of the position, or ``Rules()`` for a deal.
        scoring: the scoring table.
        result: what ``solve`` has answered to the same question, if that is known; it is asked otherwise.
        max_nodes: positions to expand at the most; each search before it has as many nodes. None for no limit.
        timeout: wall-clock seconds at the most; None for no limit.
        memory: MiB that the search may take. It ends when they are used up.
        cancel: as for ``solve``.
        tuning: how to search, for measurements and tests.
        progress: called with ``score`` and ``at_most`` whenever one of them is better than before.

    Raises:
        InputError: a limit makes no sense, the rules do not fit the deal, or by this table there is no best score.
        UnsupportedError: the compiled engine cannot do this; there is no other one for this question.
        InternalError: the engine's line did not survive its replay. This is a bug; please report the deal.
    """
    started = time.monotonic()
    position, _ = to_question(game, rules)
    check_limits(max_nodes, timeout, memory)
    check_scoring(scoring, position)
    need(result, Result | None, "the result that is known is one of solve, or None")
    need(tuning, ScoreTuning | None, "tuning is a ScoreTuning object or None")
    need_cancel(cancel)
    if result is not None and result.position != position:
        raise InputError("the result that is known is one of another position, or of other rules")
    search = ScoreSearcher(position, scoring, Budget(max_nodes, timeout, cancel), memory, tuning or ScoreTuning())
    search.result = result
    search.progress = progress
    reason = search.run()
    line = verified(Solution(position, search.moves), sum(search.final.foundations), shorten=False)
    # Without moves that cancel out, if none of them has earned anything.
    if (shorter := line.shorten()).score(scoring) == search.score:
        line = shorter
    if line.score(scoring) != search.score:
        raise InternalError("a line does not score what it should; please report this deal as a bug")
    return BestScore(
        score=search.score,
        at_most=search.at_most,
        solution=line,
        reason=reason,
        position=position,
        scoring=scoring,
        nodes=search.nodes,
        seconds=time.monotonic() - started,
        statistics=search.statistics,
    )


def check_scoring(table: ScoringTable, position: Position) -> None:
    """Refuse what has no best score, and what the search cannot do.

    Raises:
        InputError: by this table some points could be earned again and again.
        UnsupportedError: the compiled engine cannot do this.
    """
    need_scoring(table)
    rules = position.rules
    if (why := table.why_unbounded(rules)) is not None:
        raise InputError(f"there is no best score by this table: {why}")
    if not rules.part_runs:
        raise UnsupportedError("the best score needs the compiled engine, which cannot do whole runs only")
    if table.extra_pass > 0 and recycles_left(position) > _MOST_RECYCLES:
        raise UnsupportedError(
            f"by this table every pass earns points, and more than {_MOST_RECYCLES} are left: the best line is too long"
        )
    losses = Losses.of(replace(table, extra_pass=min(table.extra_pass, 0)), rules)
    if losses.stopping(position) // losses.unit > _MOST_LOSS:
        raise UnsupportedError("the numbers of points in this table are too large, and too odd, for this search")
