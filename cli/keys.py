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
_BEGUN = re.compile(rb"\x1b(?:[\[O][0-9;]*)?\Z")
"""What a key may begin with that is not there as a whole."""

_PATIENCE = 0.5
"""Seconds between two looks for a signal, or for another size of the terminal, while no key comes."""

_WINDOWS = dict(zip("HPKMGO", "ABDCHF", strict=True))
"""The last letters of keys: after a null or an à on Windows, after an escape and a bracket elsewhere."""

_SEQUENCE = 0.05
"""Seconds in which the rest of a key that begins with escape arrives."""


@contextmanager
def keys() -> Iterator[Callable[[], list[str]]]:
    """Have keys come as they are pressed, without being shown, until the end of the block.

    Yields:
        A function that waits for keys and returns them, several at once if one is held down, or none if the terminal
        has another size now. Ctrl-C interrupts it.
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
        yield _Reader(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


class _Reader:
    """Waits for keys, or for another size of the terminal than there was when the last ones came."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._size = _size(terminal)

    def __call__(self) -> list[str]:
        keys = _KEY.findall(_read(self._terminal, self._size))
        # What is drawn next is drawn in this size, or in a later one: then it is drawn once too often.
        self._size = _size(self._terminal)
        return keys


def _size(terminal: int) -> os.terminal_size | None:
    try:
        return os.get_terminal_size(terminal)
    except OSError:  # It is none, or none any more.
        return None


def _read(terminal: int, size: os.terminal_size | None = None) -> str:
    import select

    try:
        # A signal that comes between Python's last look for signals and the wait in the system would not end the wait.
        while not select.select([terminal], [], [], _PATIENCE)[0]:
            if _size(terminal) != size:
                return ""
        data = os.read(terminal, 64)
        # A key that is held down sends more than fits, and escape alone would be another key.
        while _BEGUN.search(data) and select.select([terminal], [], [], _SEQUENCE)[0]:
            more = os.read(terminal, 64)
            if not more:
                break
            data += more
    except OSError:  # The terminal is gone.
        return END
    return data.decode("utf-8", "replace") if data else END


def _from_click() -> list[str]:
    try:
        key = click.getchar()
    except EOFError:
        return [END]
    if len(key) == 2 and key[0] in "\x00\xe0" and key[1] in _WINDOWS:
        key = f"\x1b[{_WINDOWS[key[1]]}"
    return _KEY.findall(key)
