"""What ``solve`` and ``Rules`` say to arguments that cannot be meant: one clear error, no search without end."""

import inspect

import pytest
from klondike_solver import (
    Deal,
    InputError,
    Rules,
    RulesError,
    Tuning,
    UnsupportedError,
    Verdict,
    analyse,
    fewest_passes,
    most_cards,
    review,
    solve,
    solve_many,
)

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


LIMITS = {"max_nodes", "timeout", "memory", "cancel", "tuning"}
HARD = Deal.parse("solvitaire:1978")
QUESTIONS = {
    "solve": solve,
    "solve_many": lambda game, **limits: list(solve_many([game], **limits)),
    "analyse": analyse,
    "review": lambda game, **limits: review(game, "@", **limits),
    "fewest_passes": fewest_passes,
    "most_cards": most_cards,
}


@pytest.mark.parametrize("question", [solve, solve_many, analyse, review, fewest_passes, most_cards])
def test_all_questions_take_the_same_limits(question):
    taken = inspect.signature(question).parameters
    of_solve = inspect.signature(solve).parameters
    assert {name: taken[name].default for name in LIMITS} == {name: of_solve[name].default for name in LIMITS}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_all_questions_can_be_cancelled(question):
    asked = []
    question(HARD, cancel=lambda: asked.append(1) or True)
    assert asked


@pytest.mark.parametrize("name", sorted(QUESTIONS.keys() - {"most_cards"}))
def test_the_tuning_gets_to_the_engine(name):
    with pytest.raises(UnsupportedError, match="how to search"):
        QUESTIONS[name](HARD, engine="reference", tuning=Tuning())


def test_many_games_need_not_have_short_solutions():
    (long,), (short,) = solve_many([DEAL], shorten=False), solve_many([DEAL])
    assert long.solution == solve(DEAL, shorten=False).solution
    assert short.solution == solve(DEAL).solution
    assert long.solution.length() > short.solution.length()


def test_answers_can_be_in_sets_and_keys_of_dictionaries():
    answers = {*solve_many([DEAL, DEAL]), solve(HARD, max_nodes=1)}
    assert len({(answer.position, answer.verdict) for answer in answers}) == 2
    for question in QUESTIONS.values():
        found = question(DEAL)
        assert len({found[0] if isinstance(found, list) else found}) == 1
