"""Shares and times in words, for the command line and for pages."""

from __future__ import annotations

from .interval import Winnability
from .published import Published

__all__ = [
    "errors_in_words",
    "interval_in_words",
    "percent",
    "published_in_words",
    "seconds_in_words",
    "shares_in_words",
]


def seconds_in_words(seconds: float) -> str:
    """Return a time in a unit that suits it.

    >>> seconds_in_words(0), seconds_in_words(0.00157), seconds_in_words(2.5), seconds_in_words(234.5)
    ('0 s', '1.57 ms', '2.50 s', '234 s')
    """
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        value = seconds * scale
        if value >= 1 or (unit == "µs" and value):
            return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {unit}"
    return "0 s"


def percent(share: float, deals: int = 0) -> str:
    """Return a share in per cent; with a third decimal place where so many deals tell it.

    >>> percent(0.8194), percent(0.8194, 1_000_000)
    ('81.94 %', '81.940 %')
    """
    return f"{100 * share:.{3 if deals >= 100_000 else 2}f} %"


def shares_in_words(found: Winnability) -> str:
    """Return the winnable share, from the least to the most if there are undecided deals.

    >>> shares_in_words(Winnability(90, 10)), shares_in_words(Winnability(90, 9, 1))
    ('90.00 %', '90.00 to 91.00 %')
    """
    return _from_to(*found.shares, found.deals)


def interval_in_words(found: Winnability) -> str:
    """Return the interval for the winnable share of all deals.

    >>> interval_in_words(Winnability(90, 10))
    '82.56 to 94.48 %'
    """
    return _from_to(*found.interval(), found.deals)


def _from_to(low: float, high: float, deals: int) -> str:
    first, last = percent(low, deals), percent(high, deals)
    return first if low == high else f"{first.removesuffix(' %')} to {last}"


def published_in_words(known: Published) -> str:
    """Return a published share with its interval.

    >>> published_in_words(Published(0.81945, 0.00084, "")), published_in_words(Published(0.81524, 0, ""))
    ('81.945 ± 0.084 %', '81.524 %')
    """
    width = f" ± {100 * known.half_width:.3f}" if known.half_width else ""
    return f"{100 * known.share:.3f}{width} %"


def errors_in_words(differences: tuple[float, float]) -> str:
    """Return a difference in standard errors, from the least to the most if there are undecided deals.

    >>> errors_in_words((-0.52, 0.8)), errors_in_words((1, 1))
    ('−0.5 to +0.8', '+1.0')
    """
    low, high = (f"{difference:+.1f}".replace("-", "−") for difference in differences)
    return low if low == high else f"{low} to {high}"
