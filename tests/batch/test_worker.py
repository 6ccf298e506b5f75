"""A worker of a batch, in a thread of this process."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from typing import Any

import pytest
from klondike_solver import Deal
from klondike_solver.batch import worker
from klondike_solver.batch.task import Job, solve_task

from .rows import RULES


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
    assert with_worker.receive() == worker.Report([], 0.0, 0.0)  # That it has begun.
    assert [row.name for row in with_worker.receive().rows] == ["solvitaire:1", "ms:2"]
    assert with_worker.receive() == worker.Report([], 0.0, 0.0)
    report = with_worker.receive()
    assert [row.name for row in report.rows] == ["exact:12345"]
    assert report.running is None
    assert report.seconds > 0


@pytest.mark.parametrize("how", ["told", "left alone"])
def test_a_worker_stops_inside_a_search(talk: Callable[..., Talk], how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_SPEAK", 0.2)
    with_worker = talk(engine="reference")
    with_worker.send([("solvitaire", 2), ("solvitaire", 1)])
    assert with_worker.receive().running == 0
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
