"""Running the command: in this process for what it says, in a process of its own for what the system does."""

from __future__ import annotations

import codecs
import io
import os
import re
import select
import struct
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from klondike_solver.cli.app import cli

COMMAND = [sys.executable, "-m", "klondike_solver"]


class Run(NamedTuple):
    """What a run of the command did."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """Return a function that runs the command in this process with these arguments and this standard input."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: object, stdin: str | bytes = "") -> Run:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            cli.main([str(arg) for arg in args])
        captured = capsys.readouterr()
        assert type(stop.value.code) is int
        return Run(stop.value.code, captured.out, captured.err)

    return run


@pytest.fixture
def command() -> Callable[..., subprocess.Popen[bytes]]:
    """Return a function that starts the command in a process of its own, with changes to the environment."""

    def command(*args: str, env: dict[str, str] | None = None, **options: Any) -> subprocess.Popen[bytes]:
        # Whoever runs the tests may say how large their terminal is, as pytest-xdist does.
        own = ("LC_", "LANG", "PYTHONI", "COLUMNS", "LINES")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(own)}
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([*COMMAND, *args], env={**inherited, **(env or {})}, **options)

    return command


@pytest.fixture
def refused(run: Callable[..., Run]) -> Callable[..., str]:
    """Return a function that runs a command that must be refused, and returns its one message, with what it shows."""

    def refused(*args: object, stdin: str | bytes = "") -> str:
        status, out, err = run(*args, stdin=stdin)
        assert (status, out) == (2, "")
        assert err.startswith("Error: ")
        assert err.endswith("\n")
        message, *excerpt = err.splitlines()
        assert message.isprintable()
        # What follows the message are lines of the text that is wrong, with marks below.
        assert all(re.match(r"  +\d+ \| |  +\|( *\^)+$", line) and line.isprintable() for line in excerpt)
        return err

    return refused


class Terminal:
    """A terminal with the command in it."""

    def __init__(
        self,
        command: Callable[..., subprocess.Popen[bytes]],
        *args: str,
        size: tuple[int, int] = (80, 24),
        **env: str,
    ) -> None:
        import pty
        import termios

        self.side, inner = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(inner)
        self.process = command(*args, env={"TERM": "xterm", **env}, stdin=inner, stdout=inner, stderr=inner)
        os.close(inner)
        self.ahead = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size, in columns and lines."""
        import fcntl
        import termios

        fcntl.ioctl(self.side, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

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


@pytest.fixture
def terminal(command: Callable[..., subprocess.Popen[bytes]]) -> Callable[..., Terminal]:
    """Return a function that starts the command in a terminal of its own, with changes to the environment.

    The terminal has 80 columns and 24 lines, or another ``size``.
    """

    def terminal(*args: str, **options: Any) -> Terminal:
        return Terminal(command, *args, **options)

    return terminal
