"""Options that the kinds of ``klondike bench`` share."""

from __future__ import annotations

import click

from ..deal_sets import SETS, DealSet
from ..errors import NumberingError
from .completing import complete_file, complete_set

__all__ = ["help_ending", "peers_option", "set_argument", "write_option"]


def help_ending(*examples: str) -> str:
    """Return how the help of a kind ends: what a set may be, and examples."""
    lines = "".join(f"  klondike bench {example}\n" for example in examples)
    return f"SET may also be one of: {', '.join(SETS)}.\n\n\b\nExamples:\n{lines}"


def _deal_set(context: click.Context, parameter: click.Parameter, value: str) -> DealSet:
    try:
        return DealSet.parse(value)
    except NumberingError as error:
        raise click.BadParameter(str(error)) from error


def _deal_set_or_none(context: click.Context, parameter: click.Parameter, value: str | None) -> DealSet | None:
    return None if value is None else _deal_set(context, parameter, value)


set_argument = click.argument("deals", metavar="SET", callback=_deal_set, shell_complete=complete_set)

peers_option = click.option(
    "--peers",
    metavar="SET",
    shell_complete=complete_set,
    callback=_deal_set_or_none,
    help="Compare with pyksolve on these deals in the same run, too.",
)

write_option = click.option(
    "--write",
    "page",
    metavar="PAGE",
    shell_complete=complete_file,
    help="Put the table into a page in Markdown too, between comments; docs/performance.md has them.",
)
