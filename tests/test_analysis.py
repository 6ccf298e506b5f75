"""Analyses against the truth: on small decks by looking at every position, on full decks by further questions."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from klondike_solver import Deal, InputError, Position, Reason, Result, Rules, Shape, Solution, Verdict, solve
from klondike_solver import questions as questions_module
from klondike_solver.analysis import analyse
from klondike_solver.cards import Suit
from klondike_solver.moves import (
    Draw,
    FoundationToTableau,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from klondike_solver.ways_back import way_back

from .brute import is_winnable, random_play

SETTINGS = [
    Rules(draw=3, shape=Shape(4, 3)),
    Rules(draw=2, take_back=False, shape=Shape(4, 4)),
    Rules(draw=1, passes=1, shape=Shape(4, 3)),
    Rules(draw=2, passes=2, shape=Shape(4, 3)),
    Rules(draw=3, passes=1, take_back=False, shape=Shape(4, 2)),
    Rules(draw=3, part_runs=False, shape=Shape(3, 3)),
]


@cache
def truth(position: Position) -> Verdict:
    return Verdict.WINNABLE if is_winnable(position) else Verdict.LOST


def positions(rules: Rules, seed: str, count: int) -> Iterator[Position]:
    """Yield positions of random games, every other one with both a winning and a losing move."""
    random = Random(f"{seed} {rules}")
    for _ in range(count // 2):
        start = Position.start(Deal.random(random, shape=rules.shape), rules)
        yield random_play(random, start, random.choice((0, 5, 10, 20)))
        yield losing_moment(random, rules)


def losing_moment(random: Random, rules: Rules) -> Position:
    """Return the position of a random game in which a move was made that lost it."""
    while True:
        game = [Position.start(Deal.random(random, shape=rules.shape), rules)]
        while len(game) < 60 and game[-1].legal_moves():
            game.append(random_play(random, game[-1], 1))
        if truth(game[0]) is Verdict.WINNABLE and truth(game[-1]) is Verdict.LOST:
            return game[bisect_left(game, True, key=lambda position: truth(position) is Verdict.LOST) - 1]


class Gaps:
    """Stands in for ``solve``, and does not find the verdict on some positions."""

    def __init__(self, undecided):
        self.undecided = undecided

    def solve(self, position, **limits):
        if not self.undecided(position):
            return solve(position, **limits)
        return Result(Verdict.UNDECIDED, Reason.NODE_LIMIT, None, position, None, "gaps", 1, 0.0)


def check_proofs(found):
    """Check that whatever is called winnable comes with a way to win."""
    for option in found.moves:
        assert option.position == found.position.play(option.move)
        assert (option.solution is not None) == (option.verdict is Verdict.WINNABLE)
        if option.solution is not None:
            assert option.solution.position == option.position
            assert option.solution.is_won
        if option.way_back is not None:
            assert option.way_back.position == option.position
            assert option.way_back.final == found.position
    assert (found.solution is not None) == (found.verdict is Verdict.WINNABLE)
    if found.solution is not None:
        assert found.solution.position == found.position
        assert found.solution.is_won


@pytest.mark.parametrize("rules", SETTINGS, ids=repr)
def test_every_verdict_is_the_truth(rules):
    seen = Counter()
    for position in positions(rules, "truth", 20):
        found = analyse(position)
        assert [option.move for option in found.moves] == position.legal_moves()
        assert [option.verdict for option in found.moves] == [truth(option.position) for option in found.moves]
        assert found.verdict is truth(position)
        check_proofs(found)
        seen.update({option.verdict for option in found.moves})
    assert seen[Verdict.WINNABLE] > 5
    assert seen[Verdict.LOST] > 5


def test_marks_mean_what_they_say():
    only = key = 0
    for position in (position for rules in SETTINGS for position in positions(rules, "marks", 10)):
        found = analyse(position)
        winning = [move for move in position.legal_moves() if truth(position.play(move)) is Verdict.WINNABLE]
        lasting = [move for move in winning if way_back(position, move) is None]
        assert (found.only_winning and found.only_winning.move) == (winning[0] if len(winning) == 1 else None)
        assert (found.key_move and found.key_move.move) == (lasting[0] if len(lasting) == 1 else None)
        only += found.only_winning is not None
        key += found.key_move is not None
    assert only
    assert key


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_nothing_is_claimed_that_was_not_found_out(share, monkeypatch):
    gaps = Gaps(lambda position: Random(f"{share} {position.columns} {position.waste}").random() < share)
    monkeypatch.setattr(questions_module, "solve", gaps.solve)
    seen = Counter()
    for position in (position for rules in SETTINGS for position in positions(rules, "gaps", 12)):
        found = analyse(position)
        check_proofs(found)
        assert found.verdict in (truth(position), Verdict.UNDECIDED)
        for option in found.moves:
            assert option.verdict in (truth(option.position), Verdict.UNDECIDED)
            # What a question about the move alone would tell is told.
            assert option.verdict is not Verdict.UNDECIDED or option.way_back or gaps.undecided(option.position)
        verdicts = {option.verdict for option in found.moves}
        if found.verdict is Verdict.UNDECIDED:
            assert Verdict.UNDECIDED in verdicts
            assert Verdict.WINNABLE not in verdicts
        if Verdict.UNDECIDED in verdicts:
            assert found.only_winning is None
        if gaps.undecided(position):
            seen[found.verdict] += 1
    # Of positions that were not decided at first, some are where a move wins, or where all lose.
    assert set(seen) == set(Verdict)


def test_one_question_is_enough_where_everything_loses(monkeypatch):
    asked = []
    monkeypatch.setattr(questions_module, "solve", lambda *args, **limits: asked.append(args) or solve(*args, **limits))
    found = analyse(Deal.parse("solvitaire:1"))
    assert [option.verdict for option in found.moves] == [Verdict.LOST] * 3
    assert found.verdict is Verdict.LOST
    assert found.only_winning is found.key_move is None
    assert len(asked) == 1


def test_a_full_deck():
    """The five of the waste fits, but covers what is needed."""
    position = Solution.parse("FH HG HK ID @AG AI @", Position.start(Deal.parse("solvitaire:8"))).final
    found = analyse(position)
    check_proofs(found)
    assert [(option.move, option.verdict) for option in found.moves] == [
        (WasteToTableau(5), Verdict.LOST),
        (Draw(), Verdict.WINNABLE),
    ]
    assert [option.verdict for option in found.moves] == [solve(option.position).verdict for option in found.moves]
    assert found.only_winning is found.key_move is found.moves[1]


def test_the_deal_and_its_name_are_kept():
    assert analyse(Deal.parse("solvitaire:1")).deal.name == "solvitaire:1"
    start = Position.start(Deal.parse("solvitaire:1"))
    assert analyse(start).deal == Deal.parse("solvitaire:1")
    assert analyse(start.play(Draw())).deal is None


def test_a_won_position_and_one_without_moves():
    start = Position.start(Deal.parse("AC | AH AD || AS"), Rules(draw=1, passes=1, take_back=False))
    won = Solution.parse("FB GC GE @ AD", start).final
    found = analyse(won)
    assert (found.verdict, found.moves) == (Verdict.WINNABLE, ())
    stuck = Position.start(Deal.parse("2C | AH 2S || 2D AD AC AS 2H"), Rules(draw=4, passes=1))
    stuck = stuck.play(Draw()).play(Draw())
    assert stuck.legal_moves() == []
    assert analyse(stuck).verdict is Verdict.LOST


def test_a_budget_leaves_moves_undecided():
    found = analyse(Deal.parse("solvitaire:3"), max_nodes=1)
    assert found.verdict is Verdict.UNDECIDED
    assert [(option.verdict, option.reason) for option in found.moves] == [(Verdict.UNDECIDED, Reason.NODE_LIMIT)]
    found = analyse(Deal.parse("solvitaire:3"), engine="reference", cancel=lambda: True)
    assert found.reason is Reason.CANCELLED


def test_limits_and_rules_are_checked():
    with pytest.raises(InputError, match="node limit"):
        analyse(Deal.parse("solvitaire:3"), max_nodes=-1)
    with pytest.raises(InputError, match="engine"):
        analyse(Deal.parse("solvitaire:3"), engine="none")
    with pytest.raises(TypeError, match=r"Deal\.parse"):
        analyse("solvitaire:3")


def test_rules_given_replace_those_of_the_position():
    deal = Deal.parse("3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C")
    position = Position.start(deal, Rules(draw=1))
    assert analyse(position, Rules(draw=3)).moves == analyse(deal, Rules(draw=3)).moves
    assert analyse(position).position.rules.draw == 1


# Ways back


def test_going_round_the_stock_undoes_a_draw_only_if_it_leads_back():
    start = Position.start(Deal.parse("solvitaire:3"), Rules(draw=3))
    assert way_back(start, Draw()).recycles == 1
    # All cards are drawn; the recycle is undone by drawing them again.
    drawn = Solution(start, [Draw()] * 8).final
    assert way_back(drawn, Recycle()).moves == (Draw(),) * 8
    # From three cards in the waste one is played: no multiple of three draws shows the second one again.
    limited = Position.start(Deal.parse("solvitaire:3"), Rules(draw=3, passes=3))
    assert way_back(limited, Draw()) is None
    assert way_back(Solution(limited, [Draw()] * 8).final, Recycle()) is None


def test_a_draw_cannot_be_undone_after_a_card_was_played_from_the_middle():
    start = Position.start(Deal.parse("2C | AH 2S || 2D AS AC AD 2H"), Rules(draw=2))
    drawn = start.play(Draw())
    assert way_back(drawn, Draw()) is not None
    played = Solution.parse("@ AD", start).final
    assert len(played.waste) == 1
    assert way_back(played, Draw()) is None


def test_moves_between_columns_and_foundations():
    text = "Talon: 4S\nWaste: 3S\nFoundations: C-2 D-3 H-2 S-2\n<4H> 4C 3H\n4D 3C\n:\n:"
    position = Position.parse(text, Rules(draw=1, shape=Shape(4, 4)))
    ways = {move: way_back(position, move) for move in position.legal_moves()}
    assert {move: found.moves for move, found in ways.items() if found and not isinstance(move, Draw)} == {
        TableauToFoundation(0): (FoundationToTableau(Suit.HEARTS, 0),),
        TableauToFoundation(1): (FoundationToTableau(Suit.CLUBS, 1),),
        TableauToTableau(1, 2, 2): (TableauToTableau(2, 1, 2),),
        TableauToTableau(1, 3, 2): (TableauToTableau(3, 1, 2),),
        FoundationToTableau(Suit.CLUBS, 0): (TableauToFoundation(0),),
        FoundationToTableau(Suit.HEARTS, 1): (TableauToFoundation(1),),
        FoundationToTableau(Suit.SPADES, 0): (TableauToFoundation(0),),
    }
    # What is left plays a card from the waste, or turns one up.
    assert {move for move, found in ways.items() if found is None} == {
        WasteToFoundation(),
        TableauToTableau(0, 2, 2),
        TableauToTableau(0, 3, 2),
    }
