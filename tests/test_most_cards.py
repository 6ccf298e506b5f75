"""The most cards that can go up, on known deals; test_engine_most_cards.py compares with brute force."""

import pytest
from klondike_solver import Deal, Reason, Rules, most_cards
from klondike_solver.errors import InputError, UnsupportedError


def test_a_deal_on_which_another_solver_is_wrong() -> None:
    found = most_cards(Deal.parse("greenfelt:2095819838"), Rules(draw=1))
    assert (found.cards, found.at_most, found.is_proven) == (10, 10, True)
    assert found.reason is Reason.EXHAUSTED


def test_a_winnable_deal_has_them_all() -> None:
    found = most_cards(Deal.parse("solvitaire:2"))
    assert found.cards == 52
    assert found.solution.is_won


def test_a_budget_leaves_a_range() -> None:
    found = most_cards(Deal.parse("solvitaire:22"), max_nodes=1000)
    assert found.reason is Reason.NODE_LIMIT
    assert not found.is_proven
    assert found.cards < found.at_most < 52
    assert sum(found.solution.final.foundations) == found.cards


def test_the_fewest_moves_to_that_many() -> None:
    """A person and a program, with 53 and 54 moves, did not find the shortest line."""
    found = most_cards(Deal.parse("greenfelt:2095819838"), Rules(draw=1), shortest=True)
    assert (found.cards, found.length, found.length_at_least, found.is_shortest) == (10, 47, 47, True)
    assert sum(found.solution.final.foundations) == 10
    assert found.reason is Reason.EXHAUSTED
    limited = most_cards(Deal.parse("greenfelt:2095819838"), Rules(draw=1), shortest=True, max_states=100)
    assert limited.reason is Reason.STATE_LIMIT
    assert limited.length_at_least is not None
    assert limited.length_at_least < 47 <= limited.length
    assert not limited.is_shortest


@pytest.mark.parametrize("limit", ["x", -1, 1.5, True])
def test_a_limit_on_states_that_is_none(limit: object) -> None:
    with pytest.raises(InputError, match="the limit on states is a whole number"):
        most_cards(Deal.parse("solvitaire:2"), max_states=limit)  # type: ignore[arg-type]


def test_whole_runs_are_not_for_this_engine() -> None:
    with pytest.raises(UnsupportedError, match="whole runs"):
        most_cards(Deal.parse("solvitaire:2"), Rules(part_runs=False))
