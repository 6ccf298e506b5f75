"""Layouts: positions as a person types them in from a screen, one line for each pile.

``stock:`` has the next card drawn first and ``waste:`` its top card last; ``foundations:`` has their top cards. Every
other line is a column from the left, its head first, with a ``|`` after the cards that are face down. Columns may be
numbered, ``1:``, in any order; then empty ones may be left out. ``recycles:`` says how often the waste was turned over,
or ``pass:`` in which pass the game is. What follows a ``#`` is a comment.

The reader takes PySolFC's board text as well, where single cards are marked as face down, ``<4C>``, and the drawing
that ``print(position)`` makes. One card may be ``?`` if all others are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .._text import quote
from ..cards import Card, Suit
from ..deal import Deal
from ..errors import FormatError, Place
from .board import Board, BoardColumn, column_of
from .card_reader import NOBODY, Cards
from .format import Format
from .lines import Line, Lines, is_layout, split_lines
from .places import Places
from .reading import Word, plain_suits

__all__ = ["FORMAT", "read_board"]

_CHUNK = re.compile(r"[<>\[\]()|]|[^\s,;<>\[\]()|]+")
_GLUED = re.compile(r"(?:10|[A2-9TJQK])[CDHS♣♦♥♠♧♢♡♤][\ufe0e\ufe0f]?", re.IGNORECASE)
_DASHES = re.compile(r"[-–—]+")
_OPENING, _CLOSING = "<[(", ">])"

_REACHED = re.compile(
    r"([CDHS♣♦♥♠])[-–:=]?(0|10|[A2-9TJQK])|(10|[A2-9TJQK])([CDHS♣♦♥♠])|([CDHS♣♦♥♠])[-–]", re.IGNORECASE
)
_DRAWN_RULES = re.compile(r"\(draw \d+(?:, pass (\d+) of \d+)?\)\s*$")

_MARKS = "; face-down cards stand before a | in their column"
_ABSENT = "there is no line for the stock (stock: …)"
_EMPTY = ': number the columns ("1: KH QS"), or write a line with - alone'


def read_board(text: str) -> Board:
    """Read the piles of a layout, of PySolFC's board text or of a drawing.

    Raises:
        FormatError: the text is none of these; the message says where and what would be right.
    """
    lines = split_lines(text)
    cards = Cards()
    columns = [_read_column(words, cards) for words in _columns(lines)]
    stock, waste = (_read_pile(lines, name, cards) for name in ("stock", "waste"))
    heights, drawn, founded = _read_foundations(lines)
    cards.check()
    cards.named += founded
    deduced = cards.deduce()
    piles = {name: found[0].start for name, found in lines.labelled.items()}
    piles |= {f"column {number}": line.start for number, line in lines.columns.items()}
    recycles, place = _read_recycles(lines, drawn)
    if place is not None:
        piles["recycles"] = place
    return Board(
        tuple(BoardColumn(_with(deduced, column), face_down) for column, face_down in columns),
        _with(deduced, stock),
        _with(deduced, waste),
        heights,
        recycles,
        lines.numbered or (not columns and any(heights)),
        Places(cards.named, piles, _MARKS, _EMPTY, "" if "stock" in piles else _ABSENT),
    )


def _with(deduced: Card | None, cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(deduced if card is NOBODY and deduced is not None else card for card in cards)


def _columns(lines: Lines) -> Iterator[list[Word]]:
    """Yield the words of every column."""
    if lines.grid is not None:
        for number, cells in enumerate(lines.grid.columns, 1):
            yield [word for cell in cells for word in _split(Line(cell.text, cell.place), f"column {number}")]
        return
    for number in range(1, 1 + max(lines.columns, default=0)):
        line = lines.columns.get(number, Line("", Place(1, 1)))
        yield _split(line, f"column {number}")


def _split(line: Line, where: str) -> list[Word]:
    """Return the words of a line: cards, ``|`` and brackets, which need no blanks around them."""
    words = []
    for chunk in _CHUNK.finditer(line.text):
        begin = line.start.character + chunk.start()
        if _DASHES.fullmatch(chunk[0]):
            continue
        cards = list(_GLUED.finditer(chunk[0]))
        if len(cards) > 1 and "".join(card[0] for card in cards) == chunk[0]:
            words += [Word(card[0], Place(line.start.line, begin + card.start()), where) for card in cards]
        else:
            words.append(Word(chunk[0], Place(line.start.line, begin), where))
    return words


def _read_column(words: list[Word], cards: Cards) -> BoardColumn:
    """Read a column, whose face-down cards are before a ``|`` or in brackets."""
    read: list[tuple[Card, bool]] = []
    named: list[Word] = []
    bar: Word | None = None
    opened: Word | None = None
    for word in words:
        if word.text == "|":
            if bar is not None:
                raise FormatError(f"{word}: a second | in this column; one stands after all its face-down cards").at(
                    word.place, bar.place
                )
            bar = word
            read = [(card, True) for card, _ in read]
        elif word.text in _OPENING:
            if opened is not None:
                raise FormatError(f"{word}: {word.text} inside of {opened.text}, which is still open").at(
                    word.place, opened.place
                )
            opened = word
        elif word.text in _CLOSING:
            if opened is None or _OPENING.index(opened.text) != _CLOSING.index(word.text):
                wanted = f"{_CLOSING[_OPENING.index(opened.text)]} closes it" if opened else "nothing is open"
                raise FormatError(f"{word}: a {word.text}, where {wanted}").at(word.place)
            opened = None
        else:
            read.append((cards.read(word), opened is not None))
            named.append(word)
    if opened is not None:
        closing = _CLOSING[_OPENING.index(opened.text)]
        raise FormatError(f"{opened}: {opened.text} without a {closing} after the face-down cards").at(opened.place)
    return column_of(read, named)


def _read_pile(lines: Lines, name: str, cards: Cards) -> tuple[Card, ...]:
    words = [word for line in lines.labelled.get(name, []) for word in _split(line, name)]
    for word in words:
        if word.text in (*_OPENING, *_CLOSING, "|"):
            raise FormatError(f"{word}: {word.text} marks face-down cards, in columns only").at(word.place)
    if words and len(words[0].text) <= 2 and words[0].text.isdigit() and (len(words) == 1 or words[1].text == "cards"):
        raise FormatError(f"{words[0]}: {words[0].text} is how many cards; which ones they are must be given, too").at(
            words[0].place
        )
    return tuple(cards.read(word) for word in words)


def _read_foundations(lines: Lines) -> tuple[tuple[int, ...], Line | None, list[tuple[Card, Place, str]]]:
    """Return the heights of the foundations, the pass if it stands there, and the cards on them with their places."""
    line = lines.labelled.get("foundations", [Line("", Place(1, 1))])[0]
    text, recycles = line.text, None
    if drawn := _DRAWN_RULES.search(text):
        # As a drawing has it: the rules are no part of a position, but how often the waste was turned over is.
        if drawn[1]:
            recycles = Line(drawn[1], Place(line.start.line, line.start.character + drawn.start(1)))
        text = text[: drawn.start()]
    heights: dict[Suit, int] = {}
    places: list[tuple[Card, Place, str]] = []
    for word in _split(Line(text, line.start), "foundations"):
        found = _REACHED.fullmatch(plain_suits(word.text))
        if found is None:
            raise FormatError(
                f"{word}: {quote(word.text)} is not the top card of a foundation; write rank and suit, such as 3H, and "
                "nothing for an empty one"
            ).at(word.place)
        suit = Card.parse(f"A{found[1] or found[4] or found[5]}").suit
        if suit in heights:
            raise FormatError(
                f"{word}: the foundation of {suit.name.lower()} is there twice; only its top card is written"
            ).at(word.place)
        rank = found[2] or found[3] or "0"
        heights[suit] = 0 if rank == "0" else Card.parse(f"{rank}C").rank + 1
        places += Places.founded(suit, heights[suit], word.place)
    return tuple(heights.get(suit, 0) for suit in Suit), recycles, places


def _read_recycles(lines: Lines, drawn: Line | None) -> tuple[int, Place | None]:
    """Return how often the waste was turned over, from whichever line says so, and where it does."""
    said = [(name, lines.labelled[name][0]) for name in ("recycles", "pass") if name in lines.labelled]
    if drawn is not None:
        said.append(("pass", drawn))
    if not said:
        return 0, None
    name, line = said[0]
    number, place = _number(line)
    if len(said) > 1:
        second = _number(said[1][1])[1]
        raise FormatError(f"{second}: how often the waste was turned over is said twice").at(second, place)
    least = 0 if name == "recycles" else 1
    if not (number.isascii() and number.isdigit() and len(number) <= 9 and int(number) >= least):
        what = "the pass the game is in, 1 or more" if least else "how often the waste was turned over, 0 or more"
        raise FormatError(f"{place}: {quote(number)} is not a number that says {what}").at(place)
    return int(number) - least, place


def _number(line: Line) -> tuple[str, Place]:
    """Return the number on a line, of ``2 of 3`` the first, with its place."""
    number = line.text.strip()
    words = number.split()
    if len(words) == 3 and words[1].lower() == "of" and words[2].isdigit():
        number = words[0]
    indent = len(line.text) - len(line.text.lstrip()) if number else 0
    return number, Place(line.start.line, line.start.character + indent)


def _write_board(board: Board) -> str:
    lines = []
    if any(board.foundations):
        tops = (Card(height - 1, suit) for suit, height in zip(Suit, board.foundations, strict=True) if height)
        lines.append(f"foundations: {_names(tops)}")
    if board.waste:
        lines.append(f"waste: {_names(board.waste)}")
    lines.append(f"stock: {_names(board.stock) or '-'}")
    if board.recycles:
        lines.append(f"recycles: {board.recycles}")
    for number, (cards, face_down) in enumerate(board.columns, 1):
        down = f"{_names(cards[:face_down])} | " if face_down else ""
        lines.append(f"{number}: {down}{_names(cards[face_down:]) or '-'}")
    return "\n".join(lines)


def _names(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _read(text: str) -> Deal:
    return read_board(text).to_deal()


def _write(deal: Deal) -> str:
    return _write_board(Board.of_deal(deal))


FORMAT = Format(
    name="layout",
    title='a layout with lines such as "stock: TS 6C …" and "2: 4C | AS"',
    detect=is_layout,
    read=_read,
    write=_write,
    read_board=read_board,
    write_board=_write_board,
)
