"""What the comparisons of the engine say: with ideas switched off, and with another solver."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from klondike_solver import Deal, Rules, Verdict
from klondike_solver import ablation as ablation_module
from klondike_solver.ablation import SWITCHES, ablation
from klondike_solver.compiled import Tuning
from klondike_solver.errors import UnsupportedError
from klondike_solver.measure import DealSet, Measurement, measure
from klondike_solver.peers import compare_peers

DEALS = DealSet.parse("solvitaire:1-4")
"""At draw 3 the first is lost, the others can be won."""


def test_every_row_switches_off_something_else() -> None:
    assert next(iter(SWITCHES.values())) == Tuning()
    assert len(set(SWITCHES.values())) == len(SWITCHES)
    for field in ("prover", "safe_moves", "forced_stock", "take_back_ban", "early_win"):
        off = [tuning for tuning in SWITCHES.values() if not getattr(tuning, field)]
        assert off == [replace(Tuning(), **{field: False})]


def test_rows_are_multiples_of_the_first() -> None:
    rows = list(ablation(DEALS, max_nodes=20_000))
    assert [row.name for row in rows] == list(SWITCHES)
    assert (rows[0].nodes_ratio, rows[0].seconds_ratio) == (1, 1)
    alone = measure(DEALS, max_nodes=20_000, tuning=Tuning(prover=False))
    without_prover = next(row for row in rows if row.name == "no prover")
    assert without_prover.measurement.nodes == alone.nodes
    assert without_prover.nodes_ratio == pytest.approx(alone.nodes / rows[0].measurement.nodes)


def test_contradictions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an engine that calls the second deal lost, and leaves the third undecided, when it does not restart."""

    def lie(deals: list[Deal], *args: Any, tuning: Tuning, **options: Any) -> Measurement:
        found = measure(deals, *args, tuning=tuning, **options)
        if tuning.restarts:
            return found
        verdicts = [found.costs[0].verdict, Verdict.LOST, Verdict.UNDECIDED, found.costs[3].verdict]
        costs = [replace(cost, verdict=verdict) for cost, verdict in zip(found.costs, verdicts, strict=True)]
        return replace(found, costs=tuple(costs))

    monkeypatch.setattr(ablation_module, "measure", lie)
    rows = {row.name: row.contradictions for row in ablation(DEALS)}
    assert rows.pop("no restarts") == 1
    assert not any(rows.values())


@pytest.fixture
def peer(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Put a made-up pyksolve in place, which is fast and wrong; return what it is asked."""
    asked: list[tuple[str, int]] = []
    answers = iter(["Impossible", "Impossible", "CouldNotComplete", "SolvedMinimal", *["SolvedMayNotBeMinimal"] * 4])

    class Solitaire:
        def load_solitaire(self, digits: str) -> None:
            self.digits = digits

        def reset_game(self, draw: int) -> None:
            asked.append((self.digits, draw))

        def solve_fast(self) -> SimpleNamespace:
            return SimpleNamespace(name=next(answers))

        solve_minimal = solve_fast

    package, module = ModuleType("pyksolve"), ModuleType("pyksolve.solver")
    module.Solitaire = Solitaire  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyksolve", package)
    monkeypatch.setitem(sys.modules, "pyksolve.solver", module)
    return asked


def test_a_peer_is_asked_about_the_same_deals(peer: list[tuple[str, int]]) -> None:
    ours, fast, minimal = compare_peers(DEALS, Rules(draw=3))
    deals = list(DEALS)
    assert peer == [(deal.to("digits"), 3) for deal in deals] * 2
    assert (ours.decided, ours.wrong) == (4, ())
    assert (fast.decided, fast.wrong) == (3, (deals[1],))
    assert (minimal.decided, minimal.wrong) == (4, (deals[0],))


def test_without_the_peer_there_is_an_error_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyksolve.solver", None)
    with pytest.raises(UnsupportedError, match="pip install pyksolve"):
        next(compare_peers(DEALS, Rules(draw=3)))


@pytest.mark.parametrize("rules", [Rules(passes=3), Rules(take_back=False), Rules(part_runs=False)])
def test_rules_that_the_peer_does_not_know_are_refused(rules: Rules) -> None:
    with pytest.raises(UnsupportedError, match="unlimited passes"):
        next(compare_peers(DEALS, rules))
