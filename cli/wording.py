"""What commands say in the same words."""

from __future__ import annotations

from .._text import plural
from ..describe import rules_in_words, shape_in_words
from ..statistics import Winnability
from .output import Output

__all__ = [
    "facts",
    "interval_in_words",
    "percent",
    "plural",
    "rules_in_words",
    "score_in_words",
    "seconds_in_words",
    "shape_in_words",
    "shares_in_words",
]


def facts(output: Output, **items: object) -> None:
    """Write what is known, a line for each; None is not known."""
    known = {name: value for name, value in items.items() if value is not None}
    width = max(map(len, known))
    for name, value in known.items():
        output.line(f"  {name:<{width}}  {value}")


def score_in_words(score: int, scoring: str) -> str:
    """Return a score with the name of its table; Vegas scores are dollars.

    >>> score_in_words(-2, "vegas"), score_in_words(745, "standard")
    ('-2 dollars (vegas)', '745 (standard)')
    """
    return f"{score} dollars ({scoring})" if scoring == "vegas" else f"{score} ({scoring})"


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
