"""``klondike solve --shortest``."""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import klondike_solver.cli.shortest as solving
import pytest
from klondike_solver import Deal, Position, Reason, Rules, Solution, Verdict, find_shortest
from klondike_solver.cli.closing_in import closing_in, length_in_words
from klondike_solver.export_shortest import shortest_to_dict
from klondike_solver.formats import write_position

Runner = Callable[..., Any]

DEAL = ("shootme:29", "--draw", "1", "--shortest")
"""It takes 94 moves."""

HARD = ("greenfelt:1492773577", "--draw", "1", "--shortest")
"""It does not come to an end soon."""

LOST = ("solvitaire:1", "--shortest")


def known(out: str) -> dict[str, str]:
    """Return what an account says, by name."""
    head = out.partition("\n\n")[0].splitlines()[1:]
    return {line[:10].strip(): line[10:].strip() for line in head}


def test_the_account_has_the_length_and_the_proof(run: Runner) -> None:
    done = run("solve", *DEAL)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("shootme:29 is winnable.\n  rules    draw 1, unlimited passes\n")
    facts = known(done.out)
    assert facts["length"] == "94 moves (shortest, proven)"
    assert facts["decided"] == "solution found (compiled engine)"
    assert facts["passes"] == "1"
    assert done.out.splitlines()[-1].startswith("   94. ")


def test_moves_and_json(run: Runner) -> None:
    letters = run("solve", *DEAL, "--format", "moves").out
    line = Solution.parse(letters, Position.start(Deal.parse("shootme:29"), Rules(draw=1)))
    assert line.is_won
    assert line.length() == 94
    data = json.loads(run("solve", *DEAL, "--format", "json", "--scoring", "vegas").out)
    assert data["moves"] == letters.strip()
    assert [data[key] for key in ("length", "lower_bound", "proven", "score")] == [94, 94, True, 208]
    truth = find_shortest(Deal.parse("shootme:29"), Rules(draw=1))
    expected = {**shortest_to_dict(truth), "score": 208}
    assert list(data) == list(expected)
    assert {**data, "seconds": 0} == {**expected, "seconds": 0}


def test_a_lost_deal(run: Runner) -> None:
    done = run("solve", *LOST)
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("solvitaire:1 is lost.\n")
    assert "length" not in known(done.out)
    done = run("solve", *LOST, "--format", "json")
    data = json.loads(done.out)
    assert (done.status, data["verdict"]) == (1, "lost")
    assert [data[key] for key in ("moves", "length", "lower_bound", "proven")] == [None, None, None, False]
    done = run("solve", *LOST, "--format", "moves")
    assert (done.status, done.out) == (1, "")
    assert "no moves to print" in done.err


def test_a_budget_leaves_a_range(run: Runner) -> None:
    done = run("solve", *HARD, "--max-states", 2000)
    facts = known(done.out)
    assert (done.status, done.err) == (0, "")
    assert facts["decided"] == "state limit (compiled engine)"
    length, bound = facts["length"].split(" moves, at least ")
    assert int(bound) < 130 <= int(length)
    data = json.loads(run("solve", *HARD, "--max-states", 2000, "--format", "json").out)
    assert (data["length"], data["lower_bound"], data["proven"]) == (int(length), int(bound), False)
    assert data["reason"] == "state limit"


def test_nothing_known_is_undecided(run: Runner) -> None:
    done = run("solve", *HARD, "--max-states", 0, "--max-nodes", 0)
    assert done.status == 3
    assert done.out.startswith("greenfelt:1492773577 is undecided.\n")
    assert known(done.out)["length"].startswith("at least ")


def test_recycles_count_if_so_wished(run: Runner) -> None:
    words = ("solve", "shootme:3", "--shortest")
    assert known(run(*words).out)["length"] == "119 moves (shortest, proven)"
    assert known(run(*words, "--count-recycles").out)["length"] == "124 moves (shortest, proven)"


def test_the_fewest_passes_and_then_the_fewest_moves(run: Runner) -> None:
    words = ("solve", "shootme:3", "--shortest", "--fewest-passes")
    facts = known(run(*words).out)
    assert facts["passes"] == "5 (no fewer will do)"
    assert facts["length"] == "120 moves (shortest, proven)"
    data = json.loads(run(*words, "--format", "json").out)
    assert (data["length"], data["proven"], data["passes"], data["rules"]["passes"]) == (120, True, 5, None)
    assert data["fewest_passes"]["proven"] is True


def test_a_page_of_it(run: Runner, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert run("solve", *DEAL, "--html", page).status == 0
    assert "shootme:29" in page.read_text(encoding="utf-8")
    page.unlink()
    done = run("solve", *LOST, "--html", page)
    assert (done.status, page.exists()) == (1, False)
    assert "no moves to show" in done.err


def test_a_game_in_the_middle(run: Runner, tmp_path: Path) -> None:
    solution = find_shortest(Deal.parse("shootme:29"), Rules(draw=1)).solution
    assert solution is not None
    position = Solution(solution.position, solution.moves[:50]).final
    file = tmp_path / "game.txt"
    file.write_text(write_position(position, "pysol"), encoding="utf-8")
    left = 94 - Solution(solution.position, solution.moves[:50]).length()
    done = run("solve", file, "--draw", 1, "--shortest")
    assert (done.status, known(done.out)["length"]) == (0, f"{left} moves (shortest, proven)")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--whole-runs",), "--shortest needs the compiled engine"),
        (("--engine", "reference"), "--shortest needs the compiled engine"),
        (("--most-cards", "--fewest-passes"), "not with both"),
        (("--max-states", "-1"), "0 or more"),
        (("--max-states", "many"), "whole number"),
    ],
)
def test_wrong_use(run: Runner, words: tuple[str, ...], complaint: str) -> None:
    done = run("solve", *DEAL, *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err


def test_the_most_cards_and_then_the_fewest_moves(run: Runner) -> None:
    words = ("solve", "greenfelt:2095819838", "--draw", 1, "--most-cards", "--shortest")
    done = run(*words)
    facts = known(done.out)
    assert (done.status, facts["cards up"]) == (1, "10 (no more will go)")
    assert facts["length"] == "47 moves (shortest, proven)"
    data = json.loads(run(*words, "--format", "json").out)["most_cards"]
    assert (data["length"], data["length_at_least"], data["shortest"]) == (47, 47, True)
    won = known(run("solve", "shootme:29", "--draw", 1, "--most-cards", "--shortest").out)
    assert won["length"] == "94 moves (shortest, proven)"


def test_undecided_is_not_lost(run: Runner) -> None:
    """Only what is known to be lost is given up for the most cards."""
    words = ("solve", "shootme:29", "--draw", 1, "--max-nodes", 1)
    assert run(*words).status == 3
    assert known(run(*words, "--most-cards", "--shortest").out)["length"] == "94 moves (shortest, proven)"


def test_a_limit_on_states_is_for_this_search(run: Runner) -> None:
    done = run("solve", "shootme:29", "--max-states", 5)
    assert (done.status, done.out) == (2, "")
    assert "--max-states goes with --shortest" in done.err


@pytest.mark.parametrize(
    ("length", "bound", "words"),
    [(103, 99, "103 moves, at least 99"), (1, 1, "1 move (shortest, proven)"), (None, 1, "at least 1 move")],
)
def test_lengths_in_words(length: int | None, bound: int | None, words: str) -> None:
    assert length_in_words(length, bound, Verdict.UNDECIDED) == words


@pytest.mark.parametrize("style", ["text", "json", "moves"])
def test_an_interrupted_search_tells_what_it_knows(run: Runner, monkeypatch: pytest.MonkeyPatch, style: str) -> None:
    """The signal comes in the midst of the search."""
    search = solving.find_shortest

    def interrupted(*args: Any, progress: Callable[[Any], None], **options: Any) -> Any:
        steps = []

        def note(step: Any) -> None:
            progress(step)
            steps.append(step)
            if len(steps) == 3:
                signal.raise_signal(signal.SIGTERM)

        return search(*args, progress=note, **options)

    monkeypatch.setattr(solving, "find_shortest", interrupted)
    done = run("solve", *HARD, "--format", style)
    assert done.status == 130
    assert done.err == "interrupted; what was found before is the answer\n"
    if style == "text":
        assert known(done.out)["decided"] == "cancelled (compiled engine)"
        assert ", at least " in known(done.out)["length"]
    elif style == "json":
        data = json.loads(done.out)
        assert (data["verdict"], data["reason"], data["proven"]) == ("winnable", Reason.CANCELLED, False)
    else:
        assert Solution.parse(done.out, Position.start(Deal.parse("greenfelt:1492773577"), Rules(draw=1))).is_won


def test_what_goes_wrong_is_an_internal_error(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **options: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setattr(solving, "find_shortest", fail)
    done = run("solve", *DEAL)
    assert (done.status, done.out) == (70, "")
    assert done.err.startswith("internal error: ")


def test_plain_lines_where_nobody_looks(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klondike_solver.cli.closing_in._LINES", 0.0)
    err = run("solve", *DEAL).err.splitlines()
    assert err
    assert all(" moves" in line and " states, " in line and "\x1b" not in line for line in err)
    assert run("solve", *DEAL, "--format", "json").err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals")
@pytest.mark.parametrize("columns", [20, 80])
def test_the_live_line_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    import fcntl
    import pty
    import termios

    side, inner = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("klondike_solver.cli.closing_in._PATIENCE", 0.0)
    with open(inner, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        with closing_in() as shown:
            shown.look()
        monkeypatch.undo()
        text = os.read(side, 1000).decode()
    os.close(side)
    line = text.split("\x1b[K")[1].rstrip("\r")
    assert line.startswith("| searching")
    assert (line.endswith("Ctrl-C stops)"), len(line) < columns) == (columns == 80, True)
