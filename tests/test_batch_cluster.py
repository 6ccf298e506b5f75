"""A batch on a Dask cluster; here it is two processes on this machine."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, Reason, Rules, UnsupportedError, solve
from klondike_solver.batch import BatchError, Progress, cluster, retry_batch, solve_batch
from klondike_solver.batch.task import Job
from klondike_solver.fingerprint import fingerprint
from klondike_solver.measure import DealSet
from klondike_solver.store import Row, Store

distributed = pytest.importorskip("distributed", reason="Dask is not installed (pip install '.[dask]')")

# Dask's own affairs: what it warns of in its clients and on busy machines.
pytestmark = pytest.mark.filterwarnings("ignore")

RULES = Rules(draw=3)


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """Two workers, of which one death is enough to give up what they had: elsewhere it takes three."""
    import dask.config

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0, "distributed.admin.log-format": "%(message)s"}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit="1GiB"
        ) as found,
    ):
        yield found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def rows_of(path: Path) -> list[Row]:
    with Store.open(path) as store:
        (run,) = store.runs()
        return sorted(store.rows(run, moves=True), key=lambda row: row.number or 0)


def test_it_finds_what_solve_finds(dask: Any, path: Path) -> None:
    options: dict[str, Any] = {"store": path, "scheduler": dask.scheduler_address, "max_nodes": 300}
    done = solve_batch(DealSet.parse("solvitaire:1-40"), RULES, **options)
    assert (done.solved, done.failures) == (40, {})
    rows = rows_of(path)
    assert {row.memory for row in rows} == {512 - 64}
    expected = [
        Row.of(solve(deal, max_nodes=300), max_nodes=300, memory=448) for deal in DealSet.parse("solvitaire:1-40")
    ]
    assert [row._replace(seconds=0) for row in rows] == [row._replace(seconds=0) for row in expected]
    again = solve_batch(DealSet.parse("solvitaire:1-45"), RULES, **options)
    assert (again.before, again.solved) == (40, 5)


def worker_pids(dask: Any) -> list[int]:
    return [nanny.pid for nanny in dask.workers.values()]


def test_a_killed_worker_costs_nothing(dask: Any, path: Path) -> None:
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if not killed and progress.solved > 10:
            killed.append(worker_pids(dask)[0])
            os.kill(killed[0], signal.SIGKILL)

    deals = DealSet.parse("solvitaire:1-300")
    options: dict[str, Any] = {"scheduler": dask.scheduler_address, "max_nodes": 100}
    done = solve_batch(deals, RULES, store=path, on_progress=kill, **options)
    assert len(killed) == 1
    assert (done.solved, done.failures) == (300, {})
    rows = rows_of(path)
    assert [row.number for row in rows] == list(range(1, 301))
    for row in rows[::20]:
        assert (row.verdict, row.nodes) == (solve(Deal.parse(row.name), max_nodes=100).verdict, row.nodes)


def test_a_deal_that_kills_its_workers(dask: Any, path: Path) -> None:
    def kill(progress: Progress) -> None:
        if progress.running:
            assert [running.name for running in progress.running] == ["solvitaire:2"]
            for pid in worker_pids(dask):
                os.kill(pid, signal.SIGKILL)

    options: dict[str, Any] = {"store": path, "scheduler": dask.scheduler_address, "engine": "reference"}
    done = solve_batch(DealSet.parse("solvitaire:2"), RULES, on_progress=kill, **options)
    assert done.failures == {Reason.WORKER_DIED: 1}
    assert [(row.verdict, row.reason) for row in rows_of(path)] == [("undecided", "worker died")]
    assert retry_batch(RULES, max_nodes=10, **options).solved == 1
    assert [row.reason for row in rows_of(path)] == ["node limit"]


def test_stopping(dask: Any, path: Path) -> None:
    """The searches on the cluster come to an end, too: the workers are free for the next one."""
    seen: list[Progress] = []
    options: dict[str, Any] = {"store": path, "scheduler": dask.scheduler_address}
    stopped = solve_batch(
        DealSet.parse("solvitaire:2-3"),
        RULES,
        engine="reference",
        on_progress=seen.append,
        cancel=lambda: bool(seen and seen[-1].running),
        **options,
    )
    assert stopped.is_stopped
    assert stopped.solved == 0
    assert solve_batch(DealSet.parse("solvitaire:1-4"), Rules(draw=1), **options).solved == 4


def test_workers_of_another_version(dask: Any, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klondike_solver.batch.batch.__version__", "99.0")
    with pytest.raises(BatchError, match=r"a worker of the cluster has klondike-solver .* but this is 99\.0"):
        solve_batch(DealSet.parse("solvitaire:1-4"), store=path, scheduler=dask.scheduler_address)


def test_a_cluster_without_workers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 1.0)
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as empty:
        options: dict[str, Any] = {"store": path, "scheduler": empty.scheduler_address}
        with pytest.raises(BatchError, match="has had no workers for 1 s"):
            solve_batch(DealSet.parse("solvitaire:1-4"), **options)


def test_a_scheduler_that_is_not_there(path: Path) -> None:
    with pytest.raises(BatchError, match="no Dask scheduler answers at nowhere"):
        solve_batch(DealSet.parse("solvitaire:1-4"), store=path, scheduler="nowhere://here")


def test_without_dask(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UnsupportedError, match=r"pip install 'klondike-solver\[dask\]'"):
        solve_batch(DealSet.parse("solvitaire:1-4"), store=path, scheduler="tcp://127.0.0.1:1")


def test_a_list_that_takes_long_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise hundreds of deals would wait for one, with other workers idle."""
    monkeypatch.setattr(cluster, "_LIST", 0.0)
    job = Job(RULES, "compiled", max_nodes=5, version="1", fingerprint=fingerprint("compiled"))
    monkeypatch.setattr(cluster, "__version__", "1")
    answer = cluster.solve_list(job, [("ms", 1), ("ms", 2)], "topic")
    assert [row.name for row in answer.rows] == ["ms:1"]
