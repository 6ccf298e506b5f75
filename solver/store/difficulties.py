"""The difficulty of deals, kept in their store: measured once, it need not be measured again.

It has a table of its own, which a store gets when the first difficulty is kept in it. It stands beside the results and
not in them, since it can be measured anew at any time, and is when the measure changes.

>>> from tempfile import TemporaryDirectory
>>> from klondike_solver import Deal, Rules, measure_difficulty, solve
>>> from klondike_solver.store import Row, Store
>>> folder = TemporaryDirectory()
>>> with Store.open(f"{folder.name}/results.db", "write") as store:
...     run, deal = store.run(Rules(draw=1)), Deal.parse("solvitaire:2")
...     store.add(run, [Row.of(solve(deal, run.rules))])
...     for found in rows_with_difficulty(store, run, Verdict.WINNABLE):
...         add_difficulties(store, [(found.id, measure_difficulty(deal, run.rules))])
...     for found in rows_with_difficulty(store, run, Verdict.WINNABLE):
...         print(found.row.name, found.difficulty.level)
solvitaire:2 medium
>>> folder.cleanup()
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .._text import shown
from ..difficulty import GAMES, MEASURE, Difficulty
from ..errors import StoreError
from ..result import Verdict
from .row import COLUMNS, Row, as_row
from .run import Run
from .store import Store

__all__ = ["Found", "add_difficulties", "row_with_difficulty", "rows_with_difficulty"]

_TABLE = """
CREATE TABLE IF NOT EXISTS difficulty (
    result INTEGER PRIMARY KEY REFERENCES result (id),
    measure INTEGER NOT NULL,
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    cards_up INTEGER NOT NULL,
    face_down INTEGER NOT NULL
)
"""

_FIELDS = ", ".join(f"result.{name}" for name in COLUMNS)


_PAGE = 1000
"""Results that are read at a time, so that no reading is left open while something else is done."""


class Found(NamedTuple):
    """A result of a store.

    Attributes:
        id: its number in the store.
        row: the result, without the moves.
        difficulty: the difficulty of the deal, if it is kept and was measured by this version's measure; else None.
    """

    id: int
    row: Row
    difficulty: Difficulty | None


def add_difficulties(store: Store, found: Iterable[tuple[int, Difficulty]]) -> None:
    """Keep difficulties in one transaction; what was kept of the same results before gives way.

    Args:
        store: the store, opened to be written.
        found: the number of each result in the store, with the difficulty of its deal.

    Raises:
        StoreError: they cannot be written; none of them is there then.
    """
    with store.transaction() as connection:
        connection.execute(_TABLE)
        connection.executemany(
            "INSERT OR REPLACE INTO difficulty VALUES (?, ?, ?, ?, ?, ?)",
            [(id, MEASURE, one.games, one.won, one.cards_up, one.face_down) for id, one in found],
        )


def rows_with_difficulty(store: Store, run: Run, verdict: Verdict) -> Iterator[Found]:
    """Yield the results of a run with this verdict, in the order in which they were first stored.

    Raises:
        StoreError: the store cannot be read.
    """
    page = f"run = ? AND verdict = ? AND id > ? ORDER BY id LIMIT {_PAGE}"
    last = 0
    while found := _read(store, run, page, run.id, str(verdict), last):
        yield from found
        last = found[-1].id


def row_with_difficulty(store: Store, run: Run, id: int) -> Found:
    """Return one result by its number in the store.

    Args:
        store: the store.
        run: the run that it is in.
        id: the number, as ``rows_with_difficulty`` gives it.

    Raises:
        StoreError: the store cannot be read.
    """
    return _read(store, run, "id = ?", id)[0]


def _read(store: Store, run: Run, condition: str, *values: object) -> list[Found]:
    kept, join = "NULL, NULL, NULL", ""
    wanted: tuple[object, ...] = ()
    if list(store.select("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'difficulty'")):
        kept, wanted = "won, cards_up, face_down", (MEASURE, GAMES)
        join = "LEFT JOIN difficulty ON difficulty.result = id AND measure = ? AND games = ?"
    # By the table and not by an index: that reads the file from front to back, in the order of the numbers.
    query = f"SELECT id, {kept}, {_FIELDS} FROM result NOT INDEXED {join} WHERE {condition}"
    found: list[Found] = []
    for id, won, cards_up, face_down, *fields in store.select(query, (*wanted, *values)):
        known = None if won is None else Difficulty(GAMES, won, cards_up, face_down, run.rules.shape.cards)
        row = as_row((*fields, None))
        # Whoever gets the deal makes it of this number, and has closed the store by then.
        if not (isinstance(row.exact, str) and row.exact.isdigit()):
            raise StoreError(f"{store.path} is damaged: result {id} has the exact number {shown(row.exact)}")
        found.append(Found(id, row, known))
    return found
