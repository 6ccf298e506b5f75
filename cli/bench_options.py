"""Options that the kinds of ``klondike bench`` share."""

from __future__ import annotations

import click

from ..errors import NumberingError
from ..measure import DealSet

__all__ = ["set_argument", "write_option"]


def _deal_set(context: click.Context, parameter: click.Parameter, value: str) -> DealSet:
    try:
        return DealSet.parse(value)
    except NumberingError as error:
        raise click.BadParameter(str(error)) from error


set_argument = click.argument("deals", metavar="SET", callback=_deal_set)


write_option = click.option(
    "--write",
    "page",
    metavar="PAGE",
    help="Put the table into a page in Markdown too, between comments; docs/performance.md has them.",
)
