"""The tables of a store, and how to tell whether a file has them."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime

from ..errors import StoreError

__all__ = ["SCHEMA", "check_schema", "create_schema", "is_empty"]

SCHEMA = 1
"""The version of the tables. Another number is another layout; columns and tables may be added under the same one."""

_APPLICATION = "klondike-solver"

_APPLICATION_ID = 0x4B4C4F4E
"""What SQLite keeps in the head of the file, for programs that tell what a file is: KLON."""

# A result has its number besides its exact number, since that is what people give and what a resumed batch looks for.
# Without a declared type it stays what it is: SQLite would make a rounded real of a number beyond 64 bits in an INTEGER
# column. Solutions stand apart, so that going through a million results does not read hundreds of megabytes of moves.
_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    rules TEXT NOT NULL,
    engine TEXT NOT NULL,
    version TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    created TEXT NOT NULL,
    UNIQUE (rules, engine, version, fingerprint)
);

CREATE TABLE result (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id),
    exact TEXT NOT NULL,
    scheme TEXT,
    number,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT,
    length INTEGER,
    passes INTEGER,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    max_nodes INTEGER,
    timeout REAL,
    memory INTEGER,
    UNIQUE (run, exact)
);

CREATE INDEX result_by_number ON result (run, scheme, number) WHERE scheme IS NOT NULL;

CREATE TABLE solution (result INTEGER PRIMARY KEY REFERENCES result (id), moves TEXT NOT NULL);

CREATE TABLE alias (
    run INTEGER NOT NULL REFERENCES run (id),
    scheme TEXT NOT NULL,
    number NOT NULL,
    result INTEGER NOT NULL REFERENCES result (id),
    PRIMARY KEY (run, scheme, number)
) WITHOUT ROWID;

CREATE VIEW deal AS
    SELECT run.rules, run.engine, run.version, run.fingerprint, result.*, solution.moves
    FROM result JOIN run ON run.id = result.run LEFT JOIN solution ON solution.result = result.id;
"""


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether there is nothing in a file yet: it is new, or what was to make it a store was killed before it had."""
    return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def create_schema(connection: sqlite3.Connection) -> None:
    """Make a store of an empty file, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _TABLES.split(";\n"):
            connection.execute(statement)
        created = datetime.now(UTC).isoformat(timespec="seconds")
        connection.executemany(
            "INSERT INTO meta VALUES (?, ?)",
            [("schema", str(SCHEMA)), ("application", _APPLICATION), ("created", created)],
        )
        connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check_schema(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a file that is no store, or the store of another version of this package.

    Args:
        connection: the file.
        name: what to call it.

    Raises:
        StoreError: it is not what this version reads.
    """
    found: dict[str, str] = {}
    if connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'meta'").fetchone()[0]:
        found = dict(connection.execute("SELECT key, value FROM meta"))
    if is_empty(connection):
        raise StoreError(f"{name} is empty: no results have been stored in it yet")
    if found.get("application") != _APPLICATION:
        raise StoreError(f"{name} is a database of something else, not a store of results")
    if (schema := str(found.get("schema"))[:20]) != str(SCHEMA):
        raise StoreError(
            f"{name} has schema {schema}; this version of klondike-solver reads and writes schema {SCHEMA}"
        )
