"""The system has no memory left, though the limit of the search would allow for more: what is known is told."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from klondike_solver import (
    SCORINGS,
    Deal,
    Reason,
    Rules,
    Verdict,
    best_score,
    fewest_passes,
    find_shortest,
    most_cards,
    solve,
)
from klondike_solver.questions import Questions

DEAL = Deal.parse("shootme:3")
RULES = Rules(draw=1)
LOST = Deal.parse("solvitaire:1")


def nothing_left(*_: object, **__: object) -> None:
    raise MemoryError


def test_a_win_is_known_before_a_shortest_one_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klondike_solver.shortest.finder.start_shortest", nothing_left)
    verdicts = []
    found = find_shortest(DEAL, RULES, progress=lambda step: verdicts.append(step.verdict))
    assert (found.verdict, found.reason, found.is_proven) == (Verdict.WINNABLE, Reason.MEMORY_LIMIT, False)
    assert found.solution == solve(DEAL, RULES).solution
    assert (found.lower_bound, found.states, verdicts) == (None, 0, [Verdict.WINNABLE])


def test_what_a_search_has_found_is_not_lost_in_the_middle_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klondike_solver.shortest.beams.Beams.found", nothing_left)
    found = find_shortest(DEAL, RULES)
    assert (found.verdict, found.reason) == (Verdict.WINNABLE, Reason.MEMORY_LIMIT)
    assert found.lower_bound is not None
    assert found.length is not None
    assert found.lower_bound < found.length


def test_the_first_answer_of_all_needs_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klondike_solver.compiled.start_search", nothing_left)
    with pytest.raises(MemoryError):
        find_shortest(DEAL, RULES)


def test_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Questions.ask
    monkeypatch.setattr(Questions, "ask", lambda self, *args: nothing_left() if self.asked else ask(self, *args))
    found = fewest_passes(DEAL, RULES)
    assert found.verdict is Verdict.WINNABLE
    assert found.passes == solve(DEAL, RULES).solution.passes  # type: ignore[union-attr]
    assert (found.at_least, found.is_proven) == (1, False)


def test_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klondike_solver.cards_up.start_search", nothing_left)
    found = most_cards(LOST)
    assert (found.cards, found.at_most, found.reason) == (0, 52, Reason.MEMORY_LIMIT)
    monkeypatch.undo()
    monkeypatch.setattr("klondike_solver.shortest.finder.start_shortest", nothing_left)
    found = most_cards(LOST, shortest=True)
    assert (found.cards, found.is_proven, found.length_at_least, found.reason) == (9, True, None, Reason.MEMORY_LIMIT)


def test_score(monkeypatch: pytest.MonkeyPatch) -> None:
    known = solve(DEAL, RULES)
    assert known.solution is not None
    monkeypatch.setattr("klondike_solver.score_search.fewest_passes", nothing_left)
    found = best_score(DEAL, RULES, SCORINGS["standard"], result=known)
    assert found.reason is Reason.MEMORY_LIMIT
    assert found.at_most > found.score >= known.solution.score(SCORINGS["standard"])


@pytest.mark.skipif(
    sys.platform != "linux" or "san" in os.environ.get("LD_PRELOAD", ""),
    reason="elsewhere such a limit may not hold, and sanitizers reserve more than any",
)
def test_the_command_under_a_limit_of_the_system() -> None:
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "from klondike_solver.cli import main; main()"
    )
    # A bound beyond what there is does no harm, as nothing is taken before it is needed.
    args = ["solve", "shootme:3", "--draw", "1", "--shortest", "--memory", "100000"]
    done = subprocess.run(
        [sys.executable, "-c", limited, *args], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "shootme:3 is winnable." in done.stdout
    assert "memory limit" not in done.stdout
    assert "114 moves" in done.stdout
    assert "proven" in done.stdout
