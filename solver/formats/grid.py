"""A tableau that is drawn: the numbers of the columns on one line, and below them the cards, row by row."""

from __future__ import annotations

import re

from ..errors import FormatError, Place
from .reading import Word

__all__ = ["MOST_COLUMNS", "Grid"]

MOST_COLUMNS = 9
"""The columns that the cards of one deck are enough for."""

_CELL = re.compile(r"\S+")


class Grid:
    """The rows of a drawn tableau, put together to columns.

    A card belongs to the column whose number is nearest, measured from middle to middle.

    Args:
        header: the line with the numbers.
        start: where it begins.

    Attributes:
        columns: the cells of each column from the head on, as they are written.

    Raises:
        FormatError: the numbers do not count from 1.
    """

    def __init__(self, header: str, start: Place) -> None:
        cells = list(_CELL.finditer(_untabbed(header)))
        if len(cells) > MOST_COLUMNS:
            raise FormatError(f"{start}: {len(cells)} columns; a game of 52 cards has 7").at(start)
        begins = [cell.start() for cell in _CELL.finditer(header)]
        for number, (cell, begin) in enumerate(zip(cells, begins, strict=True), 1):
            if int(cell[0]) != number:
                place = Place(start.line, start.character + begin)
                raise FormatError(f"{place}: {cell[0]} above a column, where {number} comes next").at(place)
        self._middles = [_middle(cell) for cell in cells]
        self._rows = 0
        self.columns: list[list[Word]] = [[] for _ in cells]

    def add(self, row: str, start: Place) -> None:
        """Add a row.

        Raises:
            FormatError: two cards are in the same column, or a card has none above it.
        """
        places = [match.start() for match in _CELL.finditer(row)]
        for cell, begin in zip(_CELL.finditer(_untabbed(row)), places, strict=True):
            if set(cell[0]) <= set("-–—"):
                continue
            middle = _middle(cell)
            index = min(range(len(self._middles)), key=lambda index: abs(self._middles[index] - middle))
            word = Word(cell[0], Place(start.line, start.character + begin), f"column {index + 1}")
            column = self.columns[index]
            if len(column) != self._rows:
                two = len(column) > self._rows
                why = f"a second card in this row under {index + 1}" if two else "there is no card above this one"
                raise FormatError(f"{word}: {why}; the cards of a column stand below its number").at(word.place)
            column.append(word)
        self._rows += 1


def _untabbed(line: str) -> str:
    return line.expandtabs(8)


def _middle(cell: re.Match[str]) -> float:
    return (cell.start() + cell.end()) / 2
