"""How to measure a solver on sets of deals.

Verdicts and node counts are the same on every run and machine, so they are what to compare and to assert. Seconds are
processor seconds of this process: they belong to the machine, and only ratios within one run mean anything.

>>> found = measure(DealSet.parse("solvitaire:1-3"), Rules(draw=3))
>>> found.count(Verdict.WINNABLE), found.count(Verdict.LOST)
(2, 1)
>>> found.nodes == sum(cost.nodes for cost in found.costs)
True
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from .api import DEFAULT_MEMORY, Engine, solve
from .compiled import SLICE, Tuning
from .deal import Deal
from .deal_sets import SETS, DealSet
from .result import Result, Verdict
from .rules import Rules

__all__ = ["SETS", "Cost", "DealSet", "Measurement", "measure", "peak_memory"]


@dataclass(frozen=True)
class Cost:
    """What one deal took.

    Attributes:
        deal: the deal.
        verdict: what came out.
        nodes: nodes searched.
        seconds: processor seconds.
        stored: positions in the engine's table at the end.
        table_bytes: the size of that table.
        search_seconds: those of the seconds that were search; the others went into making and checking a solution.
    """

    deal: Deal
    verdict: Verdict
    nodes: int
    seconds: float
    stored: int = 0
    table_bytes: int = 0
    search_seconds: float = 0.0

    @property
    def node_rate(self) -> float:
        """Nodes a second; of an easy deal little of the time is the search."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def search_rate(self) -> float:
        """Nodes a second of search."""
        return self.nodes / self.search_seconds if self.search_seconds else 0.0


@dataclass(frozen=True)
class Measurement:
    """What a set of deals took, deal by deal and in all.

    Attributes:
        rules: the rules.
        costs: one entry for each deal, in the order of the set.
        peak_memory: the most memory that this process has held so far, in bytes; None where the system does not say.
    """

    rules: Rules
    costs: tuple[Cost, ...]
    peak_memory: int | None

    def count(self, verdict: Verdict) -> int:
        """Return how many deals got this verdict."""
        return sum(cost.verdict is verdict for cost in self.costs)

    @property
    def nodes(self) -> int:
        """Nodes of all deals together."""
        return sum(cost.nodes for cost in self.costs)

    @property
    def seconds(self) -> float:
        """Processor seconds of all deals together."""
        return math.fsum(cost.seconds for cost in self.costs)

    @property
    def node_rate(self) -> float:
        """Nodes a second; 0 if nothing was measured."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def search_seconds(self) -> float:
        """Processor seconds of all searches together, without what comes after them."""
        return math.fsum(cost.search_seconds for cost in self.costs)

    @property
    def search_rate(self) -> float:
        """Nodes a second of search; 0 if nothing was measured."""
        return self.nodes / self.search_seconds if self.search_seconds else 0.0

    @property
    def slice_seconds(self) -> float | None:
        """Processor seconds between two looks at the clock and at signals, in the deal of the most nodes.

        None if it is decided before the first look, or was not searched by the compiled engine.
        """
        if not self.costs or self.hardest.nodes < SLICE or not self.hardest.table_bytes:
            return None
        return SLICE / self.hardest.search_rate

    def percentile(self, percent: float) -> Cost:
        """Return the cost that so many per cent of the deals do not exceed in time (the nearest rank).

        Args:
            percent: 50 for the median, 100 for the worst deal.

        Raises:
            ValueError: the percentage is not above 0 and at most 100, or nothing was measured.
        """
        if not 0 < percent <= 100:
            raise ValueError(f"a percentile is above 0 and at most 100, not {percent}")
        if not self.costs:
            raise ValueError("an empty set of deals has no percentiles")
        ordered = sorted(self.costs, key=lambda cost: cost.seconds)
        return ordered[math.ceil(percent * len(ordered) / 100) - 1]

    def slowest(self, count: int) -> list[Cost]:
        """Return the deals that took the most time, so many of them, the slowest first."""
        return sorted(self.costs, key=lambda cost: -cost.seconds)[:count]

    @property
    def hardest(self) -> Cost:
        """The deal that took the most nodes, the first of equals: unlike the slowest, the same on every run.

        Raises:
            ValueError: nothing was measured.
        """
        return max(self.costs, key=lambda cost: cost.nodes)

    @property
    def largest(self) -> Cost:
        """The deal whose search stored the most positions, the first of equals.

        Raises:
            ValueError: nothing was measured.
        """
        return max(self.costs, key=lambda cost: cost.stored)

    def __str__(self) -> str:
        """Return the figures as a few lines of text for people."""
        verdicts = ", ".join(f"{self.count(verdict)} {verdict}" for verdict in Verdict)
        lines = [f"deals    {len(self.costs)}: {verdicts} ({self.rules!r})"]
        if self.costs:
            worst = self.percentile(100)
            median, tail = self.percentile(50).seconds, self.percentile(99).seconds
            lines += [
                f"nodes    {self.nodes:,}; most {self.hardest.nodes:,} ({self.hardest.deal})",
                f"rate     {self.search_rate:,.0f} nodes a second of search, {self.node_rate:,.0f} of the whole;"
                f" {self.hardest.search_rate:,.0f} where most are needed",
                f"time     {self.seconds:.2f} s, {self.search_seconds:.2f} s of it search;"
                f" median {1000 * median:.1f} ms, 99 % {1000 * tail:.1f} ms,"
                f" worst {1000 * worst.seconds:.1f} ms ({worst.deal})",
            ]
            if slice_seconds := self.slice_seconds:
                lines.append(
                    f"looks    at the clock and at signals every {SLICE:,} nodes:"
                    f" {1000 * slice_seconds:.1f} ms apart where most nodes are needed"
                )
            if stored := self.largest.stored:
                lines.append(
                    f"table    {self.largest.table_bytes / stored:.1f} bytes a stored position"
                    f" in the largest of {stored:,} ({self.largest.deal})"
                )
        if self.peak_memory is not None:
            lines.append(f"memory   {self.peak_memory / 2**20:.0f} MiB at the peak")
        return "\n".join(lines)


def measure(
    deals: Iterable[Deal],
    rules: Rules | None = None,
    *,
    max_nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    engine: Engine = "auto",
    tuning: Tuning | None = None,
    on_result: Callable[[Result], None] | None = None,
) -> Measurement:
    """Solve deals one after the other and note what each took.

    There is no time limit to give: with one, the counts would depend on the machine.

    Args:
        deals: a ``DealSet``, or any deals.
        rules: the rules, ``Rules()`` by default.
        max_nodes: the most nodes that one deal may take; beyond that it counts as undecided.
        memory: MiB that one search may take.
        engine: which engine, as for ``solve``.
        tuning: how the compiled engine searches.
        on_result: called after each deal, to show progress; its time is not counted.

    Raises:
        InputError: as ``solve`` does.
    """
    rules = Rules() if rules is None else rules
    costs: list[Cost] = []
    for deal in deals:
        started = time.process_time()
        result = solve(deal, rules, engine=engine, max_nodes=max_nodes, memory=memory, tuning=tuning, shorten=False)
        seconds = time.process_time() - started
        counts = result.statistics
        costs.append(
            Cost(
                deal=deal,
                verdict=result.verdict,
                nodes=result.nodes,
                seconds=seconds,
                stored=counts.get("stored", 0),
                table_bytes=counts.get("table_bytes", 0),
                search_seconds=result.search_seconds,
            )
        )
        if on_result is not None:
            on_result(result)
    return Measurement(rules, tuple(costs), peak_memory())


def peak_memory() -> int | None:
    """Return the most memory in bytes that this process has held so far, or None where the system does not say."""
    try:
        # Linux counts what a parent process held into getrusage, but not into this.
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        status = ""
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    if sys.platform == "win32":
        return None
    from resource import RUSAGE_SELF, getrusage

    held = getrusage(RUSAGE_SELF).ru_maxrss
    return held if sys.platform == "darwin" else held << 10
