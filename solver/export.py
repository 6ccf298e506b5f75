"""Results as plain data, for JSON.

The keys and what they mean are stable; ``docs/json.md`` has them all. ``SCHEMA`` goes up when a key changes its meaning
or goes away, not when one is added.

>>> from klondike_solver import Deal, solve
>>> data = result_to_dict(solve(Deal.parse("solvitaire:2"), max_nodes=5))
>>> data["deal"]["name"], data["verdict"], data["reason"], data["moves"], data["nodes"]
('solvitaire:2', 'undecided', 'node limit', None, 5)
"""

from __future__ import annotations

from typing import Any

from .deal import Deal
from .result import Result
from .rules import Rules
from .scoring import ScoringTable

__all__ = ["SCHEMA", "deal_to_dict", "result_to_dict", "rules_to_dict"]

SCHEMA = 1
"""The version of the data's layout."""


def result_to_dict(
    result: Result, *, scoring: ScoringTable | None = None, count_recycles: bool = False
) -> dict[str, Any]:
    """Return a result as a dictionary that ``json.dumps`` takes.

    All but ``seconds`` is the same on every run and machine, unless a time limit ended the search.

    Args:
        result: what ``solve`` answered.
        scoring: the table for ``score``; None if scores do not matter, and then ``score`` is None.
        count_recycles: whether turning the waste over counts in ``length``.

    Returns:
        ``schema``, ``deal``, ``rules``, ``verdict``, ``moves``, ``length``, ``passes``, ``score``, ``nodes``,
        ``seconds`` and ``reason``, in this order; None where there is nothing.
    """
    solution = result.solution
    return {
        "schema": SCHEMA,
        "deal": None if result.deal is None else deal_to_dict(result.deal),
        "rules": rules_to_dict(result.rules),
        "verdict": result.verdict.value,
        "moves": None if solution is None else solution.letters,
        "length": None if solution is None else solution.length(count_recycles=count_recycles),
        "passes": None if solution is None else solution.passes,
        "score": None if solution is None or scoring is None else solution.score(scoring),
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "reason": result.reason.value,
    }


def deal_to_dict(deal: Deal) -> dict[str, Any]:
    """Return how a deal is named: ``name``, None if it has none, and ``exact``."""
    # The number has up to 68 digits. Most programs read numbers of JSON as floating point and would, without a word,
    # make another deal of it; so it is a string.
    return {"name": deal.name, "exact": str(deal.exact)}


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    """Return rules: ``draw``, ``passes``, ``take_back``, ``part_runs`` and ``shape``."""
    return {
        "draw": rules.draw,
        "passes": rules.passes,
        "take_back": rules.take_back,
        "part_runs": rules.part_runs,
        "shape": {"ranks": rules.shape.ranks, "columns": rules.shape.columns},
    }
