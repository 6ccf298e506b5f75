"""The compiled engine against the reference solver: any small deck, any rules, any line of play into it."""

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from klondike_solver import Verdict, solve
from klondike_solver.cards import full_deck
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.rules import Rules, Shape

RULES = st.builds(
    Rules,
    draw=st.integers(1, 5),
    passes=st.sampled_from((None, 1, 2, 3)),
    take_back=st.booleans(),
)


@st.composite
def positions(draw, shapes):
    """Positions of small decks: a deal, and moves into it, each by its number among those that are legal."""
    shape = draw(st.sampled_from(shapes))
    deal = Deal(draw(st.permutations(full_deck(shape.ranks))), shape=shape)
    position = Position.start(deal, draw(RULES))
    for number in draw(st.lists(st.integers(0, 9), max_size=30)):
        moves = position.legal_moves()
        if moves:
            position = position.play(moves[number % len(moves)])
    return position


def check_same_verdict(position, max_nodes):
    expected = solve(position, engine="reference", max_nodes=max_nodes)
    assume(expected.verdict is not Verdict.UNDECIDED)
    result = solve(position, engine="compiled", memory=1)
    event(result.verdict)
    assert result.verdict is expected.verdict
    assert (result.solution is not None) == (result.verdict is Verdict.WINNABLE)


@given(positions([Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(4, 3), Shape(4, 4)]))
@settings(max_examples=200)
def test_same_verdict(position):
    check_same_verdict(position, 2000)


@pytest.mark.slow
@given(positions([Shape(4, 2), Shape(4, 3), Shape(4, 4), Shape(5, 3), Shape(5, 4), Shape(5, 5), Shape(6, 6)]))
@settings(max_examples=5000)
def test_same_verdict_on_larger_decks(position):
    check_same_verdict(position, 10_000)
