"""Standard output and standard error: encodings, colour, and readers that go away.

Everything is written by ``Output`` and ``complain``. Neither click's echo nor rich's printing is used for it: both turn
a reader that went away (``klondike show … | head -1``) into exit status 1, which is the answer *lost* here.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from .status import OutputError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

__all__ = ["Output", "complain", "cut", "discard", "flush", "is_terminal", "obeys", "printable", "takes_unicode"]

_SYMBOLS = "♣♦♥♠"

_WIDTH = 80
"""Columns that a table is made for."""

_NARROWEST = 44
"""Columns that a table takes at the least; a terminal with fewer breaks its lines."""

_ASCII = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "…": "...", "−": "-", "–": "-", "—": "-", "’": "'", "“": '"', "”": '"'}
)


def takes_unicode(stream: TextIO | None) -> bool:
    """Whether suit symbols can be written: the stream can encode them, and the locale is not plain C."""
    if stream is None:
        return True
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), "")
    # Under the C locale Python writes UTF-8 all the same, to be on the safe side with files; a terminal may not be.
    if locale in ("C", "POSIX") and not os.environ.get("PYTHONIOENCODING") and os.environ.get("PYTHONUTF8") != "1":
        return False
    return _fitting(_SYMBOLS, stream, ascii=False) == _SYMBOLS


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person looks at a stream."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # It is closed.
        return False


def obeys(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that obeys escape sequences: colours, and clearing the screen."""
    if not is_terminal(stream) or os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    if sys.platform != "win32":
        return True
    from rich.console import detect_legacy_windows

    return not detect_legacy_windows()  # The console of old shows the sequences themselves.


class Output:
    """Standard output.

    Args:
        ascii: whether to write suits as letters even where symbols can be written.
        color: ``always``, ``never``, or ``auto``: on a terminal that obeys, unless ``NO_COLOR`` is set.
    """

    def __init__(self, *, ascii: bool = False, color: str = "auto") -> None:
        self._stream: TextIO | None = sys.stdout
        self.unicode = not ascii and takes_unicode(self._stream)
        self.is_terminal = is_terminal(self._stream)
        self.obeys = obeys(self._stream)
        self.colour = self.obeys and not os.environ.get("NO_COLOR") if color == "auto" else color == "always"
        self._colours: Console | None = None

    @property
    def size(self) -> tuple[int, int | None]:
        """The columns and lines that there are; 80, and as many as wanted, where this is no terminal."""
        if not self.is_terminal:
            return _WIDTH, None
        width, lines = shutil.get_terminal_size()
        return width, lines

    def write(self, text: str) -> None:
        """Write a text as it is.

        Nobody reading any more is no error: nothing is written from then on, and the command goes on to its exit
        status. The same holds if standard output was closed from the start.

        Raises:
            OutputError: the text cannot be written.
        """
        if self._stream is None:
            return
        try:
            self._stream.write(_fitting(text, self._stream, ascii=not self.unicode))
        except BrokenPipeError:
            self._stream = None
            discard(sys.stdout)
        except (OSError, ValueError) as error:
            raise _output_error(error) from error

    @property
    def is_read(self) -> bool:
        """Whether anybody still reads, as far as is known: what is written otherwise goes nowhere."""
        return self._stream is not None

    def line(self, text: str = "") -> None:
        """Write a line as it is."""
        self.write(f"{text}\n")

    def show(self, *items: Text | str) -> None:
        """Write lines of rich's texts, with colour if there is to be any."""
        console = self._console()
        with console.capture() as picture:
            for item in items:
                console.print(item, soft_wrap=True)
        text = picture.get()
        # What is coloured may end in blanks that are seen.
        self.write(text if self.colour else "".join(f"{line.rstrip()}\n" for line in text.splitlines()))

    @property
    def table_width(self) -> int:
        """The columns that a table may take: 80, or as many as a narrower terminal has."""
        return max(_NARROWEST, min(_WIDTH, self.size[0]))

    def table(self, table: Table) -> None:
        """Write a table of rich's, ``table_width`` columns wide, with colour as ``show`` does."""
        console = self._console()
        with console.capture() as picture:
            console.print(table, width=self.table_width)
        # Rich fills up the last column.
        self.write("".join(f"{line.rstrip()}\n" for line in picture.get().splitlines()))

    def _console(self) -> Console:
        if self._colours is None:
            from rich.console import Console

            self._colours = Console(
                file=io.StringIO(),  # What it makes of its texts is taken from it and written here.
                width=_WIDTH,  # Otherwise it finds out for itself what any of the standard streams is connected to.
                force_terminal=self.colour,
                color_system="standard" if self.colour else None,
                no_color=False,  # That ``NO_COLOR`` is set has been thought of.
                highlight=False,
                markup=False,
                emoji=False,
                legacy_windows=False,
            )
        return self._colours

    def flush(self) -> None:
        """Write what is still held back, as before something is asked at the terminal."""
        flush()


def flush() -> None:
    """Write what standard output still holds back; if nobody reads it any more, it is dropped.

    Raises:
        OutputError: it cannot be written.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)
    except (OSError, ValueError) as error:
        # Otherwise Python tries again on its way out and exits with a status of its own.
        discard(sys.stdout)
        raise _output_error(error) from error


def complain(message: str) -> None:
    """Write a message, one line, to standard error if that is possible."""
    stream: TextIO | None = sys.stderr
    if stream is None:
        return
    try:
        stream.write(_fitting(f"{printable(message)}\n", stream, ascii=not takes_unicode(stream)))
        stream.flush()
    except (OSError, ValueError):
        discard(stream)


def cut(text: str) -> str:
    """Return a line as much of which as standard error's terminal can show without beginning another one."""
    columns, _ = shutil.get_terminal_size()
    with suppress(OSError, ValueError):
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or columns
    # A terminal that has got a sign in its last column may be in the next line already.
    return text[: max(0, columns - 1)]


def printable(text: str) -> str:
    """Return a text on one line and harmless to a terminal: line ends and control characters as escapes."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def _fitting(text: str, stream: TextIO, *, ascii: bool) -> str:
    """Return the text in characters that the stream takes: likenesses for the symbols used here, else escapes."""
    encoding = stream.encoding or "ascii"
    # File names may have bytes that are no text, which this passes on. Other handlers, as the one that writes escapes
    # to standard error, would do so with what has a likeness, too.
    errors = "surrogateescape" if stream.errors == "surrogateescape" else "strict"
    try:
        if not ascii:
            text.encode(encoding, errors)
            return text
        return text.translate(_ASCII).encode(encoding, "backslashreplace").decode(encoding)
    except UnicodeEncodeError:
        return _fitting(text, stream, ascii=True)


def _output_error(error: Exception) -> OutputError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return OutputError(f"the output cannot be written: {why}")


def discard(stream: TextIO | None) -> None:
    """Send what a stream still holds back nowhere, so that Python does not fail on it on its way out."""
    if stream is None:
        return
    with suppress(OSError, ValueError):
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
