"""The prover calls no winnable position lost: neither in small games, nor on the way to the win of a whole deck."""

from random import Random

import pytest
from klondike_solver import Verdict
from klondike_solver.compiled import Tuning, search_compiled
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.rules import Rules, Shape
from klondike_solver.solution import Solution

from .brute import Graph, TooLargeError, describe, random_game, random_rules

PROVERS = [Tuning(), Tuning(deep_start=True)]


def is_proven_lost(position, tuning):
    """Ask the prover alone: the search may not look at a single node."""
    return search_compiled(position, max_nodes=0, memory=1, tuning=tuning).verdict is Verdict.LOST


def check_small_games(seed, games, samples, shapes, limit):
    """Ask about up to so many positions of each game; return how many are winnable, how many lost, and proven so."""
    random = Random(seed)
    winnable = lost = proven = 0
    while games > 0:
        try:
            start = random_game(random, random_rules(random, random.choice(shapes)), limit)
            graph = Graph(start, limit)
        except TooLargeError:
            continue
        games -= 1
        with graph:
            distances = graph.distances()
            tuning = random.choice(PROVERS)
            for index in random.sample(range(len(graph)), min(samples, len(graph))):
                claim = is_proven_lost(graph[index], tuning)
                if distances[index] is None:
                    lost += 1
                    proven += claim
                else:
                    winnable += 1
                    assert not claim, f"{describe(graph[index])}\n{tuning}"
    return winnable, lost, proven


def test_small_games():
    shapes = [Shape(4, 3), Shape(4, 4), Shape(5, 3), Shape(5, 4), Shape(5, 5), Shape(6, 6)]
    winnable, lost, proven = check_small_games(1, 100, 40, shapes, limit=5000)
    assert winnable > 300
    assert proven > lost / 2  # a prover that proves nothing is never wrong either


@pytest.mark.slow
def test_many_small_games():
    shapes = [Shape(4, 3), Shape(4, 4), Shape(5, 3), Shape(5, 4), Shape(5, 5), Shape(6, 4), Shape(6, 6)]
    winnable, lost, proven = check_small_games(2, 3000, 100, shapes, limit=20_000)
    assert winnable > 50_000
    assert proven > lost / 2


def check_winning_lines(numbers, rules, max_nodes):
    """Ask about every position on the way to a win; return how many deals were won."""
    won = 0
    for number in numbers:
        start = Position.start(Deal.from_number("solvitaire", number), rules)
        answer = search_compiled(start, max_nodes=max_nodes, memory=256)
        if answer.verdict is Verdict.WINNABLE:
            won += 1
            for position in Solution(start, answer.moves).positions():
                assert not is_proven_lost(position, PROVERS[won % 2]), describe(position)
    return won


@pytest.mark.parametrize(
    "rules",
    [Rules(draw=3), Rules(draw=1), Rules(draw=3, take_back=False), Rules(draw=2, passes=3)],
    ids=repr,
)
def test_winning_lines(rules):
    assert check_winning_lines(range(1, 9), rules, 10_000) >= 2


@pytest.mark.slow
def test_winning_lines_of_a_thousand_deals():
    assert check_winning_lines(range(1, 1301), Rules(draw=3), 2_000_000) >= 1000
