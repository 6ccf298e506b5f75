"""Results of a store as flat records."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet
import pytest
from klondike_solver import Deal, Rules, UnsupportedError, solve
from klondike_solver.store import Row, Store
from klondike_solver.store.flat import FIELDS, records, to_csv, to_jsonl, write_parquet
from klondike_solver.store.row import COLUMNS

HUGE = 10**60


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of three runs, one of them empty, with a number beyond all machine words and a deal without one."""
    rules = Rules(draw=1, passes=3)
    results = [solve(Deal.from_number("solvitaire", number), rules) for number in (1, 2)]
    said = 'it said "no",\nand left'
    odd = Row("17", "exact", HUGE, "undecided", "worker died", said, None, None, 7, 1 / 3, None, None, 64)
    with Store.open(tmp_path / "results.db", "write") as store:
        store.add(store.run(rules), [Row.of(result, max_nodes=9, timeout=0.5) for result in results])
        store.run(Rules(draw=2))
        store.add(store.run(Rules(take_back=False)), [odd, odd._replace(exact="18", scheme=None, number=None)])
        yield store


def test_records_have_everything(store: Store) -> None:
    found = [dict(zip(FIELDS, record, strict=True)) for record in records(store)]
    rows = [(run, row) for run in store.runs() for row in store.rows(run, moves=True)]
    assert len(found) == len(rows) == 4
    for record, (run, row) in zip(found, rows, strict=True):
        assert (record["rules_draw"], record["rules_passes"]) == (run.rules.draw, run.rules.passes)
        assert (record["rules_take_back"], record["rules_part_runs"]) == (run.rules.take_back, run.rules.part_runs)
        assert (record["rules_ranks"], record["rules_columns"]) == (13, 7)
        assert (record["engine"], record["version"]) == (run.engine, run.version)
        assert record["fingerprint"] == run.fingerprint
        for name in (*COLUMNS, "moves"):
            expected = getattr(row, name)
            if name == "number" and expected is not None:
                expected = str(expected)
            assert record[name] == (round(expected, 6) if name == "seconds" else expected)
    assert found[2]["number"] == str(HUGE)


def test_csv_reads_back(store: Store) -> None:
    text = "".join(to_csv(store))
    assert "\r" not in text
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    assert len(lines) == 4
    for line, record in zip(lines, records(store), strict=True):
        written = ["" if value is None else str(value) for value in record]
        assert list(line) == list(FIELDS)
        assert [value.capitalize() if value in ("true", "false") else value for value in line.values()] == written
    assert lines[2]["detail"] == 'it said "no",\nand left'


def test_jsonl_reads_back(store: Store) -> None:
    lines = [json.loads(line) for line in to_jsonl(store)]
    assert lines == [dict(zip(FIELDS, record, strict=True)) for record in records(store)]


def test_parquet_reads_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    # More than one group of rows.
    monkeypatch.setattr("klondike_solver.store.flat._GROUP", 3)
    file = io.BytesIO()
    assert write_parquet(store, file) == 4
    file.seek(0)
    parquet = pyarrow.parquet.ParquetFile(file)
    assert parquet.num_row_groups == 2
    assert parquet.read().to_pylist() == [dict(zip(FIELDS, record, strict=True)) for record in records(store)]


def test_parquet_of_nothing_has_its_columns(tmp_path: Path) -> None:
    file = io.BytesIO()
    with Store.open(tmp_path / "results.db", "write") as store:
        assert write_parquet(store, file) == 0
    file.seek(0)
    assert pyarrow.parquet.read_table(file).column_names == list(FIELDS)


def test_parquet_without_pyarrow(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UnsupportedError, match=r"pip install 'klondike-solver\[parquet\]'"):
        write_parquet(store, io.BytesIO())
