"""The worker processes of a batch: what happens when they die, do not start, or are stopped."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, Reason, StoreError, __version__
from klondike_solver.batch import BatchError, Progress, pool, process, retry_batch, solve_batch
from klondike_solver.batch.task import Job
from klondike_solver.fingerprint import fingerprint
from klondike_solver.measure import DealSet
from klondike_solver.store import Row, Store

from .rows import RULES, expected, rows_of, without_seconds


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


@pytest.mark.parametrize("how", ["cancel", "interrupt", "error"])
def test_stopping_keeps_what_is_done(path: Path, how: str, processes: list[subprocess.Popen[bytes]]) -> None:
    def interrupt(progress: Progress) -> None:
        if how != "cancel" and progress.solved > 50:
            if how == "error":
                raise RuntimeError
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
        with pytest.raises(RuntimeError if how == "error" else KeyboardInterrupt):
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


def test_an_idle_worker_dies_of_no_deal(processes: list[subprocess.Popen[bytes]]) -> None:
    job = Job(RULES, "reference", timeout=1.5, version=__version__, fingerprint=fingerprint("reference"))
    workers = pool.Pool(job, 1)
    try:
        # No more deals than it can do at once, and then it waits.
        assert [row.name for rows in workers.solve(iter([("solvitaire", 1)])) for row in rows] == ["solvitaire:1"]
        processes[0].kill()
        processes[0].wait()
        killed = 0
        rows = []
        for some in workers.solve(iter([("solvitaire", 2)])):
            rows += some
            if workers.running():
                processes[-1].kill()
                killed += 1
        assert [(row.name, row.reason) for row in rows] == [("solvitaire:2", "worker died")]
        assert (killed, len(processes)) == (2, 3)
    finally:
        workers.close()


def test_what_the_others_have_done_is_kept_if_a_batch_fails(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    receive = pool.Pool._receive

    def fail(self: pool.Pool, worker: Any) -> list[Row]:
        monkeypatch.setattr(pool.Pool, "_receive", receive)
        time.sleep(0.5)  # In which deals are done.
        raise BatchError("another worker is wrong")

    def first(self: pool.Pool, worker: Any) -> list[Row]:
        found = receive(self, worker)
        if worker.has_begun:
            monkeypatch.setattr(pool.Pool, "_receive", fail)
        return found

    monkeypatch.setattr(pool.Pool, "_receive", first)
    with pytest.raises(BatchError, match="another worker is wrong"):
        solve_batch(DealSet.parse("solvitaire:1-100"), store=path, jobs=1, max_nodes=100)
    assert len(rows_of(path)) > 0


@pytest.mark.parametrize("most", [0, 1])
def test_no_more_processes_are_allowed(
    path: Path, most: int, monkeypatch: pytest.MonkeyPatch, processes: list[subprocess.Popen[bytes]]
) -> None:
    start = process.subprocess.Popen

    def popen(*args: Any, **options: Any) -> Any:
        if len(processes) >= most:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return start(*args, **options)

    monkeypatch.setattr(process.subprocess, "Popen", popen)
    if most:
        done = solve_batch(DealSet.parse("solvitaire:1-60"), store=path, jobs=3, max_nodes=100)
        assert (done.solved, done.failures) == (60, {})
    else:
        with pytest.raises(BatchError, match="worker processes cannot be started: Too many open files"):
            solve_batch(DealSet.parse("solvitaire:1-60"), store=path, jobs=3, max_nodes=100)


def test_workers_that_do_not_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_START", "raise SystemExit(7)")
    with pytest.raises(BatchError, match="worker processes do not start: the last one exited with status 7"):
        solve_batch(DealSet.parse("solvitaire:1-100"), store=path, jobs=2)


def test_fewer_workers_do_if_no_more_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, processes: list[subprocess.Popen[bytes]]
) -> None:
    start = process._START

    def spoil(progress: Progress) -> None:
        if progress.solved > 5 and process._START is start:
            monkeypatch.setattr(process, "_START", "raise SystemExit(7)")
            processes[0].kill()

    done = solve_batch(DealSet.parse("solvitaire:1-1000"), store=path, jobs=2, max_nodes=20, on_progress=spoil)
    assert (done.solved, done.failures) == (1000, {})
    # How many are tried depends on when the other one is ready, and on what is left to do; without end they are not.
    assert {process.returncode for process in processes[2:]} <= {7}
    assert len(processes) <= 8


def test_workers_of_another_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = "import klondike_solver.batch.worker as worker; worker.__version__ = '99'\n"
    monkeypatch.setattr(process, "_START", process._START.replace("main(connection)", f"{change}main(connection)"))
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
