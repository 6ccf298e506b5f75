"""Brute force, which the engines are tested against, is itself tested: it agrees with ``Position`` in everything."""

from collections import defaultdict, deque
from dataclasses import replace
from random import Random

import pytest
from klondike_solver.deal import Deal
from klondike_solver.moves import Recycle
from klondike_solver.position import Position
from klondike_solver.rules import Rules, Shape

from .brute import Graph, TooLargeError, is_winnable, random_made, random_play, random_rules


class PositionGraph:
    """What ``Graph`` tells, found with ``Position.legal_moves`` and ``Position.play``."""

    def __init__(self, start):
        self.level_sizes = []
        level = {start: None}
        self.positions = dict(level)
        self.sources = defaultdict(list)  # for each position those with a move to it, and whether that is a recycle
        while level:
            self.level_sizes.append(len(level))
            following = {}
            for position in level:
                for move in position.legal_moves():
                    target = position.play(move)
                    self.sources[target].append((position, isinstance(move, Recycle)))
                    if target not in self.positions:
                        self.positions[target] = following[target] = None
            level = following

    def distances(self, *, count_recycles):
        wins = [position for position in self.positions if position.is_won]
        distance = dict.fromkeys(wins, 0)
        queue = deque(wins)
        while queue:
            position = queue.popleft()
            for source, recycles in self.sources[position]:
                length = distance[position] + (count_recycles or not recycles)
                if length < distance.get(source, length + 1):
                    distance[source] = length
                    # Those at the same distance come first.
                    (queue.append if length > distance[position] else queue.appendleft)(source)
        return distance


def random_start(random, shape):
    rules = random_rules(random, shape, part_runs=random.random() < 0.5)
    kind = random.choice(("start", "played", "made"))
    if kind == "made":
        return random_made(random, rules)
    start = Position.start(Deal.random(random, shape=shape), rules)
    return start if kind == "start" else random_play(random, start, random.randint(1, 30))


def check_agreement(start, limit):
    """Compare all there is to know; return whether the game can be won, None if it is too large."""
    try:
        graph = Graph(start, limit)
    except TooLargeError:
        return None
    expected = PositionGraph(start)
    with graph:
        assert graph.level_sizes == expected.level_sizes
        positions = list(graph)
        assert positions[0] == start
        assert len(positions) == len(graph) == len(expected.positions)
        assert set(positions) == expected.positions.keys()
        assert graph.most_up == max(sum(position.foundations) for position in positions)
        for count_recycles in (False, True):
            distance = expected.distances(count_recycles=count_recycles)
            assert graph.distances(count_recycles=count_recycles) == [distance.get(position) for position in positions]
        winnable = start in distance
    assert is_winnable(start, limit) is winnable
    return winnable


def compare(seed, shapes, games, limit):
    """Compare so many games that are not too large; return how many of them can be won."""
    random = Random(seed)
    compared = won = 0
    while compared < games:
        winnable = check_agreement(random_start(random, random.choice(shapes)), limit)
        compared += winnable is not None
        won += bool(winnable)
    return won


def test_agrees_with_position_on_random_games():
    won = compare(1, [Shape(2, 1), Shape(2, 2), Shape(2, 3), Shape(3, 1), Shape(3, 2), Shape(4, 1)], 300, limit=200)
    assert 60 < won < 240  # both verdicts came up often


def test_agrees_with_position_on_larger_decks():
    shapes = [Shape(4, 3), Shape(5, 5), Shape(6, 6), Shape(13, 7), Shape(5, 3)]
    won = compare(2, shapes, 10, limit=800)
    assert 0 < won < 10


@pytest.mark.slow
def test_agrees_with_position_on_two_thousand_games():
    shapes = [Shape(3, 2), Shape(3, 3), Shape(4, 2), Shape(4, 3), Shape(5, 3), Shape(5, 5), Shape(6, 6)]
    won = compare(3, shapes, 2000, limit=2000)
    assert 400 < won < 1600


def test_a_game_over_the_limit_is_not_decided():
    start = Position.start(Deal.parse("3D | 2C 3S || AC AD 2S 2H AH AS 3H 2D 3C"), Rules(draw=1))
    with Graph(start) as graph:
        size = len(graph)
        assert graph.distances()[0] is not None
    with pytest.raises(TooLargeError):
        Graph(start, size - 1)
    with pytest.raises(TooLargeError):
        is_winnable(start, 2)


def test_whole_runs_can_lose_a_game_and_never_win_one():
    random = Random(4)
    verdicts = set()
    for _ in range(200):
        rules = random_rules(random, Shape(5, 3))
        start = random_made(random, rules)
        verdicts.add((is_winnable(start), is_winnable(start.with_rules(replace(rules, part_runs=False)))))
    assert verdicts == {(True, True), (True, False), (False, False)}
