"""A worker process: solves what it is sent over a pipe, and sends the rows back.

It is started by ``pool.py``. To it come a ``Job``, then lists of tasks, then None for the end; it may be told to end at
any time, also by the pipe's other end going away, and looks for that every few milliseconds, inside a search as well.
From it come ``Hello``, then a ``Report`` at the beginning of each list and at its end, and every second while one
lasts longer.
"""

from __future__ import annotations

import os
import pickle
import time
from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple

from .._version import __version__
from ..fingerprint import fingerprint
from ..store import Row
from .task import Job, Task, solve_task

__all__ = ["Hello", "Report", "main", "serve"]

_LOOK = 0.05
"""Seconds between two looks into the pipe."""

_SPEAK = 1.0
"""Seconds after which rows are sent though their list is not done."""


class Hello(NamedTuple):
    """A worker is ready, and this is what it will search with."""

    version: str
    fingerprint: str


class Report(NamedTuple):
    """What has been done since the last report.

    Attributes:
        rows: the rows of the next tasks of the list, in its order.
        running: seconds for which the task after them has been searched, or None at the end of the list.
        seconds: at the end of a list, how long it took.
    """

    rows: list[Row]
    running: float | None
    seconds: float


def serve(connection: Connection) -> None:
    """Work until there is no more to do, or nobody wants it any more."""
    # If memory runs out, the system is to end a worker, which costs a deal, and not the process that has the store.
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("500")
    with suppress(EOFError, OSError):
        _Worker(connection, pickle.loads(connection.recv_bytes())).run()


class _Worker:
    def __init__(self, connection: Connection, job: Job) -> None:
        self._connection = connection
        self._job = job
        self._lists: deque[list[Task]] = deque()
        self._stopped = False
        self._rows: list[Row] = []
        self._looked = self._spoken = self._begun = 0.0

    def run(self) -> None:
        self._send(Hello(__version__, fingerprint(self._job.engine)))
        while True:
            while not self._lists and not self._stopped:
                self._receive()
            if self._stopped:
                return
            self._do(self._lists.popleft())

    def _do(self, tasks: list[Task]) -> None:
        started = self._spoken = time.monotonic()
        self._report(0.0, 0.0)  # If this process dies, it is known that it was at work.
        for task in tasks:
            self._begun = time.monotonic()
            row = None if self._cancelled() else solve_task(self._job, task, self._cancelled)
            if row is None:
                break
            self._rows.append(row)
        # After a stop the rows are the last thing that is wanted.
        self._report(None, time.monotonic() - started)

    def _cancelled(self) -> bool:
        now = time.monotonic()
        if now - self._looked >= _LOOK:
            self._looked = now
            while not self._stopped and self._connection.poll():
                self._receive()
        if now - self._spoken >= _SPEAK:
            self._spoken = now
            self._report(now - self._begun, 0.0)
        return self._stopped

    def _receive(self) -> None:
        try:
            tasks = pickle.loads(self._connection.recv_bytes())
        except (EOFError, OSError):  # Whoever wanted it is gone.
            tasks = None
        if tasks is None:
            self._stopped = True
        else:
            self._lists.append(tasks)

    def _report(self, running: float | None, seconds: float) -> None:
        rows, self._rows = self._rows, []
        self._send(Report(rows, running, seconds))

    def _send(self, message: Hello | Report) -> None:
        try:
            self._connection.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
        except OSError:
            self._stopped = True


def main(connection: Connection) -> None:
    """Be a worker process for whoever is at the other end of the pipe."""
    serve(connection)
    connection.close()
    # What Python does at its end is of no use here, and takes time that somebody waits for.
    os._exit(0)
