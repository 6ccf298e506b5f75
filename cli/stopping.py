"""Being asked to stop: what is known by then is still written."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["handled", "stopping"]


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Make Ctrl-C, and a request to end, stop a search in an orderly way; a second Ctrl-C ends it at once.

    Yields:
        Whether it is to stop.
    """
    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        if stopped and number == signal.SIGINT:
            raise KeyboardInterrupt
        stopped = True

    with handled(stop):
        yield lambda: stopped


@contextmanager
def handled(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have Ctrl-C, and requests to end, call this instead of what they did before."""
    wanted = [signal.SIGINT, signal.SIGTERM]
    if sys.platform != "win32":
        wanted.append(signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in wanted}
    # What is ignored, as the end of the terminal is under nohup, stays ignored.
    before = {number: old for number, old in before.items() if old is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
