"""Whatever goes wrong inside ends in a short message and a status of its own, never in 1, which means lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import klondike_solver.cli.search as searching
import pytest
from click.testing import CliRunner
from klondike_solver import IllegalMoveError, InternalError
from klondike_solver.cli.app import cli

Runner = Callable[..., Any]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Return a function that makes every search fail in one way."""

    def failing(error: BaseException) -> None:
        def fail(*args: object, **options: object) -> NoReturn:
            raise error

        monkeypatch.setattr(searching, "solve", fail)

    return failing


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RuntimeError("odd"), (70, "internal error: RuntimeError: odd; please report it")),
        (AssertionError(), (70, "internal error: AssertionError: ; please report it")),
        (RecursionError("deep"), (70, "internal error: RecursionError: deep")),
        (InternalError("a solution does not win"), (70, "internal error: a solution does not win")),
        (IllegalMoveError("no such move"), (70, "internal error: the engine played an illegal move (no such move)")),
        (MemoryError(), (70, "Error: there is not enough memory")),
        (KeyboardInterrupt(), (130, "interrupted")),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)
@pytest.mark.parametrize("command", ["solve", "replay"])
def test_failures(
    run: Runner, failing: Callable[..., None], command: str, error: BaseException, expected: tuple[int, str]
) -> None:
    failing(error)
    done = run(command, "solvitaire:2")
    assert (done.status, done.out) == (expected[0], "")
    assert done.err.startswith(expected[1])
    assert done.err.count("\n") == 1


def test_the_log_has_the_traceback(run: Runner, failing: Callable[..., None]) -> None:
    failing(RuntimeError("odd"))
    assert "Traceback" not in run("solve", "solvitaire:2").err
    for args in (("-v", "solve", "solvitaire:2"), ("solve", "solvitaire:2", "-v")):
        done = run(*args)
        assert done.status == 70
        assert "Traceback" in done.err
        assert done.err.splitlines()[-1].startswith("internal error: RuntimeError: odd")


@pytest.mark.parametrize("module", ["click", "klondike_solver.position", "klondike_solver.cli.output"])
def test_a_broken_installation(module: str) -> None:
    code = (
        "import sys, klondike_solver.cli as cli\n"
        f"sys.modules.pop('klondike_solver.cli.app', None); sys.modules[{module!r}] = None\n"
        "sys.argv[1:] = ['solve', 'solvitaire:2']; cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith("klondike is not installed properly: ")
    assert done.stderr.count("\n") == 1


def test_it_runs_under_the_usual_test_runner() -> None:
    for args, status in (["solve", "solvitaire:1"], 1), (["--help"], 0), (["solve"], 2), (["--version"], 0):
        assert CliRunner().invoke(cli, args).exit_code == status
