"""Running the command in this process, many times in a test."""

from __future__ import annotations

import io
import sys

import pytest
from klondike_solver.cli.app import cli

from . import ending

__all__ = ["run"]


def run(words: list[str], stdin: bytes | None) -> tuple[int, str, str]:
    """Run the command in this process and return its exit status, output and errors."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    # What comes from the system may have bytes that are no text.
    sys.stdin = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin), "utf-8")  # type: ignore[assignment]
    sys.stdout = io.TextIOWrapper(out, "utf-8", "surrogateescape")
    sys.stderr = io.TextIOWrapper(err, "utf-8", "backslashreplace")
    try:
        with ending(), pytest.raises(SystemExit) as stop:
            cli.main(words)
        sys.stdout.flush()
        sys.stderr.flush()
        assert type(stop.value.code) is int
        return stop.value.code, out.getvalue().decode("utf-8", "replace"), err.getvalue().decode()
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
