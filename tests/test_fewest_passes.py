"""The fewest passes, against trying one limit after the other."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from klondike_solver import (
    Deal,
    InputError,
    Position,
    PositionError,
    Reason,
    Result,
    Rules,
    Shape,
    Solution,
    Verdict,
    solve,
)
from klondike_solver import questions as questions_module
from klondike_solver.moves import Draw, Recycle
from klondike_solver.passes import fewest_passes

from .brute import is_winnable, random_play

SHAPES = [Shape(3, 2), Shape(3, 3), Shape(4, 2), Shape(4, 3), Shape(5, 3), Shape(5, 4)]


def fewest_by_trying(position: Position, most: int) -> int | None:
    for limit in range(position.passes_used, most + 1):
        if is_winnable(position.with_rules(replace(position.rules, passes=limit))):
            return limit
    return None


def check(found, position, truth):
    assert found.passes == truth
    assert found.at_least == truth
    assert found.is_proven is (truth is not None)
    assert found.verdict is (Verdict.LOST if truth is None else Verdict.WINNABLE)
    assert (found.solution is None) is (truth is None)
    if truth is not None:
        assert found.solution.position == position
        assert found.solution.passes == truth
        assert found.solution.is_won
        # It is legal with no more passes than it says.
        tight = position.with_rules(replace(position.rules, passes=truth))
        assert Solution(tight, found.solution.moves).is_won


def test_small_decks_without_a_limit():
    random = Random("passes")
    truths = set()
    for _ in range(120):
        shape = random.choice(SHAPES)
        rules = Rules(draw=random.randint(1, 4), take_back=random.random() < 0.5, shape=shape)
        position = Position.start(Deal.random(random, shape=shape), rules)
        truth = fewest_by_trying(position, shape.stock_size + 1)
        # No number of passes beyond that wins what this one does not.
        assert is_winnable(position) is (truth is not None)
        check(fewest_passes(position), position, truth)
        truths.add(truth)
    assert {1, 2, 3, None} <= truths


def test_games_half_played_with_a_limit():
    random = Random("half played")
    used = set()
    for _ in range(60):
        shape = random.choice(SHAPES)
        rules = Rules(draw=random.randint(1, 3), passes=random.randint(2, 5), shape=shape)
        start = Position.start(Deal.random(random, shape=shape), rules)
        position = random_play(random, start, random.randint(0, 30))
        truth = fewest_by_trying(position, rules.passes)
        check(fewest_passes(position), position, truth)
        used.add((position.passes_used, truth))
    # Passes that were used up count, and some of these games take more.
    assert any(truth and truth > passes > 1 for passes, truth in used)
    assert any(truth is None for _, truth in used)


def test_no_more_passes_than_the_rules_allow_are_tried():
    deal = Deal.parse("solvitaire:3")
    asked = fewest_passes(deal, Rules(draw=3)).asked
    assert max(asked) == 25
    fewest = fewest_passes(deal, Rules(draw=3)).passes
    assert fewest > 2
    assert solve(deal, Rules(draw=3, passes=fewest)).verdict is Verdict.WINNABLE
    assert solve(deal, Rules(draw=3, passes=fewest - 1)).verdict is Verdict.LOST
    assert fewest_passes(deal, Rules(draw=3, passes=fewest)).passes == fewest
    below = fewest_passes(deal, Rules(draw=3, passes=fewest - 1))
    assert (below.verdict, below.passes, below.at_least) == (Verdict.LOST, None, None)
    assert below.asked == {fewest - 1: Verdict.LOST}
    assert not below.is_proven


def test_a_full_deck_tells_how_it_was_found_out():
    found = fewest_passes(Deal.parse("solvitaire:3"), Rules(draw=3))
    assert found.result.deal.name == "solvitaire:3"
    assert found.result.rules == Rules(draw=3)
    assert found.asked[found.passes - 1] is Verdict.LOST
    assert found.asked[found.passes] is Verdict.WINNABLE
    assert found.result.statistics["questions"] == len(found.asked) <= 10
    assert found.result.nodes > solve(Deal.parse("solvitaire:3"), Rules(draw=3)).nodes


class Guarded:
    """Stands in for ``solve``, and does not decide under some limits of passes (None: unlimited)."""

    def __init__(self, *undecided):
        self.undecided = undecided

    def __call__(self, position, **limits):
        if position.rules.passes in self.undecided:
            return Result(Verdict.UNDECIDED, Reason.NODE_LIMIT, None, position, None, "none", 1, 0.0)
        return solve(position, **limits)


@pytest.fixture
def three_pass_deal():
    """Return a small deal of which a win takes exactly three passes."""
    random = Random("three")
    rules = Rules(draw=2, shape=Shape(4, 3))
    while True:
        position = Position.start(Deal.random(random, shape=rules.shape), rules)
        if fewest_by_trying(position, 4) == 3:
            return position


@pytest.mark.parametrize(
    ("undecided", "passes", "at_least"),
    [
        ((2,), 3, 2),
        ((1, 2), 3, 1),
        ((1,), 3, 3),  # What is lost with two passes is lost with one.
        ((3,), 4, 3),
        ((3, 4), 5, 3),
        ((None,), 3, 3),
        ((2, None), 3, 2),
        (tuple(range(3, 12)), None, 3),  # A win with all passes may take more than three.
    ],
)
def test_nothing_is_claimed_that_was_not_found_out(undecided, passes, at_least, three_pass_deal, monkeypatch):
    monkeypatch.setattr(questions_module, "solve", Guarded(*undecided))
    found = fewest_passes(three_pass_deal)
    assert found.verdict is Verdict.WINNABLE
    assert found.at_least == at_least
    # A solution may take fewer passes than were allowed when it was found.
    assert found.passes >= 3
    if passes is not None:
        assert found.passes <= passes
    assert found.is_proven is (found.passes == at_least)


def test_all_undecided(three_pass_deal, monkeypatch):
    monkeypatch.setattr(questions_module, "solve", Guarded(None, *range(1, 20)))
    found = fewest_passes(three_pass_deal)
    assert (found.verdict, found.result.reason) == (Verdict.UNDECIDED, Reason.NODE_LIMIT)
    assert (found.passes, found.at_least, found.is_proven) == (None, 1, False)


def test_undecided_and_not_with_two_passes(three_pass_deal, monkeypatch):
    monkeypatch.setattr(questions_module, "solve", Guarded(None, *range(3, 20)))
    found = fewest_passes(three_pass_deal)
    assert (found.verdict, found.passes, found.at_least) == (Verdict.UNDECIDED, None, 3)


def test_a_won_position_takes_no_more_passes():
    start = Position.start(Deal.parse("AC | AH AD || AS"), Rules(draw=1, passes=3))
    line = Solution.parse("FB GC GE @", start)
    again = Solution(start, [*line.moves, Recycle(), Draw()]).final
    assert fewest_passes(again).passes == again.passes_used == 2


def test_bad_input():
    with pytest.raises(InputError, match="node limit"):
        fewest_passes(Deal.parse("solvitaire:3"), max_nodes=-1)
    start = Position.start(Deal.parse("AC | AH AD || AS"), Rules(draw=1, passes=3))
    turned = Solution(start, [Draw(), Recycle()]).final
    with pytest.raises(PositionError, match="recycles"):
        fewest_passes(turned, Rules(draw=1, passes=1))
