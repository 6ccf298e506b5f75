"""A page about a store of results: how many deals are winnable, and what it took to find out.

It is complete in itself: nothing is loaded from anywhere, and no script runs. Whatever a plot shows is in a table, too.

>>> from tempfile import TemporaryDirectory
>>> from klondike_solver import Deal, Rules, solve
>>> from klondike_solver.statistics.summary import cells, summarise
>>> from klondike_solver.store import Row, Store
>>> folder = TemporaryDirectory()
>>> with Store.open(f"{folder.name}/results.db", "write") as store:
...     run = store.run(Rules(draw=3))
...     store.add(run, [Row.of(solve(Deal.parse(f"solvitaire:{number}"))) for number in range(1, 5)])
...     page = report_to_html(summarise(store), cells(store), title="four deals")
>>> page.startswith("<!doctype html>"), "4 results in 1 run" in page
(True, True)
>>> folder.cleanup()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from string import Template

from .._text import plural
from .._version import __version__
from ..describe import rules_in_words
from ..statistics import Summary
from ..statistics.wording import errors_in_words, interval_in_words, percent, published_in_words, shares_in_words
from .comparisons import comparisons
from .files import read
from .plots import Cells
from .run_section import run_section, table
from .svg import Markup, element

__all__ = ["report_to_html"]

_STYLES = ("page.css", "report.css")

_UNFOLDED = 3
"""How many runs are shown unfolded: of more, one has to choose."""


def report_to_html(summaries: Sequence[Summary], cells: Mapping[int, Cells], *, title: str) -> str:
    """Return a page about what a store says.

    Args:
        summaries: what ``summarise`` found, at least one run; those without results are left out.
        cells: what ``klondike_solver.statistics.summary.cells`` found in the same store.
        title: what the page calls the store, such as the name of its file.

    Returns:
        The text of the page; write it as UTF-8.

    Raises:
        ValueError: no run has results.
    """
    shown = [summary for summary in summaries if summary.winnability.deals]
    if not shown:
        raise ValueError("there are no results to report")
    deals = sum(summary.winnability.deals for summary in shown)
    sources = {summary.published.source for summary in shown if summary.published is not None}
    values = {
        "overview": _overview(shown),
        "plots": comparisons(shown),
        "runs": "\n".join(
            run_section(summary, cells[summary.run.id], number, is_open=len(shown) <= _UNFOLDED)
            for number, summary in enumerate(shown, 1)
        ),
        "source": escape("".join(f" Published values: {source}." for source in sorted(sources))),
        "style": "\n".join(map(read, _STYLES)),
        "summary": f"{deals:,} {'result' if deals == 1 else 'results'} in {plural(len(shown), 'run')}",
        "title": escape(f"Klondike: {title}"),
        "version": __version__,
    }
    return Template(read("report.html")).substitute(values) + "\n"


def _overview(summaries: Sequence[Summary]) -> Markup:
    """Return the table of all runs, with the interval of each as a picture."""
    compared = any(summary.published for summary in summaries)
    searches = {summary.run.search for summary in summaries}
    headings = ["rules", "share", "95 % interval", "from 0 to 100 %", "deals", "winnable", "lost", "undecided"]
    headings += ["published", "standard errors"] * compared + ["search"] * (len(searches) > 1)
    rows: list[list[str]] = []
    for number, summary in enumerate(summaries, 1):
        found, known, differences = summary.winnability, summary.published, summary.differences
        row = [
            element("a", rules_in_words(summary.run.rules), href=f"#run-{number}"),
            shares_in_words(found),
            interval_in_words(found),
            _span(summary),
            *(f"{count:,}" for count in (found.deals, found.winnable, found.lost)),
            f"{found.undecided:,} ({percent(found.undecided / found.deals, found.deals)})" if found.undecided else "0",
        ]
        if compared:
            row.append("" if known is None else published_in_words(known))
            row.append("" if differences is None else errors_in_words(differences))
        if len(searches) > 1:
            row.append(summary.run.search)
        rows.append(row)
    return table(headings, rows, "Winnability of each run", style="overview")


def _span(summary: Summary) -> Markup:
    """Return the interval as a line from 0 to 100 %; the figures stand beside it."""
    low, high = (100 * end for end in summary.winnability.interval())
    least, most = (100 * share for share in summary.winnability.shares)
    return element(
        "svg",
        element("line", x1=0, x2=100, y1=6, y2=6, class_="g"),
        element("line", x1=low, x2=high, y1=6, y2=6, class_="w s0 u"),
        element("circle", cx=(least + most) / 2, cy=6, r=3, class_="s0"),
        viewBox="-3 0 106 12",
        class_="span",
        aria_hidden="true",
    )
