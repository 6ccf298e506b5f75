"""What a player types, whatever it is: a request or one line that says why not, and a game that stays sound."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from klondike_solver.adviser import Adviser, Budget
from klondike_solver.cli.play_moves import typed
from klondike_solver.cli.play_table import Settings, Table
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.rules import Rules
from klondike_solver.session import Session

WORDS = [
    *"123456789wfdurhavxjbsqm?@ 0!>-",
    "to",
    "all",
    "7h",
    "10S",
    "kd",
    "ac",
    "8♠",
    "GI",
    "@@",
    "AF",
    "card",
    "é",
    "²",
]

LINES = st.one_of(st.text(max_size=12), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join))


def table_of(session: Session) -> Table:
    budget = Budget(max_nodes=2000)

    def save(name: str) -> str:
        return name or "game.json"

    return Table(session, Adviser(budget, budget), Settings(), unicode=False, save=save)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.lists(LINES, max_size=25), st.integers(1, 3), st.sampled_from([None, 1, 2]))
def test_whatever_is_typed(seed: int, lines: list[str], draw: int, passes: int | None) -> None:
    session = Session.of(Deal.random(seed), Rules(draw=draw, passes=passes))
    table = table_of(session)
    table.begin()
    for line in lines:
        before = session.position
        remarks = table.answer(line)
        assert all(remark.text and "\n" not in remark.text for remark in remarks)
        assert all(remark.text.isprintable() for remark in remarks)
        if session.position != before:
            assert remarks
    assert session.line.final == session.position


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.data(), st.integers(1, 3), st.booleans())
def test_what_is_typed_for_a_move_plays_it(seed: int, data: st.DataObject, draw: int, part_runs: bool) -> None:
    session = Session.of(Deal.random(seed), Rules(draw=draw, part_runs=part_runs))
    table = table_of(session)
    table.settings.judge = False
    for _ in range(40):
        moves = session.position.legal_moves()
        if not moves:
            break
        move = data.draw(st.sampled_from(moves))
        expected: Position = session.position.play(move)
        table.answer(typed(move, session.position))
        assert session.position == expected
