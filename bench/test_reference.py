"""How fast the plain rules are: positions played and searched a second, in Python."""

from __future__ import annotations

from collections.abc import Callable

from klondike_solver import Deal, Position, Result, Rules, solve
from pytest_benchmark.fixture import BenchmarkFixture

POSITIONS = {10: 1124, 16: 9365}
"""How many positions of ``shootme:1`` can be reached at draw 1 within so many moves."""


def reach(start: Position, depth: int) -> int:
    """Return how many positions there are within so many moves."""
    seen = {start}
    level = [start]
    for _ in range(depth):
        reached = dict.fromkeys(position.play(move) for position in level for move in position.legal_moves())
        level = [position for position in reached if position not in seen]
        seen.update(level)
    return len(seen)


def test_rules(benchmark: BenchmarkFixture, report: Callable[[object], None], quick: bool) -> None:
    """Legal moves, play, equality and hash of positions, by going breadth first."""
    depth = 10 if quick else 16
    start = Position.start(Deal.parse("shootme:1"), Rules(draw=1))
    count = benchmark.pedantic(reach, (start, depth), rounds=1)
    if benchmark.stats is not None:
        report(f"{count / benchmark.stats.stats.mean:,.0f} positions a second")
    assert count == POSITIONS[depth]


def test_reference_engine(benchmark: BenchmarkFixture, report: Callable[[object], None], quick: bool) -> None:
    nodes = 1_000 if quick else 20_000
    start = Deal.parse("solvitaire:1")
    result: Result = benchmark.pedantic(
        solve, (start, Rules(draw=3)), {"engine": "reference", "max_nodes": nodes}, rounds=1
    )
    report(f"{result.nodes / result.seconds:,.0f} positions a second")
    assert result.nodes == nodes
