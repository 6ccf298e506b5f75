"""How the search for the best line closes in: a live line in a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle

from ..result import Verdict
from .batch_display import time_in_words
from .output import complain, cut, obeys
from .wording import plural

__all__ = ["ClosingIn", "closing_in", "length_in_words"]

_PATIENCE = 0.3
"""Seconds before the live line is shown."""

_INTERVAL = 0.2
"""Seconds between two states of it."""

_LINES = 10.0
"""Seconds between two plain lines."""


def length_in_words(length: int | None, bound: int | None, verdict: Verdict) -> str | None:
    """Return what is known about the length of a shortest solution; None if nothing is.

    >>> length_in_words(103, 99, Verdict.WINNABLE), length_in_words(101, 101, Verdict.WINNABLE)
    ('103 moves, at least 99', '101 moves (shortest, proven)')
    >>> length_in_words(None, 99, Verdict.UNDECIDED)
    'at least 99 moves'
    """
    if verdict is Verdict.LOST or (length is None and bound is None):
        return None
    if length is None:
        return f"at least {plural(bound or 0, 'move')}"
    if length == bound:
        return f"{plural(length, 'move')} (shortest, proven)"
    return plural(length, "move") + ("" if bound is None else f", at least {bound}")


@contextmanager
def closing_in(*, lines: bool = True, live: bool = True) -> Iterator[ClosingIn]:
    """Show on standard error how far a search is.

    Args:
        lines: whether plain lines are wanted where there can be no live one.
        live: whether there may be one.
    """
    shown = _LiveLine() if live and obeys(sys.stderr) else _PlainLines() if lines else ClosingIn()
    try:
        yield shown
    finally:
        shown.clear()


class ClosingIn:
    """Shows nothing."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._latest: str | None = None
        self._counted = ""

    def improved(self, words: str | None, counted: str = "") -> None:
        """Take note of what has become known.

        Args:
            words: what it is; None if nothing is known yet.
            counted: what it took, for plain lines.
        """
        self._latest = words or "searching"
        self._counted = counted
        self.look()

    def look(self) -> None:
        """Show something if it is time; to be called often."""

    def clear(self) -> None:
        """Make room for what is written by others."""


class _PlainLines(ClosingIn):
    """Writes a line now and then, where something new is known."""

    def __init__(self) -> None:
        super().__init__()
        self._due = self._started + _LINES

    def look(self) -> None:
        words, now = self._latest, time.monotonic()
        if words is not None and now >= self._due:
            self._latest = None
            self._due = now + _LINES
            counted = f"{self._counted}, " if self._counted else ""
            complain(f"{words} ({counted}{time_in_words(now - self._started)})")


class _LiveLine(ClosingIn):
    """Keeps one line of a terminal up to date."""

    def __init__(self) -> None:
        super().__init__()
        self._due = self._started + _PATIENCE
        self._signs = cycle("|/-\\")
        self._shown = False

    def look(self) -> None:
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + _INTERVAL
        text = f"{next(self._signs)} {self._latest or 'searching'} ({now - self._started:.0f} s; Ctrl-C stops)"
        self._write(f"\r\x1b[K{cut(text)}")
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            self._write("\r\x1b[K")
        self._shown = False

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()
