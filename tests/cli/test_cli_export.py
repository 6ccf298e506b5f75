"""``klondike export``, and files that are written whole or not at all."""

from __future__ import annotations

import csv
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from klondike_solver import InputError, Rules
from klondike_solver.cli.files import written
from klondike_solver.store import Row, Store

Runner = Callable[..., Any]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A store of three thousand results, more than a pipe holds."""
    path = tmp_path / "results.db"
    row = Row("0", "solvitaire", 0, "winnable", "solution found", None, 100, 2, 5, 0.5, None, None, 64, "AB " * 40)
    with Store.open(path, "write") as store:
        store.add(store.run(Rules()), [row._replace(exact=str(number), number=number) for number in range(3000)])
    return path


def files_beside(store: Path) -> list[str]:
    """Return what else there is in the folder of a store."""
    return sorted(path.name for path in store.parent.iterdir() if not path.name.startswith(store.name))


def test_lines_on_standard_output(run: Runner, results: Path) -> None:
    done = run("export", results, "--to", "csv")
    assert (done.status, done.err) == (0, "")
    assert [int(line["number"]) for line in csv.DictReader(done.out.splitlines())] == list(range(3000))
    lines = run("export", results, "--to", "jsonl").out.splitlines()
    assert [json.loads(line)["exact"] for line in lines] == [str(number) for number in range(3000)]


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_into_a_file(run: Runner, results: Path, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"results.{kind}"
    out.write_text("what was there before")
    done = run("export", results, "--to", kind, "--out", out)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{out} has been written.\n"
    if kind == "parquet":
        assert pyarrow.parquet.read_metadata(out).num_rows == 3000
    else:
        assert out.read_text() == run("export", results, "--to", kind).out
    assert files_beside(results) == [out.name]


def test_a_store_without_results(run: Runner, tmp_path: Path) -> None:
    Store.open(tmp_path / "results.db", "write").close()
    assert run("export", tmp_path / "results.db", "--to", "csv").out.startswith("rules_draw,")
    assert run("export", tmp_path / "results.db", "--to", "jsonl").out == ""


def test_parquet_is_not_for_standard_output(refused: Callable[..., str], results: Path) -> None:
    assert "--out" in refused("export", results, "--to", "parquet")
    assert "'--to'. Choose from: csv, parquet, jsonl. Try" in refused("export", results)


def test_parquet_without_pyarrow_leaves_the_file_alone(
    refused: Callable[..., str], results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = tmp_path / "results.parquet"
    out.write_text("old")
    assert "klondike-solver[parquet]" in refused("export", results, "--to", "parquet", "--out", out)
    assert out.read_text() == "old"
    assert not list(tmp_path.glob("*.part"))


def test_a_reader_that_goes_away(command: Callable[..., subprocess.Popen[bytes]], results: Path) -> None:
    with command("export", str(results), "--to", "jsonl") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="no such file")
def test_a_pipe_by_its_name(command: Callable[..., subprocess.Popen[bytes]], results: Path) -> None:
    with command("export", str(results), "--to", "jsonl", "--out", "/dev/stdout") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert out.count(b"\n") == 3000 + 1


@pytest.mark.parametrize("name", ["nowhere/results.csv", "."])
def test_files_that_cannot_be_written(refused: Callable[..., str], results: Path, tmp_path: Path, name: str) -> None:
    message = refused("export", results, "--to", "csv", "--out", tmp_path / name)
    assert "cannot be written" in message
    assert files_beside(results) == []


def test_a_file_is_complete_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def fail(error: BaseException) -> None:
        with written(str(path)) as file:
            file.write(b"half")
            raise error

    with pytest.raises(KeyboardInterrupt):
        fail(KeyboardInterrupt())
    assert list(tmp_path.iterdir()) == []
    path.write_text("old")
    with pytest.raises(InputError, match="No space left"):
        fail(OSError(28, "No space left on device"))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="other file modes, and no named pipes")
def test_files_of_other_kinds(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with written(str(path)) as file:
        file.write(b"new")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    path.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(path)
    with written(str(link)) as file:
        file.write(b"newer")
    assert link.is_symlink()
    assert path.read_bytes() == b"newer"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    # A pipe or a device is written to, and not replaced.
    with written(os.devnull) as file:
        file.write(b"nothing")
    assert not Path(os.devnull).is_file()


def test_a_report(run: Runner, results: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = run("report", results, "--html", page)
    assert (done.status, done.err) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert done.out == f"{page}: {len(text.encode()) / 2**10:,.0f} KiB\n"
    assert "<h1>Klondike: results.db</h1>" in text
    assert "3,000 results in 1 run" in text


def test_a_report_of_nothing(refused: Callable[..., str], tmp_path: Path) -> None:
    with Store.open(tmp_path / "results.db", "write") as store:
        store.run(Rules())
    assert "no results yet" in refused("report", tmp_path / "results.db", "--html", tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()
    assert "--html" in refused("report", tmp_path / "results.db")


@pytest.mark.parametrize("name", ["results.db", "link.db", "./results.db", "other.db"])
@pytest.mark.parametrize(
    "args",
    [
        ("export", "results.db", "--to", "csv", "--out"),
        ("export", "results.db", "--to", "parquet", "--out"),
        ("report", "results.db", "--html"),
        ("pool", "results.db", "--out"),
        ("solve", "solvitaire:2", "--html"),
        ("replay", "solvitaire:2", "--html"),
    ],
)
def test_a_store_is_not_replaced(
    refused: Callable[..., str], results: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], name: str
) -> None:
    monkeypatch.chdir(results.parent)
    Path("link.db").symlink_to(results)
    Path("other.db").write_bytes(results.read_bytes())
    before = results.read_bytes()
    assert f"{name} is not replaced" in refused(*args, name)
    assert results.read_bytes() == Path("other.db").read_bytes() == before


def test_what_a_command_reads_is_not_replaced(run: Runner, refused: Callable[..., str], tmp_path: Path) -> None:
    deal, moves = tmp_path / "deal.txt", tmp_path / "moves.txt"
    deal.write_text("solvitaire:2")
    moves.write_text(run("solve", deal, "--format", "moves").out)
    for args, read in [(("solve", deal), deal), (("replay", deal, moves), deal), (("replay", deal, moves), moves)]:
        before = read.read_text()
        assert f"{read} is not replaced: this command reads it" in refused(*args, "--html", read)
        assert read.read_text() == before


@pytest.mark.parametrize("name", ["", "-"])
def test_a_file_needs_a_name(refused: Callable[..., str], results: Path, name: str) -> None:
    assert "such as results.csv" in refused("export", results, "--to", "csv", "--out", name)
    assert "such as pool.txt" in refused("pool", results, "--out", name)
    assert "such as results.html" in refused("report", results, "--html", name)
