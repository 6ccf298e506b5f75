"""Is it winnable? The compiled engine's node rate and its time for each deal of a set.

Node counts are the same everywhere, so they are asserted: a change that alters one has altered the search, and says so
by changing it here. Seconds are shown only.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from klondike_solver import Deal, Rules, Verdict, solve
from klondike_solver.measure import DealSet, measure
from pytest_benchmark.fixture import BenchmarkFixture

MAX_NODES = 100_000

NODES = {
    ("solvitaire:1-20", 1): 14_063,
    ("solvitaire:1-20", 3): 42_227,
    ("solvitaire:1-200", 1): 487_362,
    ("solvitaire:1-200", 3): 773_233,
}
"""Nodes of a set of deals at a draw, with at most ``MAX_NODES`` for each."""

LONG = "solvitaire:1978"
"""A deal that takes tens of millions of nodes at draw 3."""


@pytest.mark.parametrize("draw", [3, 1])
def test_set_of_deals(benchmark: BenchmarkFixture, report: Callable[[object], None], quick: bool, draw: int) -> None:
    name = "solvitaire:1-20" if quick else "solvitaire:1-200"
    deals = list(DealSet.parse(name))
    found = benchmark.pedantic(measure, (deals, Rules(draw=draw)), {"max_nodes": MAX_NODES}, rounds=1)
    benchmark.extra_info.update(nodes=found.nodes, node_rate=found.node_rate, peak_memory=found.peak_memory)
    report(found)
    assert found.nodes == NODES[name, draw]


def test_node_rate(benchmark: BenchmarkFixture, report: Callable[[object], None], quick: bool) -> None:
    """One long search: what a node takes when the table has outgrown the processor's caches."""
    nodes = 100_000 if quick else 3_000_000
    found = benchmark.pedantic(measure, ([Deal.parse(LONG)], Rules(draw=3)), {"max_nodes": nodes}, rounds=1)
    report(found)
    assert found.count(Verdict.UNDECIDED) == 1
    assert found.nodes == nodes


def test_first_answer(benchmark: BenchmarkFixture) -> None:
    """All that comes before the search and after it: the position, the table, the solution and its replay."""
    deal = Deal.parse("solvitaire:2")
    result = benchmark(solve, deal, Rules(draw=1), max_nodes=MAX_NODES)
    assert result.verdict is Verdict.WINNABLE
