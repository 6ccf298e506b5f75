"""``klondike bench``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, Rules
from klondike_solver.measure import DealSet, measure
from klondike_solver.peers import Peer

Runner = Callable[..., Any]


def test_winnability_tells_what_the_deals_took(run: Runner) -> None:
    done = run("bench", "winnability", "solvitaire:1-12", "--draw", "1", "--max-nodes", "5000", "--format", "json")
    data = json.loads(done.out)
    truth = measure(DealSet.parse("solvitaire:1-12"), Rules(draw=1), max_nodes=5000)
    assert (done.status, data["deals"], data["nodes"]) == (0, 12, truth.nodes)
    assert 0 < data["search_seconds"] < data["seconds"]
    assert data["search_nodes_per_second"] > data["nodes_per_second"]
    assert data["winnable"] + data["lost"] + data["undecided"] == 12
    assert data["stored"] == max(cost.stored for cost in truth.costs)
    assert data["hardest"]["nodes"] == truth.hardest.nodes
    seconds = [cost["seconds"] for cost in data["slowest"]]
    assert len(seconds) == 5
    assert seconds == sorted(seconds, reverse=True)
    text = run("bench", "winnability", "solvitaire:1-12", "--draw", "1", "--max-nodes", "5000").out
    assert f"nodes    {truth.nodes:,}" in text
    assert " nodes a second of search, " in text
    assert text.count("\nslow ") == 5


def test_the_prover_alone_searches_nothing(run: Runner) -> None:
    data = json.loads(run("bench", "prover", "solvitaire:1-60", "--format", "json").out)
    cheap, deep = data["at the start"], data["with pairs probed"]
    assert cheap["nodes"] == deep["nodes"] == 0
    assert 0 < cheap["lost"] <= deep["lost"] < 60
    assert f"{cheap['lost']} proven lost" in run("bench", "prover", "solvitaire:1-60").out


def test_the_ablation_is_a_table_without_contradictions(run: Runner) -> None:
    data = json.loads(run("bench", "ablation", "solvitaire:1-6", "--max-nodes", "2000", "--format", "json").out)
    assert all(row["contradictions"] == 0 for row in data.values())
    lines = run("bench", "ablation", "solvitaire:1-6", "--max-nodes", "2000").out.splitlines()
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[4:]] == list(data)


def test_a_table_is_written_between_its_comments(run: Runner, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- begin ablation draw 3 -->\nold\n<!-- end ablation draw 3 -->\nafter\n")
    words = ("bench", "ablation", "solvitaire:1-3", "--max-nodes", "500", "--write", page)
    done = run(*words)
    head, table, tail = page.read_text().split("ablation draw 3 -->")
    assert (head, tail) == ("before\n<!-- begin ", "\nafter\n")
    assert table == f"\n\n{done.out}\n<!-- end "
    page.write_text("nothing of that kind")
    refused = run(*words)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "no place for the table" in refused.err
    assert page.read_text() == "nothing of that kind"
    refused = run(*words[:-1], tmp_path)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "cannot be written" in refused.err


def test_peers_are_compared(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Peer("this package", 2, (), 0.5), Peer("another", 1, (Deal.parse("solvitaire:2"),), 2.0)]
    monkeypatch.setattr("klondike_solver.cli.bench.compare_peers", lambda deals, rules: iter(rows))
    lines = run("bench", "peers", "solvitaire:1-2", "--draw", "1").out.splitlines()
    assert lines[-2:] == ["| this package | 2 of 2 | 0 | 0.50 | 1.0 |", "| another | 1 of 2 | 1 | 2.00 | 4.0 |"]
    data = json.loads(run("bench", "peers", "solvitaire:1-2", "--draw", "1", "--format", "json").out)
    assert data["another"] == {"decided": 1, "contradictions": 1, "seconds": 2.0}


def test_peers_are_compared_in_the_run_of_the_ablation(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []

    def compare(deals: DealSet, rules: Rules) -> Iterator[Peer]:
        asked.append(f"{deals} at draw {rules.draw}")
        yield Peer("this package", 2, (), 0.5)

    monkeypatch.setattr("klondike_solver.cli.bench.compare_peers", compare)
    page = tmp_path / "page.md"
    places = [f"<!-- {tag} {name} draw 3 -->" for name in ("ablation", "peers") for tag in ("begin", "end")]
    page.write_text("\n".join(places))
    words = ("bench", "ablation", "solvitaire:1-3", "--max-nodes", "500", "--peers", "solvitaire:5-6")
    done = run(*words, "--write", page)
    assert done.status == 0
    assert "| everything on | " in done.out
    assert done.out.endswith("| this package | 2 of 2 | 0 | 0.50 | 1.0 |\n")
    assert [line for line in page.read_text().splitlines() if line[:1] == "|"] == [
        line for line in done.out.splitlines() if line[:1] == "|"
    ]
    assert json.loads(run(*words, "--format", "json").out)["peers"]["this package"]["decided"] == 2
    assert asked == ["solvitaire:5-6 at draw 3"] * 2
    assert "is no set of deals" in run(*words[:-1], "foo").err


def test_peers_have_no_passes(run: Runner) -> None:
    done = run("bench", "peers", "solvitaire:1", "--passes", "2")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "unlimited passes" in done.err


def test_parts_are_measured_alone(run: Runner) -> None:
    data = json.loads(run("bench", "parts", "solvitaire:2-4", "--format", "json").out)
    assert all(rate > 1000 for rate in data.values())
    assert run("bench", "parts", "solvitaire:2").status == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["winnability", "foo"], "is no set of deals"),
        (["winnability", "solvitaire:9-1"], "runs backwards"),
        (["prover", "nosuch:1-2"], "nosuch"),
        (["winnability", "solvitaire:1", "--draw", "0"], "draw is 1 to 24"),
        ([], "what to measure is missing"),
        (["speed", "small"], "speed"),
    ],
)
def test_wrong_use(run: Runner, words: list[str], complaint: str) -> None:
    done = run("bench", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err
