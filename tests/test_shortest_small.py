"""Shortest solutions against breadth-first search over every position, under all rules: small decks."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from klondike_solver import Reason, ShortestTuning, Verdict, find_shortest
from klondike_solver.rules import Shape

from .brute import SMALL_SHAPES, Graph, TooLargeError, describe, random_game, random_rules


def random_tuning(random: Random) -> ShortestTuning:
    """Return settings of which each switch is off in a third of the cases."""
    names = ("safe_moves", "run_pruning", "waste_pruning", "take_back_ban", "circles", "pairs", "stock_bound")
    switches = {name: random.random() < 2 / 3 for name in (*names, "stock_order")}
    return ShortestTuning(oracle_nodes=random.choice((0, 1, 100)), **switches)


def compare(seed: int, games: int, shapes: tuple[Shape, ...] = SMALL_SHAPES, limit: int = 20_000) -> Counter[object]:
    """Compare the start and some other positions of so many random games, and count what they were."""
    random = Random(seed)
    tally: Counter[object] = Counter()
    while tally["games"] < games:
        rules = random_rules(random, random.choice(shapes))
        try:
            graph = Graph(random_game(random, rules, limit), limit)
        except TooLargeError:
            continue
        count_recycles = random.random() < 0.5
        with graph:
            distances = graph.distances(count_recycles=count_recycles)
            for index in {0, *(random.randrange(len(graph)) for _ in range(3))}:
                position, distance = graph[index], distances[index]
                tuning = random_tuning(random)
                found = find_shortest(position, count_recycles=count_recycles, tuning=tuning, memory=8)
                where = f"{describe(position)}\n{tuning}\n{count_recycles=}"
                assert found.length == distance, where
                if distance is None:
                    assert (found.verdict, found.lower_bound) == (Verdict.LOST, None), where
                else:
                    assert (found.is_proven, found.reason) == (True, Reason.SOLVED), where
                    assert found.solution is not None
                    assert found.solution.is_won
                    assert found.solution.position == position
                tally["positions"] += 1
                tally["lost"] += distance is None
                tally["searched"] += found.states > 1
                tally["passes", rules.passes] += 1
        tally["games"] += 1
    return tally


def test_agrees_with_breadth_first_search() -> None:
    tally = compare(1, 120)
    positions = tally["positions"]
    assert positions / 5 <= tally["lost"] <= positions * 4 / 5
    assert tally["searched"] >= positions / 10
    assert all(tally["passes", passes] >= positions / 8 for passes in (1, 2, 3, None))


@pytest.mark.slow
def test_agrees_with_breadth_first_search_on_many_games() -> None:
    compare(2, 3000, (*SMALL_SHAPES, Shape(6, 3), Shape(6, 4)), 100_000)
