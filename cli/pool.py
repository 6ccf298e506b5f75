"""``klondike pool``: lists of deals for games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing

import click

from .._text import plural
from ..difficulty import Level
from ..pools import ORDERS, PYSOL_SCHEMES, Order, PoolDeal, PoolProgress, board_text, pool_to_json, pysol_number
from ..pools import pool as choose
from ..result import Verdict
from ..rules import Preset
from .completing import complete_file
from .files import file_name, written
from .log import is_verbose, verbose_option
from .options import given_rules_options, jobs_option, number_option
from .output import Output, complain, printable
from .progress import progress
from .status import Status
from .stores import store_argument

__all__ = ["pool"]

_EPILOG = """\
STORE is a file of results that klondike batch has written. What is measured for a pool is kept in it, so that an
interrupted command goes on where it was, and the next one is quick. 'klondike difficulty --help' tells what the levels
are.

\b
Examples:
  klondike batch pysol:32000-32050 --store results.db
  klondike pool results.db --difficulty easy
  klondike pool results.db --sort hardest --count 3 --format pysol
  klondike pool results.db --count 9 --seed 1 --format json --out pool.json
"""


@click.command(epilog=_EPILOG)
@store_argument
@click.option("--winnable", "verdict", flag_value="winnable", help="Winnable deals, as without it.")
@click.option("--lost", "verdict", flag_value="lost", help="Lost deals instead; they have no difficulty.")
@click.option("--difficulty", "level", type=click.Choice([str(level) for level in Level]), help="Only this level.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["numbers", "pysol", "boards", "json"]),
    default="numbers",
    show_default=True,
    help="Deal numbers; numbers as PySolFC takes them; PySolFC's board texts; or JSON with the difficulties.",
)
@number_option("--count", help="So many deals at the most.")
@click.option("--sort", "order", type=click.Choice(ORDERS), default="stored", show_default=True, help="In which order.")
@number_option("--seed", least=0, help="Draw deals at random; the same seed draws the same ones.")
@given_rules_options
@jobs_option("Deals that are measured at a time.")
@click.option(
    "--out",
    type=file_name("the list", "pool.txt"),
    metavar="FILE",
    shell_complete=complete_file,
    help="The file to write.  [default: standard output]",
)
@verbose_option
@click.pass_context
def pool(
    context: click.Context,
    *,
    path: str,
    verdict: str | None,
    level: str | None,
    style: str,
    count: int | None,
    order: Order,
    seed: int | None,
    given: Preset | None,
    jobs: int | None,
    out: str | None,
) -> Status:
    """List deals of STORE for a game: winnable ones, by their difficulty."""
    making = _Making(style)
    with progress(wanted=not is_verbose(context), what=making.in_words) as sign:

        def show(now: PoolProgress) -> None:
            making.progress = now
            if sign is not None:
                sign()

        deals = choose(
            path,
            None if given is None else given.rules,
            verdict=Verdict(verdict or Verdict.WINNABLE),
            level=level,
            count=count,
            order=order,
            seed=seed,
            schemes=PYSOL_SCHEMES if style == "pysol" else None,
            measure=style == "json",
            jobs=jobs,
            on_progress=show,
        )
        output = Output()
        with closing(deals):
            if out is None:
                for part in making.parts(deals):
                    if not output.is_read:
                        break
                    output.write(part)
            else:
                with written(out, path) as file:
                    for part in making.parts(deals):
                        file.write(part.encode())
    making.complain(path, count)
    if out is not None:
        output.line(f"{printable(out)} has been written: {plural(making.listed, 'deal')}.")
    return Status.DONE


class _Making:
    """A list in the making.

    Args:
        style: the format.
    """

    def __init__(self, style: str) -> None:
        self.progress = PoolProgress()
        self.listed = 0
        self._style = style

    def in_words(self) -> str:
        """Return how far it is."""
        now = self.progress
        return f"{now.looked_at:,} deals looked at, {now.measured:,} of them measured, {self.listed:,} listed"

    def parts(self, deals: Iterable[PoolDeal]) -> Iterator[str]:
        """Yield the parts of the list."""
        listed = self._counted(deals)
        if self._style == "json":
            yield from pool_to_json(listed)
        elif self._style == "boards":
            for place, deal in enumerate(listed):
                yield "\n" * bool(place) + f"{board_text(deal)}\n"
        elif self._style == "pysol":
            for deal in listed:
                yield f"{pysol_number(deal)}\n"
        else:
            for deal in listed:
                yield f"{deal.row.name}\n"

    def _counted(self, deals: Iterable[PoolDeal]) -> Iterator[PoolDeal]:
        for deal in deals:
            self.listed += 1
            yield deal

    def complain(self, path: str, count: int | None) -> None:
        """Say on standard error what somebody who asked for this list does not expect."""
        if self.progress.not_kept is not None:
            complain(f"the difficulties are not kept in the store: {self.progress.not_kept}")
        if self.progress.unnumbered:
            complain(
                f"{plural(self.progress.unnumbered, 'deal')} left out that came by no number of PySolFC's"
                f" ({' or '.join(PYSOL_SCHEMES)}); --format boards writes any deal for it"
            )
        if not self.listed:
            complain(f"{path} has no such deal")
        elif count is not None and self.listed < count:
            complain(f"{plural(self.listed, 'deal')} and not {count:,}: {path} has no more of them")
