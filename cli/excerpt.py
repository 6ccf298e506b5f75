"""The lines of a text that an error is about, with a mark under each place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ..errors import Place
from .output import printable

__all__ = ["excerpt"]

_LINES = 3
"""How many lines are shown at the most."""

_WIDTH = 68
"""Columns that a line may take; of a longer one the part around its first mark is shown."""


def excerpt(text: str, places: Sequence[Place]) -> list[str]:
    """Return lines of a text with their numbers, each followed by one with marks.

    >>> print("\\n".join(excerpt("stock: 3H\\nwaste: 1C 4D", [Place(2, 8)])))
      2 | waste: 1C 4D
        |        ^
    """
    lines = text.removeprefix("\ufeff").splitlines()
    shown = list(dict.fromkeys(place.line for place in places if 1 <= place.line <= len(lines)))[:_LINES]
    width = max((len(str(number)) for number in shown), default=0)
    result = []
    for number in sorted(shown):
        line = lines[number - 1]
        marks = sorted({place.character - 1 for place in places if place.line == number})
        picture, under = _marked(line, [mark for mark in marks if mark <= len(line)])
        result += [f"  {number:>{width}} | {picture}".rstrip(), f"  {'':>{width}} | {under}".rstrip()]
    return result


def _marked(line: str, marks: Sequence[int]) -> tuple[str, str]:
    """Return a line, or what fits in of it, and what stands under it."""
    from rich.cells import cell_len

    first = marks[0] if marks else 0
    # No character takes less than no room, so a part of this length has all that can be shown.
    begin = max(0, first - _WIDTH)
    part = line[begin : begin + 3 * _WIDTH]
    cells = [printable(" " if char == "\t" else char) for char in part]
    ends = [0, *accumulate(map(cell_len, cells))]
    start, end = 0, len(cells)
    while start < first - begin and ends[first - begin] - ends[start] > _WIDTH // 2 and ends[-1] - ends[start] > _WIDTH:
        start += 1
    while end > start and ends[end] - ends[start] > _WIDTH:
        end -= 1
    before, after = "…" * (begin + start > 0), "…" * (begin + end < len(line))
    under = ""
    for mark in marks:
        if start <= mark - begin <= end:
            under = under.ljust(len(before) + ends[mark - begin] - ends[start]) + "^"
    return f"{before}{''.join(cells[start:end])}{after}", under
