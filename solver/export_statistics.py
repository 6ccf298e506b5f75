"""Statistics of a store as plain data, for JSON; ``docs/json.md`` has the keys.

They are stable as those of ``klondike_solver.export`` are, under a number of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .export import rules_to_dict
from .result import Verdict
from .statistics import CONFIDENCE, Distribution, Summary
from .statistics.summary import FIGURES

__all__ = ["STATISTICS_SCHEMA", "statistics_to_dict"]

STATISTICS_SCHEMA = 1
"""The version of the data's layout."""

_DIGITS = 6
"""Decimal places of shares, seconds and means."""


def statistics_to_dict(summaries: Iterable[Summary]) -> dict[str, Any]:
    """Return what a store says as a dictionary that ``json.dumps`` takes.

    Args:
        summaries: what ``summarise`` found, run by run.
    """
    runs = [_summary(summary) for summary in summaries]
    return {"schema": STATISTICS_SCHEMA, "deals": sum(run["deals"] for run in runs), "runs": runs}


def _summary(summary: Summary) -> dict[str, Any]:
    run, found, known = summary.run, summary.winnability, summary.published
    reasons: dict[str, dict[str, int]] = {verdict.value: {} for verdict in Verdict}
    for (verdict, reason), count in summary.reasons.items():
        reasons[verdict][reason] = count
    return {
        "rules": rules_to_dict(run.rules),
        "engine": run.engine,
        "version": run.version,
        "fingerprint": run.fingerprint,
        "created": run.created,
        "deals": found.deals,
        "winnable": found.winnable,
        "lost": found.lost,
        "undecided": found.undecided,
        "reasons": reasons,
        "limits": [{**limits._asdict(), "undecided": count} for limits, count in summary.limits.items()],
        "winnability": None
        if not found.deals
        else {"shares": _rounded(found.shares), "confidence": CONFIDENCE, "interval": _rounded(found.interval())},
        "published": None
        if known is None
        else {
            "share": known.share,
            "half_width": known.half_width,
            "source": known.source,
            "standard_errors": None if summary.differences is None else _rounded(summary.differences),
        },
        "distributions": {name: _distribution(summary.distributions.get(name)) for name in FIGURES},
    }


def _distribution(spread: Distribution | None) -> dict[str, Any] | None:
    if spread is None:
        return None
    values = {name: round(value, _DIGITS) for name, value in spread.values().items()}
    return {"count": spread.count, **values}


def _rounded(pair: tuple[float, float]) -> list[float]:
    return [round(value, _DIGITS) for value in pair]
