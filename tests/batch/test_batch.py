"""Batches: every deal once, whatever happens to the processes that solve them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, DealError, InputError, Reason, Rules, StoreError, UnsupportedError, Verdict, solve
from klondike_solver.batch import DealList, retry_batch, solve_batch
from klondike_solver.batch.task import Job
from klondike_solver.measure import DealSet
from klondike_solver.rules import Shape
from klondike_solver.store import Row, Store

from .rows import RULES, expected, rows_of, without_seconds


def test_a_batch_finds_what_solve_finds(path: Path) -> None:
    limits = {"max_nodes": 500, "memory": 64}
    done = solve_batch(DealSet.parse("solvitaire:1-30,ms:7"), RULES, store=path, jobs=2, **limits)
    assert (done.total, done.done, done.solved, done.before) == (31, 31, 31, 0)
    rows = rows_of(path)
    deals = [Deal.parse("ms:7"), *(Deal.parse(f"solvitaire:{number}") for number in range(1, 31))]
    assert without_seconds(rows) == without_seconds(expected(deals, **limits))
    assert done.counts == {verdict: sum(row.verdict == verdict for row in rows) for verdict in Verdict}
    assert min(done.counts.values()) > 0
    assert done.nodes == sum(row.nodes for row in rows)
    assert all(0 < row.seconds < done.seconds for row in rows)


def test_what_is_done_is_not_done_again(path: Path) -> None:
    solve_batch(DealSet.parse("solvitaire:5-9"), store=path, jobs=1)
    before = rows_of(path)
    unnumbered = Deal.parse(Deal.parse("solvitaire:9").to("digits"))
    done = solve_batch([*DealSet.parse("solvitaire:1-10,solvitaire:3-12"), unnumbered], store=path, jobs=1)
    assert (done.total, done.before, done.solved) == (13, 6, 7)
    assert [row for row in rows_of(path) if row in before] == before
    assert [row.number for row in rows_of(path)] == list(range(1, 13))
    assert sum(done.counts.values()) == 13


def test_a_deal_under_two_numbers_is_done_under_both(path: Path) -> None:
    assert solve_batch(DealSet.parse("ms:1-3"), store=path, jobs=1).solved == 3
    assert solve_batch(DealSet.parse("pysol:1-3"), store=path, jobs=1).solved == 3
    assert len(rows_of(path)) == 3
    again = solve_batch(DealSet.parse("pysol:1-3"), store=path, jobs=1)
    assert (again.solved, again.done) == (0, 3)


def test_deals_of_every_kind(path: Path) -> None:
    deals = [
        Deal.from_exact(10**60),
        Deal.from_number("pysol", 10**20),
        Deal(Deal.parse("ms:3").cards, name="my own"),
        Deal(Deal.parse("ms:4").cards),
    ]
    done = solve_batch(deals, RULES, store=path, jobs=1, max_nodes=200)
    assert done.solved == 4
    assert {row.name for row in rows_of(path)} == {
        f"exact:{10**60}",
        f"pysol:{10**20}",
        *(f"exact:{Deal.parse(name).exact}" for name in ("ms:3", "ms:4")),
    }


def test_small_decks_and_the_reference_engine(path: Path) -> None:
    rules = Rules(draw=2, part_runs=False, shape=Shape(ranks=4, columns=3))
    deals = [Deal.from_exact(number * 7**12, shape=rules.shape) for number in range(1, 30)]
    assert solve_batch(deals, rules, store=path, jobs=1, memory=16).solved == 29
    found = sorted(without_seconds(expected(deals, rules, memory=16)), key=lambda row: row.exact)
    assert without_seconds(rows_of(path, rules)) == found
    with pytest.raises(DealError, match="4 ranks in 3 columns; the rules are for 13 ranks"):
        solve_batch(deals, store=path)
    with pytest.raises(InputError, match="another shape"):
        solve_batch(DealList.of(deals, rules.shape), store=path)
    with pytest.raises(DealError, match="whole decks"):
        solve_batch(DealSet.parse("ms:1"), rules, store=path)


def test_lists_of_deals() -> None:
    deals = DealList()
    for stretch in ((5, 9), (20, 30), (1, 3), (8, 12), (4, 4), (31, 31), (25, 26)):
        deals.add_numbers("ms", *stretch)
    deals.add_numbers("exact", 10**60, 10**60 + 2 * 10**20)
    deals.add(Deal(Deal.parse("ms:100").cards))
    deals.add(Deal(Deal.parse("ms:100").cards))
    assert deals.stretches == [("ms", 1, 12), ("ms", 20, 31), ("exact", 10**60, 10**60 + 2 * 10**20)]
    assert deals.exacts == [Deal.parse("ms:100").exact]
    assert deals.count == 12 + 12 + 2 * 10**20 + 1 + 1
    row = Row.of(solve(Deal.parse("ms:12"), max_nodes=0))
    assert [number for number in range(40) if deals.has(row._replace(number=number))] == [*range(1, 13), *range(20, 32)]
    assert not deals.has(row._replace(scheme="kpat"))
    assert deals.has(row._replace(scheme=None, number=None, exact=str(Deal.parse("ms:100").exact)))


# Again


def test_again_with_more(path: Path) -> None:
    first = solve_batch(DealSet.parse("solvitaire:1-40"), store=path, jobs=1, max_nodes=50)
    hard = first.counts[Verdict.UNDECIDED]
    assert hard > 10
    same = retry_batch(store=path, jobs=1, max_nodes=50)
    assert (same.total, same.passed_over, same.solved) == (0, hard, 0)
    some = retry_batch(store=path, deals=DealSet.parse("solvitaire:1-20"), jobs=1, max_nodes=2000)
    assert 0 < some.total < hard
    assert some.solved == some.total
    more = retry_batch(store=path, jobs=1, max_nodes=2000)
    assert more.total == hard - some.total
    assert more.passed_over == some.counts[Verdict.UNDECIDED]
    rows = rows_of(path)
    assert without_seconds(rows) == without_seconds(
        [
            row._replace(max_nodes=found.max_nodes, memory=found.memory)
            for row, found in zip(expected(list(DealSet.parse("solvitaire:1-40")), max_nodes=2000), rows, strict=True)
        ]
    )
    assert {row.max_nodes for row in rows if not row.is_decided} == {2000}
    assert {row.max_nodes for row in rows} == {50, 2000}


def test_when_it_is_worth_trying_again() -> None:
    row = Row.of(solve(Deal.parse("solvitaire:3"), max_nodes=10), max_nodes=10, timeout=1.0, memory=64)
    worth = {
        Reason.NODE_LIMIT: [{"max_nodes": 11}, {"max_nodes": None}],
        Reason.TIME_LIMIT: [{"timeout": 1.5}, {"timeout": None}],
        Reason.MEMORY_LIMIT: [{"memory": 65}],
        Reason.BUFFER_LIMIT: [],
        Reason.WORKER_DIED: [{}],
        Reason.INTERNAL_ERROR: [{}],
    }
    same: dict[str, Any] = {"max_nodes": 10, "timeout": 1.0, "memory": 64}
    tried = [{}, {"max_nodes": 9}, {"timeout": 0.5}, {"memory": 63}]
    for reason, changes in worth.items():
        found = row._replace(reason=str(reason))
        for change in [*tried, *(change for others in worth.values() for change in others)]:
            hopeful = Job(RULES, "compiled", **{**same, **change}).can_better(found)
            assert hopeful == (change in changes or changes == [{}]), (reason, change)


@pytest.mark.parametrize("when", ["first", "last"])
def test_a_store_that_is_removed_meanwhile(path: Path, when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    add = Store.add

    def add_then_lose(store: Store, run: Any, rows: Any) -> None:
        if when == "last":
            add(store, run, rows)
        path.unlink(missing_ok=True)
        if when == "first":
            add(store, run, rows)

    monkeypatch.setattr(Store, "add", add_then_lose)
    with pytest.raises(StoreError, match="has been removed or replaced"):
        solve_batch(DealSet.parse("solvitaire:1"), store=path, jobs=1)


# Searches that must not be mixed


def another_search(path: Path, column: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE run SET {column} = 'other'")
    connection.close()


@pytest.mark.parametrize("column", ["version", "fingerprint"])
def test_another_search_is_refused(path: Path, column: str) -> None:
    deals = DealSet.parse("solvitaire:1-3")
    solve_batch(deals, store=path, jobs=1)
    with Store.open(path) as store:
        ours = store.runs()[0].search
    another_search(path, column)
    for call in (lambda: solve_batch(deals, store=path, jobs=1), lambda: retry_batch(store=path, jobs=1)):
        with pytest.raises(StoreError) as found:
            call()
        assert ours in str(found.value)
        assert "other" in str(found.value)
    assert solve_batch(deals, Rules(draw=1), store=path, jobs=1).solved == 3
    assert solve_batch(deals, store=path, jobs=1, new_run=True).solved == 3
    # It has been said once, and this is the run that was asked for.
    assert solve_batch(deals, store=path, jobs=1).solved == 0
    with Store.open(path) as store:
        assert len(store.runs()) == 3


def test_a_run_that_is_not_there(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no file"):
        retry_batch(store=path)
    solve_batch(DealSet.parse("solvitaire:1"), store=path, jobs=1)
    with pytest.raises(StoreError, match=r"of these rules \(draw 1, .*of those that it has: draw 3, unlimited passes"):
        retry_batch(Rules(draw=1), store=path)


def test_what_cannot_be_meant(path: Path) -> None:
    deals = DealSet.parse("solvitaire:1")
    for options in ({"jobs": 0}, {"jobs": 1.5}, {"max_nodes": -1}, {"timeout": -1}, {"memory": 0}, {"engine": "fast"}):
        with pytest.raises(InputError):
            solve_batch(deals, store=path, **options)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="whole runs"):
        solve_batch(deals, Rules(part_runs=False), store=path, engine="compiled")
    assert not path.exists()
