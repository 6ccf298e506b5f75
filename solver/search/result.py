"""What a search answers: ``Result``, with its ``Status`` and ``Statistics``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

__all__ = ["Result", "Statistics", "Status"]

ActionT_co = TypeVar("ActionT_co", covariant=True)


class Status(StrEnum):
    """How a search ended. Only the first two are answers; the others say which budget ran out before there was one."""

    FOUND = "found"
    """A goal was reached; the result has the path."""

    EXHAUSTED = "exhausted"
    """No goal can be reached: this is a proof, not a guess."""

    NODE_LIMIT = "node limit"
    """The search would have had to expand more nodes than it was given."""

    TIME_LIMIT = "time limit"
    """The time was up."""

    MEMORY_LIMIT = "memory limit"
    """The search would have had to hold more states than it was allowed and could not do without any."""

    CANCELLED = "cancelled"
    """The caller's ``cancel`` asked for the end."""

    @property
    def is_answer(self) -> bool:
        """Whether the question is settled: a goal was found, or there is none."""
        return self in (Status.FOUND, Status.EXHAUSTED)


@dataclass(frozen=True)
class Statistics:
    """What a search did.

    Attributes:
        nodes: states expanded, that is, asked for their successors; a state expanded twice counts twice.
        generated: steps seen from all of them.
        stored: the most states held at any time in the table, or, by A*, in its open and closed lists. The path that
            a depth-first search or IDA* is on is not counted.
        evictions: states that the table forgot for want of room.
        reopened: states that A* expanded again since it found a cheaper way to them.
        iterations: bounds on the cost that IDA* tried.
        max_depth: the most steps from the initial state to a state that was expanded.
        seconds: wall-clock time.
    """

    nodes: int = 0
    generated: int = 0
    stored: int = 0
    evictions: int = 0
    reopened: int = 0
    iterations: int = 0
    max_depth: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Result(Generic[ActionT_co]):
    """The answer of a search.

    Attributes:
        status: how it ended.
        path: the actions from the initial state to a goal, or None if no goal was found.
        cost: what the path costs, or None.
        lower_bound: no path to a goal costs less than this, as A* and IDA* have proven on the word of the heuristic;
            None after a depth-first search, which proves no such thing, and after ``EXHAUSTED``.
        statistics: what it took.
    """

    status: Status
    path: tuple[ActionT_co, ...] | None
    cost: int | None
    lower_bound: int | None
    statistics: Statistics

    @property
    def is_optimal(self) -> bool:
        """Whether a path was found and is proven to be the cheapest there is."""
        return self.cost is not None and self.cost == self.lower_bound
