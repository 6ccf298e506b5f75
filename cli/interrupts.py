"""Ctrl-C while there is nothing to lose: the process ends at once.

As an exception it would come up in the middle of an import, or while Python winds up after the command: in places that
swallow it, or that write a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

__all__ = ["as_exceptions", "at_once"]

Handler = Callable[[int, FrameType | None], None]


def at_once() -> None:
    """Let Ctrl-C end the process at once from here on.

    What was set up by others stays: a process that ignores Ctrl-C goes on to do so.
    """
    _change(signal.default_int_handler, _end)


def as_exceptions() -> None:
    """Let Ctrl-C be a ``KeyboardInterrupt`` again: from here on there is something to tell or to clean up."""
    _change(_end, signal.default_int_handler)


def _change(old: Handler, new: Handler) -> None:
    if signal.getsignal(signal.SIGINT) is old:
        signal.signal(signal.SIGINT, new)


def _end(number: int, frame: FrameType | None) -> None:
    # A stream of Python's may be in the middle of something.
    with suppress(OSError, ValueError, AttributeError):
        os.write(sys.stderr.fileno(), b"interrupted\n")
    os._exit(130)
