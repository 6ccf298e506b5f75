"""The best score, on known deals and at its limits; test_best_score_small.py compares with brute force."""

from __future__ import annotations

from typing import Any

import pytest
from klondike_solver import (
    SCORINGS,
    Deal,
    Position,
    Reason,
    Rules,
    ScoreTuning,
    ScoringTable,
    Shape,
    best_score,
    most_cards,
    solve,
)
from klondike_solver.errors import InputError, UnsupportedError
from klondike_solver.ext import score as compiled

VEGAS = SCORINGS["vegas"]
STANDARD = SCORINGS["standard"]


def test_vegas_is_the_most_cards() -> None:
    deal, rules = Deal.parse("greenfelt:2095819838"), Rules(draw=1)
    found = best_score(deal, rules, VEGAS)
    assert (found.score, found.at_most, found.is_proven) == (-2, -2, True)
    assert found.score == -52 + 5 * most_cards(deal, rules).cards
    assert found.solution.score(VEGAS) == -2


def test_a_win_at_vegas() -> None:
    found = best_score(Deal.parse("solvitaire:2"), Rules.preset("vegas"), VEGAS)
    assert (found.score, found.is_proven, found.solution.is_won) == (208, True, True)


@pytest.mark.parametrize(
    ("deal", "draw", "score"),
    [("shootme:1", 3, 723), ("shootme:4", 3, 681), ("shootme:5", 1, 745), ("shootme:5", 3, 53)],
)
def test_standard(deal: str, draw: int, score: int) -> None:
    """Whatever is switched off, the answer is the same; 745 is all that there is to earn."""
    found = best_score(Deal.parse(deal), Rules(draw=draw), STANDARD)
    assert (found.score, found.at_most, found.reason) == (score, score, Reason.EXHAUSTED)
    assert found.solution.score(STANDARD) == score
    assert found.score <= 745


def test_the_same_again() -> None:
    deal = Deal.parse("shootme:4")
    first, second = (best_score(deal, Rules(draw=3), STANDARD) for _ in range(2))
    assert (first.solution, first.nodes, first.statistics) == (second.solution, second.nodes, second.statistics)


def test_what_solve_has_said_is_not_asked_again() -> None:
    deal, rules = Deal.parse("solvitaire:2"), Rules.preset("vegas")
    result = solve(deal, rules)
    found = best_score(deal, rules, VEGAS, result=result, max_nodes=0)
    assert (found.score, found.is_proven) == (208, True)
    with pytest.raises(InputError, match="another position"):
        best_score(Deal.parse("solvitaire:3"), rules, VEGAS, result=result)


@pytest.mark.parametrize("max_nodes", [0, 1, 1000])
def test_a_limit_leaves_a_range(max_nodes: int) -> None:
    """shootme:11 is lost at draw 1, and 129 are the best."""
    found = best_score(Deal.parse("shootme:11"), Rules(draw=1), STANDARD, max_nodes=max_nodes)
    assert found.reason is Reason.NODE_LIMIT
    assert found.nodes <= max_nodes
    assert found.score <= 129 <= found.at_most
    assert not found.is_proven
    assert found.solution.score(STANDARD) == found.score


def test_a_limit_when_the_way_to_a_line_has_become_better() -> None:
    """A position on the best line is reached at less loss, and the limit comes before it is expanded again."""
    deal = Deal.parse("solvitaire:49456")
    found = best_score(deal, Rules(draw=2, passes=3), STANDARD, max_nodes=6291)
    assert found.reason is Reason.NODE_LIMIT
    assert found.solution.score(STANDARD) == found.score < found.at_most


def test_all_searches_at_a_time_fit_in_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for a proof keeps what it has while others look for better lines."""
    given: list[int] = []

    class Recorded(compiled.ScoreSearch):
        def __new__(cls, *args: Any, **settings: Any) -> Recorded:
            given.append(settings["memory"] + settings["oracle_memory"])
            return super().__new__(cls, *args, **settings)

    monkeypatch.setattr(compiled, "ScoreSearch", Recorded)
    for memory in (1, 64):
        for beams in (True, False):
            given.clear()
            best_score(
                Deal.parse("shootme:11"),
                Rules(draw=1),
                STANDARD,
                memory=memory,
                max_nodes=10_000,
                tuning=ScoreTuning(lines=False, beams=beams),
            )
            assert len(given) > 1 if beams else len(given) == 1
            assert given[0] + max(given[1:], default=0) == memory << 20


@pytest.mark.parametrize(
    ("name", "value"),
    [("oracle_share", 0), ("oracle_share", 0.5), ("oracle_nodes", -1), ("oracle_credit", 2**63)],
)
def test_settings_that_make_no_sense(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=name):
        ScoreTuning(**{name: value})


def test_the_memory_is_a_limit() -> None:
    found = best_score(Deal.parse("shootme:16"), Rules(draw=1), STANDARD, memory=1, max_nodes=200_000)
    assert found.reason is Reason.MEMORY_LIMIT
    assert found.solution.score(STANDARD) == found.score < found.at_most


def test_it_can_be_cancelled_and_timed() -> None:
    deal = Deal.parse("shootme:16")
    assert best_score(deal, Rules(draw=1), STANDARD, cancel=lambda: True).reason is Reason.CANCELLED
    assert best_score(deal, Rules(draw=1), STANDARD, timeout=0).reason is Reason.TIME_LIMIT


def test_nothing_to_earn() -> None:
    found = best_score(Deal.parse("solvitaire:2"), scoring=ScoringTable(start=7, foundation=-1))
    assert (found.score, found.is_proven, found.solution.moves) == (7, True, ())


def test_a_pass_may_earn_points_where_passes_are_limited() -> None:
    table = ScoringTable(extra_pass=3)
    found = best_score(Deal.parse("solvitaire:2"), Rules(draw=3, passes=4), table)
    assert (found.score, found.solution.passes, found.is_proven) == (9, 4, True)


def test_a_game_half_played_scores_from_there() -> None:
    deal = Deal.parse("shootme:5")
    rules = Rules(draw=1)
    solution = best_score(deal, rules, STANDARD).solution
    *_, middle, _ = list(solution.positions())[:40]
    rest = best_score(middle, scoring=STANDARD)
    played = solution.moves[:38]
    assert rest.is_proven
    assert rest.score == 745 - type(solution)(solution.position, played).score(STANDARD)


@pytest.mark.parametrize(
    ("table", "rules", "what"),
    [
        (ScoringTable(foundation=10, take_back=-5), Rules(), r"\+10.*-5"),
        (ScoringTable(extra_pass=1), Rules(), "every further pass"),
    ],
)
def test_points_without_end_are_refused(table: ScoringTable, rules: Rules, what: str) -> None:
    with pytest.raises(InputError, match=what):
        best_score(Deal.parse("solvitaire:2"), rules, table)


def test_the_same_tables_where_there_is_an_end() -> None:
    position = Position.start(Deal.parse("3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C"), Rules(draw=1, take_back=False))
    assert best_score(position, scoring=ScoringTable(foundation=10, take_back=-5)).score == 120


@pytest.mark.parametrize(
    ("table", "rules", "what"),
    [
        (STANDARD, Rules(part_runs=False), "whole runs"),
        (ScoringTable(foundation=999_999_937, turn_up=1), Rules(take_back=False), "too large"),
        (ScoringTable(extra_pass=1), Rules(passes=10**6), "too long"),
    ],
)
def test_what_the_search_cannot_do(table: ScoringTable, rules: Rules, what: str) -> None:
    with pytest.raises(UnsupportedError, match=what):
        best_score(Deal.parse("solvitaire:2"), rules, table)


def test_large_numbers_with_a_common_measure() -> None:
    table = ScoringTable(foundation=10**9, take_back=-(10**9))
    found = best_score(Deal.parse("solvitaire:2"), Rules(draw=3), table)
    assert (found.score, found.is_proven) == (52 * 10**9, True)


def test_a_shape_that_does_not_fit() -> None:
    position = Position.start(Deal.parse("solvitaire:2"), Rules())
    with pytest.raises(InputError):
        best_score(position, Rules(shape=Shape(4, 3)), STANDARD)
