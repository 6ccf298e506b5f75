"""Files that a command writes: whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from ..errors import InputError

__all__ = ["written"]


@contextmanager
def written(path: str) -> Iterator[BinaryIO]:
    """Write a file; what was there before stays until the new one is complete.

    Args:
        path: the file. One that is no regular file, such as a pipe, is written as it comes.

    Yields:
        The file to write to.

    Raises:
        InputError: it cannot be written; nothing has changed then.
    """
    try:
        real = os.path.realpath(path)
        if os.path.exists(real) and not os.path.isfile(real):
            with open(real, "wb") as file:
                yield file
            return
        with _replacing(real) as file:
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
