"""The lines of a board text: what each one is the line of, by the label that it begins with or by where it stands."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NamedTuple, NoReturn

from .._text import quote
from ..cards import Suit
from ..errors import FormatError, Place
from .grid import MOST_COLUMNS, Grid
from .picture import without_frames

__all__ = ["Line", "Lines", "begins_board", "has_label", "is_layout", "split_lines"]

_LABELS = {
    **dict.fromkeys(("stock", "talon", "s"), "stock"),
    **dict.fromkeys(("waste", "w"), "waste"),
    **dict.fromkeys(("foundations", "foundation", "founds", "f"), "foundations"),
    "recycles": "recycles",
    "pass": "pass",
}
_RULES = ("rules", "draw", "passes", "scoring")
_SUITS = [
    name for suit in Suit for name in (suit.name.lower(), suit.name.lower().removesuffix("s"), suit.letter.lower())
]
_GRID = "grid"
_GOES_ON = ("stock", "waste")
"""What a line without a label may go on with."""

_PYSOL = re.compile(r"[ \t]*(talon|stock|waste|foundations|founds|recycles|freecells)[ \t]*:", re.IGNORECASE)
"""How the lines begin by which any version has told board text from other texts."""

_SHORT = re.compile(r"\s*(pass|foundation|[fsw])[ \t]*:", re.IGNORECASE)
_ALONE = re.compile(
    rf"{_SHORT.pattern}\s*(?:(?:10|[A2-9TJQK])[CDHS♣♦♥♠♧♢♡♤]|[CDHS♣♦♥♠♧♢♡♤][-–:=]?(?:0|10|[A2-9TJQK]))(?![^\W_])",
    re.IGNORECASE,
)
"""A short label where it stands alone, with a card after it: with a number it would be an unknown scheme's."""

_LABEL = re.compile(r"[^\W\d_][\w ]*")
_NUMBER = re.compile(r"\s*(?:col(?:umn)?\.?[ \t]*)?(\d{1,2})[ \t]*(?::|[.)](?=\s|$))", re.IGNORECASE)
_DRAWN = re.compile(r"\s*(foundations|stock|talon|waste)(?=\s|$)(?!\s*:)", re.IGNORECASE)
"""A label without a colon, as in the drawing that ``print(position)`` makes."""

_TABLEAU = re.compile(r"\s*(tableau|columns|piles)\s*:?\s*", re.IGNORECASE)
"""A line above the columns, which says nothing."""

_HEADER = re.compile(r"\s*1(\s+\d{1,2})+\s*")


class Line(NamedTuple):
    """A line, or what is left of it after its label.

    Attributes:
        text: the text.
        start: where it begins.
    """

    text: str
    start: Place


class Lines:
    """The lines of a board text by what they are the lines of.

    Attributes:
        labelled: the lines of ``stock``, ``waste``, ``foundations``, ``recycles`` and ``pass``; of the first two there
            may be several.
        columns: the lines of the columns, by their numbers from 1.
        numbered: whether the text has these numbers.
        grid: the tableau as a drawing, in place of lines for the columns.
    """

    def __init__(self) -> None:
        self.labelled: dict[str, list[Line]] = {}
        self.columns: dict[int, Line] = {}
        self.numbered = False
        self.grid: Grid | None = None


def begins_board(line: str) -> bool:
    """Whether a board text of several lines may begin with this one: it has a label."""
    return any(label.match(_without_comment(line)) for label in (_PYSOL, _SHORT, _NUMBER, _DRAWN))


def has_label(text: str) -> bool:
    """Whether a line begins with one of PySolFC's labels."""
    return any(_PYSOL.match(line) for line in text.splitlines())


def is_layout(text: str) -> bool:
    """Whether a text has what only a layout has: a column's number, a label of its own, or ``|`` on several lines."""
    lines = [_without_comment(line) for line in text.splitlines()]
    if any(_NUMBER.match(line) or _DRAWN.match(line) for line in lines):
        return True
    full = [line for line in lines if line.strip()]
    if len(full) < 2:
        return any(_ALONE.match(line) for line in full)
    return any(_SHORT.match(line) for line in full) or (
        any("|" in line for line in full) and not any("||" in line for line in full)
    )


def split_lines(text: str) -> Lines:
    """Tell the lines of a board text apart.

    Raises:
        FormatError: a label is unknown or there twice, or a line is no part of anything.
    """
    lines = Lines()
    rows, pictured = without_frames([_without_comment(row) for row in text.splitlines()])
    lines.labelled = {name: [Line(rest, place)] for name, rest, place in pictured}
    unlabelled: list[tuple[Line, str]] = []
    last = ""
    for number, row in enumerate(rows, 1):
        line = Line(row, Place(number, 1))
        if not row.strip():
            continue
        if _HEADER.fullmatch(row):
            if lines.grid is not None:
                raise _error(line, "the numbers of the columns are there twice")
            lines.grid = Grid(row, line.start)
            last = _GRID
        elif found := _NUMBER.match(row):
            _add_column(lines, int(found[1]), line, _after(line, found.end()))
            last = f"column {int(found[1])}"
        elif _TABLEAU.fullmatch(row):
            last = "tableau"
        elif label := _label(line):
            name, rest = label
            if name in lines.labelled:
                first = lines.labelled[name][0].start.line
                raise _error(line, f"a second line for the {name}; the first is line {first}")
            lines.labelled[name] = [rest]
            last = name
        elif last == _GRID and lines.grid is not None:
            lines.grid.add(row, line.start)
        else:
            unlabelled.append((_without_colon(line), last))
    _place_unlabelled(lines, unlabelled)
    return lines


def _place_unlabelled(lines: Lines, unlabelled: list[tuple[Line, str]]) -> None:
    """Put the lines without a label where they belong: each is a column, unless the columns are told otherwise."""
    numbered = bool(lines.columns)
    for line, last in unlabelled:
        if not numbered and lines.grid is None:
            lines.columns[len(lines.columns) + 1] = line
        elif last in _GOES_ON:
            lines.labelled[last].append(line)
        else:
            needed = "or its number, as the other columns have" if numbered else "as the columns are drawn"
            raise _error(
                line, f"{quote(line.text.strip())} has no label; it needs stock:, waste: or foundations:, {needed}"
            )
    lines.numbered = numbered or lines.grid is not None
    if lines.grid is not None and numbered:
        raise _error(next(iter(lines.columns.values())), "a column with a number, but the columns are drawn as well")


def _add_column(lines: Lines, number: int, line: Line, rest: Line) -> None:
    if not 1 <= number <= MOST_COLUMNS:
        raise _error(line, f"column {number}: the columns are numbered from 1 to 7")
    if number in lines.columns:
        raise _error(line, f"a second line for column {number}; the first is line {lines.columns[number].start.line}")
    lines.columns[number] = rest


def _label(line: Line) -> tuple[str, Line] | None:
    """Return the name of what a line has a label for, and the rest of the line; None if it has no label."""
    word, colon, _ = line.text.partition(":")
    end = len(word) + 1
    if not colon or not _LABEL.fullmatch(word := word.strip()):
        found = _DRAWN.match(line.text)
        if found is None:
            return None
        word, end = found[1], found.end()
    word = word.lower()
    if word not in _LABELS:
        _refuse(word, line)
    return _LABELS[word], _after(line, end)


def _refuse(word: str, line: Line) -> NoReturn:
    """Refuse an unknown label."""
    if word == "freecells":
        raise _error(line, "Klondike has no free cells")
    if word in _RULES:
        raise _error(line, f"{quote(word)}: the rules are no part of a position; give them beside it, such as --draw 1")
    if word in _SUITS:
        raise _error(line, f"{quote(word)} is no label; the foundations are on one line, such as foundations: 3H AS")
    close = get_close_matches(word, [label for label in _LABELS if len(label) > 1], n=1)
    meant = f"; did you mean {close[0]}?" if close else ""
    raise _error(
        line,
        f"{quote(word)} is no label{meant or '; a line begins with stock:, waste:, foundations:, recycles:, pass: or '}"
        f"{'' if meant else 'the number of a column, as 1:'}",
    )


def _after(line: Line, end: int) -> Line:
    """Return a line without its first characters."""
    return Line(line.text[end:], Place(line.start.line, line.start.character + end))


def _without_colon(line: Line) -> Line:
    """Return a line without the colon that PySolFC has before a column."""
    found = re.match(r"\s*:", line.text)
    return _after(line, found.end()) if found else line


def _without_comment(line: str) -> str:
    # Two of them are a card that is unknown.
    return re.split(r"(?<!#)#(?!#)", line, maxsplit=1)[0]


def _error(line: Line, message: str) -> FormatError:
    """Return an error about a line, with the place of its first word."""
    indent = len(line.text) - len(line.text.lstrip())
    place = Place(line.start.line, line.start.character + (indent if line.text.strip() else 0))
    return FormatError(f"{place}: {message}").at(place)
