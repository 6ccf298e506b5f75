"""Positions on which a search for shortest solutions that goes a little too far is wrong.

Each was found by exhaustive comparison of brute force with a search that makes the mistake it stands for: that search
calls it lost, takes a longer line for the shortest, or begins with a bound above the truth. ``docs/shortest.md`` tells
why the search does not.
"""

from typing import NamedTuple

import pytest
from klondike_solver.cards import Card
from klondike_solver.deal import Deal
from klondike_solver.errors import UnsupportedError
from klondike_solver.position import Column, Position
from klondike_solver.rules import Rules, Shape
from klondike_solver.shortest import find_shortest

from .brute import Graph, search_shortest


class Trap(NamedTuple):
    """The columns (face-down cards in parentheses) and foundations in the order C D H S, and the true length."""

    mistake: str
    ranks: int
    columns: str
    waste: str
    stock: str
    foundations: list[int]
    rules: dict
    length: int
    recycles: int = 0

    def position(self):
        columns = []
        for column in self.columns.split("|"):
            hidden, _, shown = column.strip().lstrip("(").rpartition(")")
            columns.append(Column((*cards(hidden), *cards(shown)), len(cards(hidden))))
        rules = Rules(**self.rules, shape=Shape(self.ranks, len(columns)))
        return Position(columns, self.foundations, cards(self.stock), cards(self.waste), rules, self.recycles)


def cards(text):
    return [Card.parse(name) for name in text.split()]


TRAPS = [
    Trap(
        "a safe move without asking for the twin, from the plan of this search",
        4, "4H | 4D | (4C AC) 3D 2C", "4S 3C 2S 2D AS 3S 3H", "", [0, 1, 2, 0], {"draw": 1}, 17,
    ),
    Trap(
        "a safe move without asking for the twin",
        4, "4D 3C | 4S 3H 2C", "AH 4C 2H", "4H", [1, 3, 0, 3], {"draw": 3, "passes": 3}, 13, 2,
    ),
    Trap(
        "a safe move that asks for too little of the other colour",
        3, "3H |", "AH 2H", "", [3, 3, 0, 3], {"draw": 3}, 6,
    ),
    Trap(
        "a safe card of the waste goes up at once at draw 2, too",
        3, "3D | (AD) 3H | (2H 3C) 2C", "", "AS 2S AH 3S AC 2D", [0, 0, 0, 0], {"draw": 2, "take_back": False}, 18,
    ),
    Trap(
        "no part of a run ever moves",
        4, "4H 3S | 4D", "3D 2S 4S", "", [4, 2, 3, 1], {"draw": 3, "passes": 3, "take_back": False}, 8, 2,
    ),
    Trap(
        "a safe card is fetched from wherever it is in the stock",
        3, "| 3D", "2S 3S", "", [3, 2, 3, 1], {"draw": 1, "take_back": False}, 4,
    ),
    Trap(
        "no stock card is reached by a recycle",
        4, "4H | | |", "2H 3H", "", [4, 4, 1, 4], {"draw": 1, "passes": 2, "take_back": False}, 5,
    ),
    Trap(
        "a card of the waste that must be drawn again costs a draw of its own at draw 3",
        4, "3D | (2D) 3C", "2C AD 2H 3H 4C 4H 4D 2S AS 4S 3S AH", "AC", [0, 0, 0, 0],
        {"draw": 3, "passes": 3, "take_back": False}, 22,
    ),
    Trap(
        "two cards of one face-up run that wait for its anchor count twice",
        3, "(3C) 2H | | (AH 3H) 2C", "", "", [1, 3, 0, 3], {"draw": 3, "passes": 2, "take_back": False}, 6,
    ),
    Trap(
        "a stock card and a higher one of its suit after it wait for each other even if nothing comes later",
        3, "| 3S", "", "2H 3H", [3, 3, 1, 2], {"draw": 1}, 5,
    ),
    Trap(
        "a stock card that waits for a column makes the column wait for it",
        3, "| 3S | (AS) 3D", "2S", "", [3, 2, 3, 0], {"draw": 1, "passes": 2, "take_back": False}, 4, 1,
    ),
    Trap(
        "groups of three cards from the beginning of the order instead of from the waste on",
        4, "AD | 4S", "4H 2D", "4C 3D 4D", [3, 0, 3, 3], {"draw": 2, "passes": 2, "take_back": False}, 9,
    ),
    Trap(
        "a stock card stands in two circles",
        5, "(4S) 2H | | 3H 2S", "4H 4C AS 5H", "3C 5C 3S AC 2C 5S AH", [0, 5, 0, 0], {"draw": 1, "passes": 1}, 24,
    ),
    Trap(
        "a column's card that was counted stands in a circle with a stock card, too",
        3, "| | (AD 2H) 3D", "2D 3S 3H", "", [3, 0, 1, 2], {"draw": 3, "take_back": False}, 7,
    ),
    Trap(
        "positions that differ in the waste alone are taken for the same",
        4, "4D 3C | 4C", "2D 3H 4H", "3D AD", [2, 0, 2, 4], {"draw": 3}, 12,
    ),
    Trap(
        "draws lead from any waste to any larger one",
        5, "5C 4H | 2S | (AH AS) 5H 4S", "3H 3S 3C 3D 5D 5S 4C 2H 2D", "4D", [2, 1, 0, 0],
        {"draw": 3, "passes": 3, "take_back": False}, 27, 1,
    ),
    Trap(
        "without take-back a safe move does not ask for the twin",
        4, "4H | 4C 3D | (AD) 3C 2D", "4D 2C", "", [1, 0, 3, 4], {"draw": 1, "passes": 1, "take_back": False}, 9,
    ),
    Trap(
        "draws to another waste take a move less than they do",
        4, "4H | (4S) 3H", "AD AH 4C 4D AC 3C 2D", "3S 2H 3D 2C", [0, 0, 0, 2], {"draw": 3, "take_back": False}, 24,
    ),
    Trap(
        "the last of a column stands in two circles with others",
        6, "(2S) 4H | (3S) 4C | (2H 3C) 5S | 6H", "", "3H 4S 5H 6S 5C 6C", [2, 6, 1, 1],
        {"draw": 1, "passes": 1, "take_back": False}, 21,
    ),
    Trap(
        "a card that is face down stands in two circles with others",
        6, "(2S 4H) 4D | (3S 4C) 5D | (2H 3C 5S) 6D | 6H | (6S 5H) 6C", "", "3H 4S 5C", [2, 3, 1, 1],
        {"draw": 1, "passes": 1, "take_back": False}, 21,
    ),
    Trap(
        "a stock card stands in circles with two cards of the columns",
        6, "(2S) 4H | (3S) 4C | 6H | 6C", "3H 3C 5S", "4S 5H 6S 5C", [2, 6, 2, 1],
        {"draw": 1, "passes": 1, "take_back": False}, 18,
    ),
]  # fmt: skip


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.mistake)
def test_the_search_does_not_fall_into_the_trap(trap):
    position = trap.position()
    for nodes in (0, 100):
        result = search_shortest(position, oracle_nodes=nodes)
        assert (result.outcome, result.length) == ("found", trap.length)
        assert result.bound <= trap.length


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.mistake)
def test_brute_force_says_so(trap):
    with Graph(trap.position()) as graph:
        assert graph.distances()[0] == trap.length


@pytest.mark.parametrize("passes", [21, 24])
def test_so_many_passes_that_numbers_do_not_fit(passes):
    """The search refuses them, and the one around it does without the limit."""
    rules = Rules(draw=1, passes=passes)
    with pytest.raises(UnsupportedError, match="passes"):
        search_shortest(Position.start(Deal.parse("shootme:29"), rules))
    assert find_shortest(Deal.parse("shootme:29"), rules).length == 94


def test_without_stock_order_known_states_are_left_as_they_are():
    """They were given a greater number of moves once, and the search went in circles."""
    rules = Rules(draw=3, passes=1, shape=Shape(4, 3))
    columns = [Column(tuple(cards("4C 3D 2C AD")), 0), Column(tuple(cards("4S")), 0), Column(tuple(cards("2S 3S")), 1)]
    lost = Position(columns, [1, 0, 3, 1], [], cards("2D 3C 4H 4D"), rules)
    result = search_shortest(lost, oracle_nodes=0, stock_order=False, run_pruning=False, circles=False)
    assert result.outcome == "lost"
