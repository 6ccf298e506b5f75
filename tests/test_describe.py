"""Moves in words: they tell every move from every other, and the numbers are those of the length."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver import Deal, IllegalMoveError, Position, Rules
from klondike_solver.describe import describe, narrate
from klondike_solver.moves import Draw, Move, Recycle, WasteToFoundation


def random_play(seed: int, length: int) -> tuple[Position, list[Move], Position]:
    """Return a random position, and random moves that lead on from the start of the game to it."""
    source = random.Random(seed)
    start = position = Position.start(Deal.random(source), Rules(draw=source.randint(1, 3)))
    moves = []
    for _ in range(length):
        moves.append(source.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return start, moves, position


@given(seed=st.integers(0, 10**9), length=st.integers(0, 150), unicode=st.booleans())
def test_no_two_moves_of_a_position_read_the_same(seed: int, length: int, unicode: bool) -> None:
    _, _, position = random_play(seed, length)
    moves = position.legal_moves()
    texts = [describe(move, position, unicode=unicode) for move in moves]
    assert len(set(texts)) == len(moves)
    assert unicode or all(text.isascii() for text in texts)
    for move, text in zip(moves, texts, strict=True):
        turned = position.face_down_total - position.play(move).face_down_total
        assert text.count(", turning up ") == turned


@given(seed=st.integers(0, 10**9), length=st.integers(0, 150), count_recycles=st.booleans())
def test_the_steps_have_the_numbers_of_the_moves(seed: int, length: int, count_recycles: bool) -> None:
    start, moves, final = random_play(seed, length)
    counted = [move for move in moves if count_recycles or not isinstance(move, Recycle)]
    single = list(narrate(start, moves, count_recycles=count_recycles, collapse=False))
    assert len(single) == len(moves)
    assert [step.first for step in single if step.first is not None] == list(range(1, len(counted) + 1))
    assert all(step.first == step.last for step in single)
    steps = list(narrate(start, moves, count_recycles=count_recycles))
    numbers = [n for step in steps if step.first and step.last for n in range(step.first, step.last + 1)]
    assert numbers == list(range(1, len(counted) + 1))
    assert not steps or steps[-1].position == final
    for one, other in pairwise(steps):
        assert not (one.text.startswith("draw") and other.text.startswith("draw"))


def test_draws_on_end_are_one_step() -> None:
    start = Position.start(Deal.parse("solvitaire:2"))
    steps = list(narrate(start, [Draw(), Draw(), Draw()]))
    assert [(step.numbers, step.text) for step in steps] == [("1-3", "draw 3 times; the waste shows 2♣")]
    steps = list(narrate(start, [Draw()] * 8 + [Recycle()] + [Draw()] * 2, unicode=False))
    assert [step.numbers for step in steps] == ["1-8", "", "9-10"]
    assert steps[-1].text == "draw twice; the waste shows KS"


def test_an_illegal_move_is_not_told() -> None:
    start = Position.start(Deal.parse("solvitaire:2"))
    with pytest.raises(IllegalMoveError, match="the waste is empty"):
        describe(WasteToFoundation(), start)
    with pytest.raises(IllegalMoveError, match="move 2 "):
        list(narrate(start, [Draw(), Recycle()]))
