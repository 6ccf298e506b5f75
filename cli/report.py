"""``klondike report``: a page about a store of results."""

from __future__ import annotations

import os

import click

from ..errors import StoreError
from ..pages.report import report_to_html
from ..statistics import summarise
from ..statistics.summary import cells
from ..store import Store
from .completing import complete_file
from .files import check_replaceable, file_name, written
from .log import verbose_option
from .output import Output, printable
from .status import Status
from .stores import store_argument

__all__ = ["report"]

_EPILOG = """\
The page is one file that needs nothing else: no network, no script. Everything in its plots is in its tables, too.
STORE is a file of results that klondike batch has written; it may still be writing.

\b
Examples:
  klondike batch solvitaire:1-50 --store results.db
  klondike report results.db --html results.html
"""


@click.command(epilog=_EPILOG)
@store_argument
@click.option(
    "--html",
    "page",
    type=file_name("the page", "results.html"),
    metavar="FILE",
    shell_complete=complete_file,
    required=True,
    help="The page to write; one that is there is replaced.",
)
@verbose_option
def report(*, path: str, page: str) -> Status:
    """Make a page with the figures of STORE and plots of them."""
    check_replaceable(page, path)
    with Store.open(path) as store:
        summaries = [summary for summary in summarise(store) if summary.winnability.deals]
        if not summaries:
            raise StoreError(f"{path} has no results yet, so there is nothing to report")
        text = report_to_html(summaries, cells(store), title=os.path.basename(path))
    with written(page, path) as file:
        file.write(text.encode())
    Output().line(f"{printable(page)}: {len(text.encode()) / 2**10:,.0f} KiB")
    return Status.DONE
