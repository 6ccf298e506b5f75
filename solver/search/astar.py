"""A*: the cheapest path, by expanding first what could be on it.

P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum cost paths", IEEE
Transactions on Systems Science and Cybernetics 4(2), 1968.

With g the cost of the best known path to a state, h its heuristic and f = g + h, the open state with the lowest f is
expanded next; among equals the one with the lowest h, among these the newest one, which goes on where the search just
was (the choice matters most where steps cost nothing: M. Asai, A. Fukunaga, "Tie-breaking strategies for cost-optimal
best first search", Journal of Artificial Intelligence Research 58, 2017).

*Why the answer is right.* A state is opened again whenever a cheaper path to it turns up, so until the search ends
each optimal path has an open state that was reached at its true cost along that path. With an admissible heuristic its
f is at most the optimum: hence no state is ever expanded at an f above the optimum, and a goal that is taken from the
list has the optimal cost. Consistency is not needed; without it states may be opened again often, at worst
exponentially often (A. Martelli, "On the complexity of admissible search algorithms", Artificial Intelligence 8, 1977).

*Why it ends.* A state is opened again only for a lower cost, and costs are whole and not negative.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from sortedcontainers import SortedList

from ..errors import InputError
from .budget import Budget, check_limit
from .problem import Problem, Step, lower_bound
from .result import Result, Statistics, Status

__all__ = ["a_star"]

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


class _Node(Generic[StateT, ActionT]):
    """A state as it was reached by one path.

    Nodes do not change, but for being closed: a cheaper path to the state makes a new node. The old one stays the
    parent of those that were reached through it, so the actions from the initial state to any node are always a line
    that can be played, even where states with equal keys name their actions differently.
    """

    __slots__ = ("action", "cost", "depth", "estimate", "is_open", "parent", "serial", "state")

    def __init__(
        self,
        state: StateT,
        *,
        cost: int,
        estimate: int,
        serial: int,
        parent: _Node[StateT, ActionT] | None = None,
        action: ActionT | None = None,
    ) -> None:
        self.state = state
        self.cost = cost
        self.estimate = estimate
        self.serial = serial
        self.parent = parent
        self.action = action
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.is_open = True

    @property
    def entry(self) -> tuple[int, int, int, _Node[StateT, ActionT]]:
        """What stands for the node in the open list: the greatest entry is the best node, and no two are equal."""
        return (-self.cost - self.estimate, -self.estimate, self.serial, self)

    def path(self) -> tuple[ActionT, ...]:
        """Return the actions from the initial state to here."""
        actions: list[Any] = []
        node = self
        while node.parent is not None:
            actions.append(node.action)
            node = node.parent
        return tuple(reversed(actions))


def a_star(
    problem: Problem[StateT, ActionT],
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    cancel: Callable[[], bool] | None = None,
    max_states: int | None = None,
) -> Result[ActionT]:
    """Find a cheapest path to a goal, or prove that there is none.

    The path is a cheapest one if the problem's heuristic never overestimates; without a heuristic this is uniform-cost
    search. Whether there is a path at all is answered rightly with any heuristic.

    Args:
        problem: the game.
        max_nodes: the most states to expand.
        timeout: the most seconds to take.
        cancel: called before each state is expanded; the search ends when it returns true.
        max_states: the most states to hold, open and closed ones; when there are more, it ends with ``MEMORY_LIMIT``.

    Returns:
        The result, ``FOUND``, ``EXHAUSTED`` or the budget that ran out; then ``lower_bound`` says what is proven.

    Raises:
        InputError: a limit is negative, or a step has a negative cost.
    """
    budget = Budget(max_nodes, timeout, cancel)
    check_limit("max_states", max_states, least=1)
    estimate = lower_bound(problem)
    nodes: dict[Hashable, _Node[StateT, ActionT]] = {}
    open_list: Any = SortedList()
    generated = reopened = deepest = proven = 0

    def add(key: Hashable, node: _Node[StateT, ActionT]) -> None:
        nodes[key] = node
        open_list.add(node.entry)

    def result(status: Status, goal: _Node[StateT, ActionT] | None = None) -> Result[ActionT]:
        statistics = Statistics(
            nodes=budget.nodes,
            generated=generated,
            stored=len(nodes),
            reopened=reopened,
            max_depth=deepest,
            seconds=budget.seconds,
        )
        if goal is not None:
            return Result(status, goal.path(), goal.cost, goal.cost, statistics)
        return Result(status, None, None, None if status is Status.EXHAUSTED else proven, statistics)

    root = problem.initial_state()
    add(problem.key(root), _Node(root, cost=0, estimate=estimate(root), serial=0))
    while open_list:
        node: _Node[StateT, ActionT] = open_list.pop()[-1]
        # Some open state always has an f of at most the optimum, so the lowest f of any moment is a bound. With an
        # inconsistent heuristic it may fall again; what was proven stays proven.
        proven = max(proven, node.cost + node.estimate)
        if problem.is_goal(node.state):
            return result(Status.FOUND, node)
        if (refusal := budget.refuse()) is not None:
            return result(refusal)
        node.is_open = False
        deepest = max(deepest, node.depth)
        step: Step[ActionT, StateT]
        for step in problem.successors(node.state):
            generated += 1
            if step.cost < 0:
                raise InputError(f"a step costs 0 or more, not {step.cost}: {step.action!r}")
            key = problem.key(step.state)
            cost = node.cost + step.cost
            old = nodes.get(key)
            if old is None:
                if len(nodes) == max_states:
                    return result(Status.MEMORY_LIMIT)
                remaining = estimate(step.state)
            elif cost < old.cost:
                remaining = old.estimate
                if old.is_open:
                    open_list.remove(old.entry)
                else:
                    reopened += 1
            else:
                continue
            add(
                key,
                _Node(step.state, cost=cost, estimate=remaining, serial=generated, parent=node, action=step.action),
            )
    return result(Status.EXHAUSTED)
