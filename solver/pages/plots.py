"""The plots of a report: intervals, histograms, and how two figures go together.

Each is drawn from figures that the page also has as a table, so that nothing is only in a picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..statistics.distribution import BINS_PER_DECADE, log_edge
from .svg import HEIGHT, REFERENCE, Frame, Markup, bar, colour, element, marker, picture, ticks

__all__ = [
    "Bin",
    "Cells",
    "Interval",
    "Quantity",
    "Series",
    "ascending",
    "density",
    "histogram",
    "intervals",
    "log_bins",
    "short",
    "whole_bins",
]

_MOST_BARS = 30


@dataclass(frozen=True)
class Interval:
    """What is known about one share.

    Attributes:
        place: which of the places across it belongs to.
        shares: the share at the least and at the most.
        ends: the ends of its interval.
        told: all that in words.
    """

    place: str
    shares: tuple[float, float]
    ends: tuple[float, float]
    told: str


@dataclass(frozen=True)
class Series:
    """Intervals that belong together.

    Attributes:
        name: what they are.
        number: chooses marker and colour. ``REFERENCE`` is what others have found, in the middle of its places.
        intervals: the intervals.
    """

    name: str
    number: int
    intervals: Sequence[Interval]


def intervals(
    series: Sequence[Series], places: Sequence[str], x_title: str, *, title: str, description: str, name: str
) -> Markup:
    """Draw shares with their intervals over places.

    Args:
        series: what to draw.
        places: the places across, from left to right.
        x_title: what the places are.
        title: what the plot shows.
        description: what is to be seen in it.
        name: an identifier that no other picture of the page has.
    """
    ends = [end for one in series for interval in one.intervals for end in interval.ends]
    margin = max(0.02, 0.08 * (max(ends) - min(ends)))
    low, high = max(0.0, min(ends) - margin), min(1.0, max(ends) + margin)
    frame = Frame((-0.5, len(places) - 0.5), (low, high), HEIGHT + 30)
    parts = frame.axes(
        [(number, place) for number, place in enumerate(places)],
        [(tick, f"{100 * tick:g} %") for tick in ticks(low, high)],
        x_title,
        "winnable",
    )
    # Series stand side by side at each place, or their intervals would hide each other.
    beside = [one for one in series if one.number != REFERENCE]
    step = min(0.18, 0.8 / max(1, len(beside)))
    for one in sorted(series, key=lambda one: one.number != REFERENCE):
        shift = 0 if one.number == REFERENCE else (beside.index(one) - (len(beside) - 1) / 2) * step
        for interval in one.intervals:
            parts += _interval(frame, frame.across(places.index(interval.place) + shift), interval, one.number)
    return picture(title, description, parts, name=name, height=frame.height)


def _interval(frame: Frame, x: float, interval: Interval, number: int) -> list[Markup]:
    """Return a whisker for the interval, a thick line for what undecided deals leave open, and a marker."""
    bottom, top = map(frame.up, interval.ends)
    least, most = map(frame.up, interval.shares)
    style = f"w {colour(number)}"
    return [
        element("line", x1=x, x2=x, y1=bottom, y2=top, class_=style),
        *(element("line", x1=x - 3, x2=x + 3, y1=y, y2=y, class_=style) for y in (bottom, top)),
        element("line", x1=x, x2=x, y1=least, y2=most, class_=f"{style} u"),
        marker(x, (least + most) / 2, number, element("title", interval.told)),
    ]


@dataclass(frozen=True)
class Bin:
    """A bar of a histogram.

    Attributes:
        low: where it begins, on the scale that is drawn: a value, or a number of logarithmic bins.
        high: where it ends.
        count: how many it holds.
        name: which values those are.
    """

    low: float
    high: float
    count: int
    name: str


@dataclass(frozen=True)
class Quantity:
    """What a plot over logarithms shows along one axis.

    Attributes:
        title: what it is.
        label: writes a power of ten at the axis.
        between: writes which values lie from one edge to below the next, with their unit.
        zero: what 0 is called.
    """

    title: str
    label: Callable[[float], str]
    between: Callable[[float, float], str]
    zero: str

    def named(self, number: int | None) -> str:
        """Return which values a bin of ``log_bin`` holds."""
        return self.zero if number is None else self.between(log_edge(number), log_edge(number + 1))


def log_bins(bins: Mapping[int | None, int], quantity: Quantity) -> list[Bin]:
    """Return the bars of a histogram over the logarithm; those of no deal between others are there, too."""
    numbers = [number for number in bins if number is not None]
    found = []
    first = min(numbers, default=0)
    if None in bins:
        # Zero has no logarithm: it stands to the left of all others, with a gap between.
        found.append(Bin(first - 2.0, first - 1.0, bins[None], quantity.zero))
    for number in range(first, max(numbers, default=first - 1) + 1):
        found.append(Bin(number, number + 1.0, bins.get(number, 0), quantity.named(number)))
    return found


def whole_bins(bins: Mapping[int | None, int]) -> list[Bin]:
    """Return the bars of a histogram over whole numbers, several of them in a bar if there are many."""
    numbers = [number for number in bins if number is not None]
    first, last = min(numbers), max(numbers)
    widths = (digit * 10**power for power in range(20) for digit in (1, 2, 5))
    width = next(width for width in widths if last // width - first // width < _MOST_BARS)
    found = []
    for low in range(first // width * width, last + 1, width):
        count = sum(bins.get(number, 0) for number in range(low, low + width))
        found.append(
            Bin(low - 0.5, low + width - 0.5, count, f"{low}" if width == 1 else f"{low} to {low + width - 1}")
        )
    return found


def histogram(
    bins: Sequence[Bin], x_title: str, quantity: Quantity | None = None, *, title: str, description: str, name: str
) -> Markup:
    """Draw a histogram.

    Args:
        bins: the bars, from left to right.
        x_title: what is counted.
        quantity: with bars of ``log_bins``, what they were made for.
        title: what the plot shows.
        description: what is to be seen in it.
        name: an identifier that no other picture of the page has.
    """
    most = max(one.count for one in bins)
    frame = Frame((bins[0].low, bins[-1].high), (0, most * 1.04))
    if quantity is None:
        x_ticks = [(tick, f"{tick:g}") for tick in ticks(*frame.x) if tick == round(tick)]
    else:
        x_ticks = _log_ticks([one.low for one in bins if one.name == quantity.zero], *frame.x, quantity)
    y_ticks = [(tick, short(tick)) for tick in ticks(0, most) if tick == round(tick)]
    parts = frame.axes(x_ticks, y_ticks, x_title, "deals")
    for one in bins:
        if one.count:
            sides = frame.across(one.low) + 0.5, frame.across(one.high) - 0.5
            parts.append(bar(sides, (frame.up(one.count), frame.bottom), f"{one.name}: {one.count:,}"))
    return picture(title, description, parts, name=name)


Cells = Mapping[tuple[int | None, int | None], int]
"""How many deals there are in a bin of ``log_bin`` across and a bin upwards."""


def density(cells: Cells, across: Quantity, up: Quantity, *, title: str, description: str, name: str) -> Markup:
    """Draw how two figures go together, both over the logarithm: the more deals, the darker.

    A point for each deal would be millions of them in one page.

    Args:
        cells: what to draw; not empty.
        across: what the bins across are.
        up: what the bins upwards are.
        title: what the plot shows.
        description: what is to be seen in it.
        name: an identifier that no other picture of the page has.
    """
    spans = []
    for axis in (0, 1):
        numbers = [cell[axis] for cell in cells]
        known = [number for number in numbers if number is not None]
        first, last = min(known, default=0), max(known, default=-1)
        spans.append((first - 2 * (None in numbers), first, last + 1))
    (x_low, x_first, x_high), (y_low, y_first, y_high) = spans
    frame = Frame((x_low, x_high), (y_low, y_high), HEIGHT + 50)
    parts = frame.axes(
        _log_ticks([x_low] * (x_low < x_first), x_low, x_high, across),
        _log_ticks([y_low] * (y_low < y_first), y_low, y_high, up),
        across.title,
        up.title,
    )
    most = max(cells.values())
    for (x, y), count in ascending(cells):
        column, row = x_low if x is None else x, y_low if y is None else y
        told = f"{across.named(x)}, {up.named(y)}: {count:,}"
        strength = 0.12 + 0.88 * (math.log(count) / math.log(most) if most > 1 else 1)
        sides = frame.across(column), frame.across(column + 1)
        parts.append(bar(sides, (frame.up(row + 1), frame.up(row)), told, opacity=strength))
    return picture(title, description, parts, name=name, height=frame.height)


def _log_ticks(zeros: Sequence[float], low: float, high: float, quantity: Quantity) -> list[tuple[float, str]]:
    """Return the powers of ten from one bin to another, every second or third if there are many; and zero if it is."""
    decades = range(math.ceil(low / BINS_PER_DECADE), math.floor(high / BINS_PER_DECADE) + 1)
    thinned = decades[:: -(-len(decades) // 7) or 1]
    found = [(decade * BINS_PER_DECADE, quantity.label(float(f"1e{decade}"))) for decade in thinned]
    return [
        *((zero + 0.5, "0") for zero in zeros),
        *((place, label) for place, label in found if not zeros or place >= zeros[0] + 2),
    ]


def ascending(cells: Cells) -> list[tuple[tuple[int | None, int | None], int]]:
    """Return the cells with their counts from left to right, and each column upwards; zero comes first."""
    return sorted(cells.items(), key=lambda item: [-math.inf if part is None else part for part in item[0]])


def short(value: float) -> str:
    """Return a number in few letters.

    >>> [short(value) for value in (0, 950, 1000, 2500, 10_000_000)]
    ['0', '950', '1k', '2.5k', '10M']
    """
    for power, letter in ((9, "G"), (6, "M"), (3, "k")):
        if value >= 10**power:
            return f"{value / 10**power:g}{letter}"
    return f"{value:g}"
