"""How a figure is spread over many deals, from a stream of values in ascending order and in constant memory.

>>> spread = Distribution.of([(1, 2), (3, 5), (10, 1)], count=8)
>>> spread.minimum, spread.median, spread.maximum, spread.mean
(1, 3, 10, 3.375)
>>> spread.values()
{'min': 1, 'p25': 1, 'median': 3, 'p75': 3, 'p90': 10, 'p99': 10, 'max': 10, 'mean': 3.375}
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

__all__ = ["PERCENTILES", "Distribution", "log_bin", "log_edge"]

PERCENTILES = (25, 50, 75, 90, 99)

BINS_PER_DECADE = 5
"""Into how many equal parts of the logarithm a power of ten is cut."""

_DECADES = range(-9, 20)


def log_edge(number: int) -> float:
    """Return where a logarithmic bin begins.

    >>> log_edge(0), log_edge(5), log_edge(-5)
    (1.0, 10.0, 0.1)
    """
    decades, part = divmod(number, BINS_PER_DECADE)
    edge = float(f"1e{decades}")  # A power of ten exactly, as far as there is one.
    return edge * 10 ** (part / BINS_PER_DECADE) if part else edge


_FIRST = _DECADES[0] * BINS_PER_DECADE
_EDGES = [log_edge(number) for number in range(_FIRST, _DECADES[-1] * BINS_PER_DECADE + 1)]


def log_bin(value: float) -> int | None:
    """Return the number of the logarithmic bin that a value belongs to; None for 0, which has no logarithm.

    What is below a billionth, or beyond 64 bits, belongs to the bin at that end.

    >>> log_bin(1), log_bin(1.5), log_bin(10), log_bin(0.1), log_bin(0)
    (0, 0, 5, -5, None)
    """
    # Looked up and not calculated: a value that is an edge must not fall short of it by a rounded logarithm.
    return None if value == 0 else _FIRST + max(0, bisect_right(_EDGES, value) - 1)


@dataclass(frozen=True)
class Distribution:
    """The spread of one figure.

    A percentile is the smallest value that so many per cent of all do not exceed (the nearest rank), as everywhere in
    this package: always a value that occurred.

    Attributes:
        count: how many values there are.
        minimum: the smallest.
        percentiles: the values for ``PERCENTILES``, in that order.
        maximum: the largest.
        mean: the arithmetic mean.
        bins: how many values fall into which bin, in ascending order.
    """

    count: int
    minimum: float
    percentiles: tuple[float, ...]
    maximum: float
    mean: float
    bins: dict[int | None, int] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        values: Iterable[tuple[float, int]],
        count: int,
        bin_of: Callable[[float], int | None] = log_bin,
    ) -> Distribution | None:
        """Go through the values once.

        Args:
            values: each value with how often it occurs, in ascending order.
            count: how many there are in all, since a rank must be known before it is reached.
            bin_of: which bin a value belongs to.

        Returns:
            The distribution; None if there are no values.

        Raises:
            ValueError: there are fewer or more values than ``count`` says, or they are not in ascending order.
        """
        ranks = [math.ceil(percent * count / 100) for percent in PERCENTILES]
        found: list[float] = []
        bins: dict[int | None, int] = {}
        total: float = 0
        seen = 0
        minimum = last = -math.inf
        for value, times in values:
            if value < last:
                raise ValueError("the values are not in ascending order")
            if not seen:
                minimum = value
            last = value
            seen += times
            number = bin_of(value)
            bins[number] = bins.get(number, 0) + times
            while len(found) < len(ranks) and ranks[len(found)] <= seen:
                found.append(value)
            total += value * times
        if seen != count:
            raise ValueError(f"there are {seen} values instead of {count}")
        if not count:
            return None
        return cls(count, minimum, tuple(found), last, total / count, bins)

    @property
    def median(self) -> float:
        """The value that half of all do not exceed."""
        return self.percentiles[PERCENTILES.index(50)]

    def values(self) -> dict[str, float]:
        """Return the figures by name, from the minimum to the maximum, and the mean."""
        names = ("median" if percent == 50 else f"p{percent}" for percent in PERCENTILES)
        return {
            "min": self.minimum,
            **dict(zip(names, self.percentiles, strict=True)),
            "max": self.maximum,
            "mean": self.mean,
        }
