"""What is named on the command line: deals, lines of play and scoring tables, from numbers, files and standard input.

DEAL is understood in this order: ``-`` is standard input; what begins with a known scheme and a colon is a deal number
(or ``digits:``); the name of something that exists is a file; what looks like a deal text is one. A file that is called
like a deal number is reached as ``./solvitaire:22``.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from dataclasses import dataclass
from typing import BinaryIO

from .._text import quote
from ..deal import Deal
from ..errors import FormatError, IllegalMoveError, InputError
from ..formats import FORMATS
from ..numbering import SCHEMES
from ..position import Position
from ..rules import Rules
from ..saved_game import is_saved_game
from ..scoring import SCORINGS, ScoringTable
from ..solution import Solution
from .excerpt import excerpt
from .output import printable
from .status import TextError

__all__ = [
    "DATABASES",
    "STDIN",
    "Game",
    "check_bytes",
    "find_text",
    "game_of",
    "read_game",
    "read_line",
    "read_scoring",
    "read_text",
    "without_colors",
]

STDIN = "-"

_LIMIT = 1 << 20
"""Bytes that a file may have: many times what any deal or line of play needs."""

DATABASES = (b"SQLite format 3\0", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""How SQLite's files begin, and the logs beside them that hold what was written last."""

_COLOR = re.compile(r"\x1b\[[0-9;:]*m")


@dataclass(frozen=True)
class Game:
    """A deal or a position in the middle of a game.

    Attributes:
        label: what to call it to the user.
        position: where the game starts.
        deal: the deal, or None in the middle of a game.
        file: the file that it was read from, if it was.
    """

    label: str
    position: Position
    deal: Deal | None
    file: str | None = None

    @property
    def question(self) -> Deal | Position:
        """What to ask about: the deal, which knows its name, or the position."""
        return self.position if self.deal is None else self.deal


def read_game(argument: str, rules: Rules) -> Game:
    """Read a DEAL.

    Raises:
        InputError: it is none; the message says what is wrong, and in which file.
    """
    return game_of(argument, *find_text(argument), rules)


def game_of(argument: str, text: str, source: str, rules: Rules) -> Game:
    """Return the game of a DEAL whose text was read already.

    Args:
        argument: the DEAL.
        text, source: what ``find_text`` returned for it.
        rules: the rules.

    Raises:
        InputError: as ``read_game``.
    """
    if is_saved_game(text):
        raise InputError(f"{source}{': ' * bool(source)}this is a saved game; klondike play goes on with it")
    try:
        position = Position.parse(text, rules)
        # Only a deal knows by which number it came.
        deal = Deal.parse(text) if position.is_start else None
    except InputError as error:
        raise TextError(f"{source}: {error}" if source else f"{error}", excerpt(text, error.places)) from None
    name = None if deal is None else deal.name
    return Game(
        printable(name or source or "the deal"), position, deal, argument if source and argument != STDIN else None
    )


def read_line(argument: str, position: Position) -> Solution:
    """Read a MOVES_FILE: move letters from a file or standard input, played from a position.

    Raises:
        IllegalMoveError: a move is illegal.
        InputError: the file cannot be read or does not hold move letters.
    """
    text = read_text(argument)
    source = _source(argument)
    try:
        return Solution.parse(text, position)
    except IllegalMoveError as error:
        raise IllegalMoveError(f"{source}: {error}", error.index) from None
    except InputError as error:
        raise TextError(f"{source}: {error}", excerpt(text, error.places)) from None


def read_scoring(argument: str) -> ScoringTable | None:
    """Return a scoring table by its name or from a file; None for ``none``.

    Raises:
        InputError: there is no such table or file, or the file does not hold one.
    """
    if argument == "none":
        return None
    if argument in SCORINGS:
        return SCORINGS[argument]
    if not os.path.lexists(argument) and argument != STDIN:
        raise InputError(f"there is no scoring {quote(argument)}: it is {', '.join(SCORINGS)}, none or a file")
    try:
        return ScoringTable.parse(read_text(argument))
    except FormatError as error:
        raise InputError(f"{_source(argument)}: {error}") from None


def find_text(argument: str) -> tuple[str, str]:
    """Return the text of a DEAL, and where it comes from if it was not on the command line itself.

    Raises:
        InputError: it cannot be read, or there is nothing of this name.
    """
    if argument == STDIN:
        return read_text(argument), _source(argument)
    scheme, colon, _ = argument.partition(":")
    if colon and scheme.strip().lower() in (*SCHEMES, "digits"):
        return argument, ""
    if os.path.lexists(argument):
        return read_text(argument), _source(argument)
    if not argument.strip():
        raise InputError("DEAL is empty; give a deal number such as solvitaire:22, a file, or - for standard input")
    if (colon and not os.path.dirname(argument)) or any(known.detect(argument) for known in FORMATS.values()):
        return argument, ""
    if (word := argument.strip().lower()) in SCHEMES:
        raise InputError(f"{word} without a number is no deal; write {word}:NUMBER, with a colon and no blank")
    raise InputError(
        f"there is no file {quote(argument, 60)}, and it is no deal number (scheme:number, such as solvitaire:22) "
        "and no deal text"
    )


def _source(argument: str) -> str:
    return "standard input" if argument == STDIN else argument


def read_text(argument: str) -> str:
    """Read a text file or standard input.

    Raises:
        InputError: it cannot be read, is too long, or is not a text in UTF-8.
    """
    source = _source(argument)
    try:
        if argument == STDIN:
            if sys.stdin is None:
                raise InputError("standard input is closed")
            data = _limited(sys.stdin.buffer)
        else:
            with open(argument, "rb") as file:
                data = _limited(file)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{source} cannot be read: {_reason(error)}") from None
    check_bytes(data, source)
    if len(data) > _LIMIT:
        raise InputError(f"{source} has more than {_LIMIT >> 20} MiB; no deal and no line of play is that long")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{source} is not a text in UTF-8: byte {error.start + 1} is no part of one") from None
    if "\0" in text:
        raise InputError(f"{source} is not a text: it has zero bytes")
    return without_colors(text)


def check_bytes(data: bytes, source: str) -> None:
    """Refuse what is known for something else by the bytes that it begins with.

    Raises:
        InputError: it is a store, or a text in another encoding.
    """
    if data.startswith(DATABASES):
        raise InputError(
            f"{source} is a store of results or another SQLite file, no text; klondike stats tells what a store holds"
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{source} is a text in UTF-16; write it in UTF-8")


def without_colors(text: str) -> str:
    """Return a text without the colours that ``--color always`` gives a drawing."""
    return _COLOR.sub("", text)


def _limited(file: BinaryIO) -> bytes:
    """Read all of a file, or one byte more than is allowed of a file that has more, or no end."""
    # Once: it comes back at the end only, and whoever types has to say just once that this is it.
    return file.read(_LIMIT + 1) or b""


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.EISDIR:
        return "it is a directory"
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
