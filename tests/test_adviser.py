"""Whoever sees all cards: hints that lead to a win, and what is lost."""

from __future__ import annotations

import pytest
from klondike_solver.adviser import Adviser, Budget
from klondike_solver.analysis import analyse
from klondike_solver.deal import Deal
from klondike_solver.moves import Draw
from klondike_solver.position import Position
from klondike_solver.result import Reason, Verdict
from klondike_solver.rules import Rules
from klondike_solver.session import Session

BUDGET = Budget(max_nodes=150_000)


@pytest.mark.parametrize("name", ["solvitaire:2", "pysol:7"])
def test_hints_lead_to_a_win(name: str) -> None:
    adviser = Adviser(thought=BUDGET)
    session = Session.of(Deal.parse(name), Rules(draw=1))
    steps = 0
    while not session.is_won:
        way = adviser.way(session.position)
        assert way is not None
        assert way.is_won
        assert way.moves[0] in session.position.legal_moves()
        # Off the way now and then, and back on another one.
        legal = [
            move
            for move in session.position.legal_moves()
            if adviser.verdict(session.position.play(move)) == "winnable"
        ]
        session.play(legal[0] if steps % 9 == 5 and steps < 60 else way.moves[0])
        steps += 1
        assert steps < 400
    assert session.line.is_won


def test_what_is_lost_is_lost_where_the_analysis_says_so() -> None:
    losses = 0
    for number in range(2, 7):
        adviser = Adviser(glance=BUDGET, thought=BUDGET)
        session = Session.of(Deal.from_number("solvitaire", number), Rules(draw=3, passes=3))
        before = adviser.verdict(session.position)
        while (moves := session.position.legal_moves()) and not session.is_won and len(session.moves) < 45:
            way = adviser.way(session.position)
            step = len(session.moves)
            move = moves[step % len(moves)] if way is None or step % 3 == 2 else way.moves[0]
            expected = {option.move: option.verdict for option in analyse(session.position, max_nodes=150_000).moves}
            session.play(move)
            verdict = adviser.verdict_after(session.positions[-2], move, session.position)
            assert {verdict, expected[move]} != {Verdict.WINNABLE, Verdict.LOST}
            if before is Verdict.WINNABLE and verdict is Verdict.LOST:
                losses += 1
                assert adviser.last_winnable(session.positions) == len(session.moves) - 1
                break
            before = verdict
    assert losses >= 2


def test_the_last_winnable_position_is_found_between_others() -> None:
    adviser = Adviser(glance=BUDGET)
    session = Session.of(Deal.from_number("solvitaire", 2), Rules(draw=3, passes=1))
    session.play(*[Draw()] * 8)
    verdicts = [Adviser(glance=BUDGET).verdict(position) for position in session.positions]
    assert Verdict.UNDECIDED not in verdicts
    expected = max((index for index, verdict in enumerate(verdicts) if verdict is Verdict.WINNABLE), default=None)
    assert adviser.last_winnable(session.positions) == expected


def test_what_follows_a_lost_position_is_lost() -> None:
    adviser = Adviser(glance=BUDGET)
    session = Session.of(Deal.from_number("solvitaire", 1))
    session.play(*[Draw()] * 4)
    adviser.carry(session.positions)
    assert [adviser.known(position) for position in session.positions] == [None] * 5
    assert adviser.verdict(session.positions[2]) is Verdict.LOST
    adviser.carry(session.positions)
    # It says nothing of those before.
    assert [adviser.known(position) for position in session.positions] == [None] * 2 + [Verdict.LOST] * 3
    assert adviser.last_winnable(session.positions) is None
    assert [adviser.known(position) for position in session.positions] == [Verdict.LOST] * 5


def test_a_budget_that_is_too_small_decides_nothing() -> None:
    position = Position.start(Deal.from_number("solvitaire", 2))
    adviser = Adviser(glance=Budget(max_nodes=10), thought=Budget(max_nodes=20))
    assert adviser.verdict(position) is Verdict.UNDECIDED
    assert adviser.why_undecided(position) is Reason.NODE_LIMIT
    assert adviser.way(position) is None
    assert adviser.known(position) is None
    assert adviser.last_winnable([position, position.play(Draw())]) is None
    assert adviser.verdict(position, budget=BUDGET) is Verdict.WINNABLE
    # A draw can be undone, so the answer needs no search.
    assert adviser.verdict_after(position, Draw(), position.play(Draw())) is Verdict.WINNABLE
    stopped = Adviser(glance=Budget(), cancel=lambda: True)
    hard = Position.start(Deal.from_number("solvitaire", 59), Rules(draw=1))
    assert stopped.verdict(hard) is Verdict.UNDECIDED
    assert stopped.why_undecided(hard) is None
