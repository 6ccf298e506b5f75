"""The exceptions of this package, all under one: ``KlondikeError``.

Their messages are for people: what was wrong, where in the input, and what would be right.
"""

from __future__ import annotations

from typing import NamedTuple, Self

__all__ = [
    "BatchError",
    "CardError",
    "DealError",
    "FormatError",
    "IllegalMoveError",
    "InputError",
    "InternalError",
    "KlondikeError",
    "NumberingError",
    "Place",
    "PositionError",
    "RulesError",
    "StoreError",
    "UnsupportedError",
]


class KlondikeError(Exception):
    """The base of every exception that this package raises on purpose."""


class Place(NamedTuple):
    """A place in a text; in words it is ``line 3, character 9``.

    Attributes:
        line: the line, from 1.
        character: the character of the line, from 1; a tab is one.
    """

    line: int
    character: int

    def __str__(self) -> str:
        return f"line {self.line}, character {self.character}"


class InputError(KlondikeError, ValueError):
    """Something that was given from outside is wrong.

    Attributes:
        places: where in the text that was read, from the place that the message begins with on; none if that is not
            known, or if there was no text.
    """

    places: tuple[Place, ...] = ()

    def at(self, *places: Place) -> Self:
        """Return this error with its places."""
        self.places = places
        return self


class CardError(InputError):
    """A text that names no card."""


class DealError(InputError):
    """Cards that are no deal: a card missing or there twice, or too many or too few of them."""


class NumberingError(InputError):
    """An unknown scheme of deal numbers, or a number that the scheme does not have."""


class FormatError(InputError):
    """A text that is in none of the known formats, or breaks the one that it is in."""


class RulesError(InputError):
    """Rules that do not exist: a draw of 0, a limit of 0 passes, an unknown preset."""


class PositionError(InputError):
    """A position that no game can reach: the message says which card or pile is wrong.

    Args:
        message: what is wrong.
        about: the cards or piles that are, piles by their names: ``stock``, ``column 3``.
    """

    def __init__(self, message: str, *about: object) -> None:
        super().__init__(message)
        self.about = about


class StoreError(InputError):
    """A file of results that is none, is being written by another process, or cannot be read or written."""


class BatchError(KlondikeError):
    """A batch cannot go on: its workers do not start, or its cluster is gone. What is in the store stays there."""


class UnsupportedError(InputError):
    """Something sound that this engine or this version does not handle; the message says what does."""


class IllegalMoveError(InputError):
    """A move that the rules do not allow.

    Attributes:
        index: the number of moves of the line that were legal before this one, or None for a single move.
    """

    def __init__(self, message: str, index: int | None = None) -> None:
        super().__init__(message)
        self.index = index


class InternalError(KlondikeError):
    """The package contradicts itself, for example by a solution that does not survive its replay: a bug."""
