"""Deals on which plausible but wrong reasoning calls a winnable deal lost.

Each was found by exhaustive comparison, and each is decided wrongly by an engine that makes the mistake it stands for.
"""

from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from klondike_solver import Verdict, solve
from klondike_solver.compiled import Tuning, search_compiled
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.rules import Rules

from .brute import Graph, is_winnable


class Trap(NamedTuple):
    mistake: str
    rules: Rules
    deal: str


TRAPS = [
    Trap(
        "asking the growing closure for the number of possible parents",
        Rules(draw=3),
        "3H | 5H 2S | 5D AH 2D | 3D 5S 4H AC | 3S 3C 2C 4C 4D || AS AD 4S 2H 5C",
    ),
    Trap(
        "counting a place that is taken at the crossing as taken before",
        Rules(draw=3),
        "AD | 4S 5D | 2H 2D 3D | 5S 2S 2C 4D | 5C 4C AH 4H 3H || AS AC 3S 5H 3C",
    ),
    Trap(
        "one bound on the foundations for before the crossing and at it",
        Rules(draw=3),
        "5D | 4C 3C | 5H 6C 2H | AH 2D 4D 4H | 3S 4S 6S 2C AD | 5S 6D 2S 3H 6H 5C || AS 3D AC",
    ),
    Trap(
        "never freeing the column of a king at its bottom",
        Rules(draw=2),
        "3C | 4S 3S | 2C 3D 4C || 2S AC 4D AS 4H AD 2D AH 2H 3H",
    ),
    Trap(
        "never freeing the column of a king at its bottom, with all cards",
        Rules(draw=1),
        "TH | KC AH | 8D JD KD | QH KS 3S 6D | 8H 7D JH 9D 6H | 5D 7H JS 2H 8S KH | 2D QD 2S 5S 6S 5H QS || "
        "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 4S AS 3D TS 9S 7S 9H AD TD 3H 4D 4H",
    ),
    Trap(
        "never freeing the column of a king at its bottom, in the bound on cards up",
        Rules(draw=4),
        "3S | 4C AH || 2S AS 2D 4D 4H 3D 2C AC 3C AD 3H 2H 4S",
    ),
    Trap(
        "forcing a safe card of the stock that is not the last one",
        Rules(draw=3),
        "4S | 4C 2H | 2C 3D 3H || AH 4H 2S AC 3C 3S AS AD 4D 2D",
    ),
    Trap(
        "forcing a safe card of the stock in the only pass",
        Rules(draw=1, passes=1),
        "3H | 4D AS | 3C 2C 4H || 2H 3S AD 3D 4S AC AH 4C 2S 2D",
    ),
    Trap(
        "forcing a card up one rank before that is safe without take-back",
        Rules(draw=1, take_back=False),
        "4S | 3C AH | 4H 3S AD | AC 3D 4C 2C || 2H AS 2D 3H 2S 4D",
    ),
    Trap(
        "thinking waste sizes equal although passes are limited",
        Rules(draw=2, passes=2),
        "4H | 4D 3S | 2S AH 4S || AD 4C 2D 2C AS 3H 2H 3C AC 3D",
    ),
]

TUNINGS = [
    Tuning(),
    Tuning(prover=False),
    Tuning(restarts=0, glance_after=1, prove_after=1),
    *(
        Tuning(prover=prover, safe_moves=safe, forced_stock=stock, take_back_ban=ban, early_win=early)
        for prover, safe, stock, ban, early in product((False, True), repeat=5)
    ),
]

trap_by_trap = pytest.mark.parametrize("trap", TRAPS, ids=[trap.mistake for trap in TRAPS])


def start_of(trap):
    return Position.start(Deal.parse(trap.deal), trap.rules)


@trap_by_trap
def test_is_winnable(trap):
    assert solve(Deal.parse(trap.deal), trap.rules).verdict is Verdict.WINNABLE


@trap_by_trap
def test_is_winnable_under_all_settings(trap):
    for tuning in TUNINGS:
        assert search_compiled(start_of(trap), tuning=tuning).verdict is Verdict.WINNABLE, tuning


@trap_by_trap
def test_no_position_on_the_way_to_the_win_is_called_lost(trap):
    solution = solve(start_of(trap)).solution
    assert solution.is_won
    for position in solution.positions():
        assert search_compiled(position, tuning=Tuning(restarts=0), max_nodes=1000).verdict is not Verdict.LOST


@trap_by_trap
def test_the_truth_is_by_brute_force(trap):
    """Of small decks it sees every position; of the full one at least a win."""
    assert is_winnable(start_of(trap))


@pytest.mark.parametrize(
    ("passes", "take_back", "winnable"), [(1, True, False), (2, True, True), (None, True, True), (None, False, True)]
)
def test_the_trap_of_waste_sizes_depends_on_the_passes(passes, take_back, winnable):
    trap = TRAPS[-1]
    rules = Rules(draw=trap.rules.draw, passes=passes, take_back=take_back)
    start = Position.start(Deal.parse(trap.deal), rules)
    assert is_winnable(start) is winnable
    assert search_compiled(start).verdict is (Verdict.WINNABLE if winnable else Verdict.LOST)


@pytest.mark.parametrize("trap", TRAPS[5:], ids=[trap.mistake for trap in TRAPS[5:]])
def test_the_prover_calls_no_winnable_position_lost(trap):
    """Nor any that has little to do with the way to the win: a thousand of all that can be reached."""
    with Graph(start_of(trap)) as graph:
        distances = graph.distances()
        for index in Random(1).sample(range(len(graph)), 1000):
            answer = search_compiled(graph[index], max_nodes=0)
            assert answer.verdict is not Verdict.LOST or distances[index] is None
