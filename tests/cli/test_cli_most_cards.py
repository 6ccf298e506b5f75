"""``klondike solve --most-cards``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from klondike_solver import Deal, Position, Rules, Solution

Runner = Callable[..., Any]

DEAL = "greenfelt:2095819838"
"""Ten of its cards can go up, at draw 1 as at Vegas rules."""


def test_the_account_has_a_line_to_the_most_cards(run: Runner) -> None:
    done = run("solve", DEAL, "--rules", "vegas", "--most-cards")
    assert done.status == 1
    assert done.out.startswith(f"{DEAL} is lost.\n")
    assert "  score     -2 dollars (vegas)\n" in done.out
    assert "  cards up  10 (no more will go)\n" in done.out
    assert done.out.count("to its foundation") == 10


def test_moves_and_json(run: Runner) -> None:
    start = Position.start(Deal.parse(DEAL), Rules(draw=1))
    line = Solution.parse(run("solve", DEAL, "--draw", "1", "--most-cards", "--format", "moves").out, start)
    assert sum(line.final.foundations) == 10
    data = json.loads(run("solve", DEAL, "--draw", "1", "--most-cards", "--format", "json").out)
    assert (data["verdict"], data["moves"]) == ("lost", None)
    found = data["most_cards"]
    assert (found["cards"], found["at_most"], found["proven"]) == (10, 10, True)
    assert (found["moves"], found["length"], found["passes"]) == (line.letters, line.length(), line.passes)


def test_a_deal_that_is_won_is_just_won(run: Runner) -> None:
    done = run("solve", "solvitaire:2", "--most-cards", "--format", "json")
    data = json.loads(done.out)
    assert (done.status, data["verdict"], data["most_cards"]) == (0, "winnable", None)
    assert "cards up" not in run("solve", "solvitaire:2", "--most-cards").out


def test_a_limit_leaves_a_range(run: Runner) -> None:
    done = run("solve", "solvitaire:22", "--most-cards", "--max-nodes", "1000")
    assert done.status == 1
    found = next(text for text in done.out.splitlines() if text.startswith("  cards up"))
    least, most = (int(word) for word in found.split() if word.isdigit())
    assert 0 < least < most < 52


@pytest.mark.parametrize("words", [("--engine", "reference"), ("--whole-runs",)])
def test_not_by_the_reference(run: Runner, words: tuple[str, ...]) -> None:
    done = run("solve", DEAL, "--most-cards", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "compiled engine" in done.err
