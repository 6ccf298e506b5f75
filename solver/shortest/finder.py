"""One question for the shortest solution: a first answer, a first solution, and then the search.

The winnability engine answers first. Its solution, shortened, is the first upper bound of the length; what the compiled
search is sure of is the lower one. Where they meet the solution is a shortest one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .. import passes
from ..api import solve
from ..deal import Deal
from ..errors import InternalError, UnsupportedError
from ..passes import FewestPasses
from ..position import Position
from ..result import Reason, Verdict
from ..solution import Solution
from .answer import Improvement, Shortest
from .beams import Beams
from .engine import as_solution, counts, start_shortest
from .limits import Limits
from .tuning import ShortestTuning

if TYPE_CHECKING:
    from ..ext.shortest import ShortestSearch

__all__ = ["Finder"]

log = logging.getLogger(__name__)


class Finder:
    """One question, and what is known so far.

    Attributes:
        verdict: whether it can be won.
        solution: the best solution that is known, from the position that was asked about.
        lower_bound: what is proven; None: nothing.
        nodes: what the winnability engine searched.
        fewest: the answer to the question for the fewest passes, if it was asked.
        search: the compiled search, once there is one.
        relaxed: whether it searches without the limit of passes.
    """

    def __init__(
        self,
        position: Position,
        deal: Deal | None,
        *,
        count_recycles: bool,
        limits: Limits,
        cards: int | None = None,
    ) -> None:
        self.verdict = Verdict.UNDECIDED
        self.solution: Solution | None = None
        self.lower_bound: int | None = None
        self.nodes = 0
        self.fewest: FewestPasses | None = None
        self.search: ShortestSearch | None = None
        self.relaxed = False
        self._position = position
        self._deal = deal
        self._count_recycles = count_recycles
        self._limits = limits
        self._cards = cards
        self._beams: Beams | None = None
        self._search_seconds = 0.0
        self._beam_seconds = 0.0
        self._reported: tuple[Verdict, int | None, int | None] | None = None

    def run(self, tuning: ShortestTuning, *, fewest_passes: bool) -> Generator[Improvement, None, Shortest]:
        """Yield the improvements and return the answer."""
        self._limits.start()
        log.debug("looking for the shortest solution of %s under %r", self._deal or "a position", self._position.rules)
        reason = self._first_answer(fewest_passes=fewest_passes)
        if reason is not None:
            yield self._improvement()
            return self._answer(reason)
        return self._answer((yield from self._close_in(tuning)))

    def improve_line(self, tuning: ShortestTuning, line: Solution) -> Generator[Improvement, None, Reason]:
        """Yield shorter lines than this one to as many cards up, and return the reason for the end."""
        self._limits.start()
        self.solution = line
        return (yield from self._close_in(tuning))

    def _close_in(self, tuning: ShortestTuning) -> Generator[Improvement, None, Reason]:
        """Yield what the compiled search finds out, and return the reason for its end.

        That the system has no more memory, though the limit would allow for it, is a reason: what is known stays known.
        """
        try:
            search = self.search = self._start(tuning)
            self._beams = Beams(search, self._limits.memory) if tuning.beams else None
            self._learn(search)
            yield self._improvement()
            return (yield from self._search(search))
        except MemoryError:
            log.info("no memory left")
            yield self._improvement()
            return Reason.MEMORY_LIMIT

    def _first_answer(self, *, fewest_passes: bool) -> Reason | None:
        """Ask the winnability engine, and keep what it says; return why that is the end of it, None if it is not."""
        limits = self._limits
        options: dict[str, Any] = {"max_nodes": limits.max_nodes, "timeout": limits.share, "memory": limits.memory}
        if fewest_passes:
            self.fewest = passes.fewest_passes(self._position, cancel=limits.is_share_used, **options)
            answer = self.fewest.result
        else:
            answer = solve(self._position, cancel=limits.cancel, **options)
        self.nodes = answer.nodes
        self.verdict = answer.verdict
        if answer.solution is not None:
            self.solution = Solution(self._position, answer.solution.moves)
        if answer.verdict is Verdict.LOST:
            return answer.reason
        if limits.is_cancelled():
            return Reason.CANCELLED
        if fewest_passes and self.solution is None:
            return Reason.TIME_LIMIT if answer.reason is Reason.CANCELLED else answer.reason
        return None

    def _start(self, tuning: ShortestTuning) -> ShortestSearch:
        """Return the compiled search, for solutions that are shorter than the one that is known."""
        position = self._position
        if self.fewest is not None:
            position = position.with_rules(replace(position.rules, passes=self.fewest.passes))
        try:
            return self._start_from(position, tuning)
        except UnsupportedError:
            if position.rules.passes is None:
                raise
        # So many passes do not fit the keys. What holds for all solutions holds for those of few passes; only what is
        # found may have too many.
        self.relaxed = True
        return self._start_from(position.with_rules(replace(position.rules, passes=None)), tuning)

    def _start_from(self, position: Position, tuning: ShortestTuning) -> ShortestSearch:
        return start_shortest(
            position,
            self._limits.memory,
            tuning,
            count_recycles=self._count_recycles,
            upper=self._length,
            cards=self._cards,
        )

    def _search(self, search: ShortestSearch) -> Generator[Improvement, None, Reason]:
        """Run the search to its end or that of a budget, and return the reason."""
        limits = self._limits
        while True:
            started = time.thread_time()
            if self._beams is not None and limits.spent(search.stored) is None and self._beams.step():
                self._search_seconds += time.thread_time() - started
                self._beam_seconds += time.thread_time() - started
                found = self._beams.found()
                if found is not None and self._keep(*found):
                    search.lower_upper(found[1])
                    if self._learn(search):
                        yield self._improvement()
                if (reason := limits.spent(search.stored)) is not None:
                    return reason
                continue
            outcome = search.run(limits.slice(search.stored))
            self._search_seconds += time.thread_time() - started
            reason = limits.spent(search.stored) if outcome is None else self._outcome(search, outcome)
            if self._learn(search):
                yield self._improvement()
            if reason is not None:
                return reason

    def _outcome(self, search: ShortestSearch, outcome: str) -> Reason:
        """Keep what a search has come to, and return the reason for the end."""
        if outcome == "full":
            return Reason.MEMORY_LIMIT
        if outcome == "unproven":
            return Reason.BUFFER_LIMIT
        if outcome == "lost":
            if self.solution is not None:
                raise InternalError("a game with a solution is called lost; please report this deal as a bug")
            self.verdict = Verdict.LOST
            return Reason.EXHAUSTED
        if outcome == "found" and not self._keep(search.line(), search.length):
            return Reason.BUFFER_LIMIT
        return Reason.SOLVED

    def _keep(self, line: list[tuple[int, int | str]], length: int) -> bool:
        """Keep a solution if it is better; False: it takes more passes than there are."""
        solution = as_solution(
            line,
            length,
            self._position,
            count_recycles=self._count_recycles,
            relaxed=self.relaxed,
            cards=self._cards,
        )
        if solution is None:
            return False
        self.verdict = Verdict.WINNABLE
        if self._length is None or length < self._length:
            self.solution = solution
        return True

    def _learn(self, search: ShortestSearch) -> bool:
        """Take over the lower bound; return whether anything is better than before."""
        before = self._reported
        if self.verdict is Verdict.LOST:
            self.lower_bound = None
        else:
            bound = search.lower_bound
            self.lower_bound = bound if self._length is None else min(bound, self._length)
        self._reported = (self.verdict, self._length, self.lower_bound)
        return self._reported != before

    @property
    def _length(self) -> int | None:
        return None if self.solution is None else self.solution.length(count_recycles=self._count_recycles)

    def _improvement(self) -> Improvement:
        return Improvement(
            verdict=self.verdict,
            length=self._length,
            lower_bound=self.lower_bound,
            solution=self.solution,
            states=0 if self.search is None else self.search.stored,
            seconds=self._limits.seconds,
        )

    def _answer(self, reason: Reason) -> Shortest:
        search = self.search
        answer = Shortest(
            verdict=self.verdict,
            reason=reason,
            solution=self.solution,
            lower_bound=self.lower_bound,
            position=self._position,
            deal=self._deal,
            count_recycles=self._count_recycles,
            nodes=self.nodes,
            states=0 if search is None else search.stored,
            expanded=0 if search is None else search.expanded,
            seconds=self._limits.seconds,
            search_seconds=self._search_seconds,
            beam_seconds=self._beam_seconds,
            statistics={} if search is None else counts(search),
            fewest_passes=self.fewest,
        )
        log.info("%r in %.3f s; %s", answer, answer.seconds, dict(answer.statistics))
        return answer
