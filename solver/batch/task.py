"""What a worker does: solve one deal, and make a row of the answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from ..api import DEFAULT_MEMORY, Engine, solve
from ..deal import Deal
from ..result import Reason, Verdict
from ..rules import Rules
from ..store import Row

__all__ = ["Job", "Task", "failed_row", "find_deal", "solve_task", "task_name", "task_of"]

Task = tuple[str | None, int]
"""A deal: its scheme and number, or None and its exact number."""


@dataclass(frozen=True)
class Job:
    """What all deals of a batch have in common.

    Attributes:
        rules: the rules.
        engine: ``compiled`` or ``reference``.
        max_nodes: nodes to search for each deal at the most; None for no limit.
        timeout: seconds for each deal at the most; None for no limit.
        memory: MiB that the search of one deal may take; None for what a cluster turns out to have.
        version: the version of this package that must do it.
        fingerprint: the fingerprint of the search that must do it.
    """

    rules: Rules
    engine: Engine
    max_nodes: int | None = None
    timeout: float | None = None
    memory: int | None = DEFAULT_MEMORY
    version: str = ""
    fingerprint: str = ""

    def can_better(self, row: Row) -> bool:
        """Whether an undecided deal has more of what it ran out of now than when it was searched before."""
        match row.reason:
            case Reason.NODE_LIMIT:
                return _is_more(self.max_nodes, row.max_nodes)
            case Reason.TIME_LIMIT:
                return _is_more(self.timeout, row.timeout)
            case Reason.MEMORY_LIMIT:
                return _is_more(self.memory, row.memory)
        return row.reason != Reason.BUFFER_LIMIT


def _is_more(limit: float | None, than: float | None) -> bool:
    return than is not None and (limit is None or limit > than)


def task_of(row: Row) -> Task:
    """Return what solves the deal of a row again."""
    return (None, int(row.exact)) if row.scheme is None or row.number is None else (row.scheme, row.number)


def task_name(task: Task) -> str:
    """Return what to call a deal; every command takes it.

    >>> task_name(("solvitaire", 22)), task_name((None, 12345))
    ('solvitaire:22', 'exact:12345')
    """
    scheme, number = task
    return f"{scheme or 'exact'}:{number}"


def find_deal(task: Task, rules: Rules) -> Deal:
    """Return the deal of a task."""
    scheme, number = task
    return Deal.from_exact(number, shape=rules.shape) if scheme is None else Deal.from_number(scheme, number)


def solve_task(job: Job, task: Task, cancel: Callable[[], bool] | None = None) -> Row | None:
    """Solve a deal.

    Whatever goes wrong with it becomes a row of its own, undecided: the other deals of a batch are not to suffer.

    Args:
        job: the rules and the limits.
        task: the deal.
        cancel: as for ``solve``.

    Returns:
        The row, or None if it was cancelled.
    """
    started = time.monotonic()
    try:
        result = solve(
            find_deal(task, job.rules),
            job.rules,
            engine=job.engine,
            max_nodes=job.max_nodes,
            timeout=job.timeout,
            memory=DEFAULT_MEMORY if job.memory is None else job.memory,
            cancel=cancel,
        )
        if result.reason is Reason.CANCELLED:
            return None
        row = Row.of(result, max_nodes=job.max_nodes, timeout=job.timeout, memory=job.memory)
    except MemoryError:
        return failed_row(job, task, Reason.MEMORY_LIMIT, "no memory left", time.monotonic() - started)
    except Exception as error:
        detail = f"{type(error).__name__}: {error}"
        return failed_row(job, task, Reason.INTERNAL_ERROR, detail, time.monotonic() - started)
    # By which number it was given, not what that number is called elsewhere; a deal given as a text has none.
    scheme, number = task
    return row._replace(scheme=scheme, number=None if scheme is None else number)


def failed_row(job: Job, task: Task, reason: Reason, detail: str, seconds: float) -> Row:
    """Return the row of a deal whose search came to a bad end: undecided."""
    scheme, number = task
    return Row(
        exact=str(find_deal(task, job.rules).exact),
        scheme=scheme,
        number=None if scheme is None else number,
        verdict=str(Verdict.UNDECIDED),
        reason=str(reason),
        detail=detail,
        length=None,
        passes=None,
        nodes=0,
        seconds=seconds,
        max_nodes=job.max_nodes,
        timeout=job.timeout,
        memory=job.memory,
    )
