"""``klondike pool``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, Rules, solve
from klondike_solver.measure import DealSet
from klondike_solver.pools import pool
from klondike_solver.store import Row, Store

Runner = Callable[..., Any]

DRAW1 = Rules(draw=1)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pool") / "results.db"
    with Store.open(path, "write") as store:
        deals = DealSet.parse("solvitaire:1-16,ms:1-3,pysol:32000-32001")
        store.add(store.run(DRAW1), [Row.of(solve(deal, DRAW1, shorten=False)) for deal in deals])
    return path


def names(path: Path, **options: Any) -> list[str]:
    return [deal.row.name for deal in pool(path, **options)]


def test_numbers_are_the_default(run: Runner, results: Path) -> None:
    done = run("pool", results)
    assert (done.status, done.err, done.out.splitlines()) == (0, "", names(results))
    assert run("pool", results, "--winnable", "--format", "numbers").out == done.out


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_levels(run: Runner, results: Path, level: str) -> None:
    done = run("pool", results, "--winnable", "--difficulty", level)
    assert (done.status, done.out.splitlines()) == (0, names(results, level=level))


def test_orders_counts_and_seeds(run: Runner, results: Path) -> None:
    words = ("pool", results, "--count", "4")
    assert run(*words, "--sort", "hardest").out.splitlines() == names(results, order="hardest")[:4]
    assert run(*words, "--sort", "easiest").out.splitlines() == names(results, order="easiest")[:4]
    assert run(*words, "--seed", "3").out.splitlines() == names(results, seed=3)[:4]


def test_lost_deals(run: Runner, results: Path) -> None:
    assert run("pool", results, "--lost").out.splitlines() == names(results, verdict="lost")


def test_json(run: Runner, results: Path) -> None:
    data = json.loads(run("pool", results, "--format", "json", "--count", "3").out)
    assert data["rules"]["draw"] == 1
    assert [deal["deal"]["name"] for deal in data["deals"]] == names(results)[:3]
    assert all(deal["difficulty"]["games"] == 1000 for deal in data["deals"])
    lost = json.loads(run("pool", results, "--lost", "--format", "json").out)["deals"]
    assert {deal["difficulty"] for deal in lost} == {None}


def test_pysol_numbers(run: Runner, results: Path) -> None:
    done = run("pool", results, "--format", "pysol")
    wanted = [name for name in names(results) if not name.startswith("solvitaire")]
    assert done.out.split() == [name.replace("ms:", "ms").replace("pysol:", "") for name in wanted]
    assert "left out that came by no number of PySolFC's (pysol or ms); --format boards" in done.err
    assert done.status == 0


def test_boards(run: Runner, results: Path) -> None:
    done = run("pool", results, "--format", "boards", "--count", "3")
    boards = done.out.removesuffix("\n").split("\n\n")
    assert [Deal.parse(board) for board in boards] == [Deal.parse(name) for name in names(results)[:3]]


def test_a_file_is_written_as_a_whole(run: Runner, results: Path, tmp_path: Path) -> None:
    done = run("pool", results, "--count", "2", "--out", tmp_path / "list.txt")
    assert done.out == f"{tmp_path / 'list.txt'} has been written: 2 deals.\n"
    assert (tmp_path / "list.txt").read_text().split() == names(results)[:2]


def test_what_is_missing_is_said(run: Runner, results: Path, tmp_path: Path) -> None:
    done = run("pool", results, "--count", "1000")
    assert done.status == 0
    assert done.err == f"{len(done.out.split())} deals and not 1,000: {results} has no more of them\n"
    with Store.open(tmp_path / "lost.db", "write") as store:
        store.add(store.run(Rules()), [Row.of(solve(Deal.parse("solvitaire:1")))])
    done = run("pool", tmp_path / "lost.db")
    assert (done.status, done.out, done.err) == (0, "", f"{tmp_path / 'lost.db'} has no such deal\n")
    assert json.loads(run("pool", tmp_path / "lost.db", "--format", "json").out)["deals"] == []


def test_a_store_in_use_is_read_and_left_alone(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with Store.open(path, "write") as store:
        store.add(store.run(DRAW1), [Row.of(solve(deal, DRAW1)) for deal in DealSet.parse("solvitaire:2-5")])
        done = run("pool", path, "--sort", "hardest")
    assert (done.status, len(done.out.split())) == (0, 4)
    assert "the difficulties are not kept in the store" in done.err
    assert "is being written by another process" in done.err
    assert run("pool", path, "--sort", "hardest").err == ""
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM difficulty").fetchone() == (4,)


def test_rules_are_chosen(run: Runner, refused: Callable[..., str], results: Path, tmp_path: Path) -> None:
    assert run("pool", results, "--rules", "draw1", "--count", "1").out.split() == names(results)[:1]
    assert run("pool", results, "--draw", "1", "--count", "1").out.split() == names(results)[:1]
    assert "no results by draw 3, 3 passes; it has: draw 1" in refused("pool", results, "--rules", "vegas")
    path = tmp_path / "both.db"
    with Store.open(path, "write") as store:
        for rules in (DRAW1, Rules(draw=3)):
            store.add(store.run(rules), [Row.of(solve(Deal.parse("solvitaire:3"), rules))])
    assert "choose some (--rules): draw 1, unlimited passes; draw 3, unlimited passes" in refused("pool", path)
    assert run("pool", path, "--rules", "draw3").out == "solvitaire:3\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--difficulty", "evil"], "'evil' is not one of"),
        (["--lost", "--difficulty", "easy"], "lost deals have no difficulty"),
        (["--seed", "1", "--sort", "easiest"], "either at random"),
        (["--count", "0"], "0 is out of range; it takes 1 or more"),
        (["--count", "many"], "is not a whole number"),
        (["--format", "text"], "'text' is not one of"),
        (["--jobs", "0"], "out of range"),
    ],
)
def test_wrong_use(refused: Callable[..., str], results: Path, words: list[str], complaint: str) -> None:
    assert complaint in refused("pool", results, *words)


def test_no_store(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "there is no file" in refused("pool", tmp_path / "no.db")
    text = tmp_path / "text.db"
    text.write_text("nothing of that kind, and long enough to be looked at as a database by SQLite" * 20)
    assert "is no store of results" in refused("pool", text)
