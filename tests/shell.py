"""Command lines as a person types them: run in this process where they are only ``klondike``, for speed; else in bash.

Starting Python and the package takes longer than most of the commands that the documentation shows.
"""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from klondike_solver.cli.app import cli

__all__ = ["Ran", "run_line"]

_NAMES = {("klondike",): 1, ("python", "-m", "klondike_solver"): 3}

_OPERATORS = {"|", "&&", ">", "<", "<<<"}


class Ran(NamedTuple):
    """What a command line did: the exit status of its last command, and both outputs in one."""

    status: int
    output: str


def run_line(line: str, folder: Path) -> Ran:
    """Run a command line in a folder, with 80 columns, UTF-8, and nothing on standard input."""
    pipelines = _parsed(line)
    if pipelines is None:
        return _run_in_bash(line, folder)
    ran = Ran(0, "")
    for pipeline in pipelines:
        data = b""
        for number, stage in enumerate(pipeline, 1):
            status, data, shown = _run_stage(stage, data, folder, piped=number < len(pipeline))
            ran = Ran(status, ran.output + shown.decode())
        if ran.status:
            break
    return ran


class _Stage(NamedTuple):
    arguments: list[str]
    given: str | None
    """A file to read, after ``<``."""
    here: str | None
    """A text to read, after ``<<<``."""
    target: str | None


def _parsed(line: str) -> list[list[_Stage]] | None:
    """Return pipelines of stages; None if the line has anything that only a real shell knows."""
    if set("$`*?~;\\(){}#") & set(line):
        return None
    lexer = shlex.shlex(line, posix=True, punctuation_chars="<>|&")
    lexer.whitespace_split = True
    pipelines: list[list[_Stage]] = [[]]
    words: list[str] = []
    redirects: dict[str, str] = {}
    for token in [*lexer, "&&"]:
        if words and words[-1] in ("<", "<<<", ">"):
            redirects[words.pop()] = token
        elif token in ("|", "&&"):
            count = next((count for name, count in _NAMES.items() if tuple(words[: len(name)]) == name), None)
            if count is None:
                return None
            pipelines[-1].append(_Stage(words[count:], redirects.get("<"), redirects.get("<<<"), redirects.get(">")))
            words, redirects = [], {}
            if token == "&&":
                pipelines.append([])
        elif set(token) <= set("<>|&") and token not in _OPERATORS:
            return None
        else:
            words.append(token)
    return pipelines[:-1]


def _run_stage(stage: _Stage, data: bytes, folder: Path, *, piped: bool) -> tuple[int, bytes, bytes]:
    """Run one ``klondike``; return its status, what the next one reads, and what is shown."""
    if stage.given is not None:
        data = (folder / stage.given).read_bytes()
    if stage.here is not None:
        data = f"{stage.here}\n".encode()
    shown = io.BytesIO()
    hidden = io.BytesIO() if piped or stage.target is not None else shown
    with _terminal(data, out=hidden, err=shown, folder=folder):
        try:
            cli.main(stage.arguments)
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1
    if stage.target is not None:
        (folder / stage.target).write_bytes(hidden.getvalue())
    return status, hidden.getvalue() if piped else b"", shown.getvalue()


@contextmanager
def _terminal(data: bytes, *, out: io.BytesIO, err: io.BytesIO, folder: Path) -> Iterator[None]:
    def text(stream: io.BytesIO) -> io.TextIOWrapper:
        return io.TextIOWrapper(stream, encoding="utf-8", write_through=True)

    before = Path.cwd()
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, _environment()))
        for name in ("LC_ALL", "LC_CTYPE", "LANG"):
            os.environ.pop(name, None)
        stack.enter_context(mock.patch.object(sys, "stdin", text(io.BytesIO(data))))
        for redirect, stream in ((redirect_stdout, out), (redirect_stderr, err)):
            written = text(stream)
            stack.enter_context(redirect(written))
            # Otherwise the stream is closed with what writes to it.
            stack.callback(written.detach)
        os.chdir(folder)
        stack.callback(os.chdir, before)
        yield


def _environment() -> dict[str, str]:
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {"PATH": scripts, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


def _run_in_bash(line: str, folder: Path) -> Ran:
    run = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**os.environ, **_environment()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Ran(run.returncode, run.stdout)
