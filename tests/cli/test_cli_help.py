"""The help of every command fits 80 columns, and ends with examples that work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from klondike_solver.cli.app import cli
from klondike_solver.cli.status import Status

from ..shell import run_line

FINE = {Status.DONE, Status.LOST, Status.UNDECIDED, Status.NOT_WON}
"""What an example may exit with: it has an answer."""


def commands(command: click.Command = cli, name: str = "klondike") -> Iterator[tuple[str, click.Command]]:
    """Yield every command and group with its name in full."""
    yield name, command
    if isinstance(command, click.Group):
        for below, found in command.commands.items():
            yield from commands(found, f"{name} {below}")


NAMES = [name for name, _ in commands()]


def examples(help: str) -> list[str]:
    """Return the examples, which are the last thing in a help text."""
    heading, _, section = help.rpartition("\n\n")[2].partition("\n")
    assert heading.strip() == "Examples:", f"the help ends with\n{section}"
    lines = section.rstrip("\n").splitlines()
    assert all(line.startswith("    ") for line in lines)
    return [line.strip() for line in lines]


@pytest.fixture
def help_of(run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Return a function that returns the help of a command."""
    monkeypatch.setenv("COLUMNS", "80")

    def help_of(name: str) -> str:
        status, out, err = run(*name.split()[1:], "--help")
        assert (status, err) == (0, "")
        return out

    return help_of


@pytest.mark.parametrize("name", NAMES)
def test_help_fits_80_columns(name: str, help_of: Callable[[str], str]) -> None:
    assert [line for line in help_of(name).splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("name", NAMES)
def test_examples_in_the_help_work(name: str, help_of: Callable[[str], str], tmp_path: Path) -> None:
    """They are run in an empty folder, one after the other: a file that one writes is there for the next."""
    shown = examples(help_of(name))
    assert 2 <= len(shown) <= 5
    assert sum(bool(re.search(rf"(^|[|&] ){name}\b", line)) for line in shown) >= 1
    if name.endswith(" peers") and find_spec("pyksolve") is None:
        pytest.skip("pyksolve is not installed")
    for line in shown:
        ran = run_line(line, tmp_path)
        assert ran.status in FINE, f"{line}\n{ran.output}"
        assert not re.search("^(Error|Traceback|internal error|klondike .*:)", ran.output, re.MULTILINE), line


@pytest.mark.parametrize("end", ["", "\n\nMore.\n", "\n\n  Examples:\nklondike solve\n"])
def test_help_without_examples_at_its_end_is_found_out(end: str) -> None:
    with pytest.raises(AssertionError):
        examples(f"Usage\n\n  Examples:\n    klondike solve{end}" if end else "Usage\n\n  Options:\n    -h\n")
