"""Results to store."""

from __future__ import annotations

from klondike_solver import Deal, Rules, solve
from klondike_solver.store import Row

RULES = Rules(draw=3)


def solved(number: int, scheme: str = "solvitaire", **limits: int) -> Row:
    return Row.of(solve(Deal.from_number(scheme, number), RULES, **limits), **limits)


def undecided(nodes: int = 5, **changes: object) -> Row:
    return solved(2, max_nodes=5)._replace(nodes=nodes, **changes)
