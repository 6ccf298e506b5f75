"""Exit statuses, and errors on their way to one."""

from __future__ import annotations

from enum import IntEnum

from ..errors import InputError

__all__ = ["BrokenError", "OutputError", "Status", "TextError"]


class Status(IntEnum):
    """What the command exits with. From ``klondike solve``, 1 means lost and nothing else."""

    DONE = 0
    """From ``solve``: winnable. From ``verify``: legal and won. From the others: done."""

    LOST = 1
    """Only from ``solve``: proven to be lost."""

    WRONG = 2
    """Wrong use, bad input, or output that cannot be written."""

    UNDECIDED = 3
    """Only from ``solve``: a budget ran out first."""

    NOT_WON = 4
    """From ``verify``: legal, but not won. From ``play``: there was no more input before the game was won."""

    INTERNAL = 70
    """A bug, or no memory left."""

    INTERRUPTED = 130
    """Ctrl-C."""


class OutputError(Exception):
    """Standard output cannot be written, for another reason than that its reader went away."""


class TextError(InputError):
    """A DEAL that is none.

    Attributes:
        excerpt: the lines that the message is about, with marks under the places.
    """

    def __init__(self, message: str, excerpt: list[str]) -> None:
        super().__init__(message)
        self.excerpt = excerpt


class BrokenError(Exception):
    """A command cannot be imported."""
