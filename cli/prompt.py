"""A line typed at the terminal, with a prompt before it."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from .output import Output

__all__ = ["edited_lines", "typed_line"]

_PATIENCE = 0.5
"""Seconds between two looks for a signal, or for another size of the terminal, while nothing is typed."""


@contextmanager
def edited_lines() -> Iterator[None]:
    """Let lines be edited in this block where the system can, and earlier ones come back by the arrow keys."""
    try:
        import readline  # noqa: F401
        import termios
        import tty
    except ImportError:
        yield
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    # So the terminal tells of the first key and not only of whole lines. It is so for the whole block, since what is
    # typed between two lines would otherwise be read in another way than what is typed in one, Ctrl-D above all.
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield
    finally:
        with suppress(termios.error):  # The terminal is gone.
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def typed_line(output: Output, prompt: str, refresh: Callable[[], bool]) -> str:
    """Ask for a line and return it.

    Args:
        output: where the prompt goes.
        prompt: the prompt.
        refresh: called now and then; if the terminal has another size than what is on it was drawn for, it draws all
            but the prompt anew, and returns true.

    Raises:
        EOFError: there is no other line: Ctrl-D, or the terminal is gone.
    """
    edited = "readline" in sys.modules
    output.write(prompt)
    output.flush()
    try:
        if sys.platform != "win32":  # There only sockets can be waited for.
            _wait(output, prompt, refresh)
        # The library that edits lines has to write the prompt itself, on the one that is there.
        output.write("\r" if edited else "")
        output.flush()
        return input(prompt if edited else "")
    except UnicodeDecodeError:
        return "\ufffd"
    except OSError as error:
        raise EOFError from error


def _wait(output: Output, prompt: str, refresh: Callable[[], bool]) -> None:
    """Wait for the first key, or where lines are not edited, for a line."""
    # A signal that comes between Python's last look for signals and a wait in the system would not end the wait, so
    # that this one is many short ones.
    while not select.select([sys.stdin], [], [], _PATIENCE)[0]:
        if refresh():
            output.write(prompt)
            output.flush()
