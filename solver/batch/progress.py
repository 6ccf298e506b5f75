"""How far a batch is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from ..result import Reason, Verdict
from ..store import Row, Run
from .executor import Running

__all__ = ["Progress"]

_FAILURES = (Reason.WORKER_DIED, Reason.INTERNAL_ERROR)


class Progress:
    """How far a batch is; it changes while the batch goes on.

    Attributes:
        run: the run of the store that the results go to.
        total: how many deals were asked for, those that had a result before included.
        before: how many of them had a result before; none if undecided deals are tried again.
        passed_over: how many undecided deals are not tried again, since they were given as much before.
        solved: how many have been searched this time.
        counts: how many of the deals have which verdict so far.
        nodes: nodes of the deals that were searched this time.
        failures: how many deals of this time have no verdict since a worker died or was wrong, by reason.
        running: the deals that are being searched for more than about a second, the longest first.
        is_stopped: whether it was stopped before it was done.
    """

    def __init__(self, run: Run, total: int, before: Mapping[Verdict, int] | None = None, passed_over: int = 0) -> None:
        known = before or {}
        self.run = run
        self.total = total
        self.before = sum(known.values())
        self.passed_over = passed_over
        self.solved = 0
        self.counts = {verdict: known.get(verdict, 0) for verdict in Verdict}
        self.nodes = 0
        self.failures: dict[Reason, int] = {}
        self.running: list[Running] = []
        self.is_stopped = False
        self._started = time.monotonic()
        self._ended: float | None = None

    def note(self, rows: Iterable[Row]) -> None:
        """Count more results."""
        for row in rows:
            self.solved += 1
            self.nodes += row.nodes
            self.counts[_VERDICTS[row.verdict]] += 1
            if row.detail is not None and row.reason in _FAILURES:
                reason = Reason(row.reason)
                self.failures[reason] = self.failures.get(reason, 0) + 1

    def end(self) -> None:
        """Stop the clock."""
        self.running = []
        self._ended = time.monotonic()

    @property
    def done(self) -> int:
        """How many deals are done, before and this time."""
        return self.before + self.solved

    @property
    def seconds(self) -> float:
        """How long the batch has been going on this time."""
        return (time.monotonic() if self._ended is None else self._ended) - self._started

    @property
    def rate(self) -> float:
        """Deals a second this time; 0 as long as there is none."""
        return self.solved / self.seconds if self.solved and self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How much longer it will take at this rate; None as long as nobody knows."""
        return (self.total - self.done) / self.rate if self.rate else None


_VERDICTS = {str(verdict): verdict for verdict in Verdict}
