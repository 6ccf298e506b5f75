"""The reference solver against a breadth-first search on bare positions, which shares nothing with it but the rules."""

from collections import deque
from itertools import count, permutations, product
from random import Random

import pytest
from klondike_solver.cards import full_deck
from klondike_solver.deal import Deal
from klondike_solver.errors import InputError
from klondike_solver.moves import Draw, Move, Recycle, TableauToFoundation, WasteToFoundation
from klondike_solver.position import Column, Position
from klondike_solver.reference import KlondikeProblem, solve_reference
from klondike_solver.rules import Rules, Shape
from klondike_solver.search import Result, Status, a_star, ida_star

SHAPES = [Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(4, 2), Shape(4, 3), Shape(4, 4)]
ALL_RULES = [
    Rules(draw=draw, passes=passes, take_back=take_back, part_runs=part_runs)
    for draw, passes, take_back, part_runs in product((1, 2, 3, 4), (1, 2, 3, None), (True, False), (True, False))
]


class TooManyError(Exception):
    """The breadth-first search has met more positions than it was to."""


def shortest(start: Position, recycle_cost: int, most: int) -> int | None:
    """Return the length of a shortest win, None if there is none, by looking at all positions, nearest first."""
    distances = {start: 0}
    queue = deque([start])
    done = set()
    while queue:
        position = queue.popleft()
        if position in done:
            continue
        done.add(position)
        if position.is_won:
            return distances[position]
        if len(distances) > most:
            raise TooManyError
        for move in position.legal_moves():
            cost = recycle_cost if isinstance(move, Recycle) else 1
            child = position.play(move)
            if distances[position] + cost < distances.get(child, 10**9):
                distances[child] = distances[position] + cost
                # Free moves go to the front, so the queue stays sorted by distance.
                (queue.append if cost else queue.appendleft)(child)
    return None


def play_on(random: Random, position: Position, moves: int) -> Position:
    """Play random moves, cards up as a rule, but do not win."""
    for _ in range(moves):
        choices = position.legal_moves()
        up = [move for move in choices if isinstance(move, TableauToFoundation | WasteToFoundation)]
        if up and random.random() < 0.4:
            choices = up
        if not choices:
            break
        child = position.play(random.choice(choices))
        if child.rules.shape.cards - sum(child.foundations) < 6:
            break
        position = child
    return position


def small_game(random: Random, rules: Rules, most: int) -> tuple[Position, int | None, int | None]:
    """Return a position, from a deal or later, with the lengths of its shortest wins, recycles free and counted."""
    for attempt in count():
        shape = random.choice(SHAPES)
        cards = list(full_deck(shape.ranks))
        random.shuffle(cards)
        position = play_on(random, Position.start(Deal(cards, shape=shape), rules), 8 * attempt)
        try:
            return position, shortest(position, 0, most), shortest(position, 1, most)
        except TooManyError:
            continue
    raise AssertionError("count() has an end")


def check_win(position: Position, result: Result[Move], recycle_cost: int = 0) -> None:
    """Play a result."""
    assert result.path is not None
    for move in result.path:
        assert move in position.legal_moves()
        position = position.play(move)
    assert position.is_won
    recycles = sum(isinstance(move, Recycle) for move in result.path)
    assert result.cost == len(result.path) - recycles + recycle_cost * recycles


def check_against_brute_force(random: Random, rules: Rules, most: int) -> bool:
    """Compare all searches with brute force on one random game; return whether it can be won."""
    position, free, counted = small_game(random, rules, most)
    found = solve_reference(position)
    assert found.status is (Status.EXHAUSTED if free is None else Status.FOUND)
    for recycle_cost, length in (0, free), (1, counted):
        problem = KlondikeProblem(position, count_recycles=bool(recycle_cost))
        best = a_star(problem)
        assert best.cost == length
        assert best.status is found.status
        if length is not None:
            check_win(position, best, recycle_cost)
            # The heuristic is consistent.
            assert best.statistics.reopened == 0
            assert problem.heuristic(position) <= length
            assert ida_star(problem, table_size=None).cost == length
    if free is not None:
        check_win(position, found)
    return free is not None


@pytest.mark.parametrize("rules", ALL_RULES, ids=repr)
def test_all_searches_agree_with_brute_force(rules: Rules) -> None:
    check_against_brute_force(Random(repr(rules)), rules, most=1000)


def test_the_random_games_are_of_both_kinds() -> None:
    outcomes = [check_against_brute_force(Random(seed), Rules(draw=3, passes=2), most=500) for seed in range(12)]
    assert set(outcomes) == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL_RULES, ids=repr)
def test_all_searches_agree_with_brute_force_on_many_games(rules: Rules) -> None:
    random = Random(f"many {rules}")
    for _ in range(10):
        check_against_brute_force(random, rules, most=5000)


NEEDS_A_PASS = "4H | 4D 3S | 2S AH 4S || AD 4C 2D 2C AS 3H 2H 3C AC 3D"
NEEDS_A_TAKE_BACK = "4H | 2H 4D | 4S AS 3H || AC 4C 2C 3S 2S 3D 3C AH AD 2D"
NEEDS_PART_OF_A_RUN = "AC | 4H 3D | 2C 2S 3H || 4C 3S AH 2H 4S 4D AD 2D AS 3C"


@pytest.mark.parametrize(
    ("deal", "rules", "winnable"),
    [
        # Decks that show one wrong argument or another about what may be left out of a search.
        ("3H | 5H 2S | 5D AH 2D | 3D 5S 4H AC | 3S 3C 2C 4C 4D || AS AD 4S 2H 5C", Rules(), True),
        ("AD | 4S 5D | 2H 2D 3D | 5S 2S 2C 4D | 5C 4C AH 4H 3H || AS AC 3S 5H 3C", Rules(), True),
        ("3C | 4S 3S | 2C 3D 4C || 2S AC 4D AS 4H AD 2D AH 2H 3H", Rules(draw=2), True),
        ("3S | 4C AH || 2S AS 2D 4D 4H 3D 2C AC 3C AD 3H 2H 4S", Rules(draw=4), True),
        ("4S | 4C 2H | 2C 3D 3H || AH 4H 2S AC 3C 3S AS AD 4D 2D", Rules(), True),
        ("3H | 4D AS | 3C 2C 4H || 2H 3S AD 3D 4S AC AH 4C 2S 2D", Rules(draw=1, passes=1), True),
        # Deals that one setting of the rules decides.
        (NEEDS_A_PASS, Rules(draw=2, passes=2), True),
        (NEEDS_A_PASS, Rules(draw=2, passes=1), False),
        (NEEDS_A_TAKE_BACK, Rules(draw=4, passes=1), True),
        (NEEDS_A_TAKE_BACK, Rules(draw=4, passes=1, take_back=False), False),
        (NEEDS_PART_OF_A_RUN, Rules(draw=2, passes=1), True),
        (NEEDS_PART_OF_A_RUN, Rules(draw=2, passes=1, part_runs=False), False),
    ],
)
def test_known_small_decks(deal: str, rules: Rules, winnable: bool) -> None:
    position = Position.start(Deal.parse(deal), rules)
    found = solve_reference(position)
    best = a_star(KlondikeProblem(position))
    assert found.status is best.status is (Status.FOUND if winnable else Status.EXHAUSTED)
    if winnable:
        check_win(position, found)
        check_win(position, best)


@pytest.mark.parametrize(
    ("take_back", "status"), [(True, Status.FOUND), pytest.param(False, Status.EXHAUSTED, marks=pytest.mark.slow)]
)
def test_a_deck_of_24_cards_that_needs_a_take_back(take_back: bool, status: Status) -> None:
    deal = Deal.parse("5D | 4C 3C | 5H 6C 2H | AH 2D 4D 4H | 3S 4S 6S 2C AD | 5S 6D 2S 3H 6H 5C || AS 3D AC")
    position = Position.start(deal, Rules(take_back=take_back))
    found = solve_reference(position)
    assert found.status is status
    if take_back:
        check_win(position, found)


@pytest.mark.parametrize(
    ("name", "draw", "status"),
    [
        ("solvitaire:9", 1, Status.FOUND),
        ("solvitaire:9", 3, Status.FOUND),
        ("solvitaire:21", 3, Status.EXHAUSTED),
        ("solvitaire:5", 1, Status.NODE_LIMIT),
    ],
)
def test_full_deals(name: str, draw: int, status: Status) -> None:
    position = Position.start(Deal.parse(name), Rules(draw=draw))
    found = solve_reference(position, max_nodes=1000)
    assert found.status is status
    if status is Status.FOUND:
        check_win(position, found)


def test_budgets_of_the_reference() -> None:
    position = Position.start(Deal.parse("solvitaire:5"), Rules(draw=1))
    assert solve_reference(position, timeout=0).status is Status.TIME_LIMIT
    assert solve_reference(position, cancel=lambda: True).status is Status.CANCELLED
    with pytest.raises(InputError, match="memory is 1 MiB or more, not 0"):
        solve_reference(position, memory=0)


def test_a_line_of_play_that_is_too_long_for_the_memory_is_no_answer() -> None:
    position = Position.start(Deal.parse("solvitaire:12"), Rules(draw=1))
    result = solve_reference(position, memory=1, max_nodes=5000)
    assert (result.status, result.path) == (Status.MEMORY_LIMIT, None)
    assert result.statistics.max_depth < 1000


def test_recycles_cost_what_they_are_said_to() -> None:
    # This deal needs the second pass, and there is no third: every win has just one recycle.
    position = Position.start(Deal.parse(NEEDS_A_PASS), Rules(draw=2, passes=2))
    free = a_star(KlondikeProblem(position))
    counted = a_star(KlondikeProblem(position, count_recycles=True))
    assert counted.cost == free.cost + 1
    check_win(position, free)
    check_win(position, counted, recycle_cost=1)


def test_columns_may_change_places_and_nothing_else_may_change() -> None:
    position = Position.start(Deal.parse(NEEDS_A_PASS), Rules(draw=2, passes=2))
    for _ in range(2):
        position = position.play(Draw())
    problem = KlondikeProblem(position)
    key = problem.key(position)
    columns, heights, stock, waste, rules = (
        position.columns,
        position.foundations,
        position.stock,
        position.waste,
        position.rules,
    )
    orders = permutations(columns)
    assert {problem.key(Position(order, heights, stock, waste, rules)) for order in orders} == {key}
    four_three = columns[1]
    assert [str(card) for card in four_three.cards] == ["4D", "3S"]
    others = [
        Position(columns, heights, stock, waste, rules, recycles=1),
        Position(columns, heights, stock[::-1], waste, rules),
        Position(columns, heights, stock, waste[::-1], rules),
        Position(columns, heights, waste[:1] + stock, waste[1:], rules),
        Position((columns[0], Column(four_three.cards, 0), columns[2]), heights, stock, waste, rules),
    ]
    assert len({key, *map(problem.key, others)}) == 1 + len(others)


def test_different_positions_have_different_keys() -> None:
    start = Position.start(Deal.parse("2H | 2C AD || 2D AS AC AH 2S"), Rules(draw=1, passes=3))
    problem = KlondikeProblem(start)
    by_key: dict[bytes, tuple[object, ...]] = {}
    seen, stack = {start}, [start]
    while stack:
        position = stack.pop()
        what = (sorted(position.columns), position.foundations, position.stock, position.waste, position.recycles)
        assert by_key.setdefault(problem.key(position), what) == what
        for move in position.legal_moves():
            child = position.play(move)
            if child not in seen:
                seen.add(child)
                stack.append(child)
    # Merging is worth something, or the key would have no need to be one.
    assert len(by_key) < len(seen)
