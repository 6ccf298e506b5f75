"""Shortest solutions of whole decks: known ones, budgets, improvements, limited passes, positions in mid-game."""

from __future__ import annotations

import csv
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import (
    Deal,
    Improvement,
    InputError,
    InternalError,
    Position,
    Reason,
    Rules,
    ShortestTuning,
    Solution,
    UnsupportedError,
    Verdict,
    find_shortest,
    improve,
)
from klondike_solver.moves import Draw, Recycle
from klondike_solver.shortest import finder
from klondike_solver.shortest.engine import start_shortest

DATA = Path(__file__).with_name("data") / "shortest.csv"
"""What two public programs agree on or a replayed solution corrects; ``shortest`` is empty where nothing is proven."""

DEAL = Deal.parse("shootme:29")
"""Its shortest solution at draw 1 has 94 moves."""

HARD = Deal.parse("greenfelt:1492773577")
"""Its shortest solution at draw 1 has 130 moves, and takes one and a half million states to prove."""


def known() -> dict[tuple[str, int], dict[str, str]]:
    """Return the rows of the table of known lengths."""
    with DATA.open(encoding="utf-8", newline="") as file:
        return {(row["deal"], int(row["draw"])): row for row in csv.DictReader(file)}


KNOWN = known()

QUICK = [*((f"shootme:{number}", 1) for number in (3, 5, 14, 29, 34)), ("shootme:3", 3), ("shootme:4", 3)]


def check(deal: str, draw: int, max_states: int | None = None) -> bool:
    """Compare one deal with the table, and return whether it was settled."""
    row = KNOWN[deal, draw]
    found = find_shortest(Deal.parse(deal), Rules(draw=draw), max_states=max_states)
    if row["verdict"] == "lost":
        assert found.verdict is not Verdict.WINNABLE
        return found.verdict is Verdict.LOST
    assert found.verdict is Verdict.WINNABLE
    assert found.solution is not None
    found.solution.verify()
    assert found.solution.is_won
    if row["best_known"]:
        assert found.lower_bound is not None
        assert found.lower_bound <= int(row["best_known"])
    if row["shortest"] and found.is_proven:
        assert found.length == int(row["shortest"])
    return found.is_proven


@pytest.mark.parametrize(("deal", "draw"), QUICK)
def test_known_lengths(deal: str, draw: int) -> None:
    assert KNOWN[deal, draw]["shortest"]
    assert check(deal, draw)


@pytest.mark.slow
@pytest.mark.parametrize(("draw", "settled"), [(1, 39), (3, 20)])
def test_all_known_lengths(draw: int, settled: int) -> None:
    deals = [deal for deal, of in KNOWN if of == draw and deal.startswith("shootme:")]
    assert sum(check(deal, draw, 5_000_000) for deal in deals) >= settled


@pytest.mark.slow
def test_a_deal_that_is_known_to_be_hard() -> None:
    """MinimalKlondike's users report 506 million states for it, and 151 moves: 21 of them turn a card up."""
    found = find_shortest(Deal.parse("greenfelt:1492773577"), Rules(draw=1))
    assert (found.length, found.is_proven) == (130, True)
    assert found.states <= 4_000_000


def test_what_an_answer_tells() -> None:
    found = find_shortest(DEAL, Rules(draw=1))
    assert (found.verdict, found.reason, found.is_proven) == (Verdict.WINNABLE, Reason.SOLVED, True)
    assert (found.length, found.lower_bound, found.deal, found.rules) == (94, 94, DEAL, Rules(draw=1))
    assert found.states == found.statistics["stored"] > 0
    assert found.expanded == found.statistics["expanded"] > 0
    assert found.statistics["start_bound"] <= 94
    assert repr(found).startswith("<Shortest shootme:29: winnable (solution found), 94 moves, at least 94, ")
    again = find_shortest(DEAL, Rules(draw=1))
    assert (again.solution, again.statistics) == (found.solution, found.statistics)


def test_a_lost_deal_is_told_at_once() -> None:
    steps = list(improve(Deal.parse("solvitaire:1")))
    assert [(step.verdict, step.length, step.lower_bound, step.solution) for step in steps] == [
        (Verdict.LOST, None, None, None)
    ]
    found = find_shortest(Deal.parse("solvitaire:1"))
    assert (found.verdict, found.length, found.lower_bound, found.is_proven) == (Verdict.LOST, None, None, False)
    assert (found.reason, found.states) == (Reason.PROVEN, 0)


def test_improvements_close_in() -> None:
    steps: list[Improvement] = []
    found = find_shortest(Deal.parse("shootme:5"), Rules(draw=1), progress=steps.append)
    assert steps == sorted(steps, key=lambda step: step.states)
    assert len(steps) > 3
    assert steps[0].verdict is Verdict.WINNABLE
    for step, later in pairwise(steps):
        assert step.length is not None
        assert step.lower_bound is not None
        assert step.lower_bound <= 111 <= step.length
        assert step.solution is not None
        assert step.solution.length() == step.length
        assert step.solution.is_won
        assert (later.length, later.lower_bound) != (step.length, step.lower_bound)
    assert [step.is_proven for step in steps] == [False] * (len(steps) - 1) + [True]
    last = steps[-1]
    assert (last.solution, last.length, last.lower_bound) == (found.solution, found.length, found.lower_bound)


def test_a_search_goes_on_only_while_improvements_are_asked_for() -> None:
    """The shortest solution has 115 moves; what is known of it early on is far from that."""
    steps = improve(Deal.parse("shootme:1"), Rules(draw=1))
    first, *_, last = (next(steps) for _ in range(6))
    steps.close()
    assert first.length is not None
    assert first.lower_bound is not None
    assert last.length is not None
    assert last.lower_bound is not None
    assert first.lower_bound < last.lower_bound <= 115 <= last.length < first.length


@pytest.mark.parametrize("max_states", [0, 1, 100, 30_000])
def test_a_limit_on_states_leaves_a_range(max_states: int) -> None:
    found = find_shortest(HARD, Rules(draw=1), max_states=max_states)
    assert (found.verdict, found.reason, found.is_proven) == (Verdict.WINNABLE, Reason.STATE_LIMIT, False)
    assert found.length is not None
    assert found.lower_bound is not None
    assert found.lower_bound <= 130 <= found.length
    assert max_states <= found.states <= max_states + 50


def test_the_memory_bounds_the_states() -> None:
    """When it is used up the search goes on without storing any more."""
    steps: list[Improvement] = []
    looks = iter(range(10**9))
    tuning = ShortestTuning(oracle_nodes=0)
    options: dict[str, Any] = {"memory": 2, "tuning": tuning, "progress": steps.append}
    found = find_shortest(HARD, Rules(draw=1), cancel=lambda: next(looks) > 300, **options)
    assert (found.verdict, found.reason) == (Verdict.WINNABLE, Reason.CANCELLED)
    assert found.statistics["table_bytes"] <= 2**21
    assert 50_000 < found.states <= 2**21 / 16
    assert found.expanded > 250_000
    assert found.lower_bound is not None
    assert found.lower_bound <= 130


def test_a_limit_on_time_leaves_a_range(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that ticks whenever it is looked at, so that no machine is too quick or too slow."""
    ticks = iter(range(10**9))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    found = find_shortest(HARD, Rules(draw=1), timeout=30, tuning=ShortestTuning(beams=False))
    assert (found.verdict, found.reason) == (Verdict.WINNABLE, Reason.TIME_LIMIT)
    assert found.lower_bound is not None
    assert found.statistics["start_bound"] < found.lower_bound <= 130


def test_a_search_can_be_cancelled() -> None:
    steps: list[Improvement] = []
    found = find_shortest(HARD, Rules(draw=1), progress=steps.append, cancel=lambda: len(steps) > 3)
    assert (found.verdict, found.reason) == (Verdict.WINNABLE, Reason.CANCELLED)
    assert len(steps) in (4, 5)  # what became known in the slice that was under way is told
    assert found.solution == steps[-1].solution
    assert found.lower_bound == steps[-1].lower_bound
    at_once = find_shortest(HARD, Rules(draw=1), cancel=lambda: True)
    assert (at_once.reason, at_once.states) == (Reason.CANCELLED, 0)


def test_good_solutions_come_before_the_proof() -> None:
    """Beam searches find them; without, the first solution stands until the end."""
    deal, rules = Deal.parse("shootme:4"), Rules(draw=1)
    with_beams = [step.length for step in improve(deal, rules)]
    assert len(set(with_beams)) > 2
    assert with_beams[-1] == 110
    without = [step.length for step in improve(deal, rules, tuning=ShortestTuning(beams=False))]
    assert set(without) == {without[0], 110}


def test_the_search_finds_what_the_winnability_engine_leaves_open() -> None:
    found = find_shortest(DEAL, Rules(draw=1), max_nodes=0)
    assert (found.verdict, found.length, found.is_proven, found.nodes) == (Verdict.WINNABLE, 94, True, 0)
    steps = list(improve(DEAL, Rules(draw=1), max_nodes=0))
    assert (steps[0].verdict, steps[0].solution) == (Verdict.UNDECIDED, None)
    undecided = find_shortest(HARD, Rules(draw=1), max_nodes=0, max_states=5000, tuning=ShortestTuning(beams=False))
    assert (undecided.verdict, undecided.reason) == (Verdict.UNDECIDED, Reason.STATE_LIMIT)
    assert undecided.length is None
    assert undecided.lower_bound is not None


def test_recycles_count_if_so_wished() -> None:
    """The shortest solution without them takes one move less, and one pass more, than the one with them."""
    deal, rules = Deal.parse("shootme:3"), Rules(draw=3)
    free = find_shortest(deal, rules)
    counted = find_shortest(deal, rules, count_recycles=True)
    assert free.solution is not None
    assert counted.solution is not None
    assert (free.is_proven, free.length, free.solution.passes) == (True, 119, 6)
    assert (counted.is_proven, counted.length, counted.solution.passes) == (True, 124, 5)
    assert counted.length == len(counted.solution.moves) == counted.solution.length() + 4


@pytest.mark.parametrize(("passes", "length"), [(4, None), (5, 120), (6, 119), (7, 119)])
def test_limited_passes(passes: int, length: int | None) -> None:
    found = find_shortest(Deal.parse("shootme:3"), Rules(draw=3, passes=passes))
    assert found.length == length
    if length is None:
        assert found.verdict is Verdict.LOST
    else:
        assert found.is_proven
        assert found.solution is not None
        assert found.solution.passes <= passes


def test_many_passes_are_searched_without_the_limit() -> None:
    """A position and 21 passes are too much for a key."""
    too_many = []
    for passes in range(1, 30):
        start = Position.start(DEAL, Rules(draw=1, passes=passes))
        try:
            start_shortest(start, 8, ShortestTuning(), count_recycles=False, upper=None)
        except UnsupportedError:
            too_many.append(passes)
    assert too_many == [*range(21, 25)]
    found = find_shortest(DEAL, Rules(draw=1, passes=21))
    assert (found.length, found.is_proven, found.rules.passes) == (94, True, 21)


def test_what_needs_too_many_passes_is_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the limit a solution of two passes is the shortest; with it that one is none, but a bound."""
    deal, rules = Deal.parse("shootme:14"), Rules(draw=1, passes=1)
    limited = find_shortest(deal, rules)
    assert (limited.length, limited.is_proven) == (101, True)

    def unlimited(position: Position, *args: Any, **options: Any) -> Any:
        if position.rules.passes is not None:
            raise UnsupportedError
        return start_shortest(position, *args, **options)

    monkeypatch.setattr(finder, "start_shortest", unlimited)
    relaxed = find_shortest(deal, rules)
    assert (relaxed.verdict, relaxed.reason, relaxed.is_proven) == (Verdict.WINNABLE, Reason.BUFFER_LIMIT, False)
    assert relaxed.solution is not None
    assert (relaxed.lower_bound, relaxed.solution.passes) == (99, 1)
    unknown = find_shortest(deal, rules, max_nodes=0)
    assert (unknown.verdict, unknown.lower_bound) == (Verdict.UNDECIDED, 99)


def test_a_game_can_be_half_played() -> None:
    found = find_shortest(DEAL, Rules(draw=1))
    assert found.solution is not None
    length = 94
    for index, position in enumerate(found.solution.positions()):
        if index in (40, 80, len(found.solution.moves)):
            rest = find_shortest(position)
            assert (rest.length, rest.is_proven, rest.deal) == (length, True, None)
        if index < len(found.solution.moves):
            length -= Solution(position, found.solution.moves[index : index + 1]).length()
    assert length == 0


def test_the_fewest_passes_come_first() -> None:
    deal = Deal.parse("shootme:14")
    found = find_shortest(deal, Rules(draw=1), fewest_passes=True)
    assert found.fewest_passes is not None
    assert (found.fewest_passes.passes, found.fewest_passes.is_proven) == (1, True)
    assert found.solution is not None
    assert found.solution.passes == 1
    assert found.solution.position == Position.start(deal, Rules(draw=1))
    assert (found.is_proven, found.length, found.rules) == (True, 101, Rules(draw=1))


def test_fewest_passes_in_mid_game() -> None:
    """One pass is used up in vain; the next two are enough, but not the next one."""
    position = Position.start(Deal.parse("shootme:34"), Rules(draw=1, passes=4))
    while position.stock:
        position = position.play(Draw())
    position = position.play(Recycle())
    assert position.passes_used == 2
    found = find_shortest(position, fewest_passes=True)
    assert found.fewest_passes is not None
    assert (found.fewest_passes.passes, found.fewest_passes.at_least) == (3, 3)
    assert found.solution is not None
    assert (found.solution.passes, found.length, found.is_proven) == (3, 105, True)
    assert found.solution.position == position


def test_fewest_passes_of_a_lost_deal() -> None:
    found = find_shortest(Deal.parse("solvitaire:1"), fewest_passes=True)
    assert (found.verdict, found.states) == (Verdict.LOST, 0)
    undecided = find_shortest(Deal.parse("solvitaire:3"), fewest_passes=True, max_nodes=1)
    assert (undecided.verdict, undecided.reason) == (Verdict.UNDECIDED, Reason.NODE_LIMIT)


def test_a_won_position_takes_no_moves() -> None:
    found = find_shortest(DEAL, Rules(draw=1))
    assert found.solution is not None
    won = find_shortest(found.solution.final)
    assert (won.length, won.lower_bound, won.is_proven) == (0, 0, True)


@pytest.mark.parametrize("max_states", [-1, 1.5, True, "x"])
def test_a_limit_on_states_is_a_whole_number(max_states: Any) -> None:
    with pytest.raises(InputError, match="limit on states"):
        improve(DEAL, max_states=max_states)


def test_arguments_that_cannot_be_meant() -> None:
    with pytest.raises(UnsupportedError, match="whole runs"):
        improve(DEAL, Rules(part_runs=False))
    with pytest.raises(InputError, match="time limit"):
        improve(DEAL, timeout=-1)
    with pytest.raises(InputError, match="memory limit"):
        find_shortest(DEAL, memory=0)
    with pytest.raises(InputError, match="oracle_share"):
        ShortestTuning(oracle_share=0)


def test_a_line_of_another_length_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    length = Solution.length
    monkeypatch.setattr(Solution, "length", lambda self, **options: length(self, **options) + 1)
    with pytest.raises(InternalError, match="94 moves came out with 95"):
        find_shortest(DEAL, Rules(draw=1))


@pytest.mark.parametrize("name", [name for name, on in vars(ShortestTuning()).items() if on is True])
def test_every_switch_keeps_the_length(name: str) -> None:
    found = find_shortest(DEAL, Rules(draw=1), tuning=replace(ShortestTuning(), **{name: False}), max_states=100_000)
    assert found.lower_bound is not None
    assert found.lower_bound <= 94
    if found.is_proven:
        assert found.length == 94
