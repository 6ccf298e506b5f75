"""``klondike solve --fewest-passes``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import klondike_solver.cli.solve as solving
import pytest
from klondike_solver import Deal, FewestPasses, Position, Reason, Rules, Solution, Verdict, fewest_passes
from klondike_solver.export_analysis import passes_to_dict

Runner = Callable[..., Any]

DEAL = "solvitaire:5"
FEWEST = 3
"""Passes that a win of this deal takes at draw 3."""


def known(out: str) -> str | None:
    """Return what an account says of the passes."""
    found = re.search(r"^  passes +(.*)$", out.partition("\n\n")[0], re.MULTILINE)
    return None if found is None else found[1]


def test_the_account_has_the_fewest_passes(run: Runner) -> None:
    done = run("solve", DEAL, "--fewest-passes")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{DEAL} is winnable.\n  rules    draw 3, unlimited passes\n")
    assert known(done.out) == f"{FEWEST} (no fewer will do)"
    assert done.out.count("turn the waste over") == FEWEST - 1


def test_moves_and_json(run: Runner) -> None:
    letters = run("solve", DEAL, "--fewest-passes", "--format", "moves").out
    line = Solution.parse(letters, Position.start(Deal.parse(DEAL), Rules(draw=3, passes=FEWEST)))
    assert line.is_won
    data = json.loads(run("solve", DEAL, "--fewest-passes", "--format", "json").out)
    assert data["moves"] == letters.strip()
    assert data["passes"] == FEWEST
    assert data["rules"]["passes"] is None
    assert list(data)[-1] == "fewest_passes"
    assert data["fewest_passes"] == passes_to_dict(fewest_passes(Deal.parse(DEAL)))
    assert data["fewest_passes"]["asked"][str(FEWEST - 1)] == "lost"
    assert [data["fewest_passes"][key] for key in ("passes", "at_least", "proven")] == [FEWEST, FEWEST, True]


def test_json_has_the_key_only_if_it_is_asked_for(run: Runner) -> None:
    assert "fewest_passes" not in json.loads(run("solve", DEAL, "--format", "json").out)


def test_no_more_passes_are_tried_than_the_rules_allow(run: Runner) -> None:
    done = run("solve", DEAL, "--fewest-passes", "--passes", FEWEST - 1, "--format", "json")
    data = json.loads(done.out)
    assert (done.status, data["verdict"]) == (1, "lost")
    assert data["fewest_passes"] == {
        "passes": None,
        "at_least": None,
        "proven": False,
        "asked": {str(FEWEST - 1): "lost"},
    }
    account = run("solve", DEAL, "--fewest-passes", "--passes", FEWEST - 1)
    assert (account.status, known(account.out)) == (1, None)


def test_vegas_scores_the_way_with_the_fewest_passes(run: Runner) -> None:
    done = run("solve", DEAL, "--fewest-passes", "--rules", "vegas")
    assert known(done.out) == f"{FEWEST} (no fewer will do)"
    assert "  score    208 dollars (vegas)\n" in done.out


def found(passes: int | None, at_least: int | None) -> FewestPasses:
    """Return what might have been found out about this deal, were the budget smaller."""
    answer = fewest_passes(Deal.parse(DEAL), max_nodes=1).result
    assert answer.verdict is Verdict.UNDECIDED
    if passes is not None:
        won = fewest_passes(Deal.parse(DEAL), Rules(draw=3, passes=passes)).result
        return FewestPasses(won, at_least, {})
    return FewestPasses(answer, at_least, {})


@pytest.mark.parametrize(
    "case",
    [
        (FEWEST, 2, f"{FEWEST} (at least 2; whether fewer will do is undecided)", 0),
        (FEWEST, 1, f"{FEWEST} (whether fewer will do is undecided)", 0),
        (None, 2, "at least 2", 3),
        (None, 1, None, 3),
    ],
)
def test_what_is_not_known_is_said(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
    case: tuple[int | None, int, str | None, int],
) -> None:
    passes, at_least, words, status = case
    answer = found(passes, at_least)
    monkeypatch.setattr(solving, "fewest_passes", lambda *args, **limits: answer)
    done = run("solve", DEAL, "--fewest-passes")
    assert (done.status, known(done.out)) == (status, words)


def test_a_budget_leaves_it_undecided(run: Runner) -> None:
    done = run("solve", "solvitaire:3", "--fewest-passes", "--max-nodes", 1, "--format", "json")
    data = json.loads(done.out)
    assert (done.status, data["verdict"], data["reason"]) == (3, "undecided", Reason.NODE_LIMIT)
    assert data["fewest_passes"]["passes"] is None
    assert data["nodes"] >= len(data["fewest_passes"]["asked"]) > 1


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [(RuntimeError("odd"), 70, "internal error: "), (KeyboardInterrupt(), 130, "interrupted")],
    ids=["internal", "interrupt"],
)
def test_failures(
    run: Runner, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, message: str
) -> None:
    def fail(*args: object, **limits: object) -> None:
        raise error

    monkeypatch.setattr(solving, "fewest_passes", fail)
    done = run("solve", DEAL, "--fewest-passes")
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(message)
