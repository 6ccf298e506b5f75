"""What is stored, and what should be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from klondike_solver import Deal, Rules, solve
from klondike_solver.store import Row, Store

RULES = Rules(draw=3)


def rows_of(path: Path, rules: Rules = RULES) -> list[Row]:
    with Store.open(path) as store:
        (run,) = (run for run in store.runs() if run.rules == rules)
        return sorted(store.rows(run, moves=True), key=lambda row: (row.scheme or "", row.number or 0, row.exact))


def expected(deals: list[Deal], rules: Rules = RULES, **limits: Any) -> list[Row]:
    return [Row.of(solve(deal, rules, **limits), **limits) for deal in deals]


def without_seconds(rows: list[Row]) -> list[Row]:
    return [row._replace(seconds=0) for row in rows]
