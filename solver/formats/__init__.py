"""Deal texts: the formats of other programs, one small module each, in one registry.

>>> deal = parse_deal("solvitaire:22")
>>> for line in write_deal(deal, "pysol").splitlines()[:3]:
...     print(line)
Talon: AD 9S 2C JC TH 7D 5C JD AC 7S 3H KD JS 4S TC 2D KC TD 8H 6C KS 7C 9D 3S
8D
<QH> 3D
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING

from .._text import quote
from ..deal import Deal
from ..errors import FormatError, UnsupportedError
from ..numbering import SCHEMES
from ..numbering import deal as numbered_deal
from ..rules import Rules
from .board import Board
from .format import Format
from .lines import begins_board
from .reading import place_finder

if TYPE_CHECKING:
    from ..position import Position

__all__ = ["FORMATS", "Format", "begins_board", "parse_deal", "parse_position", "write_deal", "write_position"]

_MODULES = ("digits", "solvitaire", "pysol", "layout", "piles", "exact")

FORMATS: dict[str, Format] = {name: import_module(f".{name}", __name__).FORMAT for name in _MODULES}
"""Every format by its name, in the order in which a text is tried for them."""

_LONGEST = 100_000
"""The length of text that is looked at, in characters: many times what any deal needs."""

_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")
_SCHEME_LIKE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\s*:")


def parse_deal(text: str) -> Deal:
    """Read a deal; ``Deal.parse`` says in which order the formats are tried.

    Raises:
        NumberingError: an unknown scheme, or a number out of its range.
        FormatError: the text is in no known format, or breaks the one that it is in.
        DealError: the cards are no deal.
    """
    found = _identify(text := _plain(text))
    return numbered_deal(text) if found is None else found.read(text)


def parse_position(text: str, rules: Rules | None = None) -> Position:
    """Read a position: the start of anything that ``parse_deal`` reads, or one in the middle of a game.

    Positions in the middle of a game are read from Solvitaire's JSON, PySolFC's board text and layouts.

    Args:
        text: the text.
        rules: the rules of the game, draw 3 by default; if they have the standard shape, the text tells the shape.

    Raises:
        InputError: the text is in no known format, or the cards are no deal or no position of a game.
    """
    from ..position import Position

    rules = Rules() if rules is None else rules
    found = _identify(text := _plain(text))
    if found is None:
        return Position.start(numbered_deal(text), rules)
    if found.read_board is None:
        return Position.start(found.read(text), rules)
    return found.read_board(text).to_position(rules)


def write_deal(deal: Deal, format: str) -> str:
    """Write a deal in the format with this name.

    Raises:
        FormatError: there is no such format.
        UnsupportedError: the format has no place for a small deck.
    """
    return _find(format).write(deal)


def write_position(position: Position, format: str) -> str:
    """Write a position, also one in the middle of a game, in the format with this name.

    The text has the piles and the recycles, but not the rules.

    Raises:
        FormatError: there is no such format.
        UnsupportedError: the format has deals only.
    """
    found = _find(format)
    if found.write_board is not None:
        return found.write_board(Board.of_position(position))
    deal = position.deal()
    if deal is None:
        able = ", ".join(name for name, other in FORMATS.items() if other.write_board is not None)
        raise UnsupportedError(f"{format} holds deals only, not a position in the middle of a game; {able} do")
    return found.write(deal)


def _find(name: str) -> Format:
    found = FORMATS.get(name.strip().lower())
    if found is None:
        raise FormatError(f"unknown format {quote(name)}: there are {', '.join(FORMATS)}")
    return found


def _plain(text: str) -> str:
    """Return the text without a byte-order mark and with one kind of line end, or refuse what cannot be a deal."""
    if len(text) > _LONGEST:
        raise FormatError(f"a text of {len(text)} characters is no deal; the longest forms need a few thousand")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise FormatError(f"the text is empty; {_accepted()}")
    bad = _NOT_TEXT.search(text)
    if bad is not None:
        place = place_finder(text[: bad.end()])(bad.start())
        raise FormatError(f"{place}: {bad[0]!r} has no place in a text; {_accepted()}").at(place)
    return text


def _identify(text: str) -> Format | None:
    """Return the format of a text, or None for a deal number."""
    word, colon, _ = text.partition(":")
    if colon and word.strip().lower() in SCHEMES:
        return None
    for known in FORMATS.values():
        if known.detect(text):
            return known
    if _SCHEME_LIKE.match(text.strip()):
        return None  # An unknown scheme; reading the number says so.
    hint = "unknown cards are not supported yet" if "??" in text else _accepted()
    raise FormatError(f"this is no deal: {quote(text.strip())}; {hint}")


def _accepted() -> str:
    titles = [known.title for name, known in FORMATS.items() if name != "exact"]
    return f"a deal is a number with its scheme (solvitaire:22; {', '.join(SCHEMES)}), or {', '.join(titles)}"
