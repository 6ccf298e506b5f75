"""Batches: every deal once, whatever happens to the processes that solve them."""

from __future__ import annotations

import pickle
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, DealError, InputError, Reason, Rules, StoreError, UnsupportedError, Verdict, solve
from klondike_solver.batch import BatchError, DealList, Progress, pool, retry_batch, solve_batch, worker
from klondike_solver.batch.task import Job, solve_task
from klondike_solver.measure import DealSet
from klondike_solver.rules import Shape
from klondike_solver.store import Row, Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="worker processes need POSIX")

RULES = Rules(draw=3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Return the list of the worker processes, which grows as they are started."""
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def popen(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(start(*args, **options))
        return started[-1]

    monkeypatch.setattr(pool.subprocess, "Popen", popen)
    return started


def rows_of(path: Path, rules: Rules = RULES) -> list[Row]:
    with Store.open(path) as store:
        (run,) = (run for run in store.runs() if run.rules == rules)
        return sorted(store.rows(run, moves=True), key=lambda row: (row.scheme or "", row.number or 0, row.exact))


def expected(deals: list[Deal], rules: Rules = RULES, **limits: Any) -> list[Row]:
    return [Row.of(solve(deal, rules, **limits), **limits) for deal in deals]


def without_seconds(rows: list[Row]) -> list[Row]:
    return [row._replace(seconds=0) for row in rows]


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


# What happens to processes


def test_a_killed_worker_costs_nothing(path: Path, processes: list[subprocess.Popen[bytes]]) -> None:
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if len(killed) < 3:
            killed.append(processes[-1].pid)
            processes[-1].kill()

    deals = list(DealSet.parse("solvitaire:1-150"))
    done = solve_batch(deals, store=path, jobs=2, max_nodes=300, memory=32, on_progress=kill)
    assert killed  # how often there is progress to tell depends on the machine
    assert len(processes) > 2
    died = done.failures.get(Reason.WORKER_DIED, 0)
    assert died <= 2  # If one process is killed over a deal, and the next one over the same.
    found = without_seconds([row for row in rows_of(path) if row.reason != Reason.WORKER_DIED])
    assert len(found) == 150 - died
    assert set(found) <= set(without_seconds(expected(deals, max_nodes=300, memory=32)))


def test_a_deal_that_kills_its_workers(path: Path, processes: list[subprocess.Popen[bytes]]) -> None:
    def kill(progress: Progress) -> None:
        if progress.running:
            assert [running.name for running in progress.running] == ["solvitaire:2"]
            processes[-1].kill()

    endless = {"engine": "reference", "store": path, "jobs": 1, "on_progress": kill}
    done = solve_batch(DealSet.parse("solvitaire:2"), **endless)
    assert done.failures == {Reason.WORKER_DIED: 1}
    assert len(processes) == 2
    (row,) = rows_of(path)
    assert (row.verdict, row.reason, row.nodes) == ("undecided", "worker died", 0)
    assert row.detail == "a worker process was killed by SIGKILL, for the second time"
    assert row.exact == str(Deal.parse("solvitaire:2").exact)
    again = retry_batch(store=path, engine="reference", jobs=1, max_nodes=10)
    assert (again.solved, again.failures) == (1, {})
    assert rows_of(path)[0].reason == "node limit"


@pytest.mark.parametrize("how", ["cancel", "interrupt"])
def test_stopping_keeps_what_is_done(path: Path, how: str, processes: list[subprocess.Popen[bytes]]) -> None:
    def interrupt(progress: Progress) -> None:
        if how == "interrupt" and progress.solved > 50:
            signal.raise_signal(signal.SIGINT)

    seen: list[Progress] = []
    options: dict[str, Any] = {"store": path, "jobs": 2, "max_nodes": 100, "on_progress": interrupt}
    endless = DealSet.parse("solvitaire:1-1000000")
    if how == "cancel":
        options["on_progress"] = seen.append
        done = solve_batch(endless, cancel=lambda: bool(seen and seen[-1].solved > 50), **options)
        assert done.is_stopped
        assert len(rows_of(path)) == done.solved
    else:
        with pytest.raises(KeyboardInterrupt):
            solve_batch(endless, **options)
    assert len(rows_of(path)) > 50
    assert len(rows_of(path)) < 10_000
    assert {process.returncode for process in processes} <= {0, -signal.SIGKILL}
    assert None not in {process.returncode for process in processes}


def test_a_full_store_stops_the_batch(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add = Store.add
    calls = []

    def full(store: Store, run: Any, rows: Any) -> None:
        calls.append(len(rows))
        if len(calls) > 3:
            raise StoreError("the disk is full")
        add(store, run, rows)

    monkeypatch.setattr(Store, "add", full)
    with pytest.raises(StoreError, match="the disk is full"):
        solve_batch(DealSet.parse("solvitaire:1-100000"), store=path, jobs=1, max_nodes=100)
    assert len(rows_of(path)) == sum(calls[:3]) > 0


def test_workers_that_do_not_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_START", "raise SystemExit(7)")
    with pytest.raises(BatchError, match="worker processes do not start: the last one exited with status 7"):
        solve_batch(DealSet.parse("solvitaire:1-100"), store=path, jobs=2)


def test_fewer_workers_do_if_no_more_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, processes: list[subprocess.Popen[bytes]]
) -> None:
    start = pool._START

    def spoil(progress: Progress) -> None:
        if progress.solved > 5 and pool._START is start:
            monkeypatch.setattr(pool, "_START", "raise SystemExit(7)")
            processes[0].kill()

    done = solve_batch(DealSet.parse("solvitaire:1-1000"), store=path, jobs=2, max_nodes=20, on_progress=spoil)
    assert (done.solved, done.failures) == (1000, {})
    # How many are tried depends on when the other one is ready, and on what is left to do; without end they are not.
    assert {process.returncode for process in processes[2:]} <= {7}
    assert len(processes) <= 8


def test_workers_of_another_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = "import klondike_solver.batch.worker as worker; worker.__version__ = '99'\n"
    monkeypatch.setattr(pool, "_START", pool._START.replace("main(connection)", f"{change}main(connection)"))
    with pytest.raises(BatchError, match=r"a worker has klondike-solver 99 .* the package was changed"):
        solve_batch(DealSet.parse("solvitaire:1-100"), store=path, jobs=1)


def test_a_script_needs_no_main_guard(path: Path, tmp_path: Path) -> None:
    """And files beside it that are called like Python's own modules do not get into the workers."""
    script = tmp_path / "script.py"
    script.write_text(
        "from klondike_solver.batch import solve_batch\nfrom klondike_solver.measure import DealSet\n"
        f"print(solve_batch(DealSet.parse('solvitaire:1-3'), store={str(path)!r}, jobs=2).solved)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("3\n", "")


# A worker, in a thread of this process


class Talk:
    """The other end of a worker's pipe."""

    def __init__(self, job: Job) -> None:
        self.connection, there = Pipe()
        self.thread = threading.Thread(target=worker.serve, args=(there,))
        self.thread.start()
        self.send(job)
        assert isinstance(self.receive(), worker.Hello)

    def send(self, message: object) -> None:
        self.connection.send_bytes(pickle.dumps(message))

    def receive(self) -> Any:
        assert self.connection.poll(60)
        return pickle.loads(self.connection.recv_bytes())

    def ends(self) -> bool:
        self.thread.join(60)
        return not self.thread.is_alive()


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Talk]]:
    started: list[Talk] = []

    def talk(**options: Any) -> Talk:
        started.append(Talk(Job(**{"rules": RULES, "engine": "compiled", **options})))
        return started[-1]

    yield talk
    for each in started:
        each.connection.close()
        assert each.ends()


def test_a_worker_answers_in_order(talk: Callable[..., Talk]) -> None:
    with_worker = talk(max_nodes=100)
    with_worker.send([("solvitaire", 1), ("ms", 2)])
    with_worker.send([(None, 12345)])
    assert [row.name for row in with_worker.receive().rows] == ["solvitaire:1", "ms:2"]
    report = with_worker.receive()
    assert [row.name for row in report.rows] == ["exact:12345"]
    assert report.running is None
    assert report.seconds > 0


@pytest.mark.parametrize("how", ["told", "left alone"])
def test_a_worker_stops_inside_a_search(talk: Callable[..., Talk], how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_SPEAK", 0.2)
    with_worker = talk(engine="reference")
    with_worker.send([("solvitaire", 2), ("solvitaire", 1)])
    report = with_worker.receive()
    assert report.rows == []
    assert report.running > 0
    if how == "told":
        with_worker.send(None)
        while (report := with_worker.receive()).running is not None:
            pass
        assert report.rows == []
    else:
        with_worker.connection.close()
    assert with_worker.ends()


def test_rows_come_before_a_long_search_ends(talk: Callable[..., Talk], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_SPEAK", 0.0)
    with_worker = talk(max_nodes=60_000)
    with_worker.send([("solvitaire", 2), ("solvitaire", 1978), ("solvitaire", 1)])
    reports = []
    while not reports or reports[-1].running is not None:
        reports.append(with_worker.receive())
    names = [[row.name for row in report.rows] for report in reports]
    assert [name for some in names for name in some] == ["solvitaire:2", "solvitaire:1978", "solvitaire:1"]
    assert ["solvitaire:2"] in names
    assert len(names) > 3


def test_what_goes_wrong_with_a_deal_is_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(RULES, "compiled", max_nodes=7, memory=32)
    for error, reason, detail in (
        (ValueError("seven"), "internal error", "ValueError: seven"),
        (MemoryError(), "memory limit", "no memory left"),
    ):

        def fail(*_: Any, error: Exception = error, **__: Any) -> None:
            raise error

        monkeypatch.setattr("klondike_solver.batch.task.solve", fail)
        row = solve_task(job, ("solvitaire", 5))
        assert row is not None
        assert (row.name, row.verdict, row.reason, row.detail) == ("solvitaire:5", "undecided", reason, detail)
        assert (row.exact, row.max_nodes, row.memory) == (str(Deal.parse("solvitaire:5").exact), 7, 32)
