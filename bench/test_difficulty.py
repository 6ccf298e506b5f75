"""The player who does not see the hidden cards: how fast it plays, how often it wins, and the comparison with others.

Games won are the same everywhere, so they are asserted. ``bench/difficulty.py`` makes the tables of docs/difficulty.md.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from klondike_solver import Position, Rules
from klondike_solver.difficulty import played
from klondike_solver.measure import DealSet
from pytest_benchmark.fixture import BenchmarkFixture

GAMES = 5
"""Games with each deal."""

WON = {
    "draw1": (499, 25_998),
    "draw1-3pass": (397, 22_324),
    "vegas1": (44, 1_872),
    "draw3": (132, 7_293),
    "vegas": (34, 2_510),
}
"""Games won with ``solvitaire:1-200`` and ``solvitaire:1-10000``, lost deals among them."""


@pytest.mark.parametrize("name", WON)
def test_player(benchmark: BenchmarkFixture, report: Callable[[object], None], quick: bool, name: str) -> None:
    deals = DealSet.parse("solvitaire:1-200" if quick else "solvitaire:1-10000")
    starts = [played(Position.start(deal, Rules.preset(name))) for deal in deals]
    won = benchmark.pedantic(lambda: sum(start.play(0, GAMES)[0] for start in starts), rounds=1)
    share = 100 * won / (GAMES * len(starts))
    report(f"{won:,} of {GAMES * len(starts):,} games won ({share:.1f} %)")
    assert won == WON[name][0 if quick else 1]


def test_comparison(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The script runs, and goes on where it was."""
    script = Path(__file__).parent / "difficulty.py"
    rows = tmp_path / "rows.jsonl"
    for deals in ("solvitaire:4-6", "solvitaire:4-8"):
        monkeypatch.setattr(sys, "argv", [str(script), deals, "--draw", "1", "--rows", str(rows)])
        runpy.run_path(str(script), run_name="__main__")
    assert len(rows.read_text(encoding="utf-8").splitlines()) == 5
    assert "| games won by the guessing player, % |" in capsys.readouterr().out
