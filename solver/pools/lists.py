"""Lists of the deals of a pool, for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ..deal import Deal
from ..difficulty import GAMES, MEASURE
from ..export import SCHEMA, rules_to_dict
from ..export_difficulty import difficulty_to_dict
from .pool import PoolDeal

__all__ = ["PYSOL_SCHEMES", "board_text", "pool_deal_to_dict", "pool_to_json", "pysol_number"]


PYSOL_SCHEMES = ("pysol", "ms")
"""The schemes of deal numbers that PySolFC has."""


def pysol_number(deal: PoolDeal) -> str | None:
    """Return the number that PySolFC takes for a deal: digits, with ``ms`` before them for that kind of number.

    None if the deal came by a number of another program, or by none.
    """
    row = deal.row
    if row.scheme == "pysol":
        return f"{row.number}"
    return f"ms{row.number}" if row.scheme == "ms" else None


def board_text(deal: PoolDeal) -> str:
    """Return a deal as PySolFC's board text."""
    return Deal.from_exact(int(deal.row.exact), shape=deal.rules.shape).to("pysol")


def pool_deal_to_dict(deal: PoolDeal) -> dict[str, Any]:
    """Return a deal of a pool as plain data; ``docs/difficulty.md`` has the keys."""
    row = deal.row
    return {
        "deal": {"name": None if row.scheme is None else row.name, "exact": row.exact},
        "verdict": str(row.verdict),
        "difficulty": None if deal.difficulty is None else difficulty_to_dict(deal.difficulty),
        "length": row.length,
        "passes": row.passes,
        "nodes": row.nodes,
    }


def pool_to_json(deals: Iterable[PoolDeal]) -> Iterator[str]:
    """Yield the parts of one JSON object with all deals, one on each line, as they come."""
    parts = iter(deals)
    first = next(parts, None)
    head: dict[str, Any] = {
        "schema": SCHEMA,
        "measure": MEASURE,
        "games": GAMES,
        "rules": None if first is None else rules_to_dict(first.rules),
    }
    yield "{\n" + "".join(f'  "{key}": {json.dumps(value)},\n' for key, value in head.items())
    if first is None:
        yield '  "deals": []\n}\n'
        return
    yield f'  "deals": [\n    {json.dumps(pool_deal_to_dict(first))}'
    for deal in parts:
        yield f",\n    {json.dumps(pool_deal_to_dict(deal))}"
    yield "\n  ]\n}\n"
