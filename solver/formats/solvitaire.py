"""The JSON of Solvitaire: ``{"tableau piles": [[…], …], "stock": […], "waste": […], "foundation": [[…], …]}``.

Piles are written from the bottom up: the head of a column first, the next card of the stock last, the top of the waste
last. In a column, a lower-case suit is a face-down card and an upper-case one a face-up card. Foundations hold all
their cards from the ace up, in any order of suits. A key of this package's own, ``recycles``, tells how often the waste
was turned over; it is written only where it is not 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .._text import quote
from ..cards import RANKS, Card, Suit
from ..deal import Deal
from ..errors import FormatError
from .board import Board, BoardColumn, column_of
from .format import Format
from .reading import read_card

__all__ = ["FORMAT"]

_COLUMNS, _STOCK, _WASTE, _FOUNDATION, _RECYCLES = "tableau piles", "stock", "waste", "foundation", "recycles"
_KEYS = (_COLUMNS, _STOCK, _WASTE, _FOUNDATION, _RECYCLES)
_SUIT_ORDER = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS)


def _detect(text: str) -> bool:
    return text.lstrip().startswith("{")


def _load(text: str) -> dict[str, Any]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise FormatError(f"JSON: the key {quote(twice)} is there twice")
        return found

    try:
        loaded = json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise FormatError(f"JSON, line {error.lineno}, column {error.colno}: {error.msg}") from None
    except FormatError:
        raise
    except (ValueError, RecursionError):  # A number of thousands of digits, or brackets nested thousands deep.
        raise FormatError("JSON: nothing like a deal; piles are lists of cards such as 10H") from None
    if not isinstance(loaded, dict):
        raise FormatError(f"JSON: {_kind(loaded)} instead of an object with {_listed()}")
    for key, value in loaded.items():
        if key not in _KEYS and value != []:
            raise FormatError(f"JSON: unknown key {quote(key)}; a Klondike deal has {_listed()}")
    if _COLUMNS not in loaded:
        raise FormatError(f'JSON: there is no "{_COLUMNS}"; a Klondike deal has {_listed()}')
    return loaded


def _read_board(text: str) -> Board:
    loaded = _load(text)
    columns = []
    for number, pile in enumerate(_list(loaded[_COLUMNS], f'"{_COLUMNS}"'), 1):
        where = f'"{_COLUMNS}", column {number}'
        cards = _read_pile(pile, where)
        columns.append(column_of([(card, token.strip()[-1].islower()) for card, token in cards], where))
    return Board(
        tuple(columns),
        tuple(card for card, _ in reversed(_read_pile(loaded.get(_STOCK, []), f'"{_STOCK}"'))),
        tuple(card for card, _ in _read_pile(loaded.get(_WASTE, []), f'"{_WASTE}"')),
        _read_foundations(_list(loaded.get(_FOUNDATION, []), f'"{_FOUNDATION}"')),
        _read_recycles(loaded.get(_RECYCLES, 0)),
    )


def _read_pile(value: object, where: str) -> list[tuple[Card, str]]:
    """Return the cards of a pile, each with the text that it was read from."""
    cards = []
    for number, token in enumerate(_list(value, where), 1):
        place = f"{where}, card {number}"
        if not isinstance(token, str):
            raise FormatError(f"{place}: {_kind(token)} instead of a card in quotes, such as 10H")
        cards.append((read_card(token, place), token))
    return cards


def _read_foundations(piles: list[object]) -> tuple[int, ...]:
    heights: dict[Suit, int] = {}
    for number, pile in enumerate(piles, 1):
        where = f'"{_FOUNDATION}", pile {number}'
        cards = [card for card, _ in _read_pile(pile, where)]
        for index, card in enumerate(cards):
            if card != Card(index, cards[0].suit):
                raise FormatError(
                    f"{where}, card {index + 1} is {card}, not {Card(index, cards[0].suit)}: "
                    "a foundation has all its cards from the ace up, in one suit"
                )
        if cards:
            if cards[0].suit in heights:
                raise FormatError(f"{where}: a second foundation of {cards[0].suit.name.lower()}")
            heights[cards[0].suit] = len(cards)
    return tuple(heights.get(suit, 0) for suit in Suit)


def _read_recycles(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**9:
        raise FormatError(f'"{_RECYCLES}" is not the number of times the waste was turned over')
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise FormatError(f"{where}: {_kind(value)} instead of a list")
    return value


def _kind(value: object) -> str:
    """Say in JSON's words what a value is."""
    kinds = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")


def _listed() -> str:
    return ", ".join(f'"{key}"' for key in _KEYS[:4])


def _write_board(board: Board) -> str:
    columns = ",\n".join(f"    {_write_pile(_column_words(column))}" for column in board.columns)
    founded = ([Card(rank, suit) for rank in range(board.foundations[suit])] for suit in _SUIT_ORDER)
    lines = [
        f'  "{_COLUMNS}": [\n{columns}\n  ]',
        f'  "{_STOCK}": {_write_pile(map(_word, reversed(board.stock)))}',
        f'  "{_WASTE}": {_write_pile(map(_word, board.waste))}',
        f'  "{_FOUNDATION}": [{", ".join(_write_pile(map(_word, pile)) for pile in founded)}]',
    ]
    if board.recycles:
        lines.append(f'  "{_RECYCLES}": {board.recycles}')
    return "{\n" + ",\n".join(lines) + "\n}"


def _column_words(column: BoardColumn) -> Iterable[str]:
    for index, card in enumerate(column.cards):
        word = _word(card)
        yield word[:-1] + word[-1].lower() if index < column.face_down else word


def _word(card: Card) -> str:
    return ("10" if RANKS[card.rank] == "T" else RANKS[card.rank]) + card.suit.letter


def _write_pile(words: Iterable[str]) -> str:
    return json.dumps(list(words))


def _read(text: str) -> Deal:
    return _read_board(text).to_deal()


def _write(deal: Deal) -> str:
    return _write_board(Board.of_deal(deal))


FORMAT = Format(
    name="solvitaire",
    title="Solvitaire's JSON",
    detect=_detect,
    read=_read,
    write=_write,
    read_board=_read_board,
    write_board=_write_board,
)
