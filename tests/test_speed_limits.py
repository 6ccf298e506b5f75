"""How many nodes whole sets of deals may take. They take minutes, so these tests are among the slow ones."""

import pytest
from klondike_solver import Rules, Verdict
from klondike_solver.measure import DealSet, measure


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deals", "draw", "nodes", "lost"),
    [
        ("solvitaire:1-1000", 3, 45_000_000, 181),
        ("solvitaire:1-2000", 3, 108_000_000, 377),
        ("solvitaire:1-1000", 1, 19_000_000, 105),
    ],
)
def test_a_set_of_deals_is_decided_within_a_fifth_of_what_the_fastest_rival_visits(deals, draw, nodes, lost):
    found = measure(DealSet.parse(deals), Rules(draw=draw))
    assert found.count(Verdict.UNDECIDED) == 0
    assert found.count(Verdict.LOST) == lost
    assert found.nodes <= nodes
    largest = found.largest
    assert largest.stored > 200_000
    assert largest.table_bytes <= 12 * largest.stored
