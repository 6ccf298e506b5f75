"""The answer to the question for the shortest solution as plain data, for JSON; ``docs/json.md`` has all the keys.

>>> from klondike_solver import Deal, Rules
>>> from klondike_solver.shortest import find_shortest
>>> data = shortest_to_dict(find_shortest(Deal.parse("shootme:3"), Rules(draw=1)))
>>> data["length"], data["lower_bound"], data["proven"]
(114, 114, True)
"""

from __future__ import annotations

from typing import Any

from .export import SCHEMA, deal_to_dict, rules_to_dict
from .export_analysis import passes_to_dict
from .scoring import ScoringTable
from .shortest import Shortest

__all__ = ["shortest_to_dict"]


def shortest_to_dict(found: Shortest, *, scoring: ScoringTable | None = None) -> dict[str, Any]:
    """Return an answer as a dictionary that ``json.dumps`` takes.

    All but ``seconds`` is the same on every run and machine, unless a time limit ended the search.

    Args:
        found: what ``find_shortest`` answered.
        scoring: the table for ``score``; None if scores do not matter, and then ``score`` is None.

    Returns:
        ``schema``, ``deal``, ``rules``, ``verdict``, ``moves``, ``length``, ``lower_bound``, ``proven``, ``passes``,
        ``score``, ``nodes``, ``states``, ``expanded``, ``seconds`` and ``reason``, in this order, and ``fewest_passes``
        if they were asked for; None where there is nothing.
    """
    line = found.solution
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "deal": None if found.deal is None else deal_to_dict(found.deal),
        "rules": rules_to_dict(found.rules),
        "verdict": found.verdict.value,
        "moves": None if line is None else line.letters,
        "length": found.length,
        "lower_bound": found.lower_bound,
        "proven": found.is_proven,
        "passes": None if line is None else line.passes,
        "score": None if line is None or scoring is None else line.score(scoring),
        "nodes": found.nodes,
        "states": found.states,
        "expanded": found.expanded,
        "seconds": round(found.seconds, 6),
        "reason": found.reason.value,
    }
    if found.fewest_passes is not None:
        data["fewest_passes"] = passes_to_dict(found.fewest_passes)
    return data
