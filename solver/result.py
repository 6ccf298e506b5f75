"""What ``solve`` answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .deal import Deal
from .position import Position
from .rules import Rules
from .solution import Solution

__all__ = ["Reason", "Result", "Verdict"]


class Verdict(StrEnum):
    """The answer. There is no other."""

    WINNABLE = "winnable"
    """It can be won; the result has a solution that was replayed by the rules."""

    LOST = "lost"
    """It cannot be won: proven."""

    UNDECIDED = "undecided"
    """A budget ran out first; the reason says which."""


class Reason(StrEnum):
    """How a verdict came about, or which budget ran out."""

    SOLVED = "solution found"
    """Winnable: here is how."""

    EXHAUSTED = "search exhausted"
    """Lost: everything that can be played was looked at, or shown to be no use."""

    PROVEN = "proven by relaxation"
    """Lost: it could not even be won if the rules were easier (see ``docs/prover.md``)."""

    NODE_LIMIT = "node limit"
    """As many nodes as were allowed have been searched."""

    STATE_LIMIT = "state limit"
    """Only where the shortest solution is looked for."""

    TIME_LIMIT = "time limit"
    """The seconds that were allowed are over."""

    MEMORY_LIMIT = "memory limit"
    """The search needs more memory than was allowed, or than there is."""

    BUFFER_LIMIT = "buffer limit"
    """Everything was searched, but a buffer of fixed size was too small somewhere. It has never been seen."""

    CANCELLED = "cancelled"
    """The function that is asked whether to give up said so."""

    WORKER_DIED = "worker died"
    """Only in a batch: the process that searched was killed, twice."""

    INTERNAL_ERROR = "internal error"
    """Only in a batch, which goes on with the other deals: a bug."""


@dataclass(frozen=True)
class Result:
    """The answer to one question.

    Attributes:
        verdict: winnable, lost or undecided.
        reason: how it was decided, or which budget ran out.
        solution: a way to win, replayed and shortened (not the shortest there is), if winnable; else None.
        position: the position that was asked about, with its rules.
        deal: the deal that it starts, or None for a mid-game position.
        engine: ``compiled`` or ``reference``.
        nodes: what was searched: by the compiled engine, components of positions looked up in its table; by the
            reference, positions expanded.
        seconds: wall-clock time.
        statistics: further counts of the engine, by name.
        search_seconds: processor seconds of the search alone; the rest is reading the position, and making, shortening
            and replaying the solution.
    """

    verdict: Verdict
    reason: Reason
    solution: Solution | None
    position: Position
    deal: Deal | None
    engine: str
    nodes: int
    seconds: float
    statistics: Mapping[str, int] = field(default_factory=dict, repr=False, hash=False)
    search_seconds: float = 0.0

    @property
    def rules(self) -> Rules:
        """The rules that the answer holds for."""
        return self.position.rules

    def __repr__(self) -> str:
        of = "" if self.deal is None else f" {self.deal}"
        return f"<Result{of}: {self.verdict} ({self.reason}), {self.nodes} nodes, {self.rules!r}>"
