"""``klondike solve --best-score``."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import SCORINGS, Deal, Position, Rules, Solution
from klondike_solver.cli import best_score

Runner = Callable[..., Any]

LOST = "greenfelt:2095819838"


def test_the_account_has_a_line_to_the_best_score(run: Runner) -> None:
    done = run("solve", "shootme:5", "--draw", "1", "--scoring", "standard", "--best-score")
    assert done.status == 0
    assert done.out.startswith("shootme:5 is winnable.\n")
    assert "  score       745 (standard)\n" in done.out
    assert "  best score  745 (no more is possible)\n" in done.out


def test_moves_and_json(run: Runner) -> None:
    words = ("solve", LOST, "--rules", "vegas", "--best-score")
    start = Position.start(Deal.parse(LOST), Rules.preset("vegas"))
    line = Solution.parse(run(*words, "--format", "moves").out, start)
    assert line.score(SCORINGS["vegas"]) == -2
    done = run(*words, "--format", "json")
    data = json.loads(done.out)
    assert (done.status, data["verdict"], data["moves"]) == (1, "lost", None)
    found = data["best_score"]
    assert (found["score"], found["at_most"], found["proven"], found["cards"]) == (-2, -2, True, 10)
    assert (found["moves"], found["length"], found["passes"]) == (line.letters, line.length(), line.passes)


def test_a_limit_leaves_a_range(run: Runner) -> None:
    done = run("solve", "shootme:11", "--draw", "1", "--scoring", "standard", "--best-score", "--max-nodes", "1000")
    found = next(text for text in done.out.splitlines() if text.startswith("  best score"))
    least, most = (int(word) for word in found.split() if word.isdigit())
    assert 0 < least < 129 < most


def test_an_interrupted_search_tells_what_it_knows(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    search = best_score.best_score

    def interrupted(*args: Any, progress: Callable[[int, int], None], **options: Any) -> Any:
        def note(score: int, at_most: int) -> None:
            progress(score, at_most)
            steps.append((score, at_most))
            if len(steps) == 3:
                signal.raise_signal(signal.SIGINT)

        steps: list[tuple[int, int]] = []
        found = search(*args, progress=note, **options)
        assert steps[-1] == (found.score, found.at_most)
        assert all(one != other for one, other in pairwise(steps))
        assert all(one[0] <= other[0] and one[1] >= other[1] for one, other in pairwise(steps))
        return found

    monkeypatch.setattr(best_score, "best_score", interrupted)
    monkeypatch.setattr("klondike_solver.cli.closing_in._LINES", 0.0)
    done = run("solve", "shootme:11", "--draw", "1", "--scoring", "standard", "--best-score")
    assert done.status == 130
    *lines, last = done.err.splitlines()
    assert last == "interrupted; what was found before is the answer"
    assert lines
    assert all(re.match(r"score -?\d+, at most -?\d+ \(", line) for line in lines)
    assert re.search(r"best score  \d+ to \d+\n", done.out)
    assert "lost" in done.out


def test_a_table_of_ones_own(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("turn_up = 1\n")
    done = run("solve", "solvitaire:2", "--scoring", str(file), "--best-score", "--format", "json")
    assert json.loads(done.out)["best_score"]["score"] == 21
    file.write_text("foundation = 2\ntake_back = -1\n")
    done = run("solve", "solvitaire:2", "--scoring", str(file), "--best-score")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "again and again" in done.err


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ((), "scoring table"),
        (("--scoring", "none"), "scoring table"),
        (("--scoring", "vegas", "--most-cards"), "go together"),
        (("--scoring", "vegas", "--shortest"), "go together"),
        (("--scoring", "vegas", "--engine", "reference"), "compiled engine"),
        (("--scoring", "vegas", "--whole-runs"), "compiled engine"),
    ],
)
def test_what_does_not_go(run: Runner, words: tuple[str, ...], what: str) -> None:
    done = run("solve", LOST, "--best-score", *words)
    assert (done.status, done.out) == (2, "")
    assert what in done.err
