"""The plots of a report that set runs beside each other: winnability over the draw, and over the passes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..describe import rules_in_words
from ..rules import Rules
from ..statistics import Summary
from ..statistics.wording import interval_in_words, percent, published_in_words, shares_in_words
from .plots import Interval, Series, intervals
from .svg import REFERENCE, Markup, element, marker

__all__ = ["comparisons"]


def comparisons(summaries: Sequence[Summary]) -> Markup:
    """Return the plots for which there is something to set beside each other."""
    plots = [plot for setting in _SETTINGS if (plot := _plot(summaries, setting)) is not None]
    return element("div", *plots, class_="figures") if plots else Markup("")


def _passes(rules: Rules) -> float:
    return math.inf if rules.passes is None else rules.passes


@dataclass(frozen=True)
class _Setting:
    """One setting of the rules.

    Attributes:
        name: what it is called.
        axis: what its values are.
        value_of: returns its value.
        word: which of the words for the rules tells it.
    """

    name: str
    axis: str
    value_of: Callable[[Rules], float]
    word: int


_SETTINGS = (
    _Setting("draw", "cards in a draw", lambda rules: rules.draw, 0),
    _Setting("passes", "passes through the stock", _passes, 1),
)


def _plot(summaries: Sequence[Summary], setting: _Setting) -> Markup | None:
    """Return winnability over a setting; None if no two runs differ in nothing else."""
    groups: dict[tuple[str, str], list[Summary]] = {}
    for summary in summaries:
        words = rules_in_words(summary.run.rules).split(", ")
        del words[setting.word]
        groups.setdefault((", ".join(words), summary.run.search), []).append(summary)
    groups = {key: group for key, group in groups.items() if len(group) > 1}
    if not groups:
        return None
    several = len({search for _, search in groups}) > 1
    series = [
        Series(
            f"{words} ({search})" if several else words,
            number,
            [_interval(summary, setting) for summary in group],
        )
        for number, ((words, search), group) in enumerate(groups.items())
    ]
    known = {words: _published(group, setting) for (words, _), group in groups.items()}
    series += [Series(f"{words}, published", REFERENCE, found) for words, found in known.items() if len(found) > 1]
    values = sorted({setting.value_of(summary.run.rules) for group in groups.values() for summary in group})
    title = f"Winnability over the {setting.name}"
    # Those that others have found look the same, and are told apart by where they stand.
    names = {one.number: "published" if one.number == REFERENCE else one.name for one in series}
    legend = element("ul", *(element("li", _key(number), text) for number, text in names.items()), class_="legend")
    picture = intervals(
        series,
        [_label(value) for value in values],
        setting.axis,
        title=title,
        description=f"{'; '.join(map(_told, series))}. Across: {setting.axis}.",
        name=f"over-{setting.name}",
    )
    return element("figure", element("figcaption", title), picture, legend)


def _published(summaries: Sequence[Summary], setting: _Setting) -> list[Interval]:
    return [
        Interval(
            _label(setting.value_of(summary.run.rules)),
            (known.share, known.share),
            (known.share - known.half_width, known.share + known.half_width),
            f"{rules_in_words(summary.run.rules)}, published: {published_in_words(known)}",
        )
        for summary in summaries
        if (known := summary.published) is not None
    ]


def _told(series: Series) -> str:
    """Return in words what a series shows, for those who do not see it."""
    shares = (f"{one.place}: {percent(sum(one.shares) / 2)}" for one in series.intervals)
    return f"{series.name}: {', '.join(shares)}"


def _interval(summary: Summary, setting: _Setting) -> Interval:
    found = summary.winnability
    told = f"{rules_in_words(summary.run.rules)}: {shares_in_words(found)}, 95 % interval {interval_in_words(found)}"
    return Interval(_label(setting.value_of(summary.run.rules)), found.shares, found.interval(), told)


def _label(value: float) -> str:
    return "unlimited" if math.isinf(value) else f"{value:g}"


def _key(number: int) -> Markup:
    return element("svg", marker(8, 8, number), viewBox="0 0 16 16", aria_hidden="true")
