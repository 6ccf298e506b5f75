"""One writer at a time: a lock that ends with its process, however that ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import IO

from ..errors import StoreError

__all__ = ["Lock"]


class Lock:
    """A lock on a file, held by way of a second file beside it.

    The system holds the lock, not the file's existence, so one that a killed process left behind is in nobody's way.
    SQLite's own locks are not used for it: they would keep readers out as well.

    Args:
        path: the file to lock; the second file has the same name and ``.lock``.

    Raises:
        StoreError: another process has the lock, or the second file cannot be made.
    """

    def __init__(self, path: str) -> None:
        self._name = path
        self._path = f"{path}.lock"
        self._file: IO[str] | None = self._acquire()

    def _acquire(self) -> IO[str]:
        while True:
            try:
                file = open(self._path, "a+", encoding="ascii", errors="replace")  # noqa: SIM115
            except OSError as error:
                raise StoreError(f"{self._path} cannot be written: {error.strerror or error}") from None
            try:
                _lock(file)
            except OSError:
                with file:
                    file.seek(0)
                    owner = file.read(100).strip()
                raise StoreError(
                    f"{self._name} is being written by another process{f' ({owner})' if owner else ''};"
                    " wait until it has ended, or take another file"
                ) from None
            # The one before us may have removed the file between our opening and our locking it.
            with suppress(OSError):
                if os.path.samestat(os.fstat(file.fileno()), os.stat(self._path)):
                    break
            file.close()
        with suppress(OSError):  # On a full disk the lock holds without its owner's name.
            file.truncate(0)
            file.write(f"process {os.getpid()}\n")
            file.flush()
        return file

    def release(self) -> None:
        """Let others have the lock; a second time does nothing."""
        if self._file is None:
            return
        file, self._file = self._file, None
        # Removed while it is still locked: after that it might be another's.
        with suppress(OSError):
            os.unlink(self._path)
        with suppress(OSError):
            file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        # A byte that is never written, so that others can read whose the lock is.
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
