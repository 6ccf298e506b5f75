"""Keys pressed at the terminal, one by one."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

__all__ = ["END", "keys"]

END = "\x04"
"""What comes when nothing more can come; also the key Ctrl-D."""

_KEY = re.compile(r"\x1b(?:[\[O][0-9;]*[A-Za-z~])?|.", re.DOTALL)
_PATIENCE = 0.5
"""Seconds between two looks for a signal while no key comes."""

_SEQUENCE = 0.05
"""Seconds in which the rest of a key that begins with escape arrives."""


@contextmanager
def keys() -> Iterator[Callable[[], list[str]]]:
    """Have keys come as they are pressed, without being shown, until the end of the block.

    Yields:
        A function that waits for keys and returns them, several at once if one is held down. Ctrl-C interrupts it.
    """
    try:
        import termios
        import tty
    except ImportError:  # Not a POSIX system.
        yield _from_click
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    # For the whole block and not for one key at a time: what is pressed while a board is drawn must not get lost.
    tty.setcbreak(terminal)
    try:
        yield lambda: _KEY.findall(_read(terminal))
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _read(terminal: int) -> str:
    import select

    try:
        # A signal that comes between Python's last look for signals and the wait in the system would not end the wait.
        while not select.select([terminal], [], [], _PATIENCE)[0]:
            pass
        data = os.read(terminal, 64)
        if data == b"\x1b" and select.select([terminal], [], [], _SEQUENCE)[0]:
            data += os.read(terminal, 64)
    except OSError:  # The terminal is gone.
        return END
    return data.decode("utf-8", "replace") or END


def _from_click() -> list[str]:
    try:
        return _KEY.findall(click.getchar())
    except EOFError:
        return [END]
