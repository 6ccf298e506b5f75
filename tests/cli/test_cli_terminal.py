"""Boards in terminals of every kind: colour, sizes, dumb ones, and those of Windows."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from klondike_solver.cli import keys

pytest.importorskip("termios", reason="these are about POSIX, and what of Windows can be shown there")

Start = Callable[..., "subprocess.Popen[bytes]"]
Screen = Callable[..., Any]

WON = "solvitaire:2"


def printed(process: subprocess.Popen[bytes]) -> bytes:
    """Return the output of a process."""
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    return out


@pytest.mark.parametrize("name", ["show", "solve", "replay"])
def test_colour_can_be_asked_for_and_refused(command: Start, terminal: Screen, name: str) -> None:
    plain = printed(command(name, WON))
    coloured = printed(command(name, WON, "--color", "always", env={"NO_COLOR": "1", "TERM": "dumb"}))
    assert b"\x1b[31m" in coloured
    bare = re.sub(rb"\x1b\[[0-9;]*m", b"", coloured)
    told = [[line.rstrip() for line in out.splitlines() if b" time " not in line] for out in (bare, plain)]
    assert told[0] == told[1]
    assert b"\x1b" not in plain
    if name == "show":
        assert "\x1b[31m" not in terminal(name, WON, "--color", "never").rest()


@pytest.mark.parametrize("width", [40, 120])
def test_boards_fit_the_width_of_a_terminal(terminal: Screen, width: int) -> None:
    shown = terminal("show", WON, size=(width, 24), NO_COLOR="1").rest()
    picture, _, _ = shown.partition("\r\n\r\n")
    assert max(map(len, picture.splitlines())) <= min(width, 80)
    assert ("┌" in picture) is (width > 43)


def screen_of(shown: str) -> list[str]:
    """Return the lines of a screen that was cleared and written to."""
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.rpartition("\x1b[2J")[2]).split("\r\n")


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (30, 5)])
def test_boards_fit_the_height_of_a_terminal(terminal: Screen, size: tuple[int, int]) -> None:
    screen = terminal("replay", WON, size=size)
    screen.until("board 1 of ")
    os.write(screen.side, b" " * 70)
    lines = screen_of(screen.until("board 71 of ") + screen.until("q: quit"))
    rows = sum(max(1, -(-len(line) // size[0])) for line in lines)
    # The line below the last one stays empty, or the first one would be gone.
    assert rows < size[1] or size == (30, 5)
    assert lines[0].startswith("64. ")
    os.write(screen.side, b"q")
    screen.rest()


def test_a_key_that_is_held_down_is_not_taken_for_escape(terminal: Screen) -> None:
    screen = terminal("replay", WON)
    screen.until("board 1 of ")
    os.write(screen.side, b"\x1b[C" * 30)  # More than is read at a time, with a piece of one key at the end.
    screen.until("board 31 of ")
    os.write(screen.side, b"\x1b")
    assert screen.rest().endswith("\x1b[?1049l")


def test_another_size_of_the_terminal_draws_the_board_anew(terminal: Screen) -> None:
    screen = terminal("replay", WON, size=(80, 40))
    assert "┌────┐" in screen.until("board 1 of ")
    screen.until("q: quit")
    screen.resize(40, 40)
    assert "┌────┐" not in screen.until("board 1 of ")
    os.write(screen.side, b"q")
    assert screen.rest().endswith("\x1b[?1049l")


def test_a_terminal_that_cannot_be_cleared(terminal: Screen) -> None:
    screen = terminal("replay", WON, TERM="dumb")
    screen.until("board 1 of ")
    os.write(screen.side, b" ")
    assert "\r\n\r\n1. " in screen.until("board 2 of ")
    os.write(screen.side, b"\x1b[D")
    shown = screen.until("board 1 of ")
    os.write(screen.side, b"q")
    assert "\x1b" not in shown + screen.rest()
    assert screen.process.returncode == 0


def test_the_console_of_old_windows_gets_no_escape_sequences(monkeypatch: pytest.MonkeyPatch) -> None:
    import rich.console
    from klondike_solver.cli import output

    class Console(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", Console())
    for legacy in (True, False):
        monkeypatch.setattr(rich.console, "detect_legacy_windows", lambda legacy=legacy: legacy)
        found = output.Output()
        assert (found.obeys, found.colour, found.is_terminal) == (not legacy, not legacy, True)


@pytest.mark.parametrize(
    ("key", "keys_pressed"),
    [
        ("\xe0M", ["\x1b[C"]),
        ("\xe0K", ["\x1b[D"]),
        ("\x00H", ["\x1b[A"]),
        ("\xe0P", ["\x1b[B"]),
        ("\xe0G", ["\x1b[H"]),
        ("\xe0O", ["\x1b[F"]),
        ("q", ["q"]),
        ("\xe0", ["\xe0"]),
        ("\r", ["\r"]),
    ],
)
def test_keys_on_windows(monkeypatch: pytest.MonkeyPatch, key: str, keys_pressed: list[str]) -> None:
    monkeypatch.setitem(sys.modules, "termios", None)
    monkeypatch.setattr(keys.click, "getchar", lambda: key)
    with keys.keys() as pressed:
        assert pressed() == keys_pressed


def test_the_end_of_keys_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_more() -> str:
        raise EOFError

    monkeypatch.setitem(sys.modules, "termios", None)
    monkeypatch.setattr(keys.click, "getchar", nothing_more)
    with keys.keys() as pressed:
        assert pressed() == [keys.END]


def test_what_is_typed_ends_with_one_key(terminal: Screen) -> None:
    screen = terminal("show", "-", "--to", "exact")
    os.write(screen.side, b"solvitaire:2\n\x04")
    assert "exact:5216525" in screen.rest()
