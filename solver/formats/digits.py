"""The 156 digits of Klondike-Solver and MinimalKlondike.

Each card is three digits: rank 01 to 13, then suit, 1 clubs, 2 diamonds, 3 hearts, 4 spades. The tableau comes row by
row from the left, then the stock in the order in which it is drawn. Spaces and line breaks are free, and ``digits:``
may stand before.
"""

from __future__ import annotations

from ..cards import Card, Suit
from ..deal import Deal
from ..errors import FormatError, UnsupportedError
from ..numbering.decks import row_wise, row_wise_places
from ..rules import STANDARD_SHAPE
from .format import Format
from .reading import refuse_unknown

__all__ = ["FORMAT"]

_PREFIX = "digits:"
_LENGTH = 156


def _body(text: str) -> str:
    stripped = text.strip()
    if stripped[: len(_PREFIX)].lower() == _PREFIX:
        stripped = stripped[len(_PREFIX) :]
    return "".join(stripped.split())


def _detect(text: str) -> bool:
    if text.lstrip()[: len(_PREFIX)].lower() == _PREFIX:
        return True
    body = _body(text).replace("?", "")
    return body.isascii() and body.isdigit()


def _read(text: str) -> Deal:
    body = _body(text)
    refuse_unknown(body, "digits")
    wrong = next((place for place, char in enumerate(body) if char not in "0123456789"), None)
    if wrong is not None:
        raise FormatError(f"digits: character {wrong + 1} is {body[wrong]!r}, not a digit")
    if len(body) != _LENGTH:
        cards = f" ({len(body) // 3} cards)" if len(body) % 3 == 0 else ""
        hint = "" if len(body) > 80 else "; a deal number is written with its scheme, for example solvitaire:22"
        raise FormatError(f"{len(body)} digits{cards}, but a deal is {_LENGTH}, three for each of 52 cards{hint}")
    return Deal(row_wise([_read_group(body[start : start + 3], start) for start in range(0, _LENGTH, 3)]))


def _read_group(group: str, start: int) -> Card:
    rank, suit = int(group[:2]), int(group[2])
    if not (1 <= rank <= 13 and 1 <= suit <= 4):
        raise FormatError(
            f"card {start // 3 + 1} (digits {start + 1} to {start + 3}) is {group}, which is no card: "
            "a rank is 01 to 13, a suit 1 to 4"
        )
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
