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
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from .._text import quote, shown
from ..errors import StoreError
from ..result import Verdict
from ..rules import STANDARD_SHAPE
from ..store import Run, Store
from ..store.damage import MOST_COUNTED
from .distribution import Distribution, log_bin
from .interval import Winnability
from .published import Published, published

__all__ = ["FIGURES", "Limits", "Summary", "cells", "summarise"]

_OF_ALL = ("nodes", "seconds")
_OF_SOLUTIONS = ("length", "passes")

FIGURES = (*_OF_ALL, *_OF_SOLUTIONS)
"""The figures whose distributions are shown; the last two are those of solutions, so of winnable deals only."""


class Limits(NamedTuple):
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

    The file is gone through four times, whatever the number of runs. What has few values is counted in one go; nodes
    and seconds are sorted by SQLite, which takes to temporary files for what is large. So memory does not grow with the
    number of results.

    Raises:
        StoreError: the file cannot be read, or has results that make no sense.
    """
    found = {run.id: _Counts() for run in store.runs()}
    counted = Counter(store.select("SELECT run, verdict, reason, length, passes FROM result NOT INDEXED"))
    for (id, verdict, reason, *solution), count in counted.items():
        if id not in found or verdict not in set(Verdict):
            raise StoreError(f"{store.path} is damaged: it has a result of run {id} that is {quote(str(verdict))}")
        if not isinstance(reason, str):
            raise StoreError(f"{store.path} is damaged: a result of run {id} has {shown(reason)} for a reason")
        found[id].reasons[verdict, reason] += count
        for figure, value in zip(_OF_SOLUTIONS, solution, strict=True):
            if value is not None:
                if not (isinstance(value, int) and 0 <= value <= MOST_COUNTED):
                    raise StoreError(f"{store.path} is damaged: a result of run {id} has a {figure} of {shown(value)}")
                found[id].solutions[figure][value] += count
    given_up = "SELECT run, max_nodes, timeout, memory FROM result NOT INDEXED WHERE verdict = ?"
    limits = Counter(store.select(given_up, (str(Verdict.UNDECIDED),)))
    for (id, *given), count in limits.items():
        found[id].limits[Limits(*given)] = count
    for figure in _OF_ALL:
        for id, values in groupby(_sorted(store, figure), key=lambda row: row[0]):
            spread = Distribution.of(((value, times) for _, value, times in values), found[id].deals)
            if spread is not None:
                found[id].distributions[figure] = spread
    return sorted((found[run.id].summary(run) for run in store.runs()), key=_order)


@dataclass
class _Counts:
    """What is counted of a run while the file is gone through."""

    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    limits: dict[Limits, int] = field(default_factory=dict)
    solutions: dict[str, Counter[int]] = field(default_factory=lambda: {figure: Counter() for figure in _OF_SOLUTIONS})
    distributions: dict[str, Distribution] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        return self.reasons.total()

    def summary(self, run: Run) -> Summary:
        """Return what has been found."""
        verdicts = dict.fromkeys((str(verdict) for verdict in Verdict), 0)
        for (verdict, _), count in self.reasons.items():
            verdicts[verdict] += count
        distributions = dict(self.distributions)
        for figure, counts in self.solutions.items():
            spread = Distribution.of(sorted(counts.items()), counts.total(), int)
            if spread is not None:
                distributions[figure] = spread
        return Summary(
            run=run,
            winnability=Winnability(**verdicts),
            reasons=dict(sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))),
            limits=dict(sorted(self.limits.items(), key=lambda item: [_or_more(limit) for limit in item[0]])),
            distributions=distributions,
        )


def _or_more(limit: float | None) -> float:
    return math.inf if limit is None else limit


def _sorted(store: Store, figure: str) -> Iterator[tuple[Any, ...]]:
    """Yield run, value and how often the value occurs there, in this order."""
    # In a million deals there are thousands of different times to the microsecond, and a million more exact ones.
    value = "round(seconds, 6)" if figure == "seconds" else figure
    return store.select(
        f"SELECT run, {value} AS value, count(*) FROM result NOT INDEXED GROUP BY run, value ORDER BY run, value"
    )


def _order(summary: Summary) -> tuple[Any, ...]:
    rules = summary.run.rules
    standard = rules.shape == STANDARD_SHAPE
    passes = _or_more(rules.passes)
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
