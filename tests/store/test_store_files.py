"""The file of results as a file: who may write it, what is left after a failure, and what is none."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from klondike_solver import StoreError
from klondike_solver.store import Run, Store

from .results import RULES, solved


def test_another_writer_is_refused(store: Store, path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=rf"being written by another process \(process {os.getpid()}\)"):
        Store.open(path, "write")
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with pytest.raises(StoreError, match="being written by another process"):
        Store.open(link, "write")
    store.close()
    Store.open(path, "write").close()


HOLD = """
import sys, time
from klondike_solver import Deal, Rules, solve
from klondike_solver.store import Row, Store
store = Store.open(sys.argv[1], "write")
store.add(store.run(Rules()), [Row.of(solve(Deal.parse("solvitaire:1")))])
print("ready", flush=True)
time.sleep(600)
"""


def test_a_killed_writer_loses_nothing_and_locks_nobody_out(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(StoreError, match=f"process {process.pid}"):
            Store.open(path, "write")
        process.kill()
    assert os.path.exists(f"{path}.lock")
    with Store.open(path, "write") as store:
        assert [row.name for row in store.rows(store.run(RULES))] == ["solvitaire:1"]


@pytest.mark.parametrize("left", [b"", None], ids=["an empty file", "a file without tables"])
def test_a_writer_killed_at_the_very_start(path: Path, left: bytes | None) -> None:
    if left is None:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.close()
        assert path.stat().st_size
    else:
        path.write_bytes(left)
    with Store.open(path, "write") as store:
        assert store.runs() == []


FULL = """
import resource, sys
from klondike_solver import Deal, Rules, StoreError, solve
from klondike_solver.store import Row, Store
row = Row.of(solve(Deal.parse("solvitaire:2")))
store = Store.open(sys.argv[1], "write")
run = store.run(Rules())
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))
try:
    for number in range(10_000):
        store.add(run, [row._replace(exact=str(number))])
except StoreError as error:
    print(number, error)
store.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_full_disk_loses_nothing(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, text=True, check=True)
    count, _, message = done.stdout.partition(" ")
    assert message.startswith(f"{path} cannot be written: ")
    assert int(count) > 10
    with Store.open(path) as store:
        assert len(list(store.rows(store.runs()[0], moves=True))) == int(count)
    with Store.open(path, "write") as store:
        store.add(store.runs()[0], [solved(2)])
        assert store.get(store.runs()[0], solved(2).exact) is not None


def foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE meta (key, value)")
    connection.commit()
    connection.close()


def newer(path: Path) -> None:
    Store.open(path, "write").close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value = '2' WHERE key = 'schema'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("mode", ["read", "write"])
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_text("scheme,number\n" * 99), "is no store of results: it is not an SQLite file"),
        (foreign, "is a database of something else"),
        (newer, "has schema 2; this version of klondike-solver reads and writes schema 1"),
        (Path.mkdir, "is a directory, not a store of results"),
    ],
)
def test_what_is_no_store(path: Path, mode: str, make: object, message: str) -> None:
    make(path)  # type: ignore[operator]
    with pytest.raises(StoreError, match=message) as found:
        Store.open(path, mode)  # type: ignore[arg-type]
    assert str(path) in str(found.value)
    assert not os.path.exists(f"{path}.lock")


def test_what_is_not_there(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no file"):
        Store.open(path)
    with pytest.raises(StoreError, match=r"there is no directory '.*' for the store") as found:
        Store.open(path / "results.db", "write")
    assert f"{str(path)!r}" in str(found.value)
    assert os.listdir(path.parent) == []


def test_a_directory_that_is_a_file(path: Path) -> None:
    path.write_text("")
    with pytest.raises(StoreError, match="cannot be written: Not a directory"):
        Store.open(path / "results.db", "write")


@pytest.mark.skipif(sys.platform == "win32", reason="there are none in folders")
@pytest.mark.parametrize("mode", ["read", "write"])
def test_what_is_no_regular_file(path: Path, mode: str) -> None:
    for name in (path, Path("/dev/null")):
        if name == path:
            os.mkfifo(name)
        with pytest.raises(StoreError, match="is no regular file"):
            Store.open(name, mode)  # type: ignore[arg-type]
        assert not os.path.exists(f"{name}.lock")
        assert not os.path.exists(f"{name}-journal")


@pytest.mark.parametrize("name", ["", ":memory:", "file:results.db", "file::memory:?cache=shared"])
def test_names_under_which_nothing_stays(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=r"such as results\.db" if not name else "is no file for SQLite"):
        Store.open(name, "write")
    assert os.listdir() == []


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed, nor have such a name")
def test_a_file_may_be_called_like_one_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Store.open("./:memory:", "write").close()
    assert os.listdir() == [":memory:"]


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed")
@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_goes_away_is_noticed(store: Store, run: Run, path: Path, replaced: bool) -> None:
    store.add(run, [solved(1)])
    store.check_file()
    path.rename(path.with_name("moved.db"))
    if replaced:
        path.write_text("another file")
    with pytest.raises(StoreError, match="has been removed or replaced"):
        store.add(run, [solved(2)])
    with pytest.raises(StoreError, match="has been removed or replaced"):
        store.check_file()


@pytest.mark.parametrize("wal", [False, True])
def test_where_nothing_can_be_written(store: Store, run: Run, path: Path, wal: bool, monkeypatch: object) -> None:
    """As on a read-only medium: a store that was closed properly is read from it."""
    store.add(run, [solved(1)])
    if not wal:
        store.close()
    for allowed in (None, path.parent):
        monkeypatch.setattr(os, "access", lambda name, _, allowed=allowed: name == str(allowed))  # type: ignore[attr-defined]
        with Store.open(path) as reader:
            assert len(list(reader.rows(run))) == 1
        # And nothing is left beside one that nobody writes.
        assert wal or os.listdir(path.parent) == [path.name]
