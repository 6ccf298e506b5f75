"""Lists of deals on the command line: sets of numbers, files with a deal on each line, standard input.

DEALS is understood in this order: ``-`` is standard input; the name of a set and what begins with a known scheme and a
colon is a set of deal numbers; the name of something that exists is a file; what looks like a deal text is one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import BinaryIO

from .._text import quote
from ..batch import DealList
from ..deal import Deal
from ..deal_sets import SETS, DealSet
from ..errors import InputError
from ..formats import FORMATS, begins_board
from ..formats.board import READ_AS_POSITION
from ..numbering import SCHEMES
from ..rules import Rules
from .inputs import STDIN, check_bytes, without_colors

__all__ = ["read_deals"]

_LONGEST = 100_000
"""Characters that one deal may have."""


def read_deals(arguments: Iterable[str], rules: Rules) -> DealList:
    """Read any number of DEALS.

    Raises:
        InputError: one of them is none; the message says which, and where in which file.
    """
    deals = DealList(rules.shape)
    for argument in arguments:
        _read_argument(argument, deals)
    if not deals.count:
        raise InputError("there are no deals in what was given")
    return deals


def _read_argument(argument: str, deals: DealList) -> None:
    if argument == STDIN:
        if sys.stdin is None:
            raise InputError("standard input is closed")
        _read_lines(sys.stdin.buffer, "standard input", deals)
    elif argument.strip().lower() in SETS or _is_numbers(argument):
        deals.add_set(DealSet.parse(argument))
    elif os.path.lexists(argument):
        with _opened(argument) as file:
            _read_lines(file, argument, deals)
    elif any(known.detect(argument) for known in FORMATS.values()):
        try:
            deals.add(Deal.parse(argument))
        except InputError as error:
            raise InputError(_for_commands(error)) from None
    else:
        # Whatever else is wrong with a word that has a colon, its scheme is.
        if ":" in argument and not os.path.dirname(argument):
            DealSet.parse(argument)
        raise InputError(
            f"there is no file {quote(argument, 60)}, and it is no set of deals (scheme:first-last, such as"
            f" solvitaire:1-1000, or {', '.join(SETS)})"
        )


def _is_numbers(text: str) -> bool:
    scheme, colon, _ = text.partition(":")
    return bool(colon) and scheme.strip().lower() in SCHEMES


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    try:
        file = open(name, "rb")  # noqa: SIM115
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from None
    with file:
        yield file


def _read_lines(file: BinaryIO, source: str, deals: DealList) -> None:
    lines = _lines(file, source)
    # A file may also hold a single deal in any of its forms, as it may for the other commands.
    head: list[tuple[int, str]] = []
    length = 0
    for line in lines:
        head.append(line)
        length += len(line[1])
        if length > _LONGEST:
            break
    else:
        try:
            deals.add(Deal.parse("\n".join(line for _, line in head)))
        except InputError:
            pass
        else:
            return
    for number, text in _texts(chain(head, lines)):
        try:
            if _is_numbers(text):
                deals.add_set(DealSet.parse(text))
            else:
                deals.add(Deal.parse(text))
        except InputError as error:
            if "\n" in text and error.places:
                raise InputError(
                    f"{source}, in the deal that begins in line {number}: {_for_commands(error)}"
                ) from None
            # What is said of its only line holds for this line of the file.
            raise InputError(f"{source}, line {number}: {_for_commands(error).replace('line 1, ', '')}") from None


def _for_commands(error: InputError) -> str:
    """Return the message, with advice for who gives commands instead of who writes Python."""
    return str(error).replace(READ_AS_POSITION, "(klondike solve FILE reads it)")


def _lines(file: BinaryIO, source: str) -> Iterator[tuple[int, str]]:
    """Yield every line with its number, without its end."""
    try:
        number = 0
        while data := file.readline(_LONGEST + 1):
            number += 1
            if number == 1:
                check_bytes(data, source)
            if len(data) > _LONGEST:
                raise InputError(f"{source}, line {number} has more than {_LONGEST} bytes; no deal is that long")
            try:
                text = data.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
            except UnicodeDecodeError:
                raise InputError(f"{source}, line {number} is not a text in UTF-8") from None
            yield number, without_colors(text)
    except OSError as error:
        raise InputError(f"{source} cannot be read: {error.strerror or error}") from None


def _texts(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the text of every deal with the number of its first line.

    Most take one line. Solvitaire's JSON ends where its braces do, and board text at an empty line.
    """
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("{"):
            depth = _depth(text)
            while depth > 0 and (following := next(lines, None)) is not None:
                text += f"\n{following[1]}"
                depth += _depth(following[1])
        elif begins_board(text):
            while (following := next(lines, None)) is not None and following[1].strip():
                text += f"\n{following[1]}"
                if len(text) > _LONGEST:
                    break
        yield number, text


def _depth(text: str) -> int:
    return text.count("{") - text.count("}")
