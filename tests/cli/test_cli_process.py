"""What only a process of its own shows: signals, readers that go away, full disks, closed streams, terminals."""

from __future__ import annotations

import array
import codecs
import errno
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from klondike_solver import Deal
from klondike_solver.cli import keys

fcntl = pytest.importorskip("fcntl", reason="these are about POSIX")
pty = pytest.importorskip("pty", reason="these are about POSIX")
termios = pytest.importorskip("termios", reason="these are about POSIX")

Start = Callable[..., "subprocess.Popen[bytes]"]

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


def interrupted(process: subprocess.Popen[bytes]) -> bool:
    """Interrupt a search, and tell whether it was still going on."""
    assert process.stderr is not None
    assert b"DEBUG" in process.stderr.readline()  # The search begins.
    process.send_signal(signal.SIGINT)
    status, out, err = finish(process)
    if status == 130:
        assert (out, err) == (b"", b"interrupted\n")
    return status == 130


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


class Terminal:
    """A terminal with the command in it."""

    def __init__(self, command: Start, *args: str, **env: str) -> None:
        self.side, inner = pty.openpty()
        self.before = termios.tcgetattr(inner)
        self.process = command(*args, env={**TERMINAL, **env}, stdin=inner, stdout=inner, stderr=inner)
        os.close(inner)
        self.ahead = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def until(self, words: str) -> str:
        """Return what is shown up to and with these words."""
        while words not in self.ahead:
            chunk = self.read()
            assert chunk, f"{words!r} never came after {self.ahead!r}"
            self.ahead += chunk
        end = self.ahead.index(words) + len(words)
        shown, self.ahead = self.ahead[:end], self.ahead[end:]
        return shown

    def rest(self) -> str:
        """Return what is shown until the command ends."""
        while chunk := self.read():
            self.ahead += chunk
        self.process.wait(timeout=60)
        os.close(self.side)
        return self.ahead

    def read(self) -> str:
        """Return what is shown next; nothing if the command has ended."""
        ready, _, _ = select.select([self.side], [], [], 60)
        assert ready, f"nothing more comes after {self.ahead!r}"
        try:
            # One byte at least, and with it the rest of its character.
            while not (text := self.decoder.decode(os.read(self.side, 1 << 16))):
                pass
        except OSError:
            return ""
        return text


def test_colour_is_for_terminals(command: Start) -> None:
    coloured = Terminal(command, "show", WON).rest()
    assert "\x1b[31m8♦\x1b[0m" in coloured
    assert "\x1b" not in Terminal(command, "show", WON, NO_COLOR="1").rest()
    assert "\x1b" not in Terminal(command, "show", WON, TERM="dumb").rest()
    assert b"\x1b" not in finish(command("show", WON, env={**TERMINAL, "FORCE_COLOR": "1"}))[1]


def test_keys_in_a_terminal(command: Start) -> None:
    terminal = Terminal(command, "replay", WON)
    assert WON in terminal.until("board 1 of ")
    # Also what comes while a board is being drawn, and several keys at once.
    os.write(terminal.side, b" ")
    assert "8♠" in terminal.until("board 2 of ")
    os.write(terminal.side, b"  \x1b[D\x1b[C")
    terminal.until("board 4 of ")
    os.write(terminal.side, b"q")
    assert terminal.rest().endswith("\x1b[?1049l")
    assert terminal.process.returncode == 0


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
def test_the_terminal_is_left_as_it_was(command: Start, key: bytes | signal.Signals, status: int) -> None:
    terminal = Terminal(command, "replay", WON)
    terminal.until("board 1 of ")
    assert termios.tcgetattr(terminal.side) != terminal.before
    if isinstance(key, bytes):
        os.write(terminal.side, key)
    else:
        terminal.process.send_signal(key)
    terminal.until("\x1b[?1049l")
    terminal.process.wait(timeout=60)
    assert termios.tcgetattr(terminal.side) == terminal.before
    terminal.rest()
    assert terminal.process.returncode == status


def test_a_long_search_shows_that_it_is_alive(command: Start) -> None:
    terminal = Terminal(command, "solve", *LONG)
    terminal.until("searching for 1 s (Ctrl-C stops)")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.rest().endswith("\r\x1b[Kinterrupted\r\n")
    assert terminal.process.returncode == 130
