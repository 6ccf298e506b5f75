"""Parts of the compiled engine alone: the prover, position keys with their hashes, and move generation."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from klondike_solver import Position, Rules, Verdict
from klondike_solver.compiled import Tuning, start_search
from klondike_solver.measure import DealSet, measure
from pytest_benchmark.fixture import BenchmarkFixture

LOST = {"solvitaire:1-100": 24, "solvitaire:1-1000": 181}
"""How many of a set of deals are lost at draw 3."""


@pytest.mark.parametrize("deep", [False, True])
def test_prover(benchmark: BenchmarkFixture, report: Callable[[object], None], quick: bool, deep: bool) -> None:
    """Without any search: as at every start, and with pairs of cards probed, as where a search is long."""
    name = "solvitaire:1-100" if quick else "solvitaire:1-1000"
    deals = list(DealSet.parse(name))
    options = {"max_nodes": 0, "memory": 1, "tuning": Tuning(deep_start=deep)}
    found = benchmark.pedantic(measure, (deals, Rules(draw=3)), options, rounds=1)
    proven = found.count(Verdict.LOST)
    report(f"{proven} of {LOST[name]} proven lost, {1000 * found.seconds / len(deals):.2f} ms a deal")
    assert found.nodes == 0
    assert LOST[name] / 2 <= proven <= LOST[name]


@pytest.mark.parametrize("part", ["repeat_key", "repeat_children"])
def test_part(benchmark: BenchmarkFixture, report: Callable[[object], None], part: str) -> None:
    """Keys and hashes, or the children of a component with their keys and hashes, of a hundred deals."""
    deals = DealSet.parse("solvitaire:1-100")
    searches = [start_search(Position.start(deal, Rules(draw=3)), 1, Tuning(prover=False)) for deal in deals]
    times = 10_000 if part == "repeat_key" else 100

    def repeat() -> int:
        return sum(getattr(search, part)(times) for search in searches)

    count = benchmark(repeat)
    if benchmark.stats is not None:
        report(f"{len(searches) * times / benchmark.stats.stats.mean:,.0f} a second")
    assert count > 0
