"""``klondike export``: the results of a store for programs that read tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from ..store import Store
from ..store.flat import to_csv, to_jsonl, write_parquet
from .completing import complete_file
from .files import file_name, written
from .log import verbose_option
from .output import Output, printable
from .status import Status
from .stores import store_argument

__all__ = ["export"]

_EPILOG = """\
Parquet needs pyarrow: pip install 'klondike-solver[parquet]'. STORE is a file of results that klondike batch has
written; it may still be writing.

\b
Examples:
  klondike batch solvitaire:1-50 --store results.db
  klondike export results.db --to csv > results.csv
  klondike export results.db --to jsonl | head -n 3
  klondike export results.db --to parquet --out results.parquet
"""

_LINES = {"csv": to_csv, "jsonl": to_jsonl}

_PART = 1 << 16
"""Characters that are written at a time."""


@click.command(epilog=_EPILOG)
@store_argument
@click.option("--to", "kind", type=click.Choice(["csv", "parquet", "jsonl"]), required=True, help="What to write.")
@click.option(
    "--out",
    type=file_name("what is written", "results.csv"),
    metavar="FILE",
    shell_complete=complete_file,
    help="The file to write; one that is there is replaced.  [default: standard output, but not for parquet]",
)
@verbose_option
def export(*, path: str, kind: str, out: str | None) -> Status:
    """Write every result of STORE with its rules, a line for each deal."""
    if out is None and kind == "parquet":
        raise click.UsageError("Parquet is no text for standard output: give a file with --out.")
    output = Output()
    with Store.open(path) as store:
        if out is None:
            for part in _parts(_LINES[kind](store)):
                if not output.is_read:
                    break
                output.write(part)
            return Status.DONE
        with written(out, path) as file:
            if kind == "parquet":
                write_parquet(store, file)
            else:
                for part in _parts(_LINES[kind](store)):
                    file.write(part.encode())
    output.line(f"{printable(out)} has been written.")
    return Status.DONE


def _parts(lines: Iterable[str]) -> Iterator[str]:
    """Yield the same text in fewer parts."""
    part: list[str] = []
    size = 0
    for line in lines:
        part.append(line)
        size += len(line)
        if size >= _PART:
            yield "".join(part)
            part, size = [], 0
    yield "".join(part)
