"""What a search for shortest solutions may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .._text import is_whole, shown
from ..errors import InputError
from ..result import Reason

__all__ = ["Limits", "check_max_states"]

_SLICE = 2000
"""Expansions between two looks at the clock, at signals and at the states stored: some ten milliseconds."""

_NEAR = 8
"""Near the limit on states a slice is the rest of it divided by this, since an expansion can store several."""


def check_max_states(max_states: int | None) -> None:
    """Make sure that a limit on states is one.

    Raises:
        InputError: it makes no sense.
    """
    if max_states is not None and not (is_whole(max_states) and max_states >= 0):
        raise InputError(
            f"the limit on states is a whole number, 0 or more, or None for no limit, not {shown(max_states)}"
        )


@dataclass
class Limits:
    """The limits of one question, and a clock that runs from its start.

    Attributes:
        max_states: states to store at the most; None for no limit.
        max_nodes: nodes of the winnability engine at the most; None for no limit.
        timeout: wall-clock seconds at the most; None for no limit.
        memory: MiB that a search may take.
        cancel: asked whether to give up.
    """

    max_states: int | None
    max_nodes: int | None
    timeout: float | None
    memory: int
    cancel: Callable[[], bool] | None
    _started: float = field(default=0.0, init=False)

    def start(self) -> None:
        """Start the clock."""
        self._started = time.monotonic()

    @property
    def share(self) -> float | None:
        """The seconds that the winnability engine may take, so that the search is left some."""
        return None if self.timeout is None else self.timeout / 2

    def is_cancelled(self) -> bool:
        """Whether to give up."""
        return self.cancel is not None and self.cancel()

    def is_share_used(self) -> bool:
        """Whether to give up, or to ask the winnability engine nothing more."""
        return self.is_cancelled() or (self.share is not None and self.seconds >= self.share)

    def slice(self, stored: int) -> int:
        """Return how many states may be expanded before the next look at the limits."""
        if self.max_states is None:
            return _SLICE
        return min(_SLICE, max(0, self.max_states - stored) // _NEAR + 1)

    def spent(self, stored: int) -> Reason | None:
        """Return the limit that has been reached; None if none has."""
        if self.max_states is not None and stored >= self.max_states:
            return Reason.STATE_LIMIT
        if self.is_cancelled():
            return Reason.CANCELLED
        if self.timeout is not None and self.seconds >= self.timeout:
            return Reason.TIME_LIMIT
        return None

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the start."""
        return time.monotonic() - self._started
