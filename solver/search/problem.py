"""What a search needs to know of a game: the ``Problem`` protocol and its ``Step``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

__all__ = ["InformedProblem", "Problem", "Step"]

StateT = TypeVar("StateT")
StateT_co = TypeVar("StateT_co", covariant=True)
ActionT_co = TypeVar("ActionT_co", covariant=True)


class Step(NamedTuple, Generic[ActionT_co, StateT_co]):
    """One step of a game: what is done, where it leads, and what it costs.

    Attributes:
        action: what is done; the path of a result is made of these.
        state: the state that it leads to.
        cost: what it costs, 0 or more, in whole units of the game's choice.

    >>> Step("left", (0, 1))
    Step(action='left', state=(0, 1), cost=1)
    """

    action: ActionT_co
    state: StateT_co
    cost: int = 1


class Problem(Protocol[StateT, ActionT_co]):
    """A game for one player with nothing hidden. Any class with these four methods is one; it inherits from nothing.

    The answers must depend on nothing but the arguments. Then a search is deterministic: it visits the same states in
    the same order on every run.
    """

    def initial_state(self) -> StateT:
        """Return the state that the search starts from."""

    def successors(self, state: StateT, /) -> Iterable[Step[ActionT_co, StateT]]:
        """Return the steps that are possible in a state, the most promising first.

        A generator saves work: a depth-first search asks for the next step only when it needs it. States must not be
        changed once they were handed out.
        """

    def is_goal(self, state: StateT, /) -> bool:
        """Tell whether the game is won in a state."""

    def key(self, state: StateT, /) -> Hashable:
        """Return what a state is recognised by; the state itself if it is hashable and nothing better is known.

        States with equal keys count as one, so they must have the same future: either all of them are goals or none
        is, and a step from one of them has its like in each other one, at the same cost, to a state with an equal key.
        Two boards that differ by a symmetry of the game are the usual example. It is *not* enough that both can be
        won: if the way to win from one leads through the other, a search that takes them for one never goes it.
        """


class InformedProblem(Problem[StateT, ActionT_co], Protocol[StateT, ActionT_co]):
    """A problem that can also judge how far a state is from the end."""

    def heuristic(self, state: StateT, /) -> int:
        """Return a lower bound on the cost from a state to the nearest goal.

        It must never be too high (*admissible*) for the answers of A* and IDA* to be optimal. It need not be
        consistent: it may fall by more than a step costs.
        """


def lower_bound(problem: Problem[StateT, Any]) -> Callable[[StateT], int]:
    """Return the problem's heuristic, or 0 everywhere if it has none.

    Values below 0 become 0, which is as true: no cost is negative. The searches rely on it at goals.
    """
    heuristic: Callable[[StateT], int] | None = getattr(problem, "heuristic", None)
    if heuristic is None:
        return lambda state: 0
    known = heuristic
    return lambda state: max(0, known(state))
