"""Stores of results on the command line."""

from __future__ import annotations

import click

from ..statistics import Summary, summarise
from ..store import Store
from .completing import complete_file

__all__ = ["read_statistics", "store_argument"]

store_argument = click.argument("path", metavar="STORE", shell_complete=complete_file)


def read_statistics(path: str) -> list[Summary]:
    """Return what a store says, run by run; a run that has no results yet is left out.

    Raises:
        StoreError: there is no such file, it is no store, or it is damaged.
    """
    with Store.open(path) as store:
        return [summary for summary in summarise(store) if summary.winnability.deals]
