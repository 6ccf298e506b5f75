"""The JSON of Solvitaire: ``{"tableau piles": [[…], …], "stock": […], "waste": […], "foundation": [[…], …]}``.

Piles are written from the bottom up: the head of a column first, the next card of the stock last, the top of the waste
last. In a column, a lower-case suit is a face-down card and an upper-case one a face-up card. Foundations hold all
their cards from the ace up, in any order of suits. A key of this package's own, ``recycles``, tells how often the waste
was turned over; it is written only where it is not 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from .._text import quote
from ..cards import RANKS, Card, Suit
from ..deal import Deal
from ..errors import FormatError
from .board import Board, BoardColumn, column_of
from .format import Format
from .json_places import Node, read_json
from .places import Places
from .reading import Word, read_card

__all__ = ["FORMAT", "board_of"]

_COLUMNS, _STOCK, _WASTE, _FOUNDATION, _RECYCLES = "tableau piles", "stock", "waste", "foundation", "recycles"
_KEYS = (_COLUMNS, _STOCK, _WASTE, _FOUNDATION, _RECYCLES)
_SAME_KEYS = {"foundations": _FOUNDATION}
_PILES = {_FOUNDATION: "foundations"}
"""What the piles are called elsewhere."""

_MARKS = "; in a column a lower-case suit is a face-down card, an upper-case one a face-up card"
_EMPTY = ": as []"
_ABSENT = f'there is no "{_STOCK}"'
_SUIT_ORDER = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS)


def _detect(text: str) -> bool:
    return text.lstrip().startswith("{")


def _load(root: Node) -> dict[str, Node]:
    if not isinstance(root.value, dict):
        raise _error(root, f"JSON: {_kind(root)} instead of an object with {_listed()}")
    loaded: dict[str, Node] = {}
    for key, node in root.value.items():
        name = _SAME_KEYS.get(str(key), str(key))
        if name not in _KEYS and node.value != []:
            message = f"JSON: unknown key {quote(key)}; a Klondike deal has {_listed()}"
            raise FormatError(f"{node.key}: {message}").at(node.key)
        if name in loaded:
            message = f"JSON: the key {quote(key)} means the same as {quote(name)}, which is there, too"
            raise FormatError(f"{node.key}: {message}").at(node.key)
        loaded[name] = node
    if _COLUMNS not in loaded:
        raise FormatError(f'JSON: there is no "{_COLUMNS}"; a Klondike deal has {_listed()}')
    return loaded


def _read_board(text: str) -> Board:
    return board_of(read_json(text))


def board_of(root: Node) -> Board:
    """Read the piles from a JSON object, which may be a part of a text.

    Raises:
        FormatError: it is none that this format has; the message says where and what would be right.
    """
    loaded = _load(root)
    piles = {_PILES.get(name, name): node.place for name, node in loaded.items()}
    columns = []
    named: list[tuple[Card, Word]] = []
    for number, pile in enumerate(_list(loaded[_COLUMNS], f'"{_COLUMNS}"'), 1):
        piles[f"column {number}"] = pile.place
        cards = _read_pile(pile, f'"{_COLUMNS}", column {number}')
        columns.append(
            column_of([(card, word.text.strip()[-1].islower()) for card, word in cards], [word for _, word in cards])
        )
        named += cards
    stock, waste = (_read_pile(loaded[name], f'"{name}"') if name in loaded else [] for name in (_STOCK, _WASTE))
    founded = _read_foundations(_list(loaded[_FOUNDATION], f'"{_FOUNDATION}"') if _FOUNDATION in loaded else [])
    named += [*stock, *waste, *(item for cards in founded.values() for item in cards)]
    return Board(
        tuple(columns),
        tuple(card for card, _ in reversed(stock)),
        tuple(card for card, _ in waste),
        tuple(len(founded.get(suit, ())) for suit in Suit),
        _read_recycles(loaded[_RECYCLES]) if _RECYCLES in loaded else 0,
        places=Places(
            [(card, word.place, word.where) for card, word in named],
            piles,
            _MARKS,
            _EMPTY,
            "" if _STOCK in loaded else _ABSENT,
        ),
    )


def _read_pile(pile: Node, where: str) -> list[tuple[Card, Word]]:
    """Return the cards of a pile, each with the word that it was read from."""
    cards = []
    for node in _list(pile, where):
        if not isinstance(node.value, str):
            raise _error(node, f"{_kind(node)} instead of a card in quotes, such as 10H", where)
        word = Word(node.value, node.place, where)
        cards.append((read_card(word), word))
    return cards


def _read_foundations(piles: list[Node]) -> dict[Suit, list[tuple[Card, Word]]]:
    """Return the cards of each foundation that has any."""
    founded: dict[Suit, list[tuple[Card, Word]]] = {}
    for number, pile in enumerate(piles, 1):
        cards = _read_pile(pile, f'"{_FOUNDATION}", pile {number}')
        for index, (card, word) in enumerate(cards):
            wanted = Card(index, cards[0][0].suit)
            if card != wanted:
                raise FormatError(
                    f"{word}: {card} instead of {wanted}: a foundation has all its cards from the ace up, in one suit"
                ).at(word.place)
        if cards:
            suit, word = cards[0][0].suit, cards[0][1]
            if suit in founded:
                raise FormatError(f"{word}: a second foundation of {suit.name.lower()}").at(word.place)
            founded[suit] = cards
    return founded


def _read_recycles(node: Node) -> int:
    value = node.value
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**9:
        raise _error(node, f'"{_RECYCLES}" is not the number of times the waste was turned over, 0 or more')
    return value


def _list(node: Node, where: str) -> list[Node]:
    if not isinstance(node.value, list):
        raise _error(node, f"{_kind(node)} instead of a list", where)
    return node.value


def _error(node: Node, message: str, where: str = "") -> FormatError:
    """Return an error about a value, with its place."""
    return FormatError(f"{node.place}{f' ({where})' if where else ''}: {message}").at(node.place)


def _kind(node: Node) -> str:
    """Say in JSON's words what a value is."""
    kinds = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return kinds.get(type(node.value), "a number")


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
