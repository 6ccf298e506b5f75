"""Random deals to play, by numbers that every command takes."""

from __future__ import annotations

from random import Random
from typing import Any

import click

from ..api import solve
from ..deal import Deal
from ..errors import InputError
from ..result import Verdict
from ..rules import Rules
from .search import searching

__all__ = ["any_deal", "winnable_deal"]

_SCHEME = "solvitaire"
"""Its numbers are short, and there are four thousand million of them."""

_NODES = 1_000_000
"""Nodes to search for each deal at the most, so that the choice is the same on every machine."""

_SLOW_NODES = 20_000
"""The same for the reference engine, which takes whole runs only."""

_TRIES = 1000


def any_deal(seed: int | None) -> Deal:
    """Return a random deal, the same one for the same seed."""
    return _deal(Random(seed))


def winnable_deal(context: click.Context, seed: int | None, rules: Rules, limits: dict[str, Any]) -> Deal:
    """Return a random deal that is known to be winnable, the same one for the same seed.

    Raises:
        InputError: so many deals were tried that there can hardly be one.
    """
    source = Random(seed)
    nodes = _NODES if rules.part_runs and limits["engine"] != "reference" else _SLOW_NODES
    options = {**limits, "timeout": None, "max_nodes": nodes if limits["max_nodes"] is None else limits["max_nodes"]}
    with searching(context) as cancel:
        for _ in range(_TRIES):
            deal = _deal(source)
            if solve(deal, rules, cancel=cancel, shorten=False, **options).verdict is Verdict.WINNABLE:
                return deal
    raise InputError(f"none of {_TRIES} random deals is known to be winnable under these rules and limits")


def _deal(source: Random) -> Deal:
    return Deal.from_number(_SCHEME, source.randrange(2**32))
