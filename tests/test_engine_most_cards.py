"""The most cards that can go up, against brute force."""

from random import Random

import pytest
from klondike_solver.cards_up import most_cards
from klondike_solver.rules import Shape

from .brute import SMALL_SHAPES, Graph, TooLargeError, describe, random_game, random_rules, random_tuning, slices


def compare_games(seed, games, shapes, limit):
    """Compare so many random games; return how many of them are lost."""
    random = Random(seed)
    lost = 0
    while games > 0:
        tuning = random_tuning(random)
        try:
            position = random_game(random, random_rules(random, random.choice(shapes)), limit)
            with Graph(position, limit) as graph:
                truth = graph.most_up
        except TooLargeError:
            continue
        with slices(random.choice((1, 20_000))):
            found = most_cards(position, tuning=tuning, memory=1)
        assert found.cards == truth, f"{describe(position)}\n{tuning}"
        assert found.is_proven
        assert sum(found.solution.final.foundations) == truth
        games -= 1
        lost += truth < position.rules.shape.cards
    return lost


def test_agrees_with_brute_force():
    assert compare_games(1, 600, SMALL_SHAPES, limit=5000) > 150


def compare_moves(seed, games, shapes, limit):
    """Compare the fewest moves to as many cards as can go up; return how many of the games are lost."""
    random = Random(seed)
    lost = 0
    while games > 0:
        count_recycles = random.random() < 0.3
        try:
            position = random_game(random, random_rules(random, random.choice(shapes)), limit)
            with Graph(position, limit) as graph:
                cards = graph.most_up
                truth = graph.distances(count_recycles=count_recycles, cards=cards)[0]
        except TooLargeError:
            continue
        found = most_cards(position, memory=1, shortest=True, count_recycles=count_recycles)
        assert (found.cards, found.length, found.is_shortest) == (cards, truth, True), describe(position)
        games -= 1
        lost += cards < position.rules.shape.cards
    return lost


def test_the_fewest_moves_agree_with_brute_force():
    assert compare_moves(4, 200, SMALL_SHAPES, limit=5000) > 50


@pytest.mark.slow
def test_the_fewest_moves_agree_with_brute_force_in_many_games():
    assert compare_moves(5, 4000, [*SMALL_SHAPES, Shape(6, 5)], limit=60_000) > 1000


@pytest.mark.slow
def test_agrees_with_brute_force_on_many_games():
    assert compare_games(2, 5000, [*SMALL_SHAPES, Shape(6, 6)], limit=40_000) > 1000


def test_without_enough_nodes_there_is_a_bound():
    """Whatever the limit, the truth lies between what was found and the bound."""
    random = Random(3)
    narrowed = 0
    for _ in range(150):
        position = random_game(random, random_rules(random, Shape(5, 3)), 1_000_000)
        truth = most_cards(position, memory=1).cards
        for max_nodes in (0, 3, 10):
            found = most_cards(position, memory=1, max_nodes=max_nodes)
            assert found.cards <= truth <= found.at_most
            narrowed += not found.is_proven and found.at_most < position.rules.shape.cards
    assert narrowed > 0
