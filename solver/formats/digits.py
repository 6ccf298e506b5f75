"""The 156 digits of Klondike-Solver and MinimalKlondike.

Each card is three digits: rank 01 to 13, then suit, 1 clubs, 2 diamonds, 3 hearts, 4 spades. The tableau comes row by
row from the left, then the stock in the order in which it is drawn. Spaces and line breaks are free, and ``digits:``
may stand before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .._text import plural
from ..cards import Card, Suit
from ..deal import Deal
from ..errors import DealError, FormatError, Place, UnsupportedError
from ..numbering import SCHEMES
from ..numbering.decks import row_wise, row_wise_places
from ..rules import STANDARD_SHAPE
from .format import Format
from .places import Places, check_cards

__all__ = ["FORMAT"]

_PREFIX = "digits:"
_LENGTH = 156
_MICROSOFT = SCHEMES["microsoft"]


def _begin(text: str) -> int:
    """Return the index after ``digits:``, if that stands before."""
    found = re.match(rf"\s*{_PREFIX}", text, re.IGNORECASE)
    return found.end() if found else 0


def _characters(text: str) -> Iterator[tuple[str, Place]]:
    """Yield what is to be read as digits, without white space, each character with its place."""
    start = _begin(text)
    begin = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        for place, char in enumerate(line, 1):
            if begin + place > start and not char.isspace():
                yield char, Place(number, place)
        begin += len(line)


def _detect(text: str) -> bool:
    if text.lstrip()[: len(_PREFIX)].lower() == _PREFIX:
        return True
    body = "".join(text[_begin(text) :].split()).replace("?", "")
    return body.isascii() and body.isdigit()


def _read(text: str) -> Deal:
    found = list(_characters(text))
    body = "".join(char for char, _ in found)
    for index, (char, place) in enumerate(found, 1):
        if char == "?":
            raise FormatError(f"{place}: digits: unknown cards are not supported yet; every card must be given").at(
                place
            )
        if char not in "0123456789":
            raise FormatError(f"{place}: digits: character {index} is {char!r}, not a digit").at(place)
    if len(body) != _LENGTH:
        whole = f" ({len(body) // 3} cards)" if len(body) % 3 == 0 else ""
        raise FormatError(
            f"{plural(len(body), 'digit')}{whole}, but a deal is {_LENGTH}, three for each of 52 cards{_hint(body)}"
        )
    places = [place for _, place in found[::3]]
    cards = [_read_group(body[start : start + 3], start, places[start // 3]) for start in range(0, _LENGTH, 3)]
    columns = [f"column {column + 1}, card {row + 1}" for column, row in row_wise_places()]
    where = columns + [f"stock, card {number}" for number in range(1, 1 + _LENGTH // 3 - len(columns))]
    check_cards(Places(list(zip(cards, places, where, strict=True)), {}), STANDARD_SHAPE.ranks, DealError)
    return Deal(row_wise(cards))


def _hint(body: str) -> str:
    """Say what somebody may have meant who gave these digits alone."""
    if len(body) > 80:
        return ""
    short = [scheme.maximum for scheme in SCHEMES.values() if scheme.maximum < _MICROSOFT.maximum]
    if not max(short) < int(body or "0") <= _MICROSOFT.maximum:
        return "; a deal number is written with its scheme, for example solvitaire:22"
    begin = f"{body[:4]}{'…' * (len(body) > 4)}"
    return (
        f"; a number of {len(body)} digits may be one of the Microsoft Solitaire Collection: write microsoft:{begin},"
        f" or exact:{begin} if it is an exact number"
    )


def _read_group(group: str, start: int, place: Place) -> Card:
    rank, suit = int(group[:2]), int(group[2])
    if not (1 <= rank <= 13 and 1 <= suit <= 4):
        raise FormatError(
            f"{place}: card {start // 3 + 1} (digits {start + 1} to {start + 3}) is {group}, which is no card: "
            "a rank is 01 to 13, a suit 1 to 4"
        ).at(place)
    return Card(rank - 1, Suit(suit - 1))


def _write(deal: Deal) -> str:
    if deal.shape != STANDARD_SHAPE:
        raise UnsupportedError("the digits have no place for a small deck; write it as piles")
    cards = [deal.columns[column][row] for column, row in row_wise_places()] + list(deal.stock)
    return "".join(f"{card.rank + 1:02}{card.suit + 1}" for card in cards)


FORMAT = Format(
    name="digits",
    title="156 digits (Klondike-Solver, MinimalKlondike)",
    detect=_detect,
    read=_read,
    write=_write,
)
