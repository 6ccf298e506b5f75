"""Depth-first search of a graph, with a transposition table that may be smaller than the graph.

The search is the classic one (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing
1(2), 1972) with an explicit stack. What is added is that finished states may be forgotten.

*Why "exhausted" is true whatever the table forgets.* Call a state finished when it was left because all its steps had
been tried, whether the table still holds it or not. Each of its steps led to a state that was then (a) on the path,
(b) in the table, which holds nothing but finished states, or (c) entered and later left. A state leaves the path only
by being finished. So at any time the steps of a finished state lead to finished states and to states on the path. When
the search ends, the path is empty: the finished states contain the initial one and are closed under steps, so they are
all the states there are, and none is a goal.

*Why it ends.* The states on the path are always known, whatever the table forgets, so the paths are without repetition,
and the search meets them in lexical order, none twice. A finite graph has finitely many. With the whole graph in the
table every state is expanded once; with less, a state may be expanded once for each path to it, which can be
exponentially often. Forgetting costs time, never truth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .budget import Budget, check_limit
from .path import Path
from .problem import Problem
from .result import Result, Statistics, Status
from .table import TranspositionTable

__all__ = ["depth_first"]

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


def depth_first(
    problem: Problem[StateT, ActionT],
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    cancel: Callable[[], bool] | None = None,
    table_size: int | None = None,
    max_depth: int | None = None,
) -> Result[ActionT]:
    """Look for any path to a goal, the first steps first, or prove that there is none.

    The path that is found is seldom a short one. The costs of steps are added up but play no part.

    Args:
        problem: the game.
        max_nodes: the most states to expand.
        timeout: the most seconds to take.
        cancel: called before each state is expanded; the search ends when it returns true.
        table_size: how many finished states to remember. A smaller table makes the search slower, not less right.
        max_depth: how long a path may become, in steps. The states on the path cannot be forgotten, so a search that
            needs a longer one ends with ``MEMORY_LIMIT``.

    Returns:
        The result, ``FOUND``, ``EXHAUSTED`` or the budget that ran out.

    Raises:
        InputError: a limit is negative.
    """
    budget = Budget(max_nodes, timeout, cancel)
    finished = TranspositionTable(table_size)
    check_limit("max_depth", max_depth)
    generated = deepest = 0

    def result(status: Status, path: tuple[ActionT, ...] | None = None, cost: int | None = None) -> Result[ActionT]:
        statistics = Statistics(
            nodes=budget.nodes,
            generated=generated,
            stored=finished.peak,
            evictions=finished.evictions,
            max_depth=deepest,
            seconds=budget.seconds,
        )
        return Result(status, path, cost, None, statistics)

    root = problem.initial_state()
    if problem.is_goal(root):
        return result(Status.FOUND, (), 0)
    if (refusal := budget.refuse()) is not None:
        return result(refusal)
    path = Path(problem)
    path.start(root, problem.key(root))
    while path:
        step = path.next_step()
        if step is None:
            finished.record(path.leave()[0])
            continue
        generated += 1
        key = problem.key(step.state)
        if key in path or finished.covers(key):
            continue
        if problem.is_goal(step.state):
            return result(Status.FOUND, (*path.actions, step.action), path.cost + step.cost)
        if len(path) - 1 == max_depth:
            return result(Status.MEMORY_LIMIT)
        if (refusal := budget.refuse()) is not None:
            return result(refusal)
        deepest = max(deepest, len(path))
        path.enter(step, key)
    return result(Status.EXHAUSTED)
