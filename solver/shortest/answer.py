"""What is known about the shortest way to win: at the end of the search, and meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..deal import Deal
from ..passes import FewestPasses
from ..position import Position
from ..result import Reason, Verdict
from ..rules import Rules
from ..solution import Solution

__all__ = ["Improvement", "Shortest"]


@dataclass(frozen=True)
class Improvement:
    """What is known at a moment of the search.

    Attributes:
        verdict: winnable, lost, or not decided yet.
        length: the moves of the best solution that is known; None if none is.
        lower_bound: no solution is shorter, as far as is proven; None if there is none, or nothing is proven yet.
        solution: the best solution that is known, replayed by the rules.
        states: how many states are stored.
        seconds: wall-clock time so far.
    """

    verdict: Verdict
    length: int | None
    lower_bound: int | None
    solution: Solution | None
    states: int
    seconds: float

    @property
    def is_proven(self) -> bool:
        """Whether the solution is proven to be a shortest one."""
        return self.length is not None and self.length == self.lower_bound


@dataclass(frozen=True)
class Shortest:
    """The answer to the question for the shortest way to win.

    Lengths are in moves: a card or run moved, or a draw, is 1, and a recycle is 0, or 1 with ``count_recycles``.

    Attributes:
        verdict: winnable, lost or undecided.
        reason: ``SOLVED`` if the solution is proven to be a shortest one; if it is lost, how that came about; otherwise
            which budget ran out.
        solution: the best solution that is known, replayed by the rules; None if none is.
        lower_bound: no solution is shorter: proven; None if it is lost, or nothing could be proven.
        position: the position that was asked about, with its rules.
        deal: the deal that it starts, or None for a mid-game position.
        count_recycles: whether recycles count in lengths.
        nodes: what the winnability engine searched for its first answer.
        states: states that were stored: distinct positions.
        expanded: expansions of states; one state can be expanded more than once.
        seconds: wall-clock time.
        search_seconds: processor seconds of the search for shorter solutions alone.
        beam_seconds: those of them that the beam searches took, whose states are not among the stored ones.
        statistics: further counts, by name.
        fewest_passes: what is known about the fewest passes, if it was asked for: then the solution is the shortest one
            among those with no more passes than ``fewest_passes.passes``.
    """

    verdict: Verdict
    reason: Reason
    solution: Solution | None
    lower_bound: int | None
    position: Position
    deal: Deal | None
    count_recycles: bool
    nodes: int
    states: int
    expanded: int
    seconds: float
    search_seconds: float = 0.0
    beam_seconds: float = 0.0
    statistics: Mapping[str, int] = field(default_factory=dict, repr=False, hash=False)
    fewest_passes: FewestPasses | None = field(default=None, repr=False)

    @property
    def length(self) -> int | None:
        """The moves of the best solution that is known; None if none is."""
        return None if self.solution is None else self.solution.length(count_recycles=self.count_recycles)

    @property
    def is_proven(self) -> bool:
        """Whether the solution is proven to be a shortest one."""
        return self.length is not None and self.length == self.lower_bound

    @property
    def rules(self) -> Rules:
        """The rules that the answer holds for."""
        return self.position.rules

    def __repr__(self) -> str:
        of = "" if self.deal is None else f" {self.deal}"
        known = "" if self.length is None else f", {self.length} moves, at least {self.lower_bound}"
        return f"<Shortest{of}: {self.verdict} ({self.reason}){known}, {self.states} states, {self.rules!r}>"
