"""Stores of results that are damaged: bytes that have changed, and values that nobody has put there."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver.batch import solve_batch
from klondike_solver.measure import DealSet

from . import examples
from .running import run

COMMANDS = [
    *(["stats", "results.db", "--format", style] for style in ("text", "json", "markdown")),
    *(["export", "results.db", "--to", style] for style in ("csv", "jsonl")),
    ["export", "results.db", "--to", "parquet", "--out", "new"],
    ["report", "results.db", "--html", "new"],
    ["pool", "results.db", "--jobs", "1"],
    ["pool", "results.db", "--lost", "--format", "boards"],
    ["batch", "solvitaire:1-3", "--store", "results.db", "--jobs", "1", "--max-nodes", "10"],
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store of the results of some deals, as bytes."""
    file = tmp_path_factory.mktemp("fuzz") / "results.db"
    solve_batch(DealSet.parse("solvitaire:1-4,ms:1"), store=file, jobs=1)
    data = file.read_bytes()
    # Without a log beside it, so that it can be opened in memory.
    return data[:18] + b"\1\1" + data[20:]


def check(folder: Path, words: list[str], data: bytes) -> None:
    """Run a command on a store with these bytes."""
    for path in folder.iterdir():
        path.unlink()
    (folder / "results.db").write_bytes(data)
    status, out, err = run(words, b"")
    assert status in (0, 2), err
    assert "Traceback" not in out + err
    if status == 2:
        assert err.startswith("Error: ")
        assert len(err) < 1000


@st.composite
def damaged(draw: st.DrawFn, size: int) -> list[tuple[int, int, bytes]]:
    """Return places of a file, each with how many bytes of it to take out and what to put there."""
    place = st.one_of(st.integers(0, size), st.integers(0, 200))
    new = st.one_of(st.binary(max_size=4), st.sampled_from([bytes(1), b"\xff", b"\xff" * 9, bytes(4096)]))
    return draw(
        st.lists(st.tuples(place, st.one_of(st.integers(1, 4), st.integers(0, size)), new), min_size=1, max_size=4)
    )


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_changed_bytes(words: list[str], store: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    @examples(5 if "batch" in words else 12)
    @given(places=damaged(len(store)), overwrite=st.booleans())
    def go(places: list[tuple[int, int, bytes]], overwrite: bool) -> None:
        data = store
        for start, count, new in places:
            data = data[:start] + new + data[start + (len(new) if overwrite else count) :]
        check(tmp_path, words, data)

    go()


VALUES = [
    None,
    "",
    "x",
    "♠\udcff".encode("utf-8", "surrogatepass"),
    b"\x00",
    0,
    -1,
    2**63 - 1,
    1.5,
    1e308,
    "9" * 5000,
    "nan",
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_changed_values(words: list[str], store: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    connection = sqlite3.connect(":memory:")
    connection.deserialize(store)
    tables = {
        table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    connection.close()
    columns = [(table, column) for table, names in tables.items() for column in names]
    places = st.tuples(st.sampled_from(columns), st.sampled_from(VALUES), st.booleans())

    @examples(5 if "batch" in words else 12)
    @given(changes=st.lists(places, min_size=1, max_size=3))
    def go(changes: list[tuple[tuple[str, str], object, bool]]) -> None:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        connection.deserialize(store)
        # The rules of the tables are what a damaged file need not keep to.
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table'")
        connection.execute("PRAGMA writable_schema = RESET")
        for (table, column), value, everywhere in changes:
            where = "" if everywhere else f" WHERE {tables[table][0]} = (SELECT max({tables[table][0]}) FROM {table})"
            try:
                connection.execute(f"UPDATE OR IGNORE {table} SET {column} = ?{where}", (value,))
            except sqlite3.Error:  # A key that has to be a number.
                continue
        data = connection.serialize()
        connection.close()
        check(tmp_path, words, data)

    go()
