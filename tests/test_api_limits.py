"""What ``solve`` and ``Rules`` say to arguments that cannot be meant: one clear error, no search without end."""

import pytest
from klondike_solver import Deal, InputError, Rules, RulesError, Verdict, solve

HUGE = pytest.param(-(10**5000), id="huge")

DEAL = Deal.parse("solvitaire:2")


@pytest.mark.parametrize("max_nodes", [1.5, 100.0, float("nan"), -1, True, "x", HUGE])
def test_a_node_limit_is_a_whole_number(max_nodes):
    with pytest.raises(InputError, match="node limit"):
        solve(DEAL, max_nodes=max_nodes)


@pytest.mark.parametrize("timeout", [float("nan"), -1, -0.5, "x", True])
def test_a_time_limit_is_a_number_of_seconds(timeout):
    with pytest.raises(InputError, match="time limit"):
        solve(DEAL, timeout=timeout)


@pytest.mark.parametrize("memory", [0, 1.5, None, HUGE, "x"])
def test_a_memory_limit_is_a_whole_number(memory):
    with pytest.raises(InputError, match="memory limit"):
        solve(DEAL, memory=memory)


@pytest.mark.parametrize("draw", [0, 25, 3.0, True, "3", None, HUGE])
def test_a_draw_is_a_whole_number_in_range(draw):
    with pytest.raises(RulesError, match="draw is 1 to 24"):
        Rules(draw=draw)


@pytest.mark.parametrize("passes", [0, -1, 3.5, float("nan"), True, "3"])
def test_passes_are_a_whole_number(passes):
    with pytest.raises(RulesError, match="passes is 1 or more"):
        Rules(passes=passes)


def test_rules_are_rules():
    with pytest.raises(TypeError, match=r"Rules\(draw=3\)"):
        solve(DEAL, 3)


def test_limits_that_can_be_meant_are_kept():
    assert solve(DEAL, max_nodes=0).verdict is Verdict.UNDECIDED
    assert solve(DEAL, timeout=60, max_nodes=100_000, memory=1).verdict is Verdict.WINNABLE
