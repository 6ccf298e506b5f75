"""``klondike solve``: answers, formats and exit statuses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import SCORINGS, Deal, Position, Rules, Solution
from klondike_solver.formats import write_position

Runner = Callable[..., Any]

KEYS = ["schema", "deal", "rules", "verdict", "moves", "length", "passes", "score", "nodes", "seconds", "reason"]
WON = "solvitaire:2"
LOST = "solvitaire:1"


def replayed(letters: str, rules: Rules, deal: str = WON) -> Solution:
    return Solution.parse(letters, Position.start(Deal.parse(deal), rules))


@pytest.mark.parametrize("style", ["text", "json", "moves"])
@pytest.mark.parametrize(
    ("args", "status", "word"),
    [((WON,), 0, "winnable"), ((LOST,), 1, "lost"), ((WON, "--max-nodes", 1), 3, "undecided")],
)
def test_the_exit_status_is_the_verdict(
    run: Runner, style: str, args: tuple[object, ...], status: int, word: str
) -> None:
    done = run("solve", *args, "--format", style)
    assert done.status == status
    if style == "json":
        assert json.loads(done.out)["verdict"] == word
    elif style == "text":
        assert done.out.splitlines()[0] == f"{args[0]} is {word}."
    if (style, word) not in {("moves", "lost"), ("moves", "undecided")}:
        assert done.err == ""
    else:
        assert done.out == ""
        assert word in done.err


def test_json_of_a_winnable_deal(run: Runner) -> None:
    data = json.loads(run("solve", WON, "--rules", "vegas", "--format", "json").out)
    assert list(data) == KEYS
    assert data["schema"] == 1
    assert data["deal"] == {"name": WON, "exact": str(Deal.parse(WON).exact)}
    assert data["rules"] == {
        "draw": 3,
        "passes": 3,
        "take_back": True,
        "part_runs": True,
        "shape": {"ranks": 13, "columns": 7},
    }
    assert (data["verdict"], data["reason"]) == ("winnable", "solution found")
    line = replayed(data["moves"], Rules(draw=3, passes=3))
    assert line.is_won
    assert (data["length"], data["passes"]) == (line.length(), line.passes)
    assert data["score"] == line.score(SCORINGS["vegas"]) == 208
    assert data["nodes"] > 0
    assert data["seconds"] >= 0


def test_json_has_null_where_there_is_nothing(run: Runner) -> None:
    lost = json.loads(run("solve", LOST, "--scoring", "vegas", "--format", "json").out)
    assert list(lost) == KEYS
    assert [lost[key] for key in ("moves", "length", "passes", "score")] == [None] * 4
    assert lost["reason"] in ("search exhausted", "proven by relaxation")
    assert lost["rules"]["passes"] is None
    undecided = json.loads(run("solve", WON, "--max-nodes", 5, "--format", "json").out)
    assert [undecided[key] for key in ("moves", "reason", "nodes")] == [None, "node limit", 5]
    assert json.loads(run("solve", WON, "--format", "json").out)["score"] is None


def test_json_is_the_same_every_time_but_for_the_seconds(run: Runner) -> None:
    first, second = (json.loads(run("solve", "solvitaire:10", "--format", "json").out) for _ in range(2))
    first["seconds"] = second["seconds"] = 0
    assert first == second


def test_a_position_in_the_middle_of_a_game_has_no_deal(run: Runner, tmp_path: Path) -> None:
    letters = run("solve", WON, "--format", "moves").out
    later = list(replayed(letters, Rules(draw=3)).positions())[50]
    file = tmp_path / "later.txt"
    file.write_text(write_position(later, "pysol"))
    done = run("solve", file, "--format", "json")
    data = json.loads(done.out)
    assert (done.status, data["deal"], data["verdict"]) == (0, None, "winnable")
    assert Solution.parse(data["moves"], later).is_won
    assert run("solve", file).out.startswith(f"{file} is winnable.\n")


def test_the_account_can_be_played(run: Runner) -> None:
    """Every move of the solution has its number in the account, draws on end share a line."""
    rules = Rules(draw=3)
    letters = run("solve", WON, "--format", "moves").out
    line = replayed(letters, rules)
    out = run("solve", WON, "--scoring", "standard").out
    head, board, _, account = out.split("\n\n", 3)
    assert board.splitlines()[0] == " Stock   Waste           Foundations"
    assert f"  length   {line.length()} moves\n" in head
    assert f"  passes   {line.passes}\n" in head
    assert f"  score    {line.score(SCORINGS['standard'])} (standard)" in head
    assert "  decided  solution found (compiled engine)\n" in head
    numbers: list[int] = []
    for text in account.splitlines():
        found = re.fullmatch(r" *(\d+)(?:-(\d+))?\. (\S.*)", text)
        if found is None:
            assert text.strip() == "turn the waste over: it is the stock again"
            continue
        first, last = int(found[1]), int(found[2] or found[1])
        times = re.match(r"draw (?:(twice)|(\d+) times)", found[3])
        assert last - first + 1 == ((2 if times[1] else int(times[2])) if times else 1)
        numbers += range(first, last + 1)
    assert numbers == list(range(1, line.length() + 1))
    assert account.count("turn the waste over") == line.recycles
    assert account.count("to its foundation") == 52 + account.count("back from its foundation")


def test_recycles_count_if_asked_for(run: Runner) -> None:
    plain = json.loads(run("solve", WON, "--format", "json").out)
    counted = json.loads(run("solve", WON, "--count-recycles", "--format", "json").out)
    assert counted["length"] - plain["length"] == plain["passes"] - 1 > 0
    account = run("solve", WON, "--count-recycles").out
    assert re.search(rf"\n *{counted['length']}\. ", account)
    assert re.search(r"\n *\d+\. turn the waste over", account)


@pytest.mark.parametrize(
    ("args", "rules"),
    [
        ([], {"draw": 3, "passes": None}),
        (["--rules", "draw1"], {"draw": 1, "passes": None}),
        (["--rules", "draw1-3pass"], {"draw": 1, "passes": 3}),
        (["--rules", "vegas", "--draw", "2"], {"draw": 2, "passes": 3}),
        (["--rules", "vegas1", "--passes", "unlimited"], {"draw": 1, "passes": None}),
        (["--passes", "7", "--no-take-back"], {"draw": 3, "passes": 7, "take_back": False}),
    ],
)
def test_options_override_the_preset(run: Runner, args: list[str], rules: dict[str, object]) -> None:
    data = json.loads(run("solve", WON, "--max-nodes", 10, "--format", "json", *args).out)
    assert {key: data["rules"][key] for key in rules} == rules


def test_the_preset_brings_its_scoring(run: Runner, tmp_path: Path) -> None:
    def score(*args: object) -> object:
        return json.loads(run("solve", WON, "--format", "json", *args).out)["score"]

    table = tmp_path / "mine.toml"
    table.write_text("foundation = 1\nstart = -50\n")
    assert score("--rules", "vegas") == 208
    assert score("--rules", "vegas", "--scoring", "none") is None
    assert score("--scoring", table) == 2
    assert f"  score    2 ({table})" in run("solve", WON, "--scoring", table).out


def test_budgets(run: Runner) -> None:
    done = run("solve", WON, "--timeout", "0.05", "--engine", "reference")
    assert done.status == 3
    assert "  decided  time limit (reference engine)\n" in done.out
    assert run("solve", WON, "--max-nodes", 0).status == 3
    assert run("solve", WON, "--memory", 1).status == 0


def test_the_reference_engine_answers_too(run: Runner) -> None:
    small = "AD | 4S 5D | 2H 2D 3D | 5S 2S 2C 4D | 5C 4C AH 4H 3H || AS AC 3S 5H 3C"
    done = run("solve", small, "--engine", "reference")
    assert done.status == 0
    assert "(reference engine)" in done.out


def test_whole_runs_fall_to_the_reference_engine(run: Runner, refused: Runner) -> None:
    small = "3C | 4S 3S | 2C 3D 4C || 2S AC 4D AS 4H AD 2D AH 2H 3H"
    done = run("solve", small, "--draw", 2, "--whole-runs")
    assert done.status in (0, 1)
    assert "whole runs only" in done.out
    assert "(reference engine)" in done.out
    assert "reference engine can" in refused("solve", small, "--whole-runs", "--engine", "compiled")


def test_the_log_goes_to_standard_error(run: Runner) -> None:
    plain = run("solve", LOST, "--format", "moves")
    verbose = run("-v", "solve", LOST, "--format", "moves")
    assert verbose.out == plain.out == ""
    assert "INFO klondike_solver.api: <Result solvitaire:1: lost" in verbose.err
    assert "DEBUG" in run("solve", LOST, "-vv").err
    assert run("solve", LOST).err == ""
