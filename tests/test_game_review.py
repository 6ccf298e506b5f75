"""Reviews of played games against the truth on every position of them."""

from __future__ import annotations

from functools import cache
from math import ceil, log2
from random import Random

import pytest
from klondike_solver import (
    Deal,
    IllegalMoveError,
    InputError,
    Position,
    Reason,
    Result,
    Rules,
    Shape,
    Solution,
    Verdict,
    solve,
)
from klondike_solver import questions as questions_module
from klondike_solver.analysis import analyse
from klondike_solver.game_review import Outcome, review
from klondike_solver.moves import Draw, Recycle, WasteToFoundation
from klondike_solver.ways_back import way_back

from .brute import is_winnable

SETTINGS = [
    Rules(draw=3, shape=Shape(4, 3)),
    Rules(draw=2, take_back=False, shape=Shape(4, 4)),
    Rules(draw=1, passes=1, shape=Shape(4, 3)),
    Rules(draw=2, passes=2, shape=Shape(4, 3)),
    Rules(draw=3, passes=1, take_back=False, shape=Shape(4, 2)),
]

FULL = "FH HG HK ID @AG AI @"
"""A game of ``solvitaire:8`` that is winnable, but not after the move that follows."""


@cache
def truth(position: Position) -> Verdict:
    return Verdict.WINNABLE if is_winnable(position) else Verdict.LOST


def random_game(random: Random, rules: Rules) -> Solution:
    """Return a game of up to 60 random moves, seldom a won one."""
    start = position = Position.start(Deal.random(random, shape=rules.shape), rules)
    moves = []
    for _ in range(random.randint(0, 60)):
        if not (choices := position.legal_moves()):
            break
        moves.append(random.choice(choices))
        position = position.play(moves[-1])
    return Solution(start, moves)


def check_against_truth(found):
    """Check all that a review says, and that it says all there is to say."""
    verdicts = [truth(position) for position in found.line.positions()]
    assert [found.verdict_after(count) for count in range(len(verdicts))] == verdicts
    if verdicts[-1] is Verdict.WINNABLE:
        assert found.outcome is (Outcome.WON if found.line.is_won else Outcome.WINNABLE)
    elif verdicts[0] is Verdict.LOST:
        assert found.outcome is Outcome.LOST_FROM_THE_START
    else:
        assert found.outcome is Outcome.LOST
        assert found.losing_move == verdicts.index(Verdict.LOST) - 1
        assert list(found.suspects) == [found.losing_move]
        before = list(found.line.positions())[found.losing_move]
        assert way_back(before, found.line.moves[found.losing_move]) is None
        keeping = [move for move in before.legal_moves() if truth(before.play(move)) is Verdict.WINNABLE]
        assert [option.move for option in found.alternatives] == keeping
        assert all(option.solution.is_won for option in found.alternatives)
    if found.outcome is not Outcome.LOST:
        assert found.losing_move is found.analysis is None
        assert not found.alternatives


@pytest.mark.parametrize("rules", SETTINGS, ids=repr)
def test_games_of_small_decks(rules):
    random = Random(f"review {rules}")
    outcomes = set()
    for _ in range(60):
        line = random_game(random, rules)
        found = review(line.position, line.moves)
        check_against_truth(found)
        outcomes.add(found.outcome)
    assert {Outcome.LOST, Outcome.WINNABLE} <= outcomes


def test_few_questions_are_asked(monkeypatch):
    random = Random("questions")
    asked = []
    monkeypatch.setattr(questions_module, "solve", lambda *args, **limits: asked.append(args) or solve(*args, **limits))
    lost = 0
    for _ in range(80):
        line = random_game(random, SETTINGS[3])
        asked.clear()
        found = review(line.position, line.moves)
        assert found.questions == len(asked)
        if found.losing_move is None:
            assert found.questions <= 2
        else:
            choices = len(found.analysis.moves)
            assert found.questions <= 2 + ceil(log2(len(line.moves) + 1)) + choices
            lost += 1
    assert lost


@pytest.mark.parametrize("seed", range(4))
def test_where_some_positions_are_undecided(seed, monkeypatch):
    """A gap around the losing move: its ends are told exactly, and what is in it is not guessed."""
    random = Random(seed)
    rules = SETTINGS[seed]
    while True:
        line = random_game(random, rules)
        positions = list(line.positions())
        verdicts = [truth(position) for position in positions]
        if len(set(verdicts)) > 1 and len(set(positions)) == len(positions) > 12:
            break
    lost = verdicts.index(Verdict.LOST)
    gap = range(max(lost - 3, 0), min(lost + 3, len(positions)))
    hidden = {positions[place] for place in gap}

    def solve_or_not(position, **limits):
        if position in hidden:
            return Result(Verdict.UNDECIDED, Reason.NODE_LIMIT, None, position, None, "gap", 1, 0.0)
        return solve(position, **limits)

    monkeypatch.setattr(questions_module, "solve", solve_or_not)
    found = review(line.position, line.moves)
    assert found.winnable_after == (gap.start - 1 if gap.start else None)
    assert found.lost_after == (gap.stop if gap.stop < len(positions) else None)
    assert found.losing_move is found.analysis is None
    if found.lost_after is None:
        assert found.outcome is Outcome.UNDECIDED
        assert not found.suspects
    else:
        assert found.outcome is Outcome.LOST
        assert lost - 1 in found.suspects
    assert {found.verdict_after(place) for place in gap} == {Verdict.UNDECIDED}
    assert found.questions <= 2 + 2 * ceil(log2(len(positions)))


def test_a_full_deck_lost_by_one_move():
    """Leave a solution for a move that loses, play on, and be told which one it was."""
    rules = Rules(draw=3, passes=3)
    line = solve(Deal.parse("solvitaire:5"), rules).solution
    positions = list(line.positions())
    wrong = None
    for place in range(0, len(line.moves), 3):
        if lost := analyse(positions[place]).with_verdict(Verdict.LOST):
            wrong = lost[0]
            break
    assert wrong is not None
    moves = [*line.moves[:place], wrong.move]
    random = Random(1)
    position = wrong.position
    for _ in range(40):
        if choices := position.legal_moves():
            moves.append(random.choice(choices))
            position = position.play(moves[-1])
    found = review(Deal.parse("solvitaire:5"), moves, rules)
    assert found.outcome is Outcome.LOST
    assert found.losing_move == place
    assert found.line.moves[found.losing_move] == wrong.move
    assert line.moves[place] in [option.move for option in found.alternatives]
    assert found.deal.name == "solvitaire:5"


def test_move_letters_and_what_would_have_kept_it_alive():
    found = review(Deal.parse("solvitaire:8"), f"{FULL} AK @@@")
    assert found.outcome is Outcome.LOST
    assert found.losing_move == len(Solution.parse(FULL, found.line.position).moves)
    assert [option.move for option in found.alternatives] == [Draw()]
    assert found.analysis.only_winning.move == Draw()


def test_a_recycle_can_lose_where_passes_are_limited():
    """The ace of clubs lies on the waste, and turning it over gives it away."""
    deal = Deal.parse("3S | 2D 3C | 3H AH 2S || AS 2H 2C AD 3D AC")
    found = review(deal, "@@ @", Rules(draw=3, passes=2))
    check_against_truth(found)
    assert found.line.moves[found.losing_move] == Recycle()
    assert [option.move for option in found.alternatives] == [WasteToFoundation()]
    # Under unlimited passes every one of these moves can be undone, so that none of them can lose.
    assert review(deal, "@@ @", Rules(draw=3)).outcome is Outcome.WINNABLE


def test_won_winnable_and_lost_from_the_start():
    solved = solve(Deal.parse("solvitaire:2")).solution
    won = review(solved.position, solved.moves)
    assert (won.outcome, won.winnable_after, won.lost_after) == (Outcome.WON, len(solved.moves), None)
    assert review(solved.position, []).outcome is Outcome.WINNABLE
    lost = review(Deal.parse("solvitaire:1"), [Draw(), Draw()])
    assert (lost.outcome, lost.winnable_after, lost.lost_after) == (Outcome.LOST_FROM_THE_START, None, 0)
    assert lost.questions == 2
    assert lost.analysis is None


def test_a_budget_leaves_a_game_undecided():
    found = review(Deal.parse("solvitaire:3"), "@@", max_nodes=1)
    assert found.outcome is Outcome.UNDECIDED
    assert found.winnable_after is found.lost_after is found.losing_move is None
    assert list(found.suspects) == []


def test_places_outside_the_game():
    found = review(Deal.parse("solvitaire:1"), "@")
    for count in (-1, 2):
        with pytest.raises(IndexError, match="1 move"):
            found.verdict_after(count)


def test_bad_input():
    with pytest.raises(IllegalMoveError, match="move 2") as caught:
        review(Deal.parse("solvitaire:3"), [Draw(), Recycle()])
    assert caught.value.index == 1
    with pytest.raises(IllegalMoveError, match=r"move 2 \(FG"):
        review(Deal.parse("solvitaire:3"), "@ FG")
    with pytest.raises(InputError, match="time limit"):
        review(Deal.parse("solvitaire:3"), "@", timeout=-1)
