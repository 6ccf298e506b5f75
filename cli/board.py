"""Drawing a board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import fill

from rich.text import Text

from ..cards import Card, Suit
from ..position import Position

__all__ = ["LEGEND", "board", "coloured"]

LEGEND = "In brackets: face down. Stock: drawn from the left. Waste: the last one on top."

_WIDTH = 80
_LABEL = 13
"""Characters before the cards of a pile."""
_RED = r"(?<![A-Za-z0-9])[A2-9TJQK][♦♥DH](?![A-Za-z0-9])"
_FACE_DOWN = r"\[..\]"


def board(position: Position, *, unicode: bool) -> Text:
    """Return a picture of a position, all cards shown, at most 80 columns wide."""

    def name(card: Card) -> str:
        return card.symbol if unicode else str(card)

    def pile(label: str, cards: Sequence[Card]) -> str:
        label = f"{label} ({len(cards)})"
        return fill(f"{label:<{_LABEL}}{' '.join(map(name, cards)) or '-'}", _WIDTH, subsequent_indent=" " * _LABEL)

    def top(suit: Suit) -> str:
        height = position.foundations[suit]
        return name(Card(height - 1, suit)) if height else "-" + (suit.symbol if unicode else suit.letter)

    columns = [
        [
            f"[{name(card)}]" if index < column.face_down else f" {name(card)} "
            for index, card in enumerate(column.cards)
        ]
        for column in position.columns
    ]
    rows = [
        [f" {number} " for number in range(1, len(columns) + 1)],
        *zip_longest(*columns, fillvalue=""),
    ]
    # Drawn as one text and not as tables of rich, which take longer than a solution of 150 boards may.
    lines = [
        f"{'Foundations':<{_LABEL}}{'  '.join(map(top, Suit))}",
        pile("Stock", position.stock),
        pile("Waste", position.waste),
        "",
        *("".join(f"{cell:<6}" for cell in row).rstrip() for row in rows),
    ]
    picture = coloured("\n".join(lines))
    picture.highlight_regex(_FACE_DOWN, "dim")
    return picture


def coloured(text: str, style: str = "") -> Text:
    """Return a text in a style, with its red cards in red."""
    result = Text(text, style)
    result.highlight_regex(_RED, "red")
    return result
