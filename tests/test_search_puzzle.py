"""The searches on sliding puzzles, whose shortest solutions are known, and what holds of every run."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace

import pytest
from klondike_solver.errors import InputError
from klondike_solver.search import Result, Status, Step, a_star, budget, depth_first, ida_star

Board = str
SEARCHES = [a_star, depth_first, ida_star]


class SlidingPuzzle:
    """Tiles on a board with one hole, written row by row, the hole as a dot; the goal is the tiles in order."""

    def __init__(self, start: Board, width: int) -> None:
        self.start = start
        self.width = width
        self.goal = "".join(sorted(start.replace(".", ""))) + "."

    def initial_state(self) -> Board:
        return self.start

    def is_goal(self, board: Board) -> bool:
        return board == self.goal

    def key(self, board: Board) -> Board:
        return board

    def successors(self, board: Board) -> Iterator[Step[str, Board]]:
        hole = board.index(".")
        for tile_at in (hole - self.width, hole - 1, hole + 1, hole + self.width):
            same_row = tile_at // self.width == hole // self.width
            if 0 <= tile_at < len(board) and (same_row or abs(tile_at - hole) == self.width):
                tile = board[tile_at]
                yield Step(tile, board.replace(".", "x").replace(tile, ".").replace("x", tile))


class ManhattanPuzzle(SlidingPuzzle):
    """The puzzle with the usual lower bound: how far each tile is from its place."""

    def heuristic(self, board: Board) -> int:
        distance = 0
        for at, tile in enumerate(board):
            if tile != ".":
                place = self.goal.index(tile)
                distance += abs(at // self.width - place // self.width) + abs(at % self.width - place % self.width)
        return distance


def replay(puzzle: SlidingPuzzle, path: tuple[str, ...]) -> Board:
    """Slide the tiles named by a path."""
    board = puzzle.start
    for tile in path:
        board = next(step.state for step in puzzle.successors(board) if step.action == tile)
    return board


HARDEST = ManhattanPuzzle("8672543.1", 3)
"""One of the two hardest starts of the eight-puzzle: 31 moves (A. Reinefeld, IJCAI 1993)."""

UNSOLVABLE = "21345."
"""A start of the puzzle of two rows of three that is in the wrong half of the 720 boards."""


def test_a_star_solves_the_hardest_eight_puzzle_in_31_moves() -> None:
    result = a_star(HARDEST)
    assert (result.status, result.cost, result.is_optimal) == (Status.FOUND, 31, True)
    assert replay(HARDEST, result.path) == "12345678."
    # The bound is consistent, so nothing is closed too early.
    assert result.statistics.reopened == 0


def test_ida_star_solves_the_hardest_eight_puzzle_in_31_moves() -> None:
    result = ida_star(HARDEST, table_size=None)
    assert (result.status, result.cost, result.is_optimal) == (Status.FOUND, 31, True)
    assert replay(HARDEST, result.path) == "12345678."
    # Sliding a tile keeps the parity of the bound, so the bounds go up in steps of two.
    assert result.statistics.iterations == 1 + (31 - HARDEST.heuristic(HARDEST.start)) // 2


def test_ida_star_needs_no_table_for_a_puzzle_of_middle_difficulty() -> None:
    puzzle = ManhattanPuzzle("81327654.", 3)
    result = ida_star(puzzle)
    assert result.cost == a_star(puzzle).cost == 18
    assert replay(puzzle, result.path) == puzzle.goal
    assert (result.statistics.stored, result.statistics.evictions) == (0, 0)


@pytest.mark.parametrize("table_size", [360, 1000, None])
def test_depth_first_exhausts_the_half_of_the_boards_that_can_be_reached(table_size: int | None) -> None:
    result = depth_first(SlidingPuzzle(UNSOLVABLE, 3), table_size=table_size)
    assert result.status is Status.EXHAUSTED
    assert (result.statistics.nodes, result.statistics.stored, result.statistics.evictions) == (360, 360, 0)


def test_depth_first_with_a_small_table_still_exhausts() -> None:
    result = depth_first(SlidingPuzzle(UNSOLVABLE, 3), table_size=300)
    assert result.status is Status.EXHAUSTED
    assert result.statistics.stored == 300
    assert result.statistics.evictions > 0
    assert result.statistics.nodes > 360


@pytest.mark.parametrize("kind", [SlidingPuzzle, ManhattanPuzzle])
def test_a_star_and_ida_star_exhaust_too(kind: type[SlidingPuzzle]) -> None:
    result = a_star(kind(UNSOLVABLE, 3))
    assert (result.status, result.statistics.stored, result.lower_bound) == (Status.EXHAUSTED, 360, None)
    # The 12 boards of two rows of two that can be reached from one lie on a ring.
    result = ida_star(kind("213.", 2))
    assert (result.status, result.lower_bound) == (Status.EXHAUSTED, None)
    assert result.statistics.max_depth == 11


def test_the_costs_agree_on_every_board_of_the_small_puzzle() -> None:
    distance = {"12345.": 0}
    layer = ["12345."]
    for moves in count(1):
        layer = [step.state for board in layer for step in SlidingPuzzle("12345.", 3).successors(board)]
        layer = [board for board in dict.fromkeys(layer) if board not in distance]
        distance.update(dict.fromkeys(layer, moves))
        if not layer:
            break
    # 21 moves are the most that any board of this size takes.
    assert (len(distance), max(distance.values())) == (360, 21)
    for board, moves in list(distance.items())[::7]:
        puzzle = ManhattanPuzzle(board, 3)
        assert a_star(puzzle).cost == moves
        assert ida_star(puzzle, table_size=100).cost == moves
        assert replay(puzzle, depth_first(puzzle, table_size=350).path) == puzzle.goal


class Line:
    """The whole numbers from 0 on; the goal may be missing, and then there is no end."""

    def __init__(self, goal: int | None = None) -> None:
        self.goal = goal

    def initial_state(self) -> int:
        return 0

    def is_goal(self, number: int) -> bool:
        return number == self.goal

    def key(self, number: int) -> int:
        return number

    def successors(self, number: int) -> Iterator[Step[str, int]]:
        yield Step("next", number + 1)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_game_that_is_won_at_the_start_needs_no_step(search: Callable[..., Result[str]]) -> None:
    result = search(Line(goal=0), max_nodes=0, timeout=0)
    assert (result.status, result.path, result.cost) == (Status.FOUND, (), 0)
    assert result.statistics.nodes == 0


@pytest.mark.parametrize("search", [a_star, depth_first])
def test_a_long_path_is_no_problem(search: Callable[..., Result[str]]) -> None:
    result = search(Line(goal=20_000))
    assert result.path == ("next",) * 20_000
    assert result.statistics.max_depth == 19_999


def test_ida_star_takes_long_paths_too() -> None:
    class Informed(Line):
        def heuristic(self, number: int) -> int:
            return 20_000 - number

    result = ida_star(Informed(goal=20_000))
    assert result.path == ("next",) * 20_000
    assert result.statistics.iterations == 1


@pytest.mark.parametrize("search", SEARCHES)
def test_the_clock_ends_an_endless_search(monkeypatch: pytest.MonkeyPatch, search: Callable[..., Result[str]]) -> None:
    """By a clock that goes on by a second with every look at it."""
    monkeypatch.setattr(budget, "time", SimpleNamespace(monotonic=count().__next__))
    result = search(Line(), timeout=8)
    assert (result.status, result.path, result.cost) == (Status.TIME_LIMIT, None, None)
    # One look when it begins, one before each node, one for this figure.
    assert (result.statistics.nodes, result.statistics.seconds) == (7, 9)
    assert search(Line(), timeout=0).statistics.nodes == 0


@pytest.mark.parametrize("search", SEARCHES)
def test_the_caller_can_end_an_endless_search(search: Callable[..., Result[str]]) -> None:
    calls = count()
    result = search(Line(), cancel=lambda: next(calls) == 10)
    assert (result.status, result.statistics.nodes) == (Status.CANCELLED, 10)
    begun, stop = threading.Event(), threading.Event()
    other = threading.Thread(target=lambda: begun.wait() and stop.set())
    other.start()
    assert search(Line(), cancel=lambda: begun.set() or stop.is_set()).status is Status.CANCELLED
    other.join()


@pytest.mark.parametrize("search", SEARCHES)
def test_an_interrupt_is_not_swallowed(search: Callable[..., Result[str]]) -> None:
    class Interrupted(Line):
        def successors(self, number: int) -> Iterator[Step[str, int]]:
            if number == 5:
                raise KeyboardInterrupt
            return super().successors(number)

    with pytest.raises(KeyboardInterrupt):
        search(Interrupted())


def test_a_depth_first_search_does_not_hold_a_longer_path_than_it_may() -> None:
    assert depth_first(Line(goal=8), max_depth=7).status is Status.FOUND
    result = depth_first(Line(goal=9), max_depth=7)
    assert (result.status, result.statistics.max_depth) == (Status.MEMORY_LIMIT, 7)


def test_a_star_reports_what_it_proved_when_memory_runs_out() -> None:
    result = a_star(Line(), max_states=100)
    assert (result.status, result.statistics.stored, result.lower_bound) == (Status.MEMORY_LIMIT, 100, 99)
    assert not result.is_optimal


@pytest.mark.parametrize(
    ("search", "limits", "message"),
    [
        (a_star, {"max_nodes": -1}, "max_nodes is 0 or more, or None for no limit, not -1"),
        (a_star, {"max_states": 0}, "max_states is 1 or more"),
        (depth_first, {"timeout": -0.5}, "timeout is 0 or more"),
        (depth_first, {"timeout": float("nan")}, "timeout is 0 or more"),
        (depth_first, {"table_size": -1}, "table_size is 0 or more"),
        (depth_first, {"max_depth": -1}, "max_depth is 0 or more"),
        (ida_star, {"table_size": -1}, "table_size is 0 or more"),
    ],
)
def test_limits_that_cannot_be_meant_are_refused(
    search: Callable[..., Result[str]], limits: dict[str, int], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        search(Line(goal=1), **limits)


@pytest.mark.parametrize("search", [a_star, ida_star])
def test_negative_costs_are_refused(search: Callable[..., Result[str]]) -> None:
    class Gift(Line):
        def successors(self, number: int) -> Iterator[Step[str, int]]:
            yield Step("gift", number + 1, -1)

    with pytest.raises(InputError, match="a step costs 0 or more, not -1: 'gift'"):
        search(Gift(goal=3))


@pytest.mark.parametrize("search", [a_star, ida_star])
def test_a_heuristic_below_zero_spoils_nothing(search: Callable[..., Result[str]]) -> None:
    class Fork(Line):
        """Two ways to the goal; the dear one is offered first and flattered by the heuristic."""

        def successors(self, number: int) -> Iterator[Step[str, int]]:
            if number == 0:
                yield Step("dear", 1, 5)
                yield Step("cheap", 2, 1)
            elif number == 2:
                yield Step("on", 3, 1)

        def is_goal(self, number: int) -> bool:
            return number in (1, 3)

        def heuristic(self, number: int) -> int:
            return -9 if number == 1 else 0

    result = search(Fork())
    assert (result.cost, result.path, result.is_optimal) == (2, ("cheap", "on"), True)


class Crossing:
    """A board to be crossed from one corner to the other by steps to the right and down; all ways are as long."""

    def __init__(self, size: int, cost: int) -> None:
        self.size = size
        self.cost = cost

    def initial_state(self) -> tuple[int, int]:
        return (0, 0)

    def is_goal(self, at: tuple[int, int]) -> bool:
        return at == (self.size, self.size)

    def key(self, at: tuple[int, int]) -> tuple[int, int]:
        return at

    def successors(self, at: tuple[int, int]) -> Iterator[Step[str, tuple[int, int]]]:
        x, y = at
        if x < self.size:
            yield Step("right", (x + 1, y), self.cost)
        if y < self.size:
            yield Step("down", (x, y + 1), self.cost)

    def heuristic(self, at: tuple[int, int]) -> int:
        return (2 * self.size - sum(at)) * self.cost


@pytest.mark.parametrize("cost", [1, 0])
def test_a_star_goes_straight_on_among_equals(cost: int) -> None:
    # With the perfect heuristic every square has the same f: the one with the lowest h is next, and where steps are
    # free, all with the same h too, the newest. So nothing beside the way is expanded.
    result = a_star(Crossing(20, cost))
    assert (result.cost, result.statistics.nodes) == (40 * cost, 40)


def test_ida_star_logs_its_bounds(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="klondike_solver"):
        ida_star(Line(goal=3))
    assert [record.getMessage() for record in caplog.records] == [
        "IDA*: no goal at a cost of 0 or less (1 nodes)",
        "IDA*: no goal at a cost of 1 or less (3 nodes)",
        "IDA*: no goal at a cost of 2 or less (6 nodes)",
    ]


SCRIPT = """
import itertools
from klondike_solver.search import Step, a_star, depth_first, ida_star

class Letters:
    def initial_state(self): return "abcde"
    def is_goal(self, word): return word == "edcba"
    def key(self, word): return word
    def successors(self, word):
        for i in range(4):
            yield Step(i, word[:i] + word[i + 1] + word[i] + word[i + 2:], 1 + i % 2)

for search, limits in (a_star, {}), (depth_first, {"table_size": 40}), (ida_star, {"table_size": 40}):
    result = search(Letters(), max_nodes=2000, **limits)
    s = result.statistics
    print(result.status, result.path, s.nodes, s.generated, s.stored, s.evictions, s.reopened, s.max_depth)
"""


def test_runs_do_not_depend_on_how_strings_are_hashed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert next(iter(outputs)).count("found") >= 1
