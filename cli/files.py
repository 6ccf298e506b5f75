"""Files that a command writes: whole, or not at all."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

import click

from ..errors import InputError
from .inputs import DATABASES, STDIN

__all__ = ["as_argument", "check_replaceable", "file_name", "written"]


def as_argument(path: str) -> str:
    """Return the name of a file as it is typed into a shell, and never taken for an option."""
    return shlex.quote(f"./{path}" if path.startswith("-") else path)


def file_name(what: str, example: str) -> Callable[[Any], str]:
    """Return what reads the name of a file to write from the command line, for click.

    Args:
        what: what goes into the file, for the message that there is no name.
        example: a name.
    """

    def name(value: Any) -> str:
        if str(value) in ("", STDIN):
            raise click.BadParameter(f"{what} goes into a file; give its name, such as {example}.")
        return str(value)

    return name


def check_replaceable(path: str, *inputs: str | None) -> None:
    """Make sure that a file may be replaced, before the work is done and not after it.

    Args:
        path: the file to write.
        inputs: files that the command reads.

    Raises:
        InputError: it is one of them, or a store, which nothing but a batch may write.
    """
    if not os.path.isfile(path):
        return
    for name in inputs:
        with suppress(OSError):
            if name is not None and os.path.samefile(name, path):
                raise InputError(f"{path} is not replaced: this command reads it; give another file to write")
    # What cannot be read may still be replaced.
    with suppress(OSError), open(path, "rb") as file:
        if file.read(16).startswith(DATABASES):
            raise InputError(f"{path} is not replaced: it is a store of results or another SQLite file")


@contextmanager
def written(path: str, *inputs: str | None) -> Iterator[BinaryIO]:
    """Write a file; what was there before stays until the new one is complete.

    Args:
        path: the file. One that is no regular file, such as a pipe, is written as it comes.
        inputs: files that the command reads, which are not to be replaced.

    Yields:
        The file to write to.

    Raises:
        InputError: it cannot be written, or is not to be replaced; nothing has changed then.
    """
    check_replaceable(path, *inputs)
    try:
        # By its own name: where /dev/stdout leads to may have none.
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                yield file
            return
        with _replacing(os.path.realpath(path)) as file:
            yield file
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from error


@contextmanager
def _replacing(path: str) -> Iterator[BinaryIO]:
    number, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=f"{os.path.basename(path)}.", suffix=".part")
    try:
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(number)
        # A temporary file is for its owner only; this one is to be as any other.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
