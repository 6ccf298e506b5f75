"""Games that are being played: their history, and saving it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from klondike_solver.deal import Deal
from klondike_solver.errors import FormatError, IllegalMoveError, InputError
from klondike_solver.moves import Draw, Recycle
from klondike_solver.position import Position
from klondike_solver.rules import Rules, Shape
from klondike_solver.saved_game import is_saved_game, read_saved_game, saved_game, session_to_dict
from klondike_solver.scoring import SCORINGS, ScoringTable, score
from klondike_solver.session import Session

rules_of_all_kinds = st.builds(
    Rules,
    draw=st.integers(1, 4),
    passes=st.sampled_from([None, 1, 2, 3]),
    take_back=st.booleans(),
    part_runs=st.booleans(),
    shape=st.sampled_from([Shape(), Shape(5, 4), Shape(4, 3)]),
)


@st.composite
def sessions(draw: Callable[..., Any]) -> Session:
    """A game, half of them begun in the middle, with moves that were played and moves that were taken back."""
    rules = draw(rules_of_all_kinds)
    position = Position.start(Deal.random(draw(st.integers(0, 2**32)), shape=rules.shape), rules)
    for _ in range(draw(st.sampled_from([0, 25]))):
        moves = position.legal_moves()
        if moves:
            position = position.play(draw(st.sampled_from(moves)))
    session = Session(
        position,
        scoring=draw(st.sampled_from([None, SCORINGS["vegas"], SCORINGS["standard"], ScoringTable(turn_up=7)])),
        count_recycles=draw(st.booleans()),
    )
    for _ in range(draw(st.integers(0, 40))):
        moves = session.position.legal_moves()
        if moves:
            # Now and then the stock to its end, so that games end with turning the waste over.
            session.play(
                draw(st.sampled_from([*moves, *(move for move in moves if isinstance(move, (Draw, Recycle)))]))
            )
        if draw(st.integers(0, 9)) == 0:
            session.undo(draw(st.integers(1, 5)))
    return session


@settings(max_examples=60)
@given(sessions(), st.data())
def test_undo_and_redo_come_back_to_the_same_positions(session: Session, data: st.DataObject) -> None:
    positions, moves, points, undone = session.positions, session.moves, session.score, session.undone
    count = data.draw(st.integers(0, len(moves) + 2))
    assert session.undo(count) == min(count, len(moves))
    assert session.positions == positions[: len(positions) - min(count, len(moves))]
    assert session.undone == (*moves[len(session.moves) :], *undone)
    if session.scoring is not None:
        assert session.score == score(session.start, session.moves, session.scoring)
    assert session.redo(count) == min(count, len(moves) + len(undone))
    session.undo(len(session.moves) - len(moves))
    assert (session.positions, session.moves, session.score, session.undone) == (positions, moves, points, undone)
    assert session.line.final == session.position
    assert session.length == session.line.length(count_recycles=session.count_recycles)
    assert session.passes == session.line.passes


@settings(max_examples=60)
@given(sessions())
def test_a_saved_game_comes_back_as_it_was(session: Session) -> None:
    text = saved_game(session)
    again = read_saved_game(text)
    assert is_saved_game(text)
    assert again == session
    assert (again.undone, again.score, again.deal) == (session.undone, session.score, session.deal)
    assert saved_game(again) == text


def test_something_else_forgets_what_was_taken_back() -> None:
    session = Session.of(Deal.from_number("solvitaire", 2))
    session.play(Draw(), Draw(), Draw())
    session.undo(2)
    session.play(Draw())
    assert session.undone == (Draw(),)
    session.play(session.position.legal_moves()[0])
    assert session.undone == ()
    assert (session.redo(5), session.undo(9), session.position) == (0, 3, session.start)
    assert session != "a game"


def test_several_moves_are_played_or_none() -> None:
    session = Session.of(Deal.from_number("solvitaire", 2))
    with pytest.raises(IllegalMoveError, match=r"move 3 .*the stock when|it has \d+ cards") as caught:
        session.play(Draw(), Draw(), Recycle())
    assert (caught.value.index, session.moves) == (2, ())


def test_the_name_of_a_deal_is_kept() -> None:
    session = Session.of(Deal.from_number("solvitaire", 2), scoring=SCORINGS["vegas"])
    data = session_to_dict(session)
    assert (data["deal"]["name"], data["scoring"], data["start"]) == ("solvitaire:2", "vegas", None)
    again = read_saved_game(saved_game(session))
    assert again.deal is not None
    assert again.deal.name == "solvitaire:2"
    data["deal"]["name"] = "what my aunt never won"
    again = read_saved_game(json.dumps(data))
    assert again.deal is not None
    assert (again.deal.name, again == session) == ("what my aunt never won", True)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["kind"], "chess", 'no saved game: a JSON object with "kind": "klondike game" is one'),
        (["schema"], 2, '"schema" is 2: this version of klondike-solver reads saved games of 1'),
        (["schema"], "1", '"schema" is a text instead of a whole number'),
        (["rules"], [], '"rules" is a list instead of an object'),
        (["rules", "draw"], 25, '"rules": draw is 1 to 24 cards, not 25'),
        (["rules", "draw"], True, '"rules.draw" is true or false instead of a whole number'),
        (["rules", "passes"], "2", '"rules.passes" is a text instead of a whole number or null'),
        (["rules", "shape", "columns"], 1.5, '"rules.shape.columns" is a number instead of a whole number'),
        (["deal"], None, '"start" is null instead of an object'),
        (["deal", "exact"], "12x", "\"deal.exact\" is the number of a deal in decimal digits, not '12x'"),
        (["deal", "exact"], "9" * 70, '"deal.exact": '),
        (["deal", "name"], "solvitaire:3", '"deal.name", \'solvitaire:3\', is another deal than "deal.exact"'),
        (["scoring"], "gold", "\"scoring\" is standard, vegas, a table or null, not 'gold'"),
        (["scoring"], {"foundation": "5"}, '"scoring": foundation must be a whole number of points'),
        (["count_recycles"], 1, '"count_recycles" is a whole number instead of true or false'),
        (["moves"], "@@Z", "\"moves\": line 1, character 3: 'Z' is no pile"),
        (["moves"], "@@FB", '"moves": move 3 (FB, line 1, character 3): 5H goes to foundation E'),
        (["moves"], "@" * 100_001, '"moves" has 100001 characters'),
        (["played"], -1, '"played" is a number of moves, 0 or more, not -1'),
        (["played"], 1, '"moves" and "turned_over" have 2 moves, but "played" and "undone" say 1'),
        (["undone"], 1, '"moves" and "turned_over" have 2 moves, but "played" and "undone" say 3'),
        (["turned_over"], [0, 0], '"turned_over" lists numbers of moves'),
        (["turned_over"], [True], '"turned_over" lists numbers of moves'),
    ],
)
def test_what_is_wrong_with_a_saved_game_is_said(path: list[str], value: object, message: str) -> None:
    session = Session.of(Deal.from_number("solvitaire", 2))
    session.play(Draw(), Draw())
    data = session_to_dict(session)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises((FormatError, IllegalMoveError)) as caught:
        read_saved_game(json.dumps(data))
    assert message in str(caught.value)
    del place[path[-1]]
    with pytest.raises(FormatError, match=f'{path[-1]}"|no saved game'):
        read_saved_game(json.dumps(data))


@pytest.mark.parametrize(
    "text", ["", "[]", "7" * 5000, "[" * 100_000, '{"kind": "klondike game",\n "schema"', "klondike"]
)
def test_what_is_no_saved_game_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="no saved game"):
        read_saved_game(text)
    assert is_saved_game(text) is text.startswith('{"kind"')


def test_where_the_waste_was_turned_over_is_kept() -> None:
    session = Session.of(Deal.from_number("solvitaire", 2))
    session.play(*[Draw()] * 8, Recycle(), session.start.legal_moves()[0], Draw())
    session.play(*[Draw()] * 7, Recycle())
    data = session_to_dict(session)
    assert (data["moves"], data["turned_over"]) == ("@@@@@@@@FI @@@@@@@@".replace("FI", data["moves"][8:10]), [8, 18])
    assert read_saved_game(json.dumps(data)).moves == session.moves
    data["turned_over"] = [7, 18]
    with pytest.raises(IllegalMoveError, match=r'^"turned_over": move 8 .* the waste is turned over when the stock is'):
        read_saved_game(json.dumps(data))


@settings(max_examples=150)
@given(sessions(), st.data())
def test_a_damaged_saved_game_is_refused_or_read(session: Session, data: st.DataObject) -> None:
    text = saved_game(session)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 4))
        put = data.draw(st.sampled_from(["", "0", "-1", "null", '"', "{", "]", "@", "A", "\ud800"]))
        text = text[:start] + put + text[end:]
    # Nothing but an InputError comes, or a game that is sound.
    with suppress(InputError):
        again = read_saved_game(text)
        assert again.line.final == again.position


def test_a_start_in_the_middle_that_is_broken() -> None:
    start = Position.start(Deal.from_number("solvitaire", 2)).play(Draw())
    data = session_to_dict(Session(start))
    data["start"]["waste"][0] = "AS"
    with pytest.raises(FormatError, match=r'^"start": .*AS'):
        read_saved_game(json.dumps(data))
    data["start"]["waste"][0] = "1S"
    with pytest.raises(FormatError, match=r'^"start": line 75, character 4 \("waste"\): .1S. is not a card'):
        read_saved_game(json.dumps(data, indent=1))
    data = session_to_dict(Session(start))
    data["rules"]["shape"]["ranks"] = 12
    with pytest.raises(FormatError, match=r'^"start": '):
        read_saved_game(json.dumps(data))
