"""Ctrl-C in ``klondike solve``, once there is something to tell."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from typing import Any

import pytest
from klondike_solver.cli import solve as solving

Runner = Callable[..., Any]


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Return a function that makes Ctrl-C come when a search of this name looks for it for so many times."""
    monkeypatch.setattr("klondike_solver.compiled.SLICE", 10)

    def interrupt(name: str, looks: int) -> None:
        search = getattr(solving, name)

        def interrupted(*args: Any, cancel: Callable[[], bool], **options: Any) -> Any:
            seen = []

            def look() -> bool:
                seen.append(None)
                if len(seen) == looks:
                    signal.raise_signal(signal.SIGINT)
                return cancel()

            return search(*args, cancel=look, **options)

        monkeypatch.setattr(solving, name, interrupted)

    return interrupt


def test_a_win_is_told_while_fewer_passes_are_looked_for(run: Runner, interrupt: Callable[[str, int], None]) -> None:
    words = ("solve", "shootme:3", "--draw", "1", "--fewest-passes")
    interrupt("fewest_passes", 200)
    done = run(*words)
    assert (done.status, done.err) == (130, "interrupted; what was found before is the answer\n")
    assert done.out.startswith("shootme:3 is winnable.\n")
    assert "whether fewer will do is undecided" in done.out
    data = json.loads(run(*words, "--format", "json").out)
    assert (data["verdict"], data["fewest_passes"]["proven"]) == ("winnable", False)


def test_before_the_first_answer_there_is_nothing_to_tell(run: Runner, interrupt: Callable[[str, int], None]) -> None:
    interrupt("fewest_passes", 1)
    done = run("solve", "shootme:3", "--draw", "1", "--fewest-passes")
    assert (done.status, done.out, done.err) == (130, "", "interrupted\n")


def test_that_a_game_is_lost_is_told_while_cards_are_counted(
    run: Runner, interrupt: Callable[[str, int], None]
) -> None:
    interrupt("most_cards", 1)
    done = run("solve", "solvitaire:1", "--most-cards")
    assert (done.status, done.err) == (130, "interrupted; what was found before is the answer\n")
    assert done.out.startswith("solvitaire:1 is lost.\n")
    assert " to " in next(line for line in done.out.splitlines() if line.startswith("  cards up"))
