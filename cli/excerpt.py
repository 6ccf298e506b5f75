"""The lines of a text that an error is about, with a mark under each place."""

from __future__ import annotations

from collections.abc import Sequence

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

    cells = [printable(" " if char == "\t" else char) for char in line]
    begin, end = 0, len(cells)
    first = marks[0] if marks else 0
    while begin < first and sum(map(cell_len, cells[begin:first])) > _WIDTH // 2 and _too_long(cells[begin:]):
        begin += 1
    while end > begin and _too_long(cells[begin:end]):
        end -= 1
    before, after = "…" * (begin > 0), "…" * (end < len(cells))
    under = ""
    for mark in marks:
        if begin <= mark <= end:
            under = under.ljust(len(before) + sum(map(cell_len, cells[begin:mark]))) + "^"
    return f"{before}{''.join(cells[begin:end])}{after}", under


def _too_long(cells: Sequence[str]) -> bool:
    from rich.cells import cell_len

    return sum(map(cell_len, cells)) > _WIDTH
