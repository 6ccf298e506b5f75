"""The best score, against a plain search of all that can be played on small decks."""

from __future__ import annotations

from random import Random

import pytest
from klondike_solver import SCORINGS, Position, Rules, ScoreTuning, ScoringTable, Shape, best_score

from .brute import describe, random_game, random_rules
from .brute.graph import TooLargeError

SHAPES = [Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(4, 2), Shape(4, 3), Shape(4, 4)]


class Everything:
    """All positions that can be reached from one, and all moves.

    Raises:
        TooLargeError: there are too many positions.
    """

    def __init__(self, position: Position, limit: int) -> None:
        number = {position: 0}
        positions = [position]
        self.moves: dict[tuple[int, int, tuple[int, ...]], None] = {}
        for before in positions:
            for move in before.legal_moves():
                after = before.play(move)
                if after not in number:
                    number[after] = len(number)
                    positions.append(after)
                events = tuple(table.points(before, move, after) for table in _SINGLE)
                self.moves[number[before], number[after], events] = None
            if len(number) > limit:
                raise TooLargeError("too many positions")
        self.count = len(number)

    def best(self, table: ScoringTable) -> int:
        """Go over the moves as long as one of them leads to a better score than before."""
        values = [getattr(table, name) for name in _EVENTS]
        moves = [(start, end, sumprod(events, values)) for start, end, events in self.moves]
        best = [table.start, *[-(10**9)] * (self.count - 1)]
        changed = True
        while changed:
            changed = False
            for start, end, points in moves:
                if best[end] < best[start] + points:
                    best[end] = best[start] + points
                    changed = True
        return max(best)


_EVENTS = [name for name in vars(ScoringTable()) if name != "start"]
_SINGLE = [ScoringTable(**{name: 1}) for name in _EVENTS]


def sumprod(events: tuple[int, ...], values: list[int]) -> int:
    return sum(number * value for number, value in zip(events, values, strict=True))


def random_table(random: Random, rules: Rules) -> ScoringTable:
    """Return a table that has a best score: a known one, one much like the standard one, or just numbers."""
    kind = random.random()
    if kind < 0.15:
        return random.choice(list(SCORINGS.values()))
    if kind < 0.6:
        up = random.randint(0, 10)
        return ScoringTable(
            start=random.randint(-5, 5),
            foundation=up,
            waste_to_foundation_extra=random.choice((0, random.randint(-4, 6))),
            waste_to_tableau=random.choice((0, random.randint(-4, 6))),
            turn_up=random.choice((0, random.randint(0, 6))),
            take_back=-up - random.choice((0, 0, random.randint(0, 6))),
            extra_pass=-random.choice((0, random.randint(0, 20))),
        )
    up = random.randint(-10, 10)
    return ScoringTable(
        foundation=up,
        waste_to_foundation_extra=random.randint(-10, 10),
        waste_to_tableau=random.randint(-10, 10),
        turn_up=random.randint(-10, 10),
        take_back=-up - random.randint(0, 10) if rules.take_back else random.randint(-10, 10),
        extra_pass=random.randint(-20, 0 if rules.passes is None else 10),
    )


def random_score_tuning(random: Random) -> ScoreTuning:
    """Return a random way to search, most of the time with everything on."""
    on = random.random() < 0.5
    return ScoreTuning(
        lines=on and random.random() < 0.7,
        beams=random.random() < 0.7,
        safe_moves=on or random.random() < 0.5,
        take_back_ban=on or random.random() < 0.5,
        components=on or random.random() < 0.5,
        closure_bound=on or random.random() < 0.5,
        oracle_nodes=random.choice((0, 5, 100)),
        oracle_share=1,
        oracle_credit=1_000_000,
    )


def compare_games(seed: int, games: int, shapes: list[Shape], limit: int) -> int:
    """Compare so many games, each by several tables; return how many times the best line does not win."""
    random = Random(seed)
    stopped = 0
    while games > 0:
        rules = random_rules(random, random.choice(shapes))
        try:
            position = random_game(random, rules, 10_000)
            everything = Everything(position, limit)
        except TooLargeError:
            continue
        for _ in range(8):
            table = random_table(random, rules)
            truth = everything.best(table)
            tuning = random_score_tuning(random)
            found = best_score(position, scoring=table, memory=1, tuning=tuning)
            where = f"{describe(position)}\n{table}\n{tuning}\n{found}"
            assert found.score == truth, where
            assert found.is_proven, where
            assert found.solution.score(table) == truth, where
            stopped += not found.solution.is_won
        games -= 1
    return stopped


def test_agrees_with_brute_force() -> None:
    assert compare_games(1, 60, SHAPES, 400) > 100


def test_a_limit_at_any_moment() -> None:
    """Whenever the search ends, its line scores what it says, and the truth is not above what it leaves open."""
    random = Random(3)
    open_ended = 0
    games = 40
    while games > 0:
        rules = random_rules(random, random.choice(SHAPES))
        try:
            position = random_game(random, rules, 10_000)
            everything = Everything(position, 400)
        except TooLargeError:
            continue
        for _ in range(2):
            table = random_table(random, rules)
            truth = everything.best(table)
            for _ in range(8):
                tuning = random_score_tuning(random)
                nodes = random.randint(0, random.choice((10, 100)))
                found = best_score(position, scoring=table, memory=1, max_nodes=nodes, tuning=tuning)
                where = f"{describe(position)}\n{table}\n{tuning}\n{nodes} nodes\n{found}"
                assert found.solution.score(table) == found.score <= truth <= found.at_most, where
                assert found.nodes <= nodes, where
                open_ended += not found.is_proven
        games -= 1
    assert open_ended > 50


@pytest.mark.slow
def test_agrees_with_brute_force_on_many_games() -> None:
    assert compare_games(2, 1000, [*SHAPES, Shape(5, 3), Shape(5, 4)], 5000) > 2000
