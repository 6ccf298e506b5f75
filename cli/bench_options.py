"""Options that the kinds of ``klondike bench`` share."""

from __future__ import annotations

import click

from ..errors import NumberingError
from ..measure import DealSet

__all__ = ["peers_option", "set_argument", "write_option"]


def _deal_set(context: click.Context, parameter: click.Parameter, value: str) -> DealSet:
    try:
        return DealSet.parse(value)
    except NumberingError as error:
        raise click.BadParameter(str(error)) from error


def _deal_set_or_none(context: click.Context, parameter: click.Parameter, value: str | None) -> DealSet | None:
    return None if value is None else _deal_set(context, parameter, value)


set_argument = click.argument("deals", metavar="SET", callback=_deal_set)

peers_option = click.option(
    "--peers",
    metavar="SET",
    callback=_deal_set_or_none,
    help="Compare with pyksolve on these deals in the same run, too.",
)

write_option = click.option(
    "--write",
    "page",
    metavar="PAGE",
    help="Put the table into a page in Markdown too, between comments; docs/performance.md has them.",
)
