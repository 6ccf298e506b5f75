"""The compiled engine against brute force, under all rules and settings: small decks, and whole ones near the end."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from klondike_solver import Verdict
from klondike_solver.compiled import search_compiled
from klondike_solver.errors import UnsupportedError
from klondike_solver.position import Position
from klondike_solver.rules import Rules, Shape

from .brute import TooLargeError, compare, describe, random_game, random_made, random_rules, random_tuning, slices


class Tally(Counter):
    """How many games were compared, by what, and how many of them were lost."""

    def note(self, position, winnable, tuning):
        rules = position.rules
        self["games"] += 1
        self["lost"] += not winnable
        self["start" if position.is_start else "inner"] += 1
        self["draw", rules.draw] += 1
        self["passes", rules.passes] += 1
        self["take back", rules.take_back] += 1
        self["prover", tuning.prover] += 1
        self[rules.shape.ranks, rules.shape.columns] += 1


def compare_games(seed, games, shape=None, *, limit=200_000, make_rules=random_rules):
    """Compare so many random games, and complain about the first one on which the engine is wrong."""
    random = Random(seed)
    tally = Tally()
    while tally["games"] < games:
        rules = make_rules(random, shape)
        tuning = random_tuning(random)
        try:
            position = random_game(random, rules, limit)
            with slices(random.choice((1, 20_000))):
                winnable, complaint = compare(position, limit, tuning)
        except TooLargeError:
            continue
        assert not complaint, f"{complaint}\n{describe(position)}\n{tuning}"
        tally.note(position, winnable, tuning)
    return tally


def check_share(tally):
    """Each rule comes up often, and at least a fifth of the games are lost: else the comparison says little."""
    games = tally["games"]
    assert tally["lost"] >= games / 5
    assert tally["start"] >= games / 10
    assert tally["inner"] >= games / 2
    assert all(tally["draw", draw] >= games / 10 for draw in range(1, 6))
    assert all(tally["passes", passes] >= games / 8 for passes in (1, 2, 3, None))
    assert all(tally["take back", allowed] >= games / 4 for allowed in (False, True))
    assert all(tally["prover", asked] >= games / 6 for asked in (False, True))


def test_agrees_with_brute_force():
    check_share(compare_games(1, 2500))


def test_agrees_with_brute_force_on_five_ranks():
    check_share(compare_games(2, 300, Shape(5, 5)))


def rare_rules(random, shape):
    """Return rules with up to so many passes that they are as good as unlimited, and draws beyond the whole stock."""
    return replace(random_rules(random, shape), draw=random.randint(1, 24), passes=random.randint(1, 12))


def test_agrees_with_brute_force_under_rare_rules():
    tally = compare_games(8, 300, Shape(3, 2), make_rules=rare_rules)
    assert tally["lost"] >= 60


def test_agrees_with_brute_force_on_whole_decks():
    tally = compare_games(6, 300, Shape(13, 7), limit=50_000)
    assert 30 < tally["lost"] < 270


@pytest.mark.slow
def test_agrees_with_brute_force_on_many_whole_decks():
    tally = compare_games(7, 20_000, Shape(13, 7), limit=50_000)
    assert 2000 < tally["lost"] < 18_000


@pytest.mark.slow
def test_agrees_with_brute_force_on_a_hundred_thousand_games():
    """Ten thousand of them with 5 ranks and 5 columns, two thousand with 6 and 6."""
    groups = [
        compare_games(3, 88_000),
        compare_games(4, 10_000, Shape(5, 5)),
        compare_games(5, 2000, Shape(6, 6), limit=2_000_000),
    ]
    for tally in groups:
        check_share(tally)
    assert sum(tally["games"] for tally in groups) == 100_000


def test_whole_runs_are_refused():
    """The abstract position does not hold for whole runs, so the engine may not answer at all."""
    position = random_made(Random(1), Rules(part_runs=False, shape=Shape(4, 4)))
    with pytest.raises(UnsupportedError, match="whole runs"):
        search_compiled(position)


@pytest.mark.parametrize("shape", [Shape(1, 1), Shape(2, 2), Shape(13, 7)])
def test_a_won_position_is_won_at_once(shape):
    won = Position([((), 0)] * shape.columns, [shape.ranks] * 4, [], [], Rules(shape=shape))
    answer = search_compiled(won)
    assert answer.verdict is Verdict.WINNABLE
    assert answer.moves == []
