"""The prover alone, without any search: it proves what it should, and nothing of what can be won.

``test_engine_prover.py`` asks it about whole graphs of small games. Here are positions that are likely to deceive it.
"""

from dataclasses import replace
from random import Random

import pytest
from klondike_solver import Reason, Verdict
from klondike_solver.cards import Card, full_deck
from klondike_solver.compiled import Tuning, search_compiled
from klondike_solver.deal import Deal
from klondike_solver.errors import PositionError
from klondike_solver.position import Column, Position
from klondike_solver.rules import Rules, Shape
from klondike_solver.solution import Solution

from .brute import TooLargeError, describe, is_winnable, random_rules
from .test_engine_traps import TRAPS, start_of

CHEAP = Tuning()
DEEP = Tuning(deep_start=True)
BARE = Tuning(deep_start=True, safe_moves=False, forced_stock=False, take_back_ban=False)
"""Without the forced moves the prover sees positions as they are given, not those that they are settled to."""
PROVERS = [CHEAP, DEEP, BARE]


def is_proven_lost(position, tuning):
    """Ask the prover alone: the search may not look at a single node, and need not where there is none."""
    answer = search_compiled(position, max_nodes=0, memory=1, tuning=tuning)
    return answer.verdict is Verdict.LOST and answer.reason is Reason.PROVEN


def is_won_by_search(position):
    """Ask the search alone."""
    answer = search_compiled(position, max_nodes=100_000, memory=16, tuning=Tuning(prover=False))
    assert answer.verdict is not Verdict.UNDECIDED
    return answer.verdict is Verdict.WINNABLE


def cards(text):
    return [Card.parse(name) for name in text.split()]


def board(ranks, columns, foundations, waste="", stock="", **rules):
    """A position as the tests print it: face-down cards in parentheses, foundations in the order C D H S."""
    tableau = []
    for column in columns.split("|"):
        hidden, _, shown = column.strip().lstrip("(").rpartition(")")
        tableau.append(Column((*cards(hidden), *cards(shown)), len(cards(hidden))))
    rules = Rules(**rules, shape=Shape(ranks, len(tableau)))
    return Position(tableau, foundations, cards(stock), cards(waste), rules)


# Traps


@pytest.mark.parametrize("trap", TRAPS, ids=[trap.mistake for trap in TRAPS])
@pytest.mark.parametrize("seed", [1, 2])
def test_traps_do_not_catch_it_on_any_way_to_a_win(trap, seed):
    """Nor from any position that can still be won, however one strolls through the game."""
    random = Random(seed)
    position = start_of(trap)
    for _ in range(60):
        for tuning in PROVERS:
            assert not is_proven_lost(position, tuning), describe(position)
        choices = position.legal_moves()
        random.shuffle(choices)
        position = next(after for after in map(position.play, choices) if is_won_by_search(after))
        if position.is_won:
            break


RETURNING_KINGS = [
    board(4, "(4S) 2D | (AC) 4H | (3C 3D 3H AH 2H) 2C | 4C | 4D", [0, 1, 0, 3]),
    board(
        6,
        "(AD 4C 5H) 3D 2C | (6S) 5C | (2H 6D) 4D | (6H) 3H | (6C) 3C",
        [1, 0, 1, 5],
        waste="5D",
        stock="4H 2D",
        draw=2,
    ),
]


@pytest.mark.parametrize("position", RETURNING_KINGS, ids=["four ranks", "six ranks"])
def test_a_king_that_went_up_from_the_bottom_may_come_back(position):
    """The black king frees its column by going up, and comes back later so that its queen can take a red jack."""
    assert is_winnable(position)
    for tuning in PROVERS:
        assert not is_proven_lost(position, tuning)


@pytest.mark.parametrize("position", RETURNING_KINGS, ids=["four ranks", "six ranks"])
def test_without_take_back_it_may_not(position):
    """Which is why these two games are lost then, and the prover knows."""
    position = position.with_rules(replace(position.rules, take_back=False))
    assert not is_winnable(position)
    assert is_proven_lost(position, DEEP)


# Small positions that could deceive it


def low_kings(random, rules):
    """A position with kings under other cards, some suits all but complete, and few columns or stock cards to spare."""
    shape = rules.shape
    while True:
        heights = [shape.ranks - random.choice((1, 1, 2)) if random.random() < 0.4 else random.choice((0, 0, 1))
                   for _ in range(4)]  # fmt: skip
        rest = [card for card in full_deck(shape.ranks) if card.rank >= heights[card.suit]]
        random.shuffle(rest)
        rest.sort(key=lambda card: card.rank == shape.ranks - 1)
        columns = [[rest.pop()] if number < random.randint(1, 4) else [] for number in range(shape.columns)]
        random.shuffle(rest)
        stock = [rest.pop() for _ in range(min(len(rest), random.choice((0, 0, 1, 2, 3, 6))))]
        for card in rest:
            random.choice(columns).append(card)
        random.shuffle(columns)
        waste = random.randint(0, len(stock))
        try:
            return Position(
                [Column(tuple(column), max(len(column) - 1, 0)) for column in columns],
                heights,
                stock[waste:],
                stock[:waste],
                rules,
                random.randrange(rules.passes or 1),
            )
        except PositionError:  # too many face-down cards
            continue


def check_low_kings(seed, games, shapes, limit):
    """Ask about so many positions; return how many are winnable, lost, and proven lost."""
    random = Random(seed)
    winnable = lost = proven = 0
    while winnable + lost < games:
        position = low_kings(random, random_rules(random, random.choice(shapes)))
        try:
            truth = is_winnable(position, limit)
        except TooLargeError:
            continue
        claims = [is_proven_lost(position, tuning) for tuning in PROVERS]
        if truth:
            winnable += 1
            assert not any(claims), describe(position)
        else:
            lost += 1
            proven += claims[1]
    return winnable, lost, proven


def test_low_kings():
    shapes = [Shape(4, 3), Shape(4, 4), Shape(4, 5), Shape(5, 3), Shape(5, 4), Shape(5, 5), Shape(6, 4), Shape(6, 5)]
    winnable, lost, proven = check_low_kings(1, 1000, shapes, limit=20_000)
    assert winnable > 800
    assert lost > 40
    assert proven > lost / 2  # a prover that proves nothing is never wrong either


@pytest.mark.slow
def test_many_low_kings():
    shapes = [Shape(4, 5), Shape(5, 4), Shape(5, 5), Shape(6, 4), Shape(6, 5), Shape(7, 4), Shape(7, 5)]
    winnable, lost, proven = check_low_kings(2, 60_000, shapes, limit=300_000)
    assert winnable > 40_000
    assert proven > lost / 2


# Full deals


def check_tight_lines(seed, deals, samples):
    """Win so many random deals under random rules, and ask about positions on the way, with no pass to spare."""
    random = Random(seed)
    while deals > 0:
        rules = Rules(
            draw=random.choice((1, 2, 3, 3, 4, 5)),
            passes=random.choice((None, None, 2, 3, 5)),
            take_back=random.random() < 0.7,
        )
        start = Position.start(Deal.random(random), rules)
        answer = search_compiled(start, max_nodes=20_000, memory=16)
        if answer.verdict is not Verdict.WINNABLE:
            continue
        deals -= 1
        passes = Solution(start, answer.moves).passes
        line = list(Solution(start.with_rules(replace(rules, passes=passes)), answer.moves).positions())
        assert line[-1].is_won
        for position in random.sample(line, min(samples, len(line))):
            for tuning in PROVERS:
                assert not is_proven_lost(position, tuning), describe(position)


def test_winning_lines_with_no_pass_to_spare():
    check_tight_lines(1, deals=30, samples=6)


@pytest.mark.slow
def test_many_winning_lines_with_no_pass_to_spare():
    check_tight_lines(2, deals=1000, samples=60)


@pytest.mark.parametrize(
    ("name", "draw", "tuning"),
    [
        ("solvitaire:22", 1, CHEAP),
        ("greenfelt:4", 1, CHEAP),
        ("solvitaire:1415", 3, CHEAP),
        ("solvitaire:1816", 3, CHEAP),
        ("solvitaire:294", 3, DEEP),
        ("solvitaire:598", 3, DEEP),
    ],
)
def test_deals_that_are_lost_for_a_reason_that_can_be_seen(name, draw, tuning):
    """Without the prover they take searches of up to many millions of positions."""
    scheme, number = name.split(":")
    start = Position.start(Deal.from_number(scheme, int(number)), Rules(draw=draw))
    assert is_proven_lost(start, tuning)


def test_a_hundred_deals():
    """Of the lost ones among them it proves most: fewer than these would be a weaker prover."""
    proven = dict.fromkeys((CHEAP, DEEP), 0)
    for number in range(1, 101):
        start = Position.start(Deal.from_number("solvitaire", number), Rules(draw=3))
        for tuning in proven:
            proven[tuning] += is_proven_lost(start, tuning)
    assert proven[CHEAP] >= 18
    assert proven[DEEP] >= 21


@pytest.mark.slow
def test_two_thousand_deals():
    """Of the 377 lost ones it proves most, and never one that the search wins."""
    proven = dict.fromkeys((CHEAP, DEEP), 0)
    lost = 0
    for number in range(1, 2001):
        start = Position.start(Deal.from_number("solvitaire", number), Rules(draw=3))
        claims = {tuning: is_proven_lost(start, tuning) for tuning in proven}
        assert claims[DEEP] or not claims[CHEAP]
        verdict = search_compiled(start, tuning=replace(CHEAP, prover=not claims[DEEP])).verdict
        lost += verdict is Verdict.LOST
        for tuning, claim in claims.items():
            assert not claim or verdict is Verdict.LOST, number
            proven[tuning] += claim
    assert lost == 377
    assert (proven[CHEAP], proven[DEEP]) == (256, 337)
