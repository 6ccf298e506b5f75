"""The compiled board that lines of play are shortened on: the same rules as ``Position``, and no trust in arguments."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from klondike_solver import Deal, IllegalMoveError, InternalError, Position, Rules, Shape, Solution, Suit
from klondike_solver.ext.tidy import Line
from klondike_solver.moves import (
    Draw,
    FoundationToTableau,
    Move,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from klondike_solver.shorten import shorten

RIGHT = {
    "columns": [[48], [49], [50], [51]],
    "face_down": [0, 0, 0, 0],
    "foundations": [12, 12, 12, 12],
    "stock": [],
    "waste": [],
    "draw": 1,
    "king": 12,
    "take_back": True,
    "part_runs": True,
    "recycles": None,
    "moves": [(4, column, 0, 0) for column in range(4)],
}


def test_what_is_right_is_taken() -> None:
    line = Line(**RIGHT)  # type: ignore[arg-type]
    line.shorten()
    assert line.moves() == RIGHT["moves"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": [[48], [49], [50], [50]]},
        {"columns": [[48], [49], [50], [600]]},
        {"columns": [[48], [49], [50], [-1]]},
        {"columns": [[48], [49], [50], []]},
        {"columns": [[48], [49], [50], [51], *[[]] * 6], "face_down": [0] * 10},
        {"face_down": [0, 0, 0]},
        {"face_down": [1, 0, 0, 0]},
        {"face_down": [-1, 0, 0, 0]},
        {"foundations": [12, 12, 12]},
        {"foundations": [12, 12, 12, 14]},
        {"stock": [0]},
        {"king": 13},
        {"king": -1},
        {"draw": 0},
        {"draw": 25},
        {"recycles": -1},
    ],
)
def test_what_is_wrong_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InternalError):
        Line(**{**RIGHT, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize("move", [(7, 0, 0, 0), (-1, 0, 0, 0), (4, 4, 0, 0), (4, -1, 0, 0), (3, 0, 0, 0), (6, 4, 0, 0)])
def test_moves_that_are_none(move: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="move 1 is illegal"):
        Line(**{**RIGHT, "moves": [move]})  # type: ignore[arg-type]


def conceivable(columns: int) -> list[Move]:
    places = range(-1, columns + 1)
    return [
        Draw(),
        Recycle(),
        WasteToFoundation(),
        *map(WasteToTableau, places),
        *map(TableauToFoundation, places),
        *(TableauToTableau(*each) for each in product(places, places, range(-1, 15))),
        *(FoundationToTableau(*each) for each in product(Suit, places)),
    ]


def is_legal(position: Position, move: Move) -> bool:
    try:
        position.play(move)
    except IllegalMoveError:
        return False
    return True


def is_taken(start: Position, moves: list[Move]) -> bool:
    try:
        shorten(start, moves)
    except IllegalMoveError:
        return False
    return True


@pytest.mark.parametrize("seed", range(12))
def test_the_same_moves_are_legal(seed: int) -> None:
    random = Random(seed)
    shape = random.choice([Shape(), Shape(13, 9), Shape(5, 4), Shape(3, 2)])
    rules = Rules(
        draw=random.randint(1, 4),
        passes=random.choice([None, 1, 2, 3]),
        take_back=random.random() < 0.7,
        part_runs=random.random() < 0.7,
        shape=shape,
    )
    start = position = Position.start(Deal.random(random, shape=shape), rules)
    played: list[Move] = []
    for _ in range(60):
        legal = position.legal_moves()
        for move in [*legal, *random.sample(conceivable(shape.columns), 20)]:
            assert is_taken(start, [*played, move]) == is_legal(position, move), move
        if not legal:
            break
        up = [move for move in legal if isinstance(move, TableauToFoundation | WasteToFoundation)]
        played.append(random.choice(up if up and random.random() < 0.5 else legal))
        position = position.play(played[-1])
    final = Solution(start, shorten(start, played)).final
    assert (final.columns == position.columns and final.waste == position.waste) or final.is_won


def test_numbers_that_are_too_large() -> None:
    start = Position.start(Deal.parse("solvitaire:2"))
    for move in (WasteToTableau(10**30), TableauToTableau(0, 1, 10**30)):
        with pytest.raises(IllegalMoveError):
            shorten(start, [move])
    with pytest.raises(TypeError, match="not a move: 7"):
        shorten(start, [7])  # type: ignore[list-item]
