"""IDA*: the cheapest path in little memory, by depth-first searches with a rising bound on the cost.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27(1), 1985;
with a transposition table as in A. Reinefeld, T. A. Marsland, "Enhanced iterative-deepening search", IEEE Transactions
on Pattern Analysis and Machine Intelligence 16(7), 1994, but forgotten between iterations, which keeps it simple and,
on graphs with cycles, true.

With f = g + h as in A*, an iteration goes through all paths whose states have f of at most the bound. The next bound
is the lowest f that was cut off. If nothing was cut off, all there is has been seen: exhausted.

*Why a state that was searched at cost g needs no search at cost g or more in the same iteration.* Say that (x, g) is
finished when x was left after being entered at cost g, whether the table still holds it or not. A step of x, to y at
cost g', was cut off because of f; or y was on the path, and then at a cost of at most g', since costs along a path do
not fall; or the table had y at a cost of at most g'; or (y, g') was entered. So at the end of an iteration without a
goal, when the path is empty, each step of a finished (x, g) was cut off or leads to a finished (y, g″) with g″ ≤ g'.
Follow a cheapest path to a goal from the initial state, which is finished at cost 0: its states are finished at their
cost along that path or a lower one up to the first that was cut off, and there must be one, for a goal is not finished
but found. Its f is at most the optimum if the heuristic is admissible. So the next bound is never above the optimum,
the first goal found is a cheapest one, and an iteration that cut off nothing has seen every state. None of this needs
the table to hold what is finished: forgetting costs time, never truth.

*Why it ends.* A path never repeats a state, so on a finite graph an iteration goes through finitely many paths, even
where steps are free, and bounds rise from each iteration to the next towards the cost of the dearest such path.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from ..errors import InputError
from .budget import Budget
from .path import Path
from .problem import Problem, lower_bound
from .result import Result, Statistics, Status
from .table import TranspositionTable

__all__ = ["ida_star"]

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")

logger = logging.getLogger(__name__)


def ida_star(
    problem: Problem[StateT, ActionT],
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    cancel: Callable[[], bool] | None = None,
    table_size: int | None = 0,
) -> Result[ActionT]:
    """Find a cheapest path to a goal, or prove that there is none, holding little more than the path.

    The path is a cheapest one if the problem's heuristic never overestimates. Where many paths lead to the same state
    a table saves much time; without one, a graph with cycles is searched along every path that does not repeat a state.

    Args:
        problem: the game.
        max_nodes: the most states to expand, over all iterations.
        timeout: the most seconds to take.
        cancel: called before each state is expanded; the search ends when it returns true.
        table_size: how many states to remember within an iteration; none by default, None for no limit.

    Returns:
        The result, ``FOUND``, ``EXHAUSTED`` or the budget that ran out; then ``lower_bound`` says what is proven.

    Raises:
        InputError: a limit is negative, or a step has a negative cost.
    """
    budget = Budget(max_nodes, timeout, cancel)
    searched = TranspositionTable(table_size)
    estimate = lower_bound(problem)
    generated = deepest = iterations = 0
    root = problem.initial_state()
    root_key = problem.key(root)
    bound = estimate(root)

    def result(status: Status, path: tuple[ActionT, ...] | None = None, cost: int | None = None) -> Result[ActionT]:
        statistics = Statistics(
            nodes=budget.nodes,
            generated=generated,
            stored=searched.peak,
            evictions=searched.evictions,
            iterations=iterations,
            max_depth=deepest,
            seconds=budget.seconds,
        )
        return Result(status, path, cost, None if status is Status.EXHAUSTED else bound, statistics)

    if problem.is_goal(root):
        bound = 0
        return result(Status.FOUND, (), 0)
    while True:
        iterations += 1
        lowest_cut: int | None = None
        searched.clear()
        if (refusal := budget.refuse()) is not None:
            return result(refusal)
        path = Path(problem)
        path.start(root, root_key)
        while path:
            step = path.next_step()
            if step is None:
                searched.record(*path.leave())
                continue
            generated += 1
            if step.cost < 0:
                raise InputError(f"a step costs 0 or more, not {step.cost}: {step.action!r}")
            cost = path.cost + step.cost
            key = problem.key(step.state)
            if key in path or searched.covers(key, cost):
                continue
            total = cost + estimate(step.state)
            if total > bound:
                lowest_cut = total if lowest_cut is None else min(lowest_cut, total)
                continue
            if problem.is_goal(step.state):
                return result(Status.FOUND, (*path.actions, step.action), cost)
            if (refusal := budget.refuse()) is not None:
                return result(refusal)
            deepest = max(deepest, len(path))
            path.enter(step, key)
        logger.debug("IDA*: no goal at a cost of %d or less (%d nodes)", bound, budget.nodes)
        if lowest_cut is None:
            return result(Status.EXHAUSTED)
        bound = lowest_cut
