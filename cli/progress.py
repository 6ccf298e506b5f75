"""A sign of life on standard error while a search takes long; only where a person looks at it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle

from .output import cut, obeys

__all__ = ["progress"]

_PATIENCE = 1.0
"""Seconds before anything is shown."""

_INTERVAL = 0.2


@contextmanager
def progress(
    *, wanted: bool = True, what: Callable[[], str] = lambda: "searching"
) -> Iterator[Callable[[], bool] | None]:
    """Show how long a search has been going on.

    Args:
        wanted: false if something else is written to standard error meanwhile.
        what: asked what is going on.

    Yields:
        What to give to ``solve`` as ``cancel``: it never cancels, it is only asked often. None if nobody is looking.
    """
    stream = sys.stderr
    if not wanted or not obeys(stream):
        yield None
        return
    started = time.monotonic()
    due = started + _PATIENCE
    signs = cycle("|/-\\")
    shown = False

    def show() -> bool:
        nonlocal due, shown
        now = time.monotonic()
        if now >= due:
            due = now + _INTERVAL
            shown = True
            with suppress(OSError, ValueError):
                stream.write(f"\r{cut(f'{next(signs)} {what()} for {now - started:.0f} s (Ctrl-C stops)')}\x1b[K")
                stream.flush()
        return False

    try:
        yield show
    finally:
        if shown:
            with suppress(OSError, ValueError):
                stream.write("\r\x1b[K")
                stream.flush()
