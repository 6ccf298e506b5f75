"""``klondike stats``: what a store of results says."""

from __future__ import annotations

import json
import os

import click

from ..export_statistics import statistics_to_dict
from ..result import Verdict
from ..statistics import Distribution, Limits, Summary
from ..statistics.wording import (
    errors_in_words,
    interval_in_words,
    percent,
    published_in_words,
    seconds_in_words,
    shares_in_words,
)
from .completing import complete_file
from .log import verbose_option
from .output import Output, printable
from .pages import write_table
from .status import Status
from .stores import read_statistics, store_argument
from .wording import facts, plural, rules_in_words

__all__ = ["stats"]

_EPILOG = """\
STORE is a file of results that klondike batch has written; it may still be writing. Results by the same rules but of
different searches (another version, another engine) are shown apart.

\b
Examples:
  klondike batch solvitaire:1-50 --store results.db
  klondike stats results.db
  klondike stats results.db --format json
  klondike stats results.db --format markdown
"""

_HEADINGS = ("min", "25 %", "median", "75 %", "90 %", "99 %", "max", "mean")


@click.command(epilog=_EPILOG)
@store_argument
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="What to print: an account for people, JSON, or a table in Markdown with a row for each run.",
)
@click.option(
    "--write",
    "page",
    metavar="PAGE",
    shell_complete=complete_file,
    help="With --format markdown: put the table into a page too, between the comments <!-- begin stats NAME --> and "
    "<!-- end stats NAME -->, where NAME is the store's without folders.",
)
@verbose_option
def stats(*, path: str, style: str, page: str | None) -> Status:
    """Tell how many deals in STORE are winnable, how sure that is, and what it took to find out."""
    if page is not None and style != "markdown":
        raise click.UsageError("--write goes with --format markdown.")
    summaries = read_statistics(path)
    output = Output()
    if style == "json":
        output.line(json.dumps(statistics_to_dict(summaries), indent=2))
    elif style == "markdown":
        table = _table(summaries)
        for line in table:
            output.line(line)
        write_table(page, f"stats {os.path.basename(path)}", table)
    else:
        _tell(output, path, summaries)
    return Status.DONE


def _tell(output: Output, path: str, summaries: list[Summary]) -> None:
    if not summaries:
        output.line(f"{printable(path)} has no results yet.")
        return
    deals = sum(summary.winnability.deals for summary in summaries)
    output.line(f"{printable(path)}: {deals:,} result{'s' * (deals != 1)} in {plural(len(summaries), 'run')}")
    for summary in summaries:
        output.line()
        _tell_run(output, summary)


def _tell_run(output: Output, summary: Summary) -> None:
    found, known, differences = summary.winnability, summary.published, summary.differences
    output.line(f"{rules_in_words(summary.run.rules)}:")
    comparison = None
    if known is not None and differences is not None:
        comparison = f"{published_in_words(known)}; this is {errors_in_words(differences)} standard errors from it"
    facts(
        output,
        search=summary.run.search,
        deals=f"{found.deals:,}",
        winnable=_reasons(summary, Verdict.WINNABLE),
        lost=_reasons(summary, Verdict.LOST),
        undecided=_reasons(summary, Verdict.UNDECIDED),
        winnability=f"{shares_in_words(found)}, 95 % interval {interval_in_words(found)}",
        published=comparison,
        **{
            "given up": "; ".join(f"{count:,} at {_limits(limits)}" for limits, count in summary.limits.items()) or None
        },
    )
    output.line()
    rows = [["", *_HEADINGS]]
    for name, spread in summary.distributions.items():
        rows.append([name, *_values(name, spread)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        output.line(f"  {row[0]:<{widths[0]}}  {'  '.join(cells)}".rstrip())


def _reasons(summary: Summary, verdict: Verdict) -> str:
    """Return how many deals got a verdict, and how."""
    reasons = {reason: count for (given, reason), count in summary.reasons.items() if given == verdict}
    total = f"{sum(reasons.values()):,}"
    if len(reasons) < 2:
        return f"{total} ({next(iter(reasons))})" if reasons else total
    return f"{total} ({', '.join(f'{count:,} {reason}' for reason, count in reasons.items())})"


def _limits(limits: Limits) -> str:
    given = [
        None if limits.max_nodes is None else f"{limits.max_nodes:,} nodes",
        None if limits.timeout is None else f"{limits.timeout:g} s",
        None if limits.memory is None else f"{limits.memory:,} MiB",
    ]
    return ", ".join(limit for limit in given if limit is not None) or "no limit"


def _values(name: str, spread: Distribution) -> list[str]:
    *values, mean = spread.values().values()
    if name == "seconds":
        return [seconds_in_words(value) for value in (*values, mean)]
    return [*(f"{value:,}" for value in values), f"{mean:,.1f}"]


def _table(summaries: list[Summary]) -> list[str]:
    """Return a table in Markdown with a row for each run; what is published has columns if there is any."""
    compared = any(summary.published for summary in summaries)
    searches = {summary.run.search for summary in summaries}
    headings = ["rules", "deals", "winnable", "lost", "undecided", "winnable, %", "95 % interval, %"]
    if compared:
        headings += ["published, %", "differs by standard errors"]
    if len(searches) > 1:
        headings.append("search")
    lines = [f"Found by {search}." for search in sorted(searches)] if len(searches) == 1 else []
    lines += [""] * bool(lines)
    lines += [f"| {' | '.join(headings)} |", "|---|" + "---|" * (len(headings) - 1)]
    for summary in summaries:
        found = summary.winnability
        cells = [
            rules_in_words(summary.run.rules),
            f"{found.deals:,}",
            f"{found.winnable:,}",
            f"{found.lost:,}",
            f"{found.undecided:,} ({percent(found.undecided / found.deals)})" if found.undecided else "0",
            shares_in_words(found).removesuffix(" %"),
            interval_in_words(found).removesuffix(" %"),
        ]
        if compared:
            known, differences = summary.published, summary.differences
            cells += [
                "" if known is None else published_in_words(known).removesuffix(" %"),
                "" if differences is None else errors_in_words(differences),
            ]
        if len(searches) > 1:
            cells.append(summary.run.search)
        lines.append(f"| {' | '.join(cells)} |")
    return lines
