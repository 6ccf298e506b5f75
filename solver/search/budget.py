"""Budgets: how many nodes and seconds a search may spend, and whether its caller still wants it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from ..errors import InputError
from .result import Status

__all__ = ["Budget", "check_limit"]


def check_limit(name: str, value: float | None, *, least: int = 0) -> None:
    """Refuse a limit that cannot be meant.

    Args:
        name: the name of the argument, for the message.
        value: what was given; None means no limit and is always fine.
        least: the smallest value that makes sense.

    Raises:
        InputError: the value is below ``least``, or no number.
    """
    if value is not None and (math.isnan(value) or value < least):
        raise InputError(f"{name} is {least} or more, or None for no limit, not {value!r}")


class Budget:
    """The budget of one search. The clock starts when it is made.

    Args:
        max_nodes: the most nodes to expand, or None for no limit.
        timeout: the most seconds to take, or None for no limit.
        cancel: called before every node; the search ends when it returns true.

    Raises:
        InputError: a limit is negative.
    """

    def __init__(
        self, max_nodes: int | None = None, timeout: float | None = None, cancel: Callable[[], bool] | None = None
    ) -> None:
        check_limit("max_nodes", max_nodes)
        check_limit("timeout", timeout)
        self.nodes = 0
        self._max_nodes = max_nodes
        self._cancel = cancel
        self._start = time.monotonic()
        self._deadline = None if timeout is None else self._start + timeout

    @property
    def seconds(self) -> float:
        """The seconds since the budget was made."""
        return time.monotonic() - self._start

    def refuse(self) -> Status | None:
        """Return why no further node may be expanded, or None after counting one more.

        The node limit is asked first, so that where it is reached does not depend on the clock.

        >>> budget = Budget(max_nodes=1)
        >>> budget.refuse()
        >>> budget.refuse()
        <Status.NODE_LIMIT: 'node limit'>
        """
        if self._max_nodes is not None and self.nodes >= self._max_nodes:
            return Status.NODE_LIMIT
        if self._cancel is not None and self._cancel():
            return Status.CANCELLED
        if self._deadline is not None and time.monotonic() >= self._deadline:
            return Status.TIME_LIMIT
        self.nodes += 1
        return None
