"""Drawing a board in a terminal: cards as boxes where there is room, and as bare names where there is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from textwrap import wrap

from rich.text import Text

from ..cards import Card, Suit
from ..position import Position

__all__ = ["WIDTH", "board", "coloured", "legend"]

WIDTH = 80
"""Columns that a picture has at the most, and where nobody knows how many there are."""

_LABEL = 13
"""Characters before the cards of a pile."""
_RED = r"(?<![A-Za-z0-9])[A2-9TJQK][♦♥DH](?![A-Za-z0-9])"
_FAN = 3
"""Cards of the waste that are drawn beside each other, where as many are turned up at once."""

Piece = tuple[str, str]
"""Some characters, and their style."""
Row = list[Piece]

_PLAIN, _FAINT, _BACK = "", "dim", "bright_white on blue"
_FACES = {False: "black on bright_white", True: "red on bright_white"}


@dataclass(frozen=True)
class _Pen:
    """The characters that a picture is made of."""

    top: str
    bottom: str
    side: str
    edge: str
    back: str
    back_end: str
    unicode: bool
    hide: bool = False

    def down(self, card: Card) -> str:
        """Return what is seen of a face-down card."""
        return (self.back * 2 if self.unicode else "  ") if self.hide else self.name(card)

    def name(self, card: Card) -> str:
        return card.symbol if self.unicode else str(card)

    def suit(self, suit: Suit) -> str:
        return suit.symbol if self.unicode else suit.letter


_UNICODE = _Pen("┌┐", "└┘", "│", "─", "░", "░", True)
_ASCII = _Pen("++", "++", "|", "-", "[", "]", False)


def legend(*, unicode: bool) -> str:
    """Return what a picture does not say by itself."""
    down = "Between ░" if unicode else "In brackets"
    return f"{down}: face down. Stock: drawn from the left. Waste: the last one on top."


def board(
    position: Position, *, unicode: bool, width: int = WIDTH, height: int | None = None, hide: bool = False
) -> Text:
    """Return a picture of a position.

    Args:
        position: what to draw.
        unicode: whether suits are symbols and boxes are lines, or both are made of ASCII.
        width: columns that there are; 35 are enough, and more than 80 are not used.
        height: lines that there are. If a picture with boxes does not fit, one without is drawn, and if that does not
            fit either, the face-down cards of a column share a line.
        hide: whether face-down cards are only seen from their backs, and the stock is not listed, as in a real game;
            otherwise all cards are shown.
    """
    pen = replace(_UNICODE if unicode else _ASCII, hide=hide)
    width = min(width, WIDTH)
    slots = max(7, len(position.columns))
    pitch = min((width - 1) // slots, 8)
    stock = [] if hide else _pile("Stock", position.stock, pen, width)
    lists = [*stock, *_pile("Waste", position.waste, pen, width)]
    drawings: list[Callable[[], list[Row]]] = [
        lambda: _boxes(position, pen, pitch, slots),
        lambda: _names(position, pen, max(pitch, 5), slots, fold=False),
        lambda: _names(position, pen, max(pitch, 5), slots, fold=True),
    ]
    for draw in drawings[1 if pitch < 7 else 0 :]:
        rows = [*draw(), *lists]
        if height is None or len(rows) <= height:
            break
    picture = Text()
    for index, row in enumerate(rows):
        picture.append("\n" * (index > 0))
        for text, style in _joined(row):
            picture.append(text, style)
    return picture


def coloured(text: str, style: str = "") -> Text:
    """Return a text in a style, with its red cards in red."""
    result = Text(text, style)
    result.highlight_regex(_RED, "red")
    return result


def _joined(row: Row) -> Row:
    """Return a row without blanks at its end, and with one piece where several have the same style."""
    joined: Row = []
    for text, style in row:
        if joined and joined[-1][1] == style:
            joined[-1] = (joined[-1][0] + text, style)
        else:
            joined.append((text, style))
    while joined and joined[-1][1] in (_PLAIN, _FAINT):
        text, style = joined.pop()
        if text := text.rstrip():
            return [*joined, (text, style)]
    return joined


def _pile(label: str, cards: Sequence[Card], pen: _Pen, width: int) -> list[Row]:
    """Return the cards of a pile, one after the other."""
    rows: list[Row] = []
    # However narrow it is: a card is never broken.
    names = wrap(" ".join(map(pen.name, cards)) or "-", max(1, width - _LABEL), break_long_words=False)
    left = iter(cards)
    for index, line in enumerate(names):
        row: Row = [(f"{'' if index else f'{label} ({len(cards)})':<{_LABEL}}", _PLAIN)]
        for word in line.split():
            card = next(left, None)
            row += [(word, "red" if card is not None and card.is_red else _PLAIN), (" ", _PLAIN)]
        rows.append(row)
    return rows


# With boxes


def _boxes(position: Position, pen: _Pen, pitch: int, slots: int) -> list[Row]:
    gap: Piece = (" " * (pitch - 6), _PLAIN)

    def line(cells: Sequence[Row]) -> Row:
        return [(" ", _PLAIN), *(piece for cell in cells for piece in (*cell, gap))]

    columns = [_column(column.cards, column.face_down, pen) for column in position.columns]
    indent = [[(" " * 6, _PLAIN)]] * ((slots - len(columns)) // 2)
    numbers: list[Row] = [[(f"{number:^6}", _PLAIN)] for number in range(1, len(columns) + 1)]
    blank: Row = [(" " * 6, _PLAIN)]
    return [
        *_top(position, pen, pitch, slots),
        line([*indent, *numbers]),
        *(line([*indent, *cells]) for cells in zip_longest(*columns, fillvalue=blank)),
        [],
    ]


def _top(position: Position, pen: _Pen, pitch: int, slots: int) -> list[Row]:
    """Return stock, waste and foundations, with what they are called above."""
    fan = position.waste[-min(_FAN, position.rules.draw) :]
    under, card = (fan[:-1], fan[-1]) if fan else ((), None)
    waste = _place("", pen)
    if card is not None:
        left, right = pen.top[0], pen.bottom[0]
        waste = [
            [*((left + pen.edge * 2, _FACES[False]) for _ in under), (_edge(pen, pen.top), _FACES[False])],
            [*(piece for other in under for piece in _half(other, pen)), *_face(card, pen)],
            [*((right + pen.edge * 2, _FACES[False]) for _ in under), (_edge(pen, pen.bottom), _FACES[False])],
        ]
    stock = _stock(len(position.stock), pen)
    ups = [
        _card(Card(height - 1, suit), pen) if height else _place(pen.suit(suit), pen)
        for suit, height in zip(Suit, position.foundations, strict=True)
    ]
    before = pitch * (slots - 4)
    space = before - pitch - 6 - 3 * len(under)
    gap: Piece = (" " * (pitch - 6), _PLAIN)
    rows: list[Row] = [[(f" {'Stock':<{pitch}}{'Waste':<{before - pitch}}Foundations", _PLAIN)]]
    for index in range(3):
        rows.append([(" ", _PLAIN), *stock[index], gap, *waste[index], (" " * space, _PLAIN)])
        for up in ups:
            rows[-1] += [*up[index], gap]
    return rows


def _column(cards: Sequence[Card], face_down: int, pen: _Pen) -> list[Row]:
    """Return a column of boxes that lie on each other, a line for each card."""
    if not cards:
        first, _, last = _place("", pen)
        return [first, last]
    backs = [_back(card, pen) for card in cards[:face_down]]
    faces = [_face(card, pen) for card in cards[face_down:]]
    style = _BACK if backs else _FACES[False]
    return [[(_edge(pen, pen.top), style)], *backs, *faces, [(_edge(pen, pen.bottom), _FACES[False])]]


def _card(card: Card, pen: _Pen) -> list[Row]:
    return [[(_edge(pen, pen.top), _FACES[False])], _face(card, pen), [(_edge(pen, pen.bottom), _FACES[False])]]


def _stock(count: int, pen: _Pen) -> list[Row]:
    if not count:
        return _place("", pen)
    middle = f"{pen.side}{pen.back}{count:^2}{pen.back_end}{pen.side}"
    return [[(_edge(pen, pen.top), _BACK)], [(middle, _BACK)], [(_edge(pen, pen.bottom), _BACK)]]


def _place(mark: str, pen: _Pen) -> list[Row]:
    """Return a place where a card may lie and none does."""
    corners = (pen.top, pen.bottom) if pen.unicode else ("..", "''")
    rows = [f"{pair[0]}    {pair[1]}" for pair in corners]
    return [[(rows[0], _FAINT)], [(f"{mark:^6}", _FAINT)], [(rows[1], _FAINT)]]


def _edge(pen: _Pen, corners: str) -> str:
    return f"{corners[0]}{pen.edge * 4}{corners[1]}"


def _face(card: Card, pen: _Pen) -> Row:
    frame = _FACES[False]
    return [(pen.side, frame), (f" {pen.name(card)} ", _FACES[card.is_red]), (pen.side, frame)]


def _half(card: Card, pen: _Pen) -> Row:
    return [(pen.side, _FACES[False]), (pen.name(card), _FACES[card.is_red])]


def _back(card: Card, pen: _Pen) -> Row:
    return [(f"{pen.side}{pen.back}{pen.down(card)}{pen.back_end}{pen.side}", _BACK)]


# Without boxes


def _names(position: Position, pen: _Pen, pitch: int, slots: int, *, fold: bool) -> list[Row]:
    """Return the picture with a name for each card; with ``fold`` the face-down cards of a column are only counted."""

    def cell(text: str, style: str) -> Row:
        return [(text, style), (" " * (pitch - len(text)), _PLAIN)]

    def face(card: Card) -> Row:
        return cell(f" {pen.name(card)} ", _FACES[card.is_red])

    def back(text: str) -> Row:
        return cell(f"{pen.back}{text:^2}{pen.back_end}", _BACK)

    times = "×" if pen.unicode else "x"
    empty = cell(" -- ", _FAINT)
    columns: list[list[Row]] = []
    for cards, down in position.columns:
        hidden = [back(f"{times}{down}")] * (down > 0) if fold else [back(pen.down(card)) for card in cards[:down]]
        columns.append([*hidden, *map(face, cards[down:])] or [empty])
    ups = [
        face(Card(height - 1, suit)) if height else cell(f" -{pen.suit(suit)} ", _FAINT)
        for suit, height in zip(Suit, position.foundations, strict=True)
    ]
    fan = position.waste[-min(_FAN, position.rules.draw) :]
    waste = [(f" {pen.name(card)}", _FACES[card.is_red]) for card in fan]
    shown = 3 * len(fan) + 1 if fan else 4
    top: Row = [
        *(back(str(len(position.stock))) if position.stock else empty),
        *([*waste, (" ", _FACES[False])] if waste else [(" -- ", _FAINT)]),
        (" " * (pitch * (slots - 5) - shown), _PLAIN),
        *(piece for up in ups for piece in up),
    ]
    indent: Row = [(" " * (pitch * ((slots - len(columns)) // 2)), _PLAIN)]
    numbers: Row = [(f"{f' {number} ':<{pitch}}", _PLAIN) for number in range(1, len(columns) + 1)]
    blank: Row = [(" " * pitch, _PLAIN)]
    return [
        top,
        [*indent, *numbers],
        *([*indent, *(piece for cell in cells for piece in cell)] for cells in zip_longest(*columns, fillvalue=blank)),
    ]
