"""Against the Python peer: pyksolve, which wraps Klondike-Solver, on the same deals in the same run.

Needs ``pip install ".[bench]"``. Both are given the same number of nodes for each deal, but a node is a position there
and a component of one here; so what counts is how many deals are decided, in what time: the ratio, not the seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from klondike_solver import Rules, Verdict
from klondike_solver.measure import DealSet, measure
from pytest_benchmark.fixture import BenchmarkFixture

pyksolve = pytest.importorskip("pyksolve.solver", reason="the peer is not installed (pip install '.[bench]')")

DECIDED = ("SolvedMayNotBeMinimal", "SolvedMinimal", "Impossible")


@pytest.mark.parametrize("draw", [3, 1])
@pytest.mark.parametrize("mode", ["solve_fast", "solve_minimal"])
def test_against_pyksolve(
    benchmark: BenchmarkFixture, report: Callable[[object], None], quick: bool, draw: int, mode: str
) -> None:
    """Whatever the peer decides must come out the same here."""
    limit = 10_000 if quick else 100_000
    deals = list(DealSet.parse("solvitaire:1-10" if quick else "solvitaire:1-100"))
    answers: list[str] = []
    started = time.process_time()
    for deal in deals:
        game = pyksolve.Solitaire()
        game.load_solitaire(deal.to("digits"))
        game.reset_game(draw)
        answers.append(getattr(game, mode)(max_closed_count=limit).name)
    seconds = time.process_time() - started
    ours = benchmark.pedantic(measure, (deals, Rules(draw=draw)), {"max_nodes": limit}, rounds=1)
    decided = sum(answer in DECIDED for answer in answers)
    report(
        f"pyksolve   {decided} of {len(deals)} decided in {seconds:.2f} s\n"
        f"this       {len(deals) - ours.count(Verdict.UNDECIDED)} of {len(deals)} decided in {ours.seconds:.2f} s\n"
        f"ratio      {seconds / ours.seconds:.1f}"
    )
    for cost, answer in zip(ours.costs, answers, strict=True):
        if cost.verdict is not Verdict.UNDECIDED and answer in DECIDED:
            assert (cost.verdict is Verdict.LOST) == (answer == "Impossible"), cost.deal
