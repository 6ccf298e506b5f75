"""The store itself: opening, adding, reading."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Literal, Self

from .._text import shown
from .._version import __version__
from ..errors import StoreError
from ..fingerprint import engine_for, fingerprint
from ..result import Verdict
from ..rules import Rules
from .connection import check_name, connect_to_read, connect_to_write, explained, place_of
from .damage import find_damage
from .lock import Lock
from .row import COLUMNS, INT64, Row, as_row, stored_number
from .run import Run, rules_from_json, rules_to_json

__all__ = ["Mode", "Store"]

Mode = Literal["read", "write"]
"""``read``: as it is at this moment, for any number of processes. ``write``: for one process; made if there is none."""

_PAGE = 500
"""How many results are read at a time."""

_LONGEST = 1000
"""Characters that a text about a run has at the most."""

_FIELDS = ", ".join(f"result.{name}" for name in COLUMNS)

_NEW = f"INSERT INTO result (id, run, {', '.join(COLUMNS)}) VALUES ({', '.join('?' * (len(COLUMNS) + 2))})"

# An undecided result gives way to one that knows more: a decision, or a search that got at least as far.
_ADD = f"""
INSERT INTO result (run, {", ".join(COLUMNS)}) VALUES ({", ".join("?" * (len(COLUMNS) + 1))})
ON CONFLICT (run, exact) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in COLUMNS[3:])}
WHERE verdict = '{Verdict.UNDECIDED}' AND (excluded.verdict <> '{Verdict.UNDECIDED}' OR excluded.nodes >= nodes)
"""


_SURPRISES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of values that are of another kind than they should be."""


class Store:
    """A file of results. Made by ``open``; a context manager that closes it.

    Attributes:
        path: the file.
    """

    def __init__(self, path: str, connection: sqlite3.Connection, lock: Lock | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        # Of readers nothing is lost with the file.
        self._place = None if lock is None else place_of(os.path.abspath(path))

    @classmethod
    def open(cls, path: str | os.PathLike[str], mode: Mode = "read") -> Self:
        """Open a file of results.

        Args:
            path: the file.
            mode: ``read`` shows the file as it is at this moment, and goes on showing that while others write; it
                changes nothing. ``write`` makes the file if there is none, and keeps other writers out.

        Raises:
            StoreError: there is no such file, it is no store, another process is writing it, or the name is one under
                which SQLite keeps nothing.
        """
        name = os.fspath(path)
        if mode == "write":
            check_name(name)
        if mode == "read":
            return cls(name, connect_to_read(name), None)
        # By whatever link one comes: the same file has the same lock.
        lock = Lock(os.path.realpath(name))
        try:
            return cls(name, connect_to_write(name), lock)
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Close the file, and let other processes write it; a second time does nothing."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        try:
            self.blame_damage(error)
        finally:
            self.close()

    def blame_damage(self, error: BaseException | None) -> None:
        """Find out whether an error comes from a value in the file that no store has.

        Raises:
            StoreError: it may well.
        """
        if not isinstance(error, _SURPRISES) or isinstance(error, StoreError):
            return
        with explained(self.path, "read"):
            damage = find_damage(self._connection)
        if damage is not None:
            raise StoreError(f"{self.path} is damaged: {damage}") from error

    # Runs

    def runs(self) -> list[Run]:
        """Return every run, in the order in which they began.

        Raises:
            StoreError: the file cannot be read, or has rules that this version does not know.
        """
        with explained(self.path, "read"):
            found = self._connection.execute(
                "SELECT id, rules, engine, version, fingerprint, created FROM run ORDER BY id"
            ).fetchall()
        for id, *texts in found:
            for text in texts:
                if not isinstance(text, str) or len(text) > _LONGEST:
                    raise StoreError(f"{self.path} is damaged: run {id} has {shown(text)} where a short text should be")
        return [Run(id, rules_from_json(rules), *rest) for id, rules, *rest in found]

    def run(self, rules: Rules, *, engine: str | None = None) -> Run:
        """Return the run of these rules by this very search, which is begun if there is none.

        Args:
            rules: the rules.
            engine: ``compiled`` or ``reference``; by default the one that ``solve`` takes for these rules.

        Raises:
            StoreError: the file cannot be written.
        """
        engine = engine_for(rules) if engine is None else engine
        key = (rules_to_json(rules), engine, __version__, fingerprint(engine))
        with explained(self.path, "written"):
            self._connection.execute(
                "INSERT OR IGNORE INTO run (rules, engine, version, fingerprint, created) VALUES (?, ?, ?, ?, ?)",
                (*key, datetime.now(UTC).isoformat(timespec="seconds")),
            )
            id, created = self._connection.execute(
                "SELECT id, created FROM run WHERE (rules, engine, version, fingerprint) = (?, ?, ?, ?)", key
            ).fetchone()
        return Run(id, rules, *key[1:], created)

    # Adding

    def add(self, run: Run, rows: Iterable[Row]) -> None:
        """Add results in one transaction: when this returns, they are safe.

        A deal that is there already stays as it is, unless it is undecided and the new result is better: decided, or
        undecided after at least as many nodes. If it comes under another number than before, that is noted as well.

        Raises:
            StoreError: they cannot be written, for example on a full disk. None of them is there then, and whatever
                was there before still is.
        """
        rows = list(rows)
        with self.transaction():
            try:
                self._add_new(run, rows)
            except sqlite3.IntegrityError:  # Some are there already.
                self._connection.execute("ROLLBACK TO before")
                for row in rows:
                    self._add_one(run, row)

    def _add_new(self, run: Run, rows: list[Row]) -> None:
        """Add results of deals that are not there yet, which is how it almost always is."""
        self._connection.execute("SAVEPOINT before")
        first = self._connection.execute("SELECT ifnull(max(id), 0) + 1 FROM result").fetchone()[0]
        self._connection.executemany(
            _NEW,
            [(id, run.id, row[0], row[1], stored_number(row[2]), *row[3:-1]) for id, row in enumerate(rows, first)],
        )
        self._connection.executemany(
            "INSERT INTO solution VALUES (?, ?)", [(id, row[-1]) for id, row in enumerate(rows, first) if row[-1]]
        )

    def _add_one(self, run: Run, row: Row) -> None:
        """Add a result of a deal that may be there already."""
        number = stored_number(row.number)
        values = (row.exact, row.scheme, number, *row[3:-1])
        added = self._connection.execute(_ADD, (run.id, *values)).rowcount
        if added and row.moves is not None:
            self._connection.execute(
                "INSERT OR REPLACE INTO solution SELECT id, ? FROM result WHERE run = ? AND exact = ?",
                (row.moves, run.id, row.exact),
            )
        if row.scheme is not None:
            self._connection.execute(
                "INSERT OR IGNORE INTO alias SELECT run, ?, ?, id FROM result"
                " WHERE run = ? AND exact = ? AND (scheme, number) IS NOT (?, ?)",
                (row.scheme, number, run.id, row.exact, row.scheme, number),
            )

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Change the file: all that is done inside, or nothing if there is an error.

        Yields:
            The connection to change it with.

        Raises:
            StoreError: it cannot be written, for example on a full disk.
        """
        with explained(self.path, "written"):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
                self.check_file()
            except BaseException:
                if self._connection.in_transaction:  # Some errors have ended it already.
                    self._connection.execute("ROLLBACK")
                raise

    def check_file(self) -> None:
        """Make sure that what has been written is where others look for it.

        Raises:
            StoreError: somebody has removed or replaced the file since it was opened for writing.
        """
        if self._place is not None and place_of(self._place[0]) != self._place:
            raise StoreError(
                f"{self.path} has been removed or replaced while it was being written; what this process has found"
                " is lost with it"
            )

    # Reading

    def rows(self, run: Run, *, verdict: Verdict | None = None, moves: bool = False) -> Iterator[Row]:
        """Yield the results of a run, in the order in which they were first stored.

        Args:
            run: the run.
            verdict: only those with this verdict.
            moves: whether to read the solutions, too, which takes several times as long.

        Raises:
            StoreError: the file cannot be read.
        """
        wanted = "" if verdict is None else f" AND verdict = '{verdict}'"
        line, join = ("solution.moves", " LEFT JOIN solution ON solution.result = result.id") if moves else ("NULL", "")
        # In pages, so that what is added or replaced meanwhile is in nobody's way; by the table and not by an index,
        # which reads the file from front to back.
        page = (
            f"SELECT {_FIELDS}, {line}, result.id FROM result NOT INDEXED{join}"
            f" WHERE run = ? AND result.id > ?{wanted} ORDER BY result.id LIMIT {_PAGE}"
        )
        last = 0
        while True:
            with explained(self.path, "read"):
                found = self._connection.execute(page, (run.id, last)).fetchall()
            for values in found:
                yield as_row(values[:-1])
            if len(found) < _PAGE:
                return
            last = found[-1][-1]

    def get(self, run: Run, exact: str | int) -> Row | None:
        """Return the result of the deal with this exact number, with its moves; None if there is none."""
        with explained(self.path, "read"):
            found = self._connection.execute(
                f"SELECT {_FIELDS}, solution.moves FROM result LEFT JOIN solution ON solution.result = result.id"
                " WHERE run = ? AND exact = ?",
                (run.id, str(exact)),
            ).fetchone()
        return None if found is None else as_row(found)

    def verdicts(self, run: Run, exacts: Sequence[str]) -> dict[str, Verdict]:
        """Return the verdicts of those of these deals that a run has results of, by exact number."""
        found: dict[str, Verdict] = {}
        with explained(self.path, "read"):
            for start in range(0, len(exacts), _PAGE):
                page = exacts[start : start + _PAGE]
                known = self._connection.execute(
                    f"SELECT exact, verdict FROM result WHERE run = ? AND exact IN ({', '.join('?' * len(page))})",
                    (run.id, *page),
                )
                found.update((exact, Verdict(verdict)) for exact, verdict in known)
        return found

    def finished(self, run: Run, scheme: str, first: int, last: int) -> set[int]:
        """Return the numbers from ``first`` to ``last`` that a run has results of, whatever their verdict."""
        where, bounds = _between(run, scheme, first, last)
        with explained(self.path, "read"):
            found = self._connection.execute(
                f"SELECT number FROM result WHERE {where} UNION ALL SELECT number FROM alias WHERE {where}",
                (*bounds, *bounds),
            ).fetchall()
        return {number for (stored,) in found if first <= (number := int(stored)) <= last}

    def verdicts_between(self, run: Run, scheme: str, first: int, last: int) -> dict[int, Verdict]:
        """Return the verdicts of those deals from number ``first`` to ``last`` that a run has results of, by number."""
        where, bounds = _between(run, scheme, first, last)
        with explained(self.path, "read"):
            found = self._connection.execute(
                f"SELECT number, verdict FROM result WHERE {where} UNION ALL SELECT other.number, verdict"
                f" FROM (SELECT number, result FROM alias WHERE {where}) AS other JOIN result ON id = other.result",
                (*bounds, *bounds),
            ).fetchall()
        return {number: Verdict(verdict) for stored, verdict in found if first <= (number := int(stored)) <= last}

    def counts(self, run: Run) -> dict[Verdict, int]:
        """Return how many results of a run there are of each verdict."""
        with explained(self.path, "read"):
            found = self._connection.execute(
                "SELECT verdict, count(*) FROM result NOT INDEXED WHERE run = ? GROUP BY verdict", (run.id,)
            ).fetchall()
        return {**dict.fromkeys(Verdict, 0), **{Verdict(verdict): count for verdict, count in found}}

    def select(self, query: str, values: Iterable[object] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield the rows that a query of your own finds in the tables of ``docs/store.md``.

        Args:
            query: a ``SELECT`` in SQLite's language.
            values: what stands for its question marks.

        Raises:
            StoreError: the file cannot be read, or the query is wrong.
        """
        with explained(self.path, "read"):
            cursor = self._connection.execute(query, tuple(values))
            # Not all of it by one ``yield from``: who stops asking, and closes the store, would be told so by an error.
            for row in cursor:  # noqa: UP028
                yield row


def _between(run: Run, scheme: str, first: int, last: int) -> tuple[str, tuple[object, ...]]:
    """Return what finds the numbers from ``first`` to ``last``, and some beyond where they are texts."""
    # Texts come after all numbers, in an order of their own.
    beyond = " OR typeof(number) = 'text'" if last >= INT64 else ""
    where = f"run = ? AND scheme = ? AND (number BETWEEN ? AND ?{beyond})"
    return where, (run.id, scheme, min(first, INT64 - 1), min(last, INT64 - 1))
