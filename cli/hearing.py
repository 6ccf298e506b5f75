"""Ctrl-C and requests to end, in a dialogue: heard while it waits, and otherwise as soon as it waits again."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from .stopping import handled

__all__ = ["Interrupts", "Terminated"]


class Terminated(KeyboardInterrupt):
    """The system, or the end of the terminal, asks to end."""


class Interrupts:
    """Signals that end what waits for the user, but never something half done.

    Attributes:
        is_gone: whether the terminal has gone away, so that nobody reads any more.
        meanwhile: called whenever a search asks whether to stop.
    """

    def __init__(self) -> None:
        self.is_gone = False
        self.meanwhile: Callable[[], object] | None = None
        self._listening = False
        self._came: int | None = None

    @contextmanager
    def caught(self) -> Iterator[None]:
        """Hold back signals until somebody listens."""
        with handled(self._catch):
            yield

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Let signals, also one that came before, interrupt what is done in this block.

        Raises:
            KeyboardInterrupt: one came; ``Terminated`` if it was not Ctrl-C.
        """
        self._listening = True
        try:
            if self._came is not None:
                self._raise(self._came)
            yield
        finally:
            self._listening = False

    def stop(self) -> bool:
        """Whether a signal has come that was not heard yet; for a search, as ``cancel``."""
        if self.meanwhile is not None:
            self.meanwhile()
        return self._came is not None

    def forget(self) -> None:
        """Take Ctrl-C for heard: it has ended a search. A request to end stays."""
        if self._came == signal.SIGINT:
            self._came = None

    def _catch(self, number: int, frame: FrameType | None) -> None:
        del frame
        self.is_gone = self.is_gone or (sys.platform != "win32" and number == signal.SIGHUP)
        if self._listening:
            self._raise(number)
        self._came = number

    def _raise(self, number: int) -> None:
        self._listening, self._came = False, None
        raise KeyboardInterrupt if number == signal.SIGINT else Terminated
