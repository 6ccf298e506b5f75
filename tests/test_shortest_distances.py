"""The compiled search for shortest solutions against brute force: lengths, bounds, lines; all rules, all switches."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.rules import Rules, Shape

from .brute import (
    Graph,
    TooLargeError,
    describe,
    follow,
    random_game,
    random_rules,
    random_switches,
    search_shortest,
    start_shortest,
)


def random_rules_of_shortest(random, shape=None):
    """Return random rules: as elsewhere, but draws 1 to 3 more often than others."""
    rules = random_rules(random, shape)
    return Rules(
        draw=random.choice((1, 1, 2, 3, 3, rules.draw)),
        passes=rules.passes,
        take_back=rules.take_back,
        shape=rules.shape,
    )


def complaint(position, distance, count_recycles, settings):
    """Return what is wrong with the search's answer about a position whose true distance is known, or None."""
    result = search_shortest(position, count_recycles=count_recycles, **settings)
    if distance is None:
        return None if result.outcome == "lost" else f"lost, but the search says {result}"
    if result.bound > distance:
        return f"{distance} moves, but the lower bound of the start is {result.bound}"
    if result.outcome != "found" or result.length != distance:
        return f"{distance} moves, but the search says {result}"
    return None


def compare_positions(seed, games, shape=None, *, each=5, limit=150_000):
    """Compare some positions of so many random games: the start, and others that may be far from any shortest line."""
    random = Random(seed)
    tally = Counter()
    while tally["games"] < games:
        rules = random_rules_of_shortest(random, shape)
        count_recycles = random.random() < 0.3
        try:
            graph = Graph(random_game(random, rules, limit), limit)
        except TooLargeError:
            continue
        with graph:
            distances = graph.distances(count_recycles=count_recycles)
            for index in [0, *(random.randrange(len(graph)) for _ in range(each - 1))]:
                settings = random_switches(random)
                problem = complaint(graph[index], distances[index], count_recycles, settings)
                assert not problem, f"{problem}\n{describe(graph[index])}\n{count_recycles=} {settings}"
                tally["positions"] += 1
                tally["lost"] += distances[index] is None
                tally["draw", rules.draw] += 1
                tally["passes", rules.passes] += 1
                tally["take back", rules.take_back] += 1
                tally["recycles count", count_recycles] += 1
        tally["games"] += 1
    return tally


def check_share(tally):
    """Each rule comes up often, and so do both verdicts: else the comparison says little."""
    positions = tally["positions"]
    assert positions / 10 <= tally["lost"] <= positions * 9 / 10
    assert all(tally["draw", draw] >= positions / 10 for draw in (1, 2, 3))
    assert all(tally["passes", passes] >= positions / 8 for passes in (1, 2, 3, None))
    assert all(tally["take back", allowed] >= positions / 4 for allowed in (False, True))
    assert all(tally["recycles count", counted] >= positions / 5 for counted in (False, True))


def test_lengths_are_those_of_brute_force():
    check_share(compare_positions(1, 120, limit=5_000))


def test_lengths_are_those_of_brute_force_on_five_ranks():
    compare_positions(2, 10, Shape(5, 4), limit=20_000)


@pytest.mark.slow
def test_lengths_are_those_of_brute_force_on_many_positions():
    check_share(compare_positions(3, 6000, each=6))


@pytest.mark.slow
def test_lengths_are_those_of_brute_force_on_six_ranks_and_five_columns():
    compare_positions(4, 60, Shape(6, 5), each=60, limit=3_000_000)


@pytest.mark.slow
def test_lengths_are_those_of_brute_force_on_six_ranks_and_six_columns():
    compare_positions(5, 40, Shape(6, 6), each=60, limit=3_000_000)


@pytest.mark.slow
def test_lengths_are_those_of_brute_force_near_the_end_of_whole_decks():
    compare_positions(6, 500, Shape(13, 7), each=10, limit=300_000)


def check_bounds(seed, games, shape=None, *, each=100, limit=100_000):
    """No lower bound is above the truth, wherever the position lies, and the parts of the bound only ever add to it."""
    random = Random(seed)
    above = Counter()
    for _ in range(games):
        count_recycles = random.random() < 0.3
        try:
            graph = Graph(random_game(random, random_rules_of_shortest(random, shape), limit), limit)
        except TooLargeError:
            continue
        with graph:
            distances = graph.distances(count_recycles=count_recycles)
            for index in random.sample(range(len(graph)), min(each, len(graph))):
                if distances[index] is None:
                    continue
                off = (
                    {"circles": False},
                    {"pairs": False, "stock_bound": False},
                    {"stock_bound": False},
                    {"parents": False},
                    {},
                )
                bounds = [
                    start_shortest(graph[index], count_recycles=count_recycles, oracle_nodes=0, **parts).start_bound
                    for parts in off
                ]
                # The parents may stand in the way of circles, so the last may be below the one before it.
                assert bounds[:-1] == sorted(bounds[:-1]), describe(graph[index])
                assert max(bounds) <= distances[index], f"{bounds}, {distances[index]} moves: {describe(graph[index])}"
                above.update(later > earlier for earlier, later in pairwise(bounds))
    return above


def test_no_bound_is_above_the_truth():
    assert check_bounds(7, 60, limit=10_000)[True] > 100


@pytest.mark.slow
def test_no_bound_is_above_the_truth_on_six_ranks():
    assert check_bounds(8, 100, Shape(6, 5), each=1000, limit=2_000_000)[True] > 5000


def check_lines(seed, games, shape=None, **settings):
    """Every move of a shortest line, the draws too, shortens the rest by what it costs."""
    random = Random(seed)
    moves = 0
    for _ in range(games):
        rules = random_rules_of_shortest(random, shape)
        count_recycles = random.random() < 0.3
        try:
            position = random_game(random, rules, 20_000)
        except TooLargeError:
            continue
        search = start_shortest(position, count_recycles=count_recycles, **settings)
        while (outcome := search.run(100_000)) is None:
            pass
        if outcome == "lost":
            continue
        length = search.length
        for after, cost in follow(position, search.line(), count_recycles=count_recycles):
            length -= cost
            result = search_shortest(after, count_recycles=count_recycles, **settings)
            assert result.outcome == "found", describe(after)
            assert result.length == length, describe(after)
            assert result.bound <= length, describe(after)
            moves += 1
        assert length == 0
    return moves


def test_each_move_of_a_shortest_line_shortens_the_rest():
    assert check_lines(9, 40) > 300


@pytest.mark.slow
@pytest.mark.parametrize("shape", [Shape(6, 5), Shape(7, 6), Shape(8, 6)])
def test_each_move_of_a_shortest_line_shortens_the_rest_on_larger_decks(shape):
    assert check_lines(10, 40, shape) > 200


def test_what_is_not_stored_is_searched_all_the_same():
    """With room for fewer than 4096 states, for some more, and for all."""
    for number, draw, length in ((3, 3, 119), (4, 3, 105), (5, 1, 111)):
        for memory in (1, 200_000, 1 << 24):
            position = Position.start(Deal.parse(f"shootme:{number}"), Rules(draw=draw))
            search = start_shortest(position, memory=memory)
            while (outcome := search.run(100_000)) is None:
                pass
            assert (outcome, search.length, search.lower_bound) == ("found", length, length)
            cost = 0
            for after, moves in follow(position, search.line()):
                position = after
                cost += moves
            assert position.is_won
            assert cost == length
            assert search.stored <= 4096 or memory > 1


@pytest.mark.parametrize("memory", [1, 1 << 24])
def test_the_search_can_be_stopped_anywhere(memory):
    """Also between two states of a level, where the table grows, and below a state that is not stored."""
    counts = set()
    for slice_ in (1, 7, 100_000):
        search = start_shortest(Position.start(Deal.parse("shootme:5"), Rules(draw=1)), memory=memory)
        while (outcome := search.run(slice_)) is None:
            pass
        counts.add((outcome, search.length, search.stored, search.expanded, search.generated))
        assert len(search.line()) > 52
    assert len(counts) == 1


def check_goals(seed, games, shape=None, *, each=4, limit=5000):
    """The shortest way to so many cards on the foundations, from positions anywhere, and no bound above it."""
    random = Random(seed)
    tally = Counter()
    while tally["games"] < games:
        rules = random_rules_of_shortest(random, shape)
        count_recycles = random.random() < 0.3
        try:
            graph = Graph(random_game(random, rules, limit), limit)
        except TooLargeError:
            continue
        ranks = rules.shape.ranks
        with graph:
            goal = random.randint(1, 4 * ranks)
            distances = graph.distances(count_recycles=count_recycles, cards=goal)
            for index in [0, *(random.randrange(len(graph)) for _ in range(each - 1))]:
                settings = random_switches(random) | {"goal": goal + 4 * (13 - ranks)}
                search = start_shortest(graph[index], count_recycles=count_recycles, **settings)
                where = f"{goal} cards: {describe(graph[index])}\n{count_recycles=} {settings}"
                bound = search.start_bound
                while (outcome := search.run(100_000)) is None:
                    pass
                if distances[index] is None:
                    assert outcome == "lost", where
                else:
                    assert bound <= distances[index], where
                    assert (outcome, search.length) == ("found", distances[index]), where
                    position = graph[index]
                    for after, cost in follow(position, search.line(), count_recycles=count_recycles):
                        position = after
                        tally["moves"] += cost
                    assert sum(position.foundations) >= goal, where
                    tally["found"] += 1
                tally["positions"] += 1
        tally["games"] += 1
    return tally


def test_the_shortest_way_to_so_many_cards_is_that_of_brute_force():
    tally = check_goals(12, 100)
    assert tally["found"] > 200
    assert tally["positions"] - tally["found"] > 20


@pytest.mark.slow
def test_the_shortest_way_to_so_many_cards_is_that_of_brute_force_on_many_positions():
    check_goals(13, 1500, each=8, limit=60_000)
    check_goals(14, 20, Shape(6, 5), each=20, limit=1_000_000)


def test_with_a_length_known_only_shorter_ones_are_looked_for():
    random = Random(11)
    found = Counter()
    while found["games"] < 60:
        position = random_game(random, random_rules_of_shortest(random), 20_000)
        settings = random_switches(random)
        result = search_shortest(position, **settings)
        if result.outcome == "lost":
            continue
        found["games"] += 1
        assert search_shortest(position, upper=result.length + 1, **settings).length == result.length
        for upper in (result.length, max(1, result.length - 3)):
            # A solution that is no longer than the start's bound is found before it is compared with the other.
            answer = search_shortest(position, upper=upper, **settings)
            assert answer.outcome == "not shorter" or answer.length == result.length, describe(position)
            found[answer.outcome] += 1
    assert found["not shorter"] >= 30
