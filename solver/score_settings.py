"""How the search for the best score works, and what it may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from ._settings import ORACLE_LEAST, check_least
from .result import Reason

__all__ = ["Budget", "ScoreTuning"]


@dataclass(frozen=True)
class ScoreTuning:
    """How the search works. No setting changes an answer, only the time that it takes to come by it.

    Attributes:
        lines: let other searches find the first lines of play, and bounds.
        beams: look for good lines between the parts of the search for a proof.
        safe_moves: play safe cards up at once where that loses nothing.
        take_back_ban: do not take back what would be safe.
        components: search positions that differ in what free cards are up as one, where the table allows it.
        closure_bound: put positions off by what can never happen in them; without it the oracle is not asked, either.
        oracle_nodes: nodes that the question whether a position is lost may take; 0: it is never asked.
        oracle_share: such questions take one node for so many generated positions at the most, ...
        oracle_credit: ... and so many more for each position that turned out to be lost.
    """

    lines: bool = True
    beams: bool = True
    safe_moves: bool = True
    take_back_ban: bool = True
    components: bool = True
    closure_bound: bool = True
    oracle_nodes: int = 100
    oracle_share: int = 2
    oracle_credit: int = 500

    def __post_init__(self) -> None:
        check_least(self, ORACLE_LEAST)


class Budget:
    """What is left of the limits."""

    def __init__(self, nodes: int | None, timeout: float | None, cancel: Callable[[], bool] | None) -> None:
        self.nodes = nodes
        self.cancel = cancel
        self._deadline = None if timeout is None else time.monotonic() + timeout

    @property
    def seconds(self) -> float | None:
        """What is left of the time; None: there is no limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def spent(self) -> Reason | None:
        """Which limit is reached, if one is."""
        if self.nodes == 0:
            return Reason.NODE_LIMIT
        if self.cancel is not None and self.cancel():
            return Reason.CANCELLED
        return Reason.TIME_LIMIT if self.seconds == 0.0 else None
