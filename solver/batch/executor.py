"""What solves deals for a batch: processes on this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from ..store import Row
from .task import Task

__all__ = ["Executor", "Running"]


class Running(NamedTuple):
    """A deal that has been searched for a while.

    Attributes:
        name: the deal.
        seconds: for how long.
    """

    name: str
    seconds: float


class Executor(Protocol):
    """Something that solves deals, many at a time."""

    def solve(self, tasks: Iterator[Task]) -> Iterator[list[Row]]:
        """Yield rows as they come, several times a second, also if there are none.

        Raises:
            BatchError: it cannot go on. What was done by then has been yielded.
        """

    def running(self) -> list[Running]:
        """Return the deals that have been searched for more than about a second."""

    def stop(self) -> None:
        """Give up what is being searched. ``solve`` then yields what was done, and ends soon."""

    def close(self) -> None:
        """End at once; what was done and has not been yielded is lost."""
