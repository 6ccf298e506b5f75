"""The path that a depth-first search is on."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Generic, NamedTuple, TypeVar

from .problem import Problem, Step

__all__ = ["Path"]

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


class _Frame(NamedTuple, Generic[ActionT, StateT]):
    key: Hashable
    cost: int
    steps: Iterator[Step[ActionT, StateT]]
    """The steps from here that were not tried yet."""


class Path(Generic[StateT, ActionT]):
    """The states from the initial one to the one where a depth-first search stands, all different.

    It takes the place of the call stack, so the depth of a search has no limit but memory.
    """

    def __init__(self, problem: Problem[StateT, ActionT]) -> None:
        self._problem = problem
        self._frames: list[_Frame[ActionT, StateT]] = []
        self._keys: set[Hashable] = set()
        self._actions: list[ActionT] = []

    def __len__(self) -> int:
        """Return the number of states on the path."""
        return len(self._frames)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._keys

    @property
    def cost(self) -> int:
        """The cost from the initial state to the last one."""
        return self._frames[-1].cost

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """The actions that lead from the initial state to the last one."""
        return tuple(self._actions)

    def start(self, state: StateT, key: Hashable) -> None:
        """Put the initial state on the empty path."""
        self._enter(state, key, 0)

    def enter(self, step: Step[ActionT, StateT], key: Hashable) -> None:
        """Go a step further from the last state."""
        self._actions.append(step.action)
        self._enter(step.state, key, self.cost + step.cost)

    def _enter(self, state: StateT, key: Hashable, cost: int) -> None:
        self._frames.append(_Frame(key, cost, iter(self._problem.successors(state))))
        self._keys.add(key)

    def next_step(self) -> Step[ActionT, StateT] | None:
        """Return the next step from the last state, or None when all were tried."""
        return next(self._frames[-1].steps, None)

    def leave(self) -> tuple[Hashable, int]:
        """Go back a step; return the key and the cost of the state that was left."""
        key, cost, _ = self._frames.pop()
        self._keys.discard(key)
        if self._actions:
            self._actions.pop()
        return key, cost
