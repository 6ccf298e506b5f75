"""What a report says about one run: how it was decided, distributions with their plots, nodes against time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ..describe import rules_in_words
from ..result import Verdict
from ..statistics import Distribution, Summary
from ..statistics.wording import (
    errors_in_words,
    interval_in_words,
    percent,
    published_in_words,
    seconds_in_words,
    shares_in_words,
)
from .plots import Bin, Cells, Quantity, ascending, density, histogram, log_bins, short, whole_bins
from .svg import Markup, element

__all__ = ["run_section", "table"]


def _whole_between(low: float, high: float) -> str:
    first, last = math.ceil(low), math.ceil(high) - 1
    return f"{first:,} to {last:,} nodes" if first < last else "1 node" if first == 1 else f"{first:,} nodes"


def _seconds_at_axis(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e3)):
        if seconds * scale >= 0.999:
            return f"{short(round(seconds * scale))} {unit}"
    return f"{seconds * 1e6:g} µs"


_NODES = Quantity("nodes", short, _whole_between, "0 nodes")
_SECONDS = Quantity(
    "time", _seconds_at_axis, lambda low, high: f"{seconds_in_words(low)} to {seconds_in_words(high)}", "0 s"
)
_TITLES = {
    "nodes": "Nodes for a deal",
    "seconds": "Time for a deal",
    "length": "Length of the solutions",
    "passes": "Passes of the solutions",
}
_AXES = {"length": "moves", "passes": "passes through the stock"}
_HEADINGS = ("", "min", "25 %", "median", "75 %", "90 %", "99 %", "max", "mean")


def table(headings: Iterable[str], rows: Iterable[Sequence[str]], caption: str, *, style: str | None = None) -> Markup:
    """Return a table that scrolls by itself where it is too wide; the first cell of a row is its heading."""
    # Over the names of the rows there may be nothing, and nothing is no heading.
    head = (element("th", heading, scope="col") if heading else element("td", "") for heading in headings)
    body = (
        element("tr", element("th", first, scope="row"), *(element("td", cell) for cell in rest))
        for first, *rest in rows
    )
    inner = element(
        "table",
        element("caption", caption, class_="unseen"),
        element("thead", element("tr", *head)),
        element("tbody", *body),
        class_=style,
    )
    return element("div", inner, class_="wide", tabindex=0, role="region", aria_label=caption)


def run_section(summary: Summary, cells: Cells, number: int, *, is_open: bool) -> Markup:
    """Return the section of a run.

    Args:
        summary: what is known about it.
        cells: how many deals there are in which bins of nodes and seconds.
        number: of the run in the report, from 1.
        is_open: whether it is shown unfolded.
    """
    rules = rules_in_words(summary.run.rules)
    heading = f"{rules[0].upper()}{rules[1:]}"
    rows = [[name, *_values(name, spread)] for name, spread in summary.distributions.items()]
    figures = [_figure(name, spread, f"r{number}-{name}") for name, spread in summary.distributions.items()]
    figures.insert(2, _density(cells, f"r{number}-cells"))
    return element(
        "details",
        element("summary", element("h3", heading)),
        _facts(summary),
        table(_HEADINGS, rows, f"Distributions, {rules}"),
        element("div", *figures, class_="figures"),
        id=f"run-{number}",
        open="" if is_open else None,
    )


def _facts(summary: Summary) -> Markup:
    found, known, differences = summary.winnability, summary.published, summary.differences
    facts = [
        ("Search", summary.run.search),
        ("Deals", f"{found.deals:,}"),
        *((str(verdict).capitalize(), _reasons(summary, verdict)) for verdict in Verdict),
        ("Winnability", f"{shares_in_words(found)}, 95 % interval {interval_in_words(found)}"),
    ]
    if known is not None and differences is not None:
        far = f"this is {errors_in_words(differences)} standard errors from it"
        facts.append(("Published", f"{published_in_words(known)}; {far}"))
    items = (element("div", element("dt", name), element("dd", text)) for name, text in facts)
    return element("dl", *items, class_="facts")


def _reasons(summary: Summary, verdict: Verdict) -> str:
    reasons = {reason: count for (given, reason), count in summary.reasons.items() if given == verdict}
    total = sum(reasons.values())
    if not total:
        return "0"
    how = ", ".join(f"{reason} {count:,}" if len(reasons) > 1 else reason for reason, count in reasons.items())
    return f"{total:,} ({percent(total / summary.winnability.deals, summary.winnability.deals)}): {how}"


def _values(name: str, spread: Distribution) -> list[str]:
    *values, mean = spread.values().values()
    if name == "seconds":
        return [seconds_in_words(value) for value in (*values, mean)]
    return [*(f"{value:,}" for value in values), f"{mean:,.1f}"]


def _figure(kind: str, spread: Distribution, name: str) -> Markup:
    """Return a histogram with its table."""
    quantity = {"nodes": _NODES, "seconds": _SECONDS}.get(kind)
    bins = whole_bins(spread.bins) if quantity is None else log_bins(spread.bins, quantity)
    axis = _AXES[kind] if quantity is None else quantity.title
    median, tail = (_values(kind, spread)[place] for place in (2, 5))
    told = f"Of {spread.count:,} deals half are at {median} or below, 99 % at {tail} or below."
    picture = histogram(bins, axis, quantity, title=_TITLES[kind], description=told, name=name)
    return _folded(_TITLES[kind], picture, _bins_table(bins, axis, _TITLES[kind]))


def _bins_table(bins: list[Bin], axis: str, title: str) -> Markup:
    return table((axis, "deals"), [[one.name, f"{one.count:,}"] for one in bins], title)


def _density(cells: Cells, name: str) -> Markup:
    title = "Nodes against time"
    told = "How many deals took how many nodes and how much time, both on logarithmic scales: the more, the stronger."
    rows = [
        [_NODES.named(nodes), _SECONDS.named(seconds), f"{count:,}"] for (nodes, seconds), count in ascending(cells)
    ]
    picture = density(cells, _NODES, _SECONDS, title=title, description=told, name=name)
    return _folded(title, picture, table(("nodes", "time", "deals"), rows, title))


def _folded(title: str, picture: Markup, behind: Markup) -> Markup:
    return element(
        "figure",
        element("figcaption", title),
        picture,
        element("details", element("summary", "As a table"), behind),
    )
