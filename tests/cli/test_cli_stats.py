"""``klondike stats``, and what all commands say about files that are no good store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Rules
from klondike_solver.export_statistics import statistics_to_dict
from klondike_solver.statistics import Winnability, summarise, wilson
from klondike_solver.statistics.wording import interval_in_words
from klondike_solver.store import Row, Store

Runner = Callable[..., Any]

READERS = [["stats"], ["report", "--html", "out.html"], ["export", "--to", "csv", "--out", "out.csv"]]
"""Commands that read a store, with what they need besides it."""


def row(number: int, verdict: str, **changes: object) -> Row:
    known = {"winnable": ("solution found", 100 + number, 2), "lost": ("search exhausted", None, None)}
    reason, length, passes = known.get(verdict, ("node limit", None, None))
    limits = (5000, None, 64)
    made = Row(str(number), "solvitaire", number, verdict, reason, None, length, passes, number, 0.001, *limits)
    return made._replace(**changes)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A store of two runs: 80 winnable, 15 lost and 5 undecided deals at draw 3, and a lost one with limited passes."""
    path = tmp_path / "results.db"
    with Store.open(path, "write") as store:
        limited = store.run(Rules(draw=1, passes=2, take_back=False))
        store.add(limited, [row(1, "lost", reason="proven by relaxation", nodes=0)])
        verdicts = ["winnable"] * 80 + ["lost"] * 15 + ["undecided"] * 5
        store.add(store.run(Rules()), [row(number, verdict) for number, verdict in enumerate(verdicts, 1)])
    return path


def test_the_account(run: Runner, results: Path) -> None:
    done = run("stats", results)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == f"{results}: 101 results in 2 runs"
    assert lines[2] == "draw 3, unlimited passes:"
    known = dict(line.strip().split("  ", 1) for line in lines[3:11])
    assert known["deals"].strip() == "100"
    assert known["winnable"].strip() == "80 (solution found)"
    assert known["undecided"].strip() == "5 (node limit)"
    ends = 100 * wilson(80, 100)[0], 100 * wilson(85, 100)[1]
    assert known["winnability"] == "80.00 to 85.00 %, 95 % interval {:.2f} to {:.2f} %".format(*ends)
    assert known["published"].strip() == "81.945 ± 0.084 %; this is −0.5 to +0.8 standard errors from it"
    assert known["given up"].strip() == "5 at 5,000 nodes, 64 MiB"
    assert lines[12].split() == ["min", "25", "%", "median", "75", "%", "90", "%", "99", "%", "max", "mean"]
    assert lines[13].split() == ["nodes", "1", "25", "50", "75", "90", "99", "100", "50.5"]
    assert lines[15].split() == ["length", "101", "120", "140", "160", "172", "180", "180", "140.5"]
    assert lines[18] == "draw 1, 2 passes, no take-back:"
    assert "published" not in "\n".join(lines[18:])
    assert [line.split()[0] for line in lines[-2:]] == ["nodes", "seconds"]


def test_json_has_the_same(run: Runner, results: Path) -> None:
    data = json.loads(run("stats", results, "--format", "json").out)
    with Store.open(results) as store:
        assert data == json.loads(json.dumps(statistics_to_dict(summarise(store))))
    assert (data["schema"], data["deals"]) == (1, 101)
    first, second = data["runs"]
    assert (first["deals"], first["winnable"], first["lost"], first["undecided"]) == (100, 80, 15, 5)
    assert first["reasons"]["lost"] == {"search exhausted": 15}
    assert first["limits"] == [{"max_nodes": 5000, "timeout": None, "memory": 64, "undecided": 5}]
    assert first["winnability"]["shares"] == [0.8, 0.85]
    assert first["distributions"]["passes"]["p99"] == 2
    assert first["distributions"]["seconds"]["mean"] == 0.001
    assert second["rules"]["passes"] == 2
    assert (second["published"], second["distributions"]["length"]) == (None, None)


def test_a_table_is_written_into_a_page(run: Runner, results: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- begin stats results.db -->\nold\n<!-- end stats results.db -->\n")
    done = run("stats", results, "--format", "markdown", "--write", page)
    rows = [line for line in done.out.splitlines() if line.startswith("|")]
    assert len(rows) == 4
    assert len({line.count("|") for line in rows}) == 1
    assert rows[2].startswith("| draw 3, unlimited passes | 100 | 80 | 15 | 5 (5.00 %) | 80.00 to 85.00 | ")
    assert rows[2].endswith(" | 81.945 ± 0.084 | −0.5 to +0.8 |")
    assert rows[3].endswith(" |  |  |")
    assert done.out in page.read_text()
    assert "old" not in page.read_text()
    missing = run("stats", results, "--format", "markdown", "--write", tmp_path / "no.md")
    assert (missing.status, "no.md: No such file or directory\n" in missing.err) == (2, True)
    assert "Errno" not in missing.err
    refused = run("stats", results, "--write", page)
    assert (refused.status, "--write goes with --format markdown" in refused.err) == (2, True)


def test_a_table_of_several_searches_says_which(run: Runner, results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klondike_solver.store.store.__version__", "99.0")
    with Store.open(results, "write") as store:
        store.add(store.run(Rules()), [row(1, "winnable")])
    out = run("stats", results, "--format", "markdown").out
    assert out.startswith("| rules ")
    assert [line.count("99.0") for line in out.splitlines() if "draw 3" in line] == [0, 1]
    assert run("stats", results).out.count("draw 3, unlimited passes:") == 2


@pytest.mark.parametrize("format", ["text", "json", "markdown"])
def test_a_store_without_results(run: Runner, tmp_path: Path, format: str) -> None:
    with Store.open(tmp_path / "results.db", "write") as store:
        store.run(Rules())
    done = run("stats", tmp_path / "results.db", "--format", format)
    assert (done.status, done.err) == (0, "")
    if format == "text":
        assert done.out == f"{tmp_path / 'results.db'} has no results yet.\n"
    if format == "json":
        assert json.loads(done.out)["runs"] == []


def test_shares_of_many_deals_have_a_third_place() -> None:
    assert interval_in_words(Winnability(60_000, 40_000)) == "59.696 to 60.303 %"


def spoilt(kind: str, results: Path) -> Path:
    """Return a file that is no good store in one of several ways."""
    path = results.with_name("other.db")
    if kind == "folder":
        path.mkdir()
    elif kind == "empty":
        path.touch()
    elif kind == "text":
        path.write_text("solvitaire:1 is lost.\n" * 100)
    elif kind != "missing":
        if kind != "other":
            with Store.open(path, "write") as store:
                store.add(store.run(Rules()), [row(number, "winnable", moves="AB " * 100) for number in range(1000)])
        connection = sqlite3.connect(path)
        connection.execute(
            {
                "other": "CREATE TABLE result (run, verdict)",
                "newer": "UPDATE meta SET value = '2' WHERE key = 'schema'",
                "rules": "UPDATE run SET rules = '{\"draw\":99}'",
                "truncated": "SELECT 1",
            }[kind]
        )
        connection.commit()
        connection.close()
        if kind == "truncated":
            path.write_bytes(path.read_bytes()[:40_000])
    return path


@pytest.mark.parametrize("command", READERS, ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        ("missing", "there is no file"),
        ("folder", "is a directory"),
        ("empty", "is empty: no results have been stored in it yet"),
        ("text", "is no store of results: it is not an SQLite file"),
        ("other", "is a database of something else"),
        ("newer", "has schema 2; this version of klondike-solver reads and writes schema 1"),
        ("rules", "has rules that this version does not know"),
        ("truncated", "is damaged: "),
    ],
)
def test_files_that_are_no_good_store(
    refused: Callable[..., str], results: Path, command: list[str], kind: str, complaint: str
) -> None:
    path = spoilt(kind, results)
    words = [path.with_name(word) if word.startswith("out") else word for word in command[1:]]
    message = refused(command[0], path, *words)
    if kind != "rules":
        assert path.name in message
    assert complaint in message
    assert not list(results.parent.glob("out*"))
