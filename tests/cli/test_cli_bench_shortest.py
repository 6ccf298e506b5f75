"""``klondike bench shortest``, and what it is made of."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, Rules, ShortestTuning, Verdict, find_shortest
from klondike_solver.measure import DealSet
from klondike_solver.measure_shortest import (
    SHORTEST_SWITCHES,
    ShortestCost,
    ShortestMeasurement,
    ablate_shortest,
    measure_shortest,
)

Runner = Callable[..., Any]

WORDS = ("bench", "shortest", "shootme:3,shootme:5,shootme:8,shootme:1", "--draw", "1", "--max-states", "20000")
"""Two are settled with a solution, one is lost, and one would take millions of states."""


def test_what_each_deal_took(run: Runner) -> None:
    data = json.loads(run(*WORDS, "--format", "json").out)
    assert (data["deals"], data["settled"]) == (4, 3)
    assert [cost["deal"] for cost in data["costs"]] == ["shootme:3", "shootme:5", "shootme:8", "shootme:1"]
    truth = find_shortest(Deal.parse("shootme:5"), Rules(draw=1), max_states=20_000)
    second = data["costs"][1]
    assert [second[key] for key in ("length", "lower_bound", "states", "expanded")] == [
        111,
        111,
        truth.states,
        truth.expanded,
    ]
    for key in ("states", "expanded", "generated"):
        assert data[key] == sum(cost[key] for cost in data["costs"]) > 0
    assert data["most_states"] == max(cost["states"] for cost in data["costs"])
    assert data["states_per_second"] > 0
    lines = run(*WORDS).out.splitlines()
    assert (
        lines[0] == "`shootme:3,shootme:5,shootme:8,shootme:1`, draw 1, unlimited passes, at most 20,000 states a deal:"
    )
    moves = [line.split(" | ")[1] for line in lines[4:8]]
    assert moves[:3] == ["114", "111", "lost"]
    assert re.fullmatch(r"\d+ to \d+", moves[3])
    assert "- settled: 3 of 4" in lines


def test_the_table_goes_into_a_page(run: Runner, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- begin shortest draw 3 -->\nold\n<!-- end shortest draw 3 -->\n")
    done = run("bench", "shortest", "shootme:3", "--write", page)
    assert page.read_text() == f"<!-- begin shortest draw 3 -->\n\n{done.out}\n<!-- end shortest draw 3 -->\n"
    page.write_text("<!-- begin shortest ablation draw 3 -->\n<!-- end shortest ablation draw 3 -->\n")
    done = run("bench", "shortest", "shootme:3", "--max-states", "100", "--ablation", "--write", page)
    assert done.status == 0
    assert done.out in page.read_text()


def test_the_ablation_has_no_contradictions(run: Runner) -> None:
    words = ("bench", "shortest", "shootme:29,shootme:8", "--draw", "1", "--max-states", "3000", "--ablation")
    data = json.loads(run(*words, "--format", "json").out)
    assert list(data) == list(SHORTEST_SWITCHES)
    assert all(row["contradictions"] == 0 for row in data.values())
    assert (data["everything on"]["settled"], data["everything on"]["states_ratio"]) == (2, 1)
    assert data["bound without extra moves"]["states_ratio"] > 2
    lines = run(*words).out.splitlines()
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[4:]] == list(data)


def test_every_row_switches_off_something_else() -> None:
    off = [tuning for name, tuning in SHORTEST_SWITCHES.items() if name != "everything on"]
    assert SHORTEST_SWITCHES["everything on"] == ShortestTuning()
    names = [field.name for field in fields(ShortestTuning) if getattr(ShortestTuning(), field.name) is True]
    assert set(off) == {
        ShortestTuning(oracle_nodes=0),
        *(replace(ShortestTuning(), **{name: False}) for name in names),
    }


def cost(verdict: Verdict, length: int | None = None, bound: int | None = None) -> ShortestCost:
    return ShortestCost(Deal.parse("shootme:29"), verdict, length, bound, 10, 20, 30, 160, 2.0, 1.0, 0.25)


@pytest.mark.parametrize(
    ("one", "other", "contradiction"),
    [
        (cost(Verdict.WINNABLE, 94, 94), cost(Verdict.WINNABLE, 100, 90), False),
        (cost(Verdict.WINNABLE, 94, 94), cost(Verdict.WINNABLE, 100, 95), True),
        (cost(Verdict.WINNABLE, 94, 94), cost(Verdict.WINNABLE, 93, 90), True),
        (cost(Verdict.LOST), cost(Verdict.WINNABLE, 100, 90), True),
        (cost(Verdict.LOST), cost(Verdict.UNDECIDED, None, 90), False),
        (cost(Verdict.LOST), cost(Verdict.LOST), False),
    ],
)
def test_contradictions(one: ShortestCost, other: ShortestCost, contradiction: bool) -> None:
    assert one.contradicts(other) is other.contradicts(one) is contradiction


def test_contradictions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an engine that is wrong where it has no oracle."""

    def lie(deals: list[Deal], *args: Any, tuning: ShortestTuning, **options: Any) -> ShortestMeasurement:
        wrong = cost(Verdict.LOST) if tuning.oracle_nodes == 0 else cost(Verdict.WINNABLE, 94, 94)
        return ShortestMeasurement(Rules(draw=1), (wrong,), None)

    monkeypatch.setattr("klondike_solver.measure_shortest.measure_shortest", lie)
    rows = {row.name: row.contradictions for row in ablate_shortest(DealSet.parse("shootme:29"))}
    assert rows.pop("no oracle") == 1
    assert not any(rows.values())


def test_memory_is_told_where_there_are_many_states() -> None:
    few = measure_shortest([Deal.parse("shootme:29")], Rules(draw=1))
    assert few.bytes_per_state is None
    many = replace(few, costs=(replace(few.costs[0], states=1_000_000), *few.costs), peak_growth=24_000_000)
    assert many.bytes_per_state == 24
    assert replace(many, peak_growth=None).bytes_per_state is None
    assert many.rate(10) == pytest.approx(10 / (many.search_seconds - many.beam_seconds))
    assert ShortestMeasurement(Rules(), (cost(Verdict.LOST), cost(Verdict.LOST)), None).rate(30) == 30 / 1.5
    assert measure_shortest([]).rate(10) == 0
