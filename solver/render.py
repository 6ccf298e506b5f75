"""Drawing a position as plain text, at most 80 characters wide."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import fill
from typing import TYPE_CHECKING

from .cards import Card, Suit

if TYPE_CHECKING:
    from .position import Position

__all__ = ["render"]

WIDTH = 80


def render(position: Position, *, unicode: bool = False) -> str:
    """Return a drawing of the board: foundations, stock, waste and tableau, without a line break at the end.

    All cards are shown, the face-down ones in square brackets. The stock's next card is its first one, the waste's
    playable card its last.

    Args:
        position: what to draw.
        unicode: whether suits are symbols (♣ ♦ ♥ ♠) or letters.
    """

    def name(card: Card) -> str:
        return card.symbol if unicode else str(card)

    def pile(label: str, cards: Sequence[Card]) -> str:
        text = " ".join(map(name, cards)) or "-"
        return fill(f"{label:<13}{text}", WIDTH, subsequent_indent=" " * 13)

    tops = [
        name(Card(height - 1, suit)) if height else (suit.symbol if unicode else suit.letter) + "-"
        for suit, height in zip(Suit, position.foundations, strict=True)
    ]
    rules = position.rules
    passes = "" if rules.passes is None else f", pass {position.passes_used} of {rules.passes}"
    columns = [
        [f"[{name(card)}]" if i < column.face_down else f" {name(card)} " for i, card in enumerate(column.cards)]
        for column in position.columns
    ]
    rows = [[f" {number} " for number in range(1, len(columns) + 1)], *zip_longest(*columns, fillvalue="")]
    return "\n".join(
        [
            f"{'Foundations':<13}{'  '.join(tops)}    (draw {rules.draw}{passes})",
            pile("Stock", position.stock),
            pile("Waste", position.waste),
            "",
            *("".join(f"{cell:>6}" for cell in row).rstrip() for row in rows),
        ]
    )
