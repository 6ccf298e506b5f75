"""Sets of deals, named ones and others.

>>> [str(deal) for deal in DealSet.parse("solvitaire:1-2, ms:7")]
['solvitaire:1', 'solvitaire:2', 'ms:7']
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from ._text import quote
from .deal import Deal
from .errors import NumberingError
from .numbering import find_scheme

__all__ = ["SETS", "DealSet"]

SETS: dict[str, str] = {
    "small": "solvitaire:1-100",
    "standard": "solvitaire:1-1000",
    "large": "solvitaire:1-2000",
    "schemes": "solvitaire:1-20,shootme:1-20,greenfelt:1-20,exact:1-20,pysol:32000-32019,ms:1-20,kpat:1-20",
}
"""Sets of deals with a name. ``standard`` and ``large`` are those that other solvers' figures are known for."""


@dataclass(frozen=True)
class DealSet:
    """A list of deals, made one by one as it is gone through, so that it may be long.

    Attributes:
        ranges: for each stretch of deals the scheme, the first number and the last.
    """

    ranges: tuple[tuple[str, int, int], ...]

    @classmethod
    def parse(cls, text: str) -> DealSet:
        """Read a set of deals: parts with commas between.

        A part is ``scheme:number``, ``scheme:first-last`` (both included), or the name of a set in ``SETS``.

        >>> len(DealSet.parse("solvitaire:1-200, shootme:7"))
        201
        >>> DealSet.parse("small") == DealSet.parse("solvitaire:1-100")
        True

        Raises:
            NumberingError: a part is none of these, a number is out of its scheme's range, a range runs backwards, or
                there are more deals than can be counted in a machine word.
        """
        ranges: list[tuple[str, int, int]] = []
        for part in (part.strip() for part in text.split(",")):
            named = SETS.get(part.lower())
            ranges.extend(cls.parse(named).ranges if named else [_stretch(part)])
        if sum(last - first + 1 for _, first, last in ranges) > sys.maxsize:
            raise NumberingError(f"{quote(text)} is too many deals: a set has at most {sys.maxsize}")
        return cls(tuple(ranges))

    def __len__(self) -> int:
        return sum(last - first + 1 for _, first, last in self.ranges)

    def __iter__(self) -> Iterator[Deal]:
        for scheme, first, last in self.ranges:
            for number in range(first, last + 1):
                yield Deal.from_number(scheme, number)

    def __str__(self) -> str:
        """Return the text that ``parse`` reads."""
        return ",".join(
            f"{scheme}:{first}" if first == last else f"{scheme}:{first}-{last}" for scheme, first, last in self.ranges
        )


def _stretch(part: str) -> tuple[str, int, int]:
    word, colon, numbers = part.partition(":")
    if not colon:
        raise NumberingError(
            f"{quote(part)} is no set of deals: write scheme:first-last, for example solvitaire:1-1000,"
            f" or one of {', '.join(SETS)}"
        )
    scheme = find_scheme(word)
    # A minus sign in front is left to parse_number, which says what is wrong with it.
    start, dash, end = numbers.strip().partition("-")
    if not start:
        start, dash, end = numbers, "", ""
    first = scheme.parse_number(start)
    last = scheme.parse_number(end) if dash else first
    if last < first:
        raise NumberingError(f"{quote(part)} runs backwards: the smaller number comes first")
    return scheme.name, first, last
