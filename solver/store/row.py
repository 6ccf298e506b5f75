"""One deal's result as a light tuple."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..result import Result, Verdict

__all__ = ["COLUMNS", "INT64", "Row", "as_row", "stored_number"]

INT64 = 2**63
"""What is less than this is a whole number for SQLite."""


class Row(NamedTuple):
    """One deal's result.

    ``verdict`` and ``reason`` are plain strings, which compare equal to the members of ``Verdict`` and ``Reason``.

    Attributes:
        exact: the exact number of the deal, in decimal digits: two rows of a run never have the same.
        scheme: the scheme of the deal number that it was given by, or None if it came as a text.
        number: that number, or None.
        verdict: ``winnable``, ``lost`` or ``undecided``.
        reason: how it was decided, or what ended the search before, as in ``docs/json.md``; or ``worker died``, or
            ``internal error``.
        detail: what else is known about a search that failed, or None.
        length: moves of the solution, recycles not counted, or None.
        passes: passes through the stock that it takes, or None.
        nodes: what was searched, in the unit of the run's engine.
        seconds: wall-clock time of this deal, the making and checking of the solution included.
        max_nodes: the node limit that it was searched with; None for no limit.
        timeout: the time limit in seconds; None for no limit.
        memory: MiB that the search might take.
        moves: the solution in move letters; None if there is none, or if it was not asked for.
    """

    exact: str
    scheme: str | None
    number: int | None
    verdict: str
    reason: str
    detail: str | None
    length: int | None
    passes: int | None
    nodes: int
    seconds: float
    max_nodes: int | None
    timeout: float | None
    memory: int | None
    moves: str | None = None

    @classmethod
    def of(
        cls,
        result: Result,
        *,
        max_nodes: int | None = None,
        timeout: float | None = None,
        memory: int | None = None,
    ) -> Row:
        """Return the row of a result.

        Args:
            result: what ``solve`` answered about a deal.
            max_nodes: the limits that it was given, as are the other two.

        Raises:
            TypeError: it was asked about a position in the middle of a game, which no store takes.
        """
        if result.deal is None:
            raise TypeError("a store takes results of deals, not of positions in the middle of a game")
        scheme, colon, digits = (result.deal.name or "").partition(":")
        line = result.solution
        return cls(
            exact=str(result.deal.exact),
            scheme=scheme if colon else None,
            number=int(digits) if colon else None,
            verdict=str(result.verdict),
            reason=str(result.reason),
            detail=None,
            length=None if line is None else line.length(),
            passes=None if line is None else line.passes,
            nodes=result.nodes,
            seconds=result.seconds,
            max_nodes=max_nodes,
            timeout=timeout,
            memory=memory,
            moves=None if line is None else line.letters,
        )

    @property
    def name(self) -> str:
        """What the deal is called: its number as it was given, else its exact number; every command takes both."""
        return f"exact:{self.exact}" if self.scheme is None else f"{self.scheme}:{self.number}"

    @property
    def is_decided(self) -> bool:
        """Whether it is known that the deal is winnable, or that it is lost."""
        return self.verdict != Verdict.UNDECIDED


COLUMNS = Row._fields[:-1]
"""The columns of the table of results; the moves are in another one."""


def stored_number(number: int | None) -> int | str | None:
    """Return a deal number as the file has it: beyond 64 bits as digits."""
    return str(number) if number is not None and number >= INT64 else number


def as_row(values: Iterable[object]) -> Row:
    """Return the row whose fields a query has read."""
    row = Row._make(values)
    return row._replace(number=int(row.number)) if isinstance(row.number, str) else row
