"""What a batch came to as plain data, for JSON; ``docs/batch.md`` has the keys."""

from __future__ import annotations

from typing import Any

from .batch import Progress
from .export import rules_to_dict
from .result import Reason

__all__ = ["BATCH_SCHEMA", "batch_to_dict"]

BATCH_SCHEMA = 1
"""The version of the data's layout."""


def batch_to_dict(progress: Progress, *, retry: bool = False) -> dict[str, Any]:
    """Return what a batch came to as a dictionary that ``json.dumps`` takes.

    Args:
        progress: what ``solve_batch`` or ``retry_batch`` returned.
        retry: whether undecided deals were tried again.
    """
    run = progress.run
    return {
        "schema": BATCH_SCHEMA,
        "rules": rules_to_dict(run.rules),
        "engine": run.engine,
        "version": run.version,
        "fingerprint": run.fingerprint,
        "retry": retry,
        "deals": progress.total,
        "done": progress.done,
        "solved": progress.solved,
        "passed_over": progress.passed_over,
        **{verdict.value: count for verdict, count in progress.counts.items()},
        "worker_died": progress.failures.get(Reason.WORKER_DIED, 0),
        "internal_errors": progress.failures.get(Reason.INTERNAL_ERROR, 0),
        "nodes": progress.nodes,
        "seconds": round(progress.seconds, 6),
        "stopped": progress.is_stopped,
    }
