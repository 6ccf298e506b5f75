"""The picture of a board that ``klondike show`` draws, with cards in boxes, made into the lines of a layout.

Below the picture stock and waste are listed in full, so of its top row only the foundations matter.
"""

from __future__ import annotations

import re

from ..errors import Place

__all__ = ["is_picture", "without_frames"]

_HEADER = re.compile(r"\s*stock\s+waste\s+(?=foundations\s*$)", re.IGNORECASE)
_FRAMES = str.maketrans(dict.fromkeys("┌┐└┘─│+|.'", " "))
_EDGE = re.compile("-{2,}")
_BACK = re.compile(r"░(.{2,3}?)░")
_COUNTED = re.compile(r"\s*(?:stock|waste)(\s\(\d+\))", re.IGNORECASE)
_LEGEND = re.compile(r"\s*(between ░|in brackets): face down", re.IGNORECASE)
_TURNED = re.compile(r"the waste was turned over (\d+) times?")
_ALONE = re.compile(r"(?<!\S)([CDHS♣♦♥♠]) ")


def is_picture(line: str) -> bool:
    """Whether a picture begins with this line."""
    return _HEADER.match(line) is not None


def without_frames(rows: list[str]) -> tuple[list[str], list[tuple[str, str, Place]]]:
    """Make the lines of a text that may be a picture into those of a layout, every character in its place.

    Args:
        rows: the lines.

    Returns:
        The lines without frames, and without what stands elsewhere, too; then what the picture says without a label,
        each with the label that it should have, the text and where that begins.
    """
    first = next((number for number, row in enumerate(rows) if is_picture(row)), None)
    if first is None:
        return rows, []
    found = _HEADER.match(rows[first])
    assert found is not None
    labelled = []
    plain = [*rows[:first], *(_plain(row) for row in rows[first:])]
    if first + 2 < len(rows):
        tops = _ALONE.sub(r"\1-", f"{plain[first + 2][found.end() :]} ")
        labelled.append(("foundations", tops, Place(first + 3, found.end() + 1)))
    # The row of the stock with the names above it; the numbers of the columns come next.
    plain[first : first + 4] = [""] * len(plain[first : first + 4])
    for number in range(first, len(rows)):
        if counted := _COUNTED.match(rows[number]):
            start, end = counted.span(1)
            plain[number] = rows[number][:start] + " " * (end - start) + rows[number][end:]
        elif _LEGEND.match(rows[number]):
            for last in range(number, len(rows)):
                if turned := _TURNED.search(rows[last]):
                    labelled.append(("recycles", turned[1], Place(last + 1, turned.start(1) + 1)))
            plain[number:] = [""] * (len(rows) - number)
            break
    return plain, labelled


def _plain(row: str) -> str:
    # Backs alone are cards that are not known.
    row = _BACK.sub(r"[\1]", row).replace("[  ]", "[??]")
    return _EDGE.sub(lambda edge: " " * len(edge[0]), row).translate(_FRAMES)
