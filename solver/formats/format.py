"""What a format of deal texts is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .board import Board

if TYPE_CHECKING:
    from ..deal import Deal

__all__ = ["Format"]


@dataclass(frozen=True)
class Format:
    """A format of deal texts.

    Attributes:
        name: what ``Deal.to`` calls it.
        title: whose format it is, or what it looks like, in a few words.
        detect: whether a text is meant to be in this format, right or wrong.
        read: reads a deal.
        write: writes a deal.
        read_board: reads the piles of any position; None if the format has deals only.
        write_board: writes the piles of any position; None if the format has deals only.
    """

    name: str
    title: str
    detect: Callable[[str], bool]
    read: Callable[[str], Deal]
    write: Callable[[Deal], str]
    read_board: Callable[[str], Board] | None = None
    write_board: Callable[[Board], str] | None = None
