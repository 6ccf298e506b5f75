"""The board text of PySolFC and fc-solve.

A ``Talon:`` line has the stock, the next card drawn first; then comes one line for each column, the head first,
face-down cards in ``<…>``. For positions in the middle of a game there may be a ``Waste:`` line, its top card last, a
``Foundations:`` line with the rank that each suit has reached (``H-3 C-A``), and a ``Recycles:`` line with the number
of times that the waste was turned over. An empty column is a line with nothing but ``:``; empty lines do not count.

It is read as a layout, whose reader takes more than that.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import RANKS, Suit
from ..deal import Deal
from .board import Board
from .format import Format
from .layout import read_board
from .lines import has_label

__all__ = ["FORMAT"]

_FOUNDATION_ORDER = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)


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
    return read_board(text).to_deal()


def _write(deal: Deal) -> str:
    return _write_board(Board.of_deal(deal))


FORMAT = Format(
    name="pysol",
    title='board text with a "Talon:" line (PySolFC, fc-solve)',
    detect=has_label,
    read=_read,
    write=_write,
    read_board=read_board,
    write_board=_write_board,
)
