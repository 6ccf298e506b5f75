"""Running the command: in this process for what it says, in a process of its own for what the system does."""

from __future__ import annotations

import io
import os
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
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHONI"))
        }
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([*COMMAND, *args], env={**inherited, **(env or {})}, **options)

    return command


@pytest.fixture
def refused(run: Callable[..., Run]) -> Callable[..., str]:
    """Return a function that runs a command that must be refused, and returns the one message that it gives."""

    def refused(*args: object, stdin: str | bytes = "") -> str:
        status, out, err = run(*args, stdin=stdin)
        assert (status, out) == (2, "")
        assert err.startswith("Error: ")
        assert err.count("\n") == 1
        assert err.isprintable() or err[:-1].isprintable()
        return err

    return refused
