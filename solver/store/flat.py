"""Results as flat records, for programs that read tables: one record for each result of a store.

>>> from tempfile import TemporaryDirectory
>>> from klondike_solver import Deal, Rules, solve
>>> from klondike_solver.store import Row, Store
>>> folder = TemporaryDirectory()
>>> with Store.open(f"{folder.name}/results.db", "write") as store:
...     store.add(store.run(Rules(draw=3)), [Row.of(solve(Deal.parse("solvitaire:1")))])
...     for line in to_csv(store):
...         print(line, end="")  # doctest: +ELLIPSIS
rules_draw,rules_passes,rules_take_back,...
3,,true,true,13,7,compiled,...,solvitaire,1,lost,proven by relaxation,...
>>> folder.cleanup()
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO

from ..errors import UnsupportedError
from .row import Row
from .run import Run
from .store import Store

__all__ = ["FIELDS", "records", "to_csv", "to_jsonl", "write_parquet"]

FIELDS: dict[str, str] = {
    "rules_draw": "int32",
    "rules_passes": "int32",
    "rules_take_back": "bool_",
    "rules_part_runs": "bool_",
    "rules_ranks": "int32",
    "rules_columns": "int32",
    "engine": "string",
    "version": "string",
    "fingerprint": "string",
    "exact": "string",
    "scheme": "string",
    "number": "string",
    "verdict": "string",
    "reason": "string",
    "detail": "string",
    "length": "int32",
    "passes": "int32",
    "nodes": "int64",
    "seconds": "float64",
    "max_nodes": "int64",
    "timeout": "float64",
    "memory": "int64",
    "moves": "string",
}
"""The fields of a record in their order, with the names that pyarrow has for their types. A deal number has up to 68
digits, which no column of whole numbers takes, so it is a string."""

_GROUP = 20_000
"""Records that are written at a time into Parquet: a few megabytes."""


def records(store: Store) -> Iterator[tuple[Any, ...]]:
    """Yield the results of a store run by run, each as the values of ``FIELDS``; None where there is nothing.

    Raises:
        StoreError: the file cannot be read.
    """
    for run in store.runs():
        head = _head(run)
        for row in store.rows(run, moves=True):
            yield (*head, *_values(row))


def _head(run: Run) -> tuple[Any, ...]:
    rules = run.rules
    settings = (rules.draw, rules.passes, rules.take_back, rules.part_runs, rules.shape.ranks, rules.shape.columns)
    return (*settings, run.engine, run.version, run.fingerprint)


def _values(row: Row) -> tuple[Any, ...]:
    number = None if row.number is None else str(row.number)
    return (row.exact, row.scheme, number, *row._replace(seconds=round(row.seconds, 6))[3:])


def to_csv(store: Store) -> Iterator[str]:
    """Yield the lines of a table with commas, names first; nothing stands for None.

    Raises:
        StoreError: the file cannot be read.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(FIELDS)
    for record in records(store):
        yield text.getvalue()
        text.seek(0)
        text.truncate()
        writer.writerow([str(value).lower() if isinstance(value, bool) else value for value in record])
    yield text.getvalue()


def to_jsonl(store: Store) -> Iterator[str]:
    """Yield lines of JSON, an object for each result, with all fields.

    Raises:
        StoreError: the file cannot be read.
    """
    for record in records(store):
        yield f"{json.dumps(dict(zip(FIELDS, record, strict=True)))}\n"


def write_parquet(store: Store, file: BinaryIO) -> int:
    """Write a Parquet file, in groups of rows, so that memory does not grow with their number.

    Args:
        store: the results.
        file: what to write to.

    Returns:
        How many results have been written.

    Raises:
        UnsupportedError: pyarrow is not installed.
        StoreError: the store cannot be read.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UnsupportedError(
            "Parquet needs pyarrow, which is not installed: pip install 'klondike-solver[parquet]'"
        ) from None
    schema = pyarrow.schema([(name, getattr(pyarrow, kind)()) for name, kind in FIELDS.items()])
    count = 0
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        found = records(store)
        while group := list(islice(found, _GROUP)):
            columns = map(pyarrow.array, zip(*group, strict=True), schema.types)
            writer.write_batch(pyarrow.record_batch(list(columns), schema=schema))
            count += len(group)
    return count
