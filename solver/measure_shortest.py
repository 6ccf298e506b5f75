"""How to measure the search for shortest solutions on sets of deals, and what each of its ideas is worth.

Lengths, bounds and counts are the same on every run and machine, so they are what to compare. Seconds are processor
seconds, and only ratios within one run mean anything.

>>> found = measure_shortest(DealSet.parse("shootme:3,shootme:5"), Rules(draw=1))
>>> found.settled, [cost.length for cost in found.costs]
(2, [114, 111])
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .compiled import DEFAULT_MEMORY
from .deal import Deal
from .measure import DealSet, peak_memory
from .result import Verdict
from .rules import Rules
from .shortest import Shortest, ShortestTuning, find_shortest

__all__ = [
    "DEFAULT_MAX_STATES",
    "SHORTEST_SWITCHES",
    "DealSet",
    "ShortestCost",
    "ShortestMeasurement",
    "ShortestRow",
    "ablate_shortest",
    "measure_shortest",
]

DEFAULT_MAX_STATES = 5_000_000
"""The states with which figures of other solvers are known."""

_MANY = 100_000
"""With fewer states the memory that they take is lost among all the rest."""

SHORTEST_SWITCHES: dict[str, ShortestTuning] = {
    "everything on": ShortestTuning(),
    "no oracle": ShortestTuning(oracle_nodes=0),
    "safe moves not forced": ShortestTuning(safe_moves=False),
    "parts of runs move freely": ShortestTuning(run_pruning=False),
    "safe waste cards not forced": ShortestTuning(waste_pruning=False),
    "no take-back ban": ShortestTuning(take_back_ban=False),
    "bound without extra moves": ShortestTuning(circles=False),
    "bound without pairs": ShortestTuning(pairs=False),
    "bound without the stock": ShortestTuning(stock_bound=False),
    "bound without parents": ShortestTuning(parents=False),
    "no order of waste sizes": ShortestTuning(stock_order=False),
    "no beam searches": ShortestTuning(beams=False),
}
"""What is measured: a name, and how the search works then."""


@dataclass(frozen=True)
class ShortestCost:
    """What one deal took.

    Attributes:
        deal: the deal.
        verdict: what came out.
        length: the moves of the best solution.
        lower_bound: what is proven of the length.
        states: states stored.
        expanded: expansions of states.
        generated: states generated.
        table_bytes: the size of the table of states at the end.
        seconds: processor seconds of all.
        search_seconds: those of the seconds that were search.
        beam_seconds: those of the seconds of search that were beam searches, whose states count nowhere here.
    """

    deal: Deal
    verdict: Verdict
    length: int | None
    lower_bound: int | None
    states: int
    expanded: int
    generated: int
    table_bytes: int
    seconds: float
    search_seconds: float
    beam_seconds: float

    @property
    def is_settled(self) -> bool:
        """Whether a solution is proven to be a shortest one, or the deal to be lost."""
        return self.verdict is Verdict.LOST or (self.length is not None and self.length == self.lower_bound)

    def contradicts(self, other: ShortestCost) -> bool:
        """Whether this and what another search has found cannot both be true."""
        if {self.verdict, other.verdict} == {Verdict.LOST, Verdict.WINNABLE}:
            return True
        return any(
            one.length is not None and two.lower_bound is not None and two.lower_bound > one.length
            for one, two in ((self, other), (other, self))
        )


@dataclass(frozen=True)
class ShortestMeasurement:
    """What a set of deals took, deal by deal and in all.

    Attributes:
        rules: the rules.
        costs: one entry for each deal, in the order of the set.
        peak_growth: bytes by which the most memory that this process has ever held has grown meanwhile; None where the
            system does not say.
    """

    rules: Rules
    costs: tuple[ShortestCost, ...]
    peak_growth: int | None

    @property
    def settled(self) -> int:
        """How many deals were settled."""
        return sum(cost.is_settled for cost in self.costs)

    @property
    def states(self) -> int:
        """States stored for all deals together."""
        return sum(cost.states for cost in self.costs)

    @property
    def expanded(self) -> int:
        """Expansions for all deals together."""
        return sum(cost.expanded for cost in self.costs)

    @property
    def generated(self) -> int:
        """States generated for all deals together."""
        return sum(cost.generated for cost in self.costs)

    @property
    def seconds(self) -> float:
        """Processor seconds of all deals together."""
        return math.fsum(cost.seconds for cost in self.costs)

    @property
    def search_seconds(self) -> float:
        """Processor seconds of all searches together."""
        return math.fsum(cost.search_seconds for cost in self.costs)

    @property
    def beam_seconds(self) -> float:
        """Processor seconds of all beam searches together."""
        return math.fsum(cost.beam_seconds for cost in self.costs)

    def rate(self, count: int) -> float:
        """Return so many things a second of search, the beam searches apart; 0 if nothing was measured."""
        seconds = self.search_seconds - self.beam_seconds
        return count / seconds if seconds > 0 else 0.0

    @property
    def most_states(self) -> int:
        """The states of the deal that has stored the most."""
        return max((cost.states for cost in self.costs), default=0)

    @property
    def bytes_per_state(self) -> float | None:
        """Memory at the peak for each state of the largest search, all told; None if too few were stored to say."""
        if self.peak_growth is None or self.most_states < _MANY:
            return None
        return self.peak_growth / self.most_states


def measure_shortest(
    deals: Iterable[Deal],
    rules: Rules | None = None,
    *,
    count_recycles: bool = False,
    max_states: int | None = DEFAULT_MAX_STATES,
    memory: int = DEFAULT_MEMORY,
    tuning: ShortestTuning | None = None,
    on_cost: Callable[[ShortestCost], object] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> ShortestMeasurement:
    """Look for shortest solutions of deals one after the other and note what each took.

    There is no time limit to give: with one, the counts would depend on the machine.

    Args:
        deals: a ``DealSet``, or any deals.
        rules: the rules, ``Rules()`` by default.
        count_recycles: whether turning the waste over is a move.
        max_states: the most states that one deal may store.
        memory: MiB that one search may take.
        tuning: how to search.
        on_cost: called after each deal.
        cancel: asked every few milliseconds; it shows progress, and a search that it cancels counts as it is.

    Raises:
        InputError: as ``find_shortest`` does.
    """
    rules = Rules() if rules is None else rules
    peak_before = peak_memory()
    costs: list[ShortestCost] = []
    for deal in deals:
        started = time.process_time()
        found = find_shortest(
            deal,
            rules,
            count_recycles=count_recycles,
            max_states=max_states,
            memory=memory,
            tuning=tuning,
            cancel=cancel,
        )
        costs.append(_cost(found, deal, time.process_time() - started))
        if on_cost is not None:
            on_cost(costs[-1])
    peak = peak_memory()
    growth = None if peak is None or peak_before is None else peak - peak_before
    return ShortestMeasurement(rules, tuple(costs), growth)


def _cost(found: Shortest, deal: Deal, seconds: float) -> ShortestCost:
    return ShortestCost(
        deal=deal,
        verdict=found.verdict,
        length=found.length,
        lower_bound=found.lower_bound,
        states=found.states,
        expanded=found.expanded,
        generated=found.statistics.get("generated", 0),
        table_bytes=found.statistics.get("table_bytes", 0),
        seconds=seconds,
        search_seconds=found.search_seconds,
        beam_seconds=found.beam_seconds,
    )


@dataclass(frozen=True)
class ShortestRow:
    """What the deals took with one idea switched off.

    Attributes:
        name: which one.
        measurement: what they took.
        states_ratio: states stored, as a multiple of those with everything on.
        seconds_ratio: processor seconds of the searches, likewise.
        contradictions: deals about which this and the first row cannot both be right; never any, unless an engine is
            wrong.
    """

    name: str
    measurement: ShortestMeasurement
    states_ratio: float
    seconds_ratio: float
    contradictions: int


def ablate_shortest(
    deals: Iterable[Deal],
    rules: Rules | None = None,
    *,
    count_recycles: bool = False,
    max_states: int | None = DEFAULT_MAX_STATES,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[ShortestRow]:
    """Measure a set of deals with everything on, and then with one idea after the other switched off.

    Args:
        deals: the deals; all the rest is as for ``measure_shortest``.

    Yields:
        A row for each entry of ``SHORTEST_SWITCHES``, as it is measured.
    """
    deals = list(deals)
    first: ShortestMeasurement | None = None
    for name, tuning in SHORTEST_SWITCHES.items():
        found = measure_shortest(
            deals,
            rules,
            count_recycles=count_recycles,
            max_states=max_states,
            memory=memory,
            tuning=tuning,
            cancel=cancel,
        )
        first = first or found
        yield ShortestRow(
            name=name,
            measurement=found,
            states_ratio=found.states / max(1, first.states),
            seconds_ratio=found.search_seconds / max(1e-9, first.search_seconds),
            contradictions=sum(one.contradicts(two) for one, two in zip(first.costs, found.costs, strict=True)),
        )
