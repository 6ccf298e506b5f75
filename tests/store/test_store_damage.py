"""Values that no store has: SQLite reads them, and whoever stumbles over one is told where it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from klondike_solver import Deal, Rules, StoreError, solve
from klondike_solver.statistics import summarise
from klondike_solver.store import Row, Store
from klondike_solver.store.damage import find_damage
from klondike_solver.store.flat import to_jsonl


@pytest.fixture
def store(tmp_path: Path) -> str:
    """The name of a store with the results of two deals."""
    name = str(tmp_path / "results.db")
    with Store.open(name, "write") as store:
        store.add(store.run(Rules()), [Row.of(solve(Deal.parse(f"solvitaire:{number}"))) for number in (1, 2)])
    return name


def change(name: str, what: str, value: object) -> None:
    """Change a column of the second result."""
    connection = sqlite3.connect(name)
    connection.execute(f"UPDATE result SET {what} = ? WHERE id = 2", (value,))
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [
        ("verdict", "won", "the verdict of result 2 is 'won'"),
        ("exact", "12x", "the exact of result 2 is '12x'"),
        ("number", "", "the number of result 2 is ''"),
        ("nodes", -1, "the nodes of result 2 is -1"),
        ("seconds", "soon", "the seconds of result 2 is 'soon'"),
        ("length", 2**62, f"the length of result 2 is {2**62}"),
        ("reason", b"\xff", r"the reason of result 2 is b'\xff'"),
    ],
)
def test_damage_is_found(store: str, what: str, value: object, words: str) -> None:
    connection = sqlite3.connect(store)
    assert find_damage(connection) is None
    connection.close()
    change(store, what, value)
    connection = sqlite3.connect(store)
    assert find_damage(connection) == words
    connection.close()


def test_who_stumbles_over_it_is_told(store: str) -> None:
    change(store, "number", "")
    words = r"results\.db is damaged: the number of result 2 is ''"
    with pytest.raises(StoreError, match=words), Store.open(store) as file:
        list(to_jsonl(file))


def test_nothing_else_is_blamed_on_the_file(store: str) -> None:
    with pytest.raises(ValueError, match="something else"), Store.open(store):
        raise ValueError("something else")


def test_a_length_that_cannot_be_counted_up_to(store: str) -> None:
    """A page would have a bar for every length on the way."""
    change(store, "length", 2**62)
    with Store.open(store) as file, pytest.raises(StoreError, match=f"has a length of {2**62}"):
        summarise(file)
