"""What a store of results says: run by run, how many deals are winnable, and what it took to find out.

>>> from tempfile import TemporaryDirectory
>>> from klondike_solver import Deal, Rules, solve
>>> from klondike_solver.store import Row, Store
>>> folder = TemporaryDirectory()
>>> with Store.open(f"{folder.name}/results.db", "write") as store:
...     run = store.run(Rules(draw=3))
...     store.add(run, [Row.of(solve(Deal.parse(f"solvitaire:{number}"))) for number in range(1, 5)])
...     (summary,) = summarise(store)
>>> summary.winnability
Winnability(winnable=3, lost=1, undecided=0)
>>> summary.length.count, summary.length.minimum <= summary.length.median
(3, True)
>>> folder.cleanup()
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from .._text import quote
from ..errors import StoreError
from ..result import Verdict
from ..rules import STANDARD_SHAPE
from ..store import Run, Store
from .distribution import Distribution, log_bin
from .interval import Winnability
from .published import Published, published

__all__ = ["FIGURES", "Limits", "Summary", "cells", "summarise"]

FIGURES = ("nodes", "seconds", "length", "passes")
"""The figures whose distributions are shown; the last two are those of solutions, so of winnable deals only."""

_WHOLE = ("length", "passes")


@dataclass(frozen=True, order=True)
class Limits:
    """What a deal was given up at.

    Attributes:
        max_nodes: nodes; None for no limit, as for the others.
        timeout: seconds.
        memory: MiB.
    """

    max_nodes: int | None
    timeout: float | None
    memory: int | None


@dataclass(frozen=True)
class Summary:
    """What a store says about one run: results by the same rules and the same search.

    Attributes:
        run: the run.
        winnability: how many deals are winnable, lost and undecided.
        reasons: for each verdict and each way in which it came about, how many deals; the most frequent first.
        limits: how many undecided deals there are for each set of limits.
        distributions: how nodes, seconds, length and passes are spread; no entry where there are no values.
    """

    run: Run
    winnability: Winnability
    reasons: dict[tuple[str, str], int]
    limits: dict[Limits, int] = field(default_factory=dict)
    distributions: dict[str, Distribution] = field(default_factory=dict)

    @property
    def published(self) -> Published | None:
        """What is published about these rules; None if nothing is known here."""
        return published(self.run.rules)

    @property
    def differences(self) -> tuple[float, float] | None:
        """By how many standard errors the published share is missed, as ``Winnability.differences`` has it.

        None if nothing is published, or if there are no deals.
        """
        known = self.published
        if known is None or not self.winnability.deals:
            return None
        return self.winnability.differences(known.share, known.half_width)

    @property
    def nodes(self) -> Distribution | None:
        """The distribution of nodes; None if there are no deals."""
        return self.distributions.get("nodes")

    @property
    def seconds(self) -> Distribution | None:
        """The distribution of seconds; None if there are no deals."""
        return self.distributions.get("seconds")

    @property
    def length(self) -> Distribution | None:
        """The distribution of the solutions' lengths; None if there are no solutions."""
        return self.distributions.get("length")

    @property
    def passes(self) -> Distribution | None:
        """The distribution of the solutions' passes; None if there are no solutions."""
        return self.distributions.get("passes")


def summarise(store: Store) -> list[Summary]:
    """Return what a store says about each of its runs, sorted by rules, and those of the same rules by age.

    The file is gone through once for each figure, whatever the number of runs, and sorted by SQLite, which takes to
    temporary files for what is large: memory does not grow with the number of results.

    Raises:
        StoreError: the file cannot be read.
    """
    runs = {run.id: run for run in store.runs()}
    reasons: dict[int, dict[tuple[str, str], int]] = {id: {} for id in runs}
    verdicts: dict[int, dict[str, int]] = {id: dict.fromkeys(Verdict, 0) for id in runs}
    counts: dict[tuple[int, str], int] = {}
    for id, verdict, reason, count, lengths, passes in store.select(
        "SELECT run, verdict, reason, count(*) AS deals, count(length), count(passes) FROM result NOT INDEXED"
        " GROUP BY run, verdict, reason ORDER BY run, deals DESC, verdict, reason"
    ):
        if id not in runs or verdict not in verdicts[id]:
            raise StoreError(f"{store.path} is damaged: it has a result of run {id} that is {quote(str(verdict))}")
        reasons[id][verdict, reason] = count
        verdicts[id][verdict] += count
        for figure, found in zip(FIGURES, (count, count, lengths, passes), strict=True):
            counts[id, figure] = counts.get((id, figure), 0) + found
    limits: dict[int, dict[Limits, int]] = {id: {} for id in runs}
    for id, *given, count in store.select(
        "SELECT run, max_nodes, timeout, memory, count(*) FROM result NOT INDEXED WHERE verdict = ?"
        " GROUP BY run, max_nodes, timeout, memory ORDER BY run, max_nodes, timeout, memory",
        (str(Verdict.UNDECIDED),),
    ):
        limits[id][Limits(*given)] = count
    distributions: dict[int, dict[str, Distribution]] = {id: {} for id in runs}
    for figure in FIGURES:
        for id, values in groupby(_sorted(store, figure), key=lambda row: row[0]):
            spread = Distribution.of(
                ((value, times) for _, value, times in values),
                counts[id, figure],
                int if figure in _WHOLE else log_bin,
            )
            if spread is not None:
                distributions[id][figure] = spread
    found = [
        Summary(
            run,
            Winnability(*(verdicts[id][verdict] for verdict in (Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED))),
            reasons[id],
            limits[id],
            distributions[id],
        )
        for id, run in runs.items()
    ]
    return sorted(found, key=_order)


def _sorted(store: Store, figure: str) -> Iterator[tuple[Any, ...]]:
    """Yield run, value and how often the value occurs there, in this order."""
    # In a million deals there are thousands of different times to the microsecond, and a million more exact ones.
    value = "round(seconds, 6)" if figure == "seconds" else figure
    return store.select(
        f"SELECT run, {value} AS value, count(*) FROM result NOT INDEXED WHERE value IS NOT NULL"
        " GROUP BY run, value ORDER BY run, value"
    )


def _order(summary: Summary) -> tuple[Any, ...]:
    rules = summary.run.rules
    standard = rules.shape == STANDARD_SHAPE
    passes = math.inf if rules.passes is None else rules.passes
    size = () if standard else (rules.shape.ranks, rules.shape.columns)
    return not standard, size, not rules.part_runs, not rules.take_back, rules.draw, passes, summary.run.id


def cells(store: Store) -> dict[int, dict[tuple[int | None, int | None], int]]:
    """Return for each run how many deals there are in each pair of logarithmic bins of nodes and of seconds.

    Raises:
        StoreError: the file cannot be read.
    """
    found: dict[int, dict[tuple[int | None, int | None], int]] = {}
    for id, nodes, seconds in store.select("SELECT run, nodes, seconds FROM result NOT INDEXED"):
        cell = log_bin(nodes), log_bin(seconds)
        run = found.setdefault(id, {})
        run[cell] = run.get(cell, 0) + 1
    return found
