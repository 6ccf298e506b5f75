"""What only a process of its own shows: signals, readers that go away, full disks, closed streams, terminals."""

from __future__ import annotations

import array
import errno
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal
from klondike_solver.cli import keys

fcntl = pytest.importorskip("fcntl", reason="these are about POSIX")
pty = pytest.importorskip("pty", reason="these are about POSIX")
termios = pytest.importorskip("termios", reason="these are about POSIX")

Start = Callable[..., "subprocess.Popen[bytes]"]
Screen = Callable[..., Any]

WON = "solvitaire:2"
LOST = "solvitaire:1"
LONG = ("solvitaire:2", "--engine", "reference")
"""A search that does not come to an end."""
TERMINAL = {"TERM": "xterm"}


def finish(process: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    """Return exit status, output and errors of a process."""
    out, err = process.communicate(timeout=60)
    assert b"Traceback" not in err
    assert b"Exception ignored" not in err
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("args", "status"),
    [((WON,), 0), ((LOST,), 1), (("nowhere:1",), 2), ((WON, "--max-nodes", "1"), 3), ((LOST, "--help"), 0)],
)
def test_exit_statuses(command: Start, args: tuple[str, ...], status: int) -> None:
    assert finish(command("solve", *args))[0] == status


def test_the_installed_command_is_the_same() -> None:
    script = Path(sys.executable).with_name("klondike")
    if not script.exists():
        pytest.skip("the package is not installed with its scripts")
    done = subprocess.run([script, "show", "ms:1", "--to", "exact"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"exact:{Deal.parse('ms:1').exact}\n".encode(), b"")


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (("show", WON), 0),
        (("solve", WON), 0),
        (("solve", LOST), 1),
        (("solve", WON, "--format", "json"), 0),
        (("replay", WON), 0),
        (("solve", "--help"), 0),
        (("--version",), 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_reader_that_goes_away(command: Start, args: tuple[str, ...], status: int) -> None:
    """The answer is still the exit status; 1 is not made of it."""
    reading, writing = os.pipe()
    process = command(*args, stdout=writing)
    os.close(writing)
    os.close(reading)
    assert finish(process) == (status, None, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("args", [("show", WON), ("solve", LOST), ("replay", WON), ("--help",)], ids=" ".join)
def test_a_full_disk(command: Start, args: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        status, _, err = finish(command(*args, stdout=full))
    assert status == 2
    assert err.startswith(b"Error: ")
    assert err.endswith(f"{os.strerror(errno.ENOSPC)}\n".encode())
    assert err.count(b"\n") == 1


@pytest.mark.parametrize(
    ("deal", "closed", "status"), [(WON, "<&- >&-", 0), (LOST, "<&- 2>&-", 1), ("-", "<&-", 2), (LOST, ">&- 2>&-", 1)]
)
def test_closed_streams(deal: str, closed: str, status: int) -> None:
    words = f"'{sys.executable}' -m klondike_solver solve {deal} {closed}"
    done = subprocess.run(["sh", "-c", words], capture_output=True, check=False)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "env",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}],
    ids=["ascii", "C", "C and no UTF-8"],
)
def test_where_only_ascii_can_be_written(command: Start, tmp_path: Path, env: dict[str, str]) -> None:
    status, out, err = finish(command("solve", WON, env=env))
    assert (status, err) == (0, b"")
    assert out.isascii()
    assert b"8S" in out
    file = tmp_path / "deal-♥.txt"
    file.write_text("ms:0")
    status, _, err = finish(command("show", os.fspath(file), env=env))
    assert (status, err.isascii()) == (2, True)
    assert b"from 1 to" in err
    # The message has signs of its own, which have likenesses; what it quotes may have to be escaped.
    _, _, err = finish(command("show", "♥:1", env=env))
    assert err.isascii()
    assert b'"9D | 4C AS | ... || TS 6C ..."' in err


def interrupted(process: subprocess.Popen[bytes]) -> bool:
    """Interrupt a search, and tell whether it was still going on."""
    assert process.stderr is not None
    assert b"DEBUG" in process.stderr.readline()  # The search begins.
    process.send_signal(signal.SIGINT)
    status, out, err = finish(process)
    if status == 130:
        assert (out, err) == (b"", b"interrupted\n")
    return status == 130


def run_after(tmp_path: Path, code: str) -> list[tuple[int, bytes, bytes]]:
    """Return what the command does, in both ways to start it, if Python runs this code before it."""
    (tmp_path / "sitecustomize.py").write_text(code, encoding="utf-8")
    script = Path(sys.executable).with_name("klondike")
    found = []
    for words in [[sys.executable, "-m", "klondike_solver"], *([[str(script)]] if script.exists() else [])]:
        process = subprocess.Popen(
            [*words, "analyse", LOST],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        found.append(finish(process))
    return found


AT_AN_IMPORT = """
import os
import signal
import sys

class Interrupting:
    imported = None

    def find_spec(name, path=None, target=None):
        if name == "klondike_solver.cli":
            Interrupting.imported = 0
        elif Interrupting.imported is not None:
            Interrupting.imported += 1
            if name == {what!r} or Interrupting.imported == {what!r}:
                {how}

sys.meta_path.insert(0, Interrupting)
"""


@pytest.mark.parametrize("how", ["raise KeyboardInterrupt", "os.kill(os.getpid(), signal.SIGINT)"])
@pytest.mark.parametrize("what", [1, "tomllib", "klondike_solver.cli.analyse", "rich.table"])
def test_an_interrupt_while_it_is_being_imported(tmp_path: Path, what: int | str, how: str) -> None:
    """Each of these is imported on the way, the first one at the very start, and here Ctrl-C comes at that moment."""
    for done in run_after(tmp_path, AT_AN_IMPORT.format(what=what, how=how)):
        assert done == (130, b"", b"interrupted\n")


@pytest.mark.slow
def test_an_interrupt_while_anything_is_being_imported(tmp_path: Path) -> None:
    code = AT_AN_IMPORT.replace("{what!r}:", "int(os.environ['MOMENT']):")
    (tmp_path / "sitecustomize.py").write_text(code.format(what=None, how="os.kill(os.getpid(), signal.SIGINT)"))
    for moment in range(1, 1000):
        done = subprocess.run(
            [sys.executable, "-m", "klondike_solver", "analyse", LOST],
            env={**os.environ, "PYTHONPATH": str(tmp_path), "MOMENT": str(moment)},
            capture_output=True,
            check=False,
        )
        if done.returncode == 0:
            break
        assert (done.returncode, done.stderr) == (130, b"interrupted\n")
    assert 100 < moment < 999


def test_an_interrupt_when_all_is_done(tmp_path: Path) -> None:
    """Ctrl-C comes when Python winds up."""
    code = "import atexit, os, signal; atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))"
    for status, out, err in run_after(tmp_path, code):
        assert (status, err) == (130, b"interrupted\n")
        assert out.startswith(LOST.encode())


def test_an_interrupt(command: Start) -> None:
    assert interrupted(command("-vv", "solve", *LONG))


def test_an_interrupt_of_the_compiled_engine(command: Start) -> None:
    """These take a second and more, so that one at least is interrupted however fast the engine gets."""
    hard = [("solve", f"solvitaire:{number}", "--draw", "1", "--passes", "3", "-vv") for number in (1026, 523, 714)]
    assert any(interrupted(command(*args)) for args in hard)


def waiting_in(pipe: int) -> int:
    """Return how many bytes wait in a pipe."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def test_an_interrupt_while_nobody_reads(command: Start) -> None:
    """What is held back for a reader that does not read must not keep the command from ending."""
    reading, writing = os.pipe()
    try:
        process = command("replay", WON, stdout=writing)
        os.close(writing)
        before = 0
        while (waiting := waiting_in(reading)) == 0 or waiting > before:
            before = waiting
            time.sleep(0.2)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert finish(process) == (130, None, b"interrupted\n")
    finally:
        os.close(reading)


def test_colour_is_for_terminals(command: Start, terminal: Screen) -> None:
    coloured = terminal("show", WON).rest()
    assert "\x1b[31m8♦\x1b[0m" in coloured
    assert "\x1b" not in terminal("show", WON, NO_COLOR="1").rest()
    assert "\x1b" not in terminal("show", WON, TERM="dumb").rest()
    assert b"\x1b" not in finish(command("show", WON, env={**TERMINAL, "FORCE_COLOR": "1"}))[1]


@pytest.mark.parametrize("width", [120, 80, 79, 60, 44])
def test_a_table_loses_nothing_in_a_narrow_terminal(terminal: Screen, width: int) -> None:
    shown = terminal("analyse", "solvitaire:8", size=(width, 24), NO_COLOR="1").rest().replace("\r", "")
    head, _, rows = shown.partition("\n\n")[2].partition("\n\n")[0].partition("\n")
    assert re.split(" {2,}", head.strip()) == ["Move", "Verdict", "What to play", "Note"]
    assert all(len(line) <= width for line in rows.splitlines())
    start, note = head.index("What"), head.index("Note")
    texts = " ".join(line[start:note].strip() for line in rows.splitlines())
    assert "A♠ from column 4 to its foundation, turning up T♠ 3♥ from column 1 to column 3, onto 4♣" in texts
    assert " ".join(line[note:].strip() for line in rows.splitlines()).split() == ["can", "be", "undone"]


def test_keys_in_a_terminal(terminal: Screen) -> None:
    screen = terminal("replay", WON)
    assert WON in screen.until("board 1 of ")
    # Also what comes while a board is being drawn, and several keys at once.
    os.write(screen.side, b" ")
    assert "8♠" in screen.until("board 2 of ")
    os.write(screen.side, b"  \x1b[D\x1b[C")
    screen.until("board 4 of ")
    os.write(screen.side, b"q")
    assert screen.rest().endswith("\x1b[?1049l")
    assert screen.process.returncode == 0


def test_a_key_may_come_in_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_SEQUENCE", 60.0)
    inner, side = os.pipe()
    os.write(side, b"\x1b")
    second = threading.Timer(0.05, os.write, (side, b"[C"))
    second.start()
    assert keys._read(inner) == "\x1b[C"
    second.join()
    os.close(side)
    assert keys._read(inner) == keys.END
    os.close(inner)


@pytest.mark.parametrize(("key", "status"), [(b"\x1b", 0), (b"\x04", 0), (signal.SIGINT, 130)], ids=["esc", "^D", "^C"])
def test_the_terminal_is_left_as_it_was(terminal: Screen, key: bytes | signal.Signals, status: int) -> None:
    screen = terminal("replay", WON)
    screen.until("board 1 of ")
    assert termios.tcgetattr(screen.side) != screen.before
    if isinstance(key, bytes):
        os.write(screen.side, key)
    else:
        screen.process.send_signal(key)
    screen.until("\x1b[?1049l")
    screen.process.wait(timeout=60)
    assert termios.tcgetattr(screen.side) == screen.before
    screen.rest()
    assert screen.process.returncode == status


def test_a_long_search_shows_that_it_is_alive(terminal: Screen) -> None:
    screen = terminal("solve", *LONG)
    screen.until("searching for 1 s (Ctrl-C stops)")
    screen.process.send_signal(signal.SIGINT)
    assert screen.rest().endswith("\r\x1b[Kinterrupted\r\n")
    assert screen.process.returncode == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_search_for_the_shortest_that_is_stopped_tells_what_it_knows(command: Start, number: signal.Signals) -> None:
    process = command("solve", "greenfelt:1492773577", "--draw", "1", "--shortest")
    assert process.stdout is not None
    # The verdict comes at once, long before the end.
    assert process.stdout.readline() == b"greenfelt:1492773577 is winnable.\n"
    process.send_signal(number)
    status, out, err = finish(process)
    assert status == 130
    assert b" moves, at least " in out
    assert err == b"interrupted; what was found before is the answer\n"


def test_a_search_for_the_shortest_in_a_terminal(terminal: Screen) -> None:
    screen = terminal("solve", "greenfelt:1492773577", "--draw", "1", "--shortest")
    screen.until("greenfelt:1492773577 is winnable.")
    assert "\x1b[K" in screen.until(" moves, at least ")
    screen.until("; Ctrl-C stops)")
    screen.process.send_signal(signal.SIGINT)
    shown = screen.rest()
    assert screen.process.returncode == 130
    assert "\r\x1b[K  rules    draw 1, unlimited passes\r\n" in shown
    assert shown.endswith("interrupted; what was found before is the answer\r\n")
