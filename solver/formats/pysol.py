"""The board text of PySolFC and fc-solve.

A ``Talon:`` line has the stock, the next card drawn first; then comes one line for each column, the head first,
face-down cards in ``<…>``. For positions in the middle of a game there may be a ``Waste:`` line, its top card last, a
``Foundations:`` line with the rank that each suit has reached (``H-3 C-A``), and a ``Recycles:`` line with the number
of times that the waste was turned over. An empty column is a line with nothing but ``:``; empty lines do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .._text import quote
from ..cards import RANKS, Card, Suit
from ..deal import Deal
from ..errors import FormatError
from .board import Board, BoardColumn, column_of
from .format import Format
from .reading import read_card

__all__ = ["FORMAT"]

_LABEL = re.compile(r"[ \t]*(talon|stock|waste|foundations|founds|recycles|freecells)[ \t]*:", re.IGNORECASE)
_SAME_LABEL = {"stock": "talon", "founds": "foundations"}
_FOUNDATION = re.compile(r"([CDHS♣♦♥♠])-(0|10|[A2-9TJQK])", re.IGNORECASE)
_FOUNDATION_ORDER = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)


def _detect(text: str) -> bool:
    return any(_LABEL.match(line) for line in text.splitlines())


def _read_board(text: str) -> Board:
    labelled: dict[str, tuple[int, str]] = {}
    columns: list[BoardColumn] = []
    for number, line in enumerate(text.splitlines(), 1):
        found = _LABEL.match(line)
        if found:
            label = found[1].lower()
            label = _SAME_LABEL.get(label, label)
            if label in labelled:
                raise FormatError(
                    f"line {number}: a second {label.capitalize()} line; the first is line {labelled[label][0]}"
                )
            labelled[label] = (number, line[found.end() :])
        elif line.strip():
            where = f"line {number} (column {len(columns) + 1})"
            columns.append(column_of(list(_read_column(line, where)), where))
    if "freecells" in labelled:
        raise FormatError(f"line {labelled['freecells'][0]}: Klondike has no free cells")
    return Board(
        tuple(columns),
        _read_pile("talon", labelled),
        _read_pile("waste", labelled),
        _read_foundations(*labelled.get("foundations", (0, ""))),
        _read_recycles(*labelled.get("recycles", (0, "0"))),
    )


def _read_column(line: str, where: str) -> Iterator[tuple[Card, bool]]:
    for number, token in enumerate(_tokens(line.strip().removeprefix(":")), 1):
        down = token.startswith("<") and token.endswith(">")
        yield read_card(token[1:-1] if down else token, f"{where}, card {number}"), down


def _read_pile(label: str, labelled: dict[str, tuple[int, str]]) -> tuple[Card, ...]:
    line, text = labelled.get(label, (0, ""))
    where = f"line {line} ({label.capitalize()})"
    return tuple(read_card(token, f"{where}, card {number}") for number, token in enumerate(_tokens(text), 1))


def _read_foundations(line: int, text: str) -> tuple[int, ...]:
    heights: dict[Suit, int] = {}
    for token in _tokens(text):
        found = _FOUNDATION.fullmatch(token)
        if found is None:
            raise FormatError(
                f"line {line} (Foundations): {quote(token)} is not a suit and the rank that it has reached, like H-3"
            )
        suit = Card.parse(f"A{found[1]}").suit
        if suit in heights:
            raise FormatError(f"line {line} (Foundations): {suit.letter} is there twice")
        heights[suit] = 0 if found[2] == "0" else Card.parse(f"{found[2]}C").rank + 1
    return tuple(heights.get(suit, 0) for suit in Suit)


def _read_recycles(line: int, text: str) -> int:
    number = text.strip()
    if not (number.isascii() and number.isdigit() and len(number) <= 9):
        raise FormatError(
            f"line {line} (Recycles): {quote(number)} is not the number of times the waste was turned over"
        )
    return int(number)


def _tokens(text: str) -> list[str]:
    """Return the words of a line; a ``-`` alone stands for an empty pile."""
    return [token for token in text.split() if token != "-"]


def _write_board(board: Board) -> str:
    lines = [_line("Talon:", map(str, board.stock))]
    if board.waste:
        lines.append(_line("Waste:", map(str, board.waste)))
    if any(board.foundations):
        reached = [(suit, board.foundations[suit]) for suit in _FOUNDATION_ORDER if board.foundations[suit]]
        lines.append(_line("Foundations:", (f"{suit.letter}-{RANKS[height - 1]}" for suit, height in reached)))
    if board.recycles:
        lines.append(f"Recycles: {board.recycles}")
    for cards, face_down in board.columns:
        words = [f"<{card}>" for card in cards[:face_down]] + [str(card) for card in cards[face_down:]]
        lines.append(" ".join(words) or ":")
    return "\n".join(lines)


def _line(label: str, words: Iterator[str]) -> str:
    return " ".join([label, *words])


def _read(text: str) -> Deal:
    return _read_board(text).to_deal()


def _write(deal: Deal) -> str:
    return _write_board(Board.of_deal(deal))


FORMAT = Format(
    name="pysol",
    title='board text with a "Talon:" line (PySolFC, fc-solve)',
    detect=_detect,
    read=_read,
    write=_write,
    read_board=_read_board,
    write_board=_write_board,
)
