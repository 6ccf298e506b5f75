"""``klondike replay``: board by board, printed or by keys."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from klondike_solver import Deal, Position, Solution
from klondike_solver.cli import replay
from klondike_solver.cli.keys import END

Runner = Callable[..., Any]

DEAL = "solvitaire:2"


def boards(out: str) -> list[str]:
    """Split what was printed at the lines that start a board."""
    titles = [text.rsplit("\n\n", 1)[-1] for text in out.split("\n\n Stock ")[:-1]]
    return [title.strip() for title in titles]


def test_all_boards_are_printed_where_nobody_presses_keys(run: Runner) -> None:
    letters = run("solve", DEAL, "--format", "moves").out
    line = Solution.parse(letters, Position.start(Deal.parse(DEAL)))
    for args, stdin in (((), ""), (("-",), letters)):
        done = run("replay", DEAL, *args, stdin=stdin)
        assert (done.status, done.err) == (0, "")
        assert done.out.count("Foundations") == len(line.moves) + 1
        titles = boards(done.out)
        assert titles[0] == DEAL
        assert titles[1].startswith("1. ")
        assert titles[-1].startswith(f"{line.length()}. ")
        assert "    │ K♣ │  │ K♦ │  │ K♥ │  │ K♠ │\n" in done.out
        assert "\x1b" not in done.out


def test_a_line_that_does_not_win_is_replayed_as_far_as_it_goes(run: Runner) -> None:
    out = run("replay", DEAL, "-", "--ascii", stdin="GI @@").out
    assert out.isascii()
    assert boards(out) == [
        DEAL,
        "1. 8S from column 2 to column 4, onto 9H, turning up 9S",
        "2. draw; the waste shows 7H",
        "3. draw; the waste shows KS",
    ]
    assert "Waste (6)    8D 4D 7H 5D KC KS\n" in out


def test_recycles_are_steps_of_their_own(run: Runner) -> None:
    draws = "@" * 9
    plain = boards(run("replay", DEAL, "-", stdin=draws).out)
    counted = boards(run("replay", DEAL, "-", "--count-recycles", stdin=draws).out)
    assert plain[9] == "turn the waste over: it is the stock again"
    assert plain[10].startswith("9. draw")
    assert counted[9].startswith("9. turn the waste over")
    assert counted[10].startswith("10. draw")


def test_no_solution_is_no_replay(refused: Runner) -> None:
    assert "): there is no solution to step through" in refused("replay", "solvitaire:1")
    assert "is undecided (node limit)" in refused("replay", DEAL, "--max-nodes", 1)
    assert "move 1 (AF" in refused("replay", DEAL, "-", stdin="AF")


class Terminal:
    """A terminal with keys pressed before they are asked for."""

    def __init__(self, keys: list[str]) -> None:
        self.keys = keys

    @contextmanager
    def __call__(self) -> Iterator[Callable[[], list[str]]]:
        def pressed() -> list[str]:
            key = self.keys.pop(0)
            if key == "\x03":
                raise KeyboardInterrupt
            return [key]

        yield pressed


@pytest.fixture
def at_keys(run: Runner, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Return a function that steps through a line of play with these keys and returns the notes below the boards."""

    def at_keys(moves: str, keys: list[str]) -> list[str]:
        terminal = Terminal(list(keys))
        monkeypatch.setattr(replay, "keys", terminal)
        monkeypatch.setattr(replay, "is_terminal", lambda stream: True)
        monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True, raising=False)
        monkeypatch.setenv("NO_COLOR", "1")
        done = run("replay", DEAL, "-", stdin=moves)
        assert done.status == (130 if keys[-1] == "\x03" else 0)
        assert done.out.startswith("\x1b[?1049h")
        assert done.out.endswith("\x1b[?1049l")
        assert terminal.keys == []
        return [line.split("   ")[0] for line in done.out.splitlines() if line.startswith("board ")]

    return at_keys


def test_keys(at_keys: Callable[..., list[str]]) -> None:
    def places(*keys: str) -> list[int]:
        notes = at_keys("GI @@", [*keys, "q"])
        assert {note.split(" of ")[1] for note in notes} == {"4"}
        return [int(note.split()[1]) for note in notes]

    assert places() == [1]
    assert places(" ", "\r", "n", "n", "n") == [1, 2, 3, 4, 4, 4]
    assert places("\x1b[C", "\x1b[B", "\x1b[D", "\x1b[A", "b", "p") == [1, 2, 3, 2, 1, 1, 1]
    assert places("G", "g", "\x1b[F", "\x1b[H") == [1, 4, 1, 4, 1]
    assert places("x", "é", "\x1b[5~") == [1, 1, 1, 1]


@pytest.mark.parametrize("key", ["q", "Q", "\x1b", END, "\x03"])
def test_keys_that_end_it(at_keys: Callable[..., list[str]], key: str) -> None:
    assert at_keys("GI @@", [" ", key]) == ["board 1 of 4", "board 2 of 4"]
