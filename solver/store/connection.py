"""Connections to the file of a store, and SQLite's errors in words for people."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import StoreError
from .schema import check_schema, create_schema, is_empty

__all__ = ["check_name", "connect_to_read", "connect_to_write", "explained", "place_of"]


def connect_to_write(name: str) -> sqlite3.Connection:
    """Return a connection to a store, which is made if there is nothing.

    Raises:
        StoreError: it is something else, or cannot be written.
    """
    with explained(name, "written"):
        connection = sqlite3.connect(name, isolation_level=None)
    try:
        with explained(name, "written"):
            if not is_empty(connection):
                check_schema(connection, name)
            # Readers then see the last state while this process writes the next one.
            connection.execute("PRAGMA journal_mode = WAL")
            # Not even a power failure takes back what has been stored.
            connection.execute("PRAGMA synchronous = FULL")
            if is_empty(connection):
                create_schema(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(name: str) -> sqlite3.Connection:
    """Return a connection that shows a store as it is at this moment, and goes on showing that.

    Raises:
        StoreError: there is none, it is something else, or it cannot be read.
    """
    if not os.path.exists(name):
        raise StoreError(f"there is no file {name}")
    _check_kind(name)
    folder = os.path.dirname(os.path.abspath(name))
    if os.access(name, os.W_OK) and os.access(folder, os.W_OK):
        # Nothing is written either, but the last one to close the file may tidy up what a killed writer left.
        how = "mode=rw"
    elif os.path.exists(f"{name}-wal"):
        how = "mode=ro"
    else:
        # Nobody is writing. Unless told so SQLite would put files beside it, which it could not take away again from
        # beside a file that may not be written, and reads nothing where it cannot put them.
        how = "mode=ro&immutable=1"
    with explained(name, "read"):
        connection = sqlite3.connect(f"{Path(name).absolute().as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        with explained(name, "read"):
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            check_schema(connection, name)  # The first look at the file settles which state is seen.
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def explained(name: str, done: str) -> Iterator[None]:
    """Turn SQLite's errors into ones for people.

    Args:
        name: the file.
        done: ``read`` or ``written``.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise StoreError(f"{name} is damaged: it has bytes that are no text in UTF-8 where a text should be") from error
    except sqlite3.DatabaseError as error:
        if "not a database" in str(error):
            raise StoreError(f"{name} is no store of results: it is not an SQLite file") from error
        if "malformed" in str(error):
            raise StoreError(
                f"{name} is damaged: {error}; what is left of it can be saved with: sqlite3 {name} .recover"
            ) from error
        raise StoreError(f"{name} cannot be {done}: {error}") from error


def check_name(name: str) -> None:
    """Refuse what SQLite takes for something else than a file that stays.

    Raises:
        StoreError: it is that, or no regular file, or in a directory that there is not.
    """
    if not name:
        raise StoreError("a store needs the name of a file, such as results.db")
    if name == ":memory:" or name.startswith("file:"):
        raise StoreError(f"{name} is no file for SQLite; for one that is called so write {os.path.join('.', name)}")
    _check_kind(name)
    for folder in (os.path.dirname(name), os.path.dirname(os.path.realpath(name))):  # It may be a link into another.
        if folder and not os.path.exists(folder):
            raise StoreError(f"there is no directory {folder!r} for the store")


def _check_kind(name: str) -> None:
    """Refuse what is there and is no regular file: SQLite would write beside a device, and wait for a pipe."""
    if os.path.isdir(name):
        raise StoreError(f"{name} is a directory, not a store of results")
    if os.path.exists(name) and not os.path.isfile(name):
        raise StoreError(f"{name} is no regular file, as a store of results is")


def place_of(path: str) -> tuple[str, int, int]:
    """Return a path, and which file it leads to; 0, 0 if to none."""
    try:
        found = os.stat(path)
    except OSError:
        return path, 0, 0
    return path, found.st_dev, found.st_ino
