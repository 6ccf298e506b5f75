"""Worker processes on this machine.

They are no pool from the library: those give up everything when one worker dies, and a batch of millions of deals is to
lose the one deal.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections import deque
from collections.abc import Iterator
from itertools import islice
from multiprocessing.connection import Connection, wait

from ..errors import BatchError, UnsupportedError
from ..result import Reason
from ..store import Row
from .executor import Running
from .process import GRACE, TaskList, WorkerProcess, how_it_ended
from .sizes import Sizer
from .task import Job, Task, failed_row
from .worker import Hello, Report

__all__ = ["Pool"]

_TICK = 0.25
"""Seconds after which ``solve`` yields even if there is nothing."""

_LIST = 0.5
"""Seconds that a list of deals should take: so long that they come seldom, so short that a batch ends evenly."""

_MOST = 1000
"""Deals in a list at the most."""

_AHEAD = 2
"""Lists that a worker has at the most, so that it need not wait for the next one."""

_STILLBORN = 3
"""How many workers in a row may die before they begin to work, until it is clear that none ever will."""


class Pool:
    """An executor that has processes on this machine.

    Args:
        job: what all deals have in common.
        jobs: how many processes.

    Raises:
        UnsupportedError: this is a system without what it takes.
    """

    def __init__(self, job: Job, jobs: int) -> None:
        if sys.platform == "win32":
            raise UnsupportedError("worker processes need a POSIX system; solve_many solves deals one after the other")
        self._job = job
        self._jobs = jobs
        self._workers: list[WorkerProcess] = []
        self._returned: deque[TaskList] = deque()
        self._sizer = Sizer(_LIST, _MOST)
        self._stillborn = 0
        self._rows: list[Row] = []
        self._stopped = False
        self._deadline = 0.0

    def solve(self, tasks: Iterator[Task]) -> Iterator[list[Row]]:
        """Yield rows as they come, several times a second, also if there are none.

        Raises:
            BatchError: workers do not start, or are of another version than this process. What the others had done by
                then has been yielded.
        """
        failure: BatchError | None = None
        while True:
            try:
                if not self._stopped:
                    self._hand_out(tasks)
                busy = {worker.connection: worker for worker in self._workers if worker.lists}
                if not busy or (self._stopped and time.monotonic() > self._deadline):
                    break
                for connection in wait(list(busy), _TICK):
                    assert isinstance(connection, Connection)
                    self._rows += self._receive(busy[connection])
            except BatchError as error:
                failure = error
                self.stop()
            # Not lost if this is interrupted: whoever then asks again gets them.
            rows, self._rows = self._rows, []
            yield rows
        if failure is not None:
            raise failure

    def running(self) -> list[Running]:
        """Return the deals that have been searched for more than about a second."""
        return [running for worker in self._workers if (running := worker.running()) is not None]

    def stop(self) -> None:
        """Give up what is being searched. ``solve`` then yields what was done, and ends soon."""
        self._stopped = True
        self._deadline = time.monotonic() + GRACE
        for worker in self._workers:
            worker.send(None)

    def close(self) -> None:
        """End at once; what was done and has not been yielded is lost."""
        self._stopped = True
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.process.kill()
            worker.end()

    # Handing out

    def _hand_out(self, tasks: Iterator[Task]) -> None:
        """Give every worker enough to do, and start more workers while there is work for them."""
        for ahead in range(_AHEAD):
            for worker in [*self._workers]:
                if len(worker.lists) <= ahead and not self._give(worker, tasks):
                    return
            while len(self._workers) < self._jobs:
                following = self._next(tasks)
                if following is None:
                    return
                try:
                    worker = WorkerProcess(self._job)
                except OSError as error:  # No more processes, open files or memory: those that there are will do.
                    self._returned.appendleft(following)
                    if not self._workers:
                        raise BatchError(f"worker processes cannot be started: {error.strerror or error}") from error
                    self._jobs = len(self._workers)
                    return
                self._workers.append(worker)
                worker.give(following)

    def _give(self, worker: WorkerProcess, tasks: Iterator[Task]) -> bool:
        following = self._next(tasks)
        if following is not None:
            worker.give(following)
        return following is not None

    def _next(self, tasks: Iterator[Task]) -> TaskList | None:
        if self._returned:
            return self._returned.popleft()
        found = list(islice(tasks, self._sizer.size))
        return TaskList(found) if found else None

    # Receiving

    def _receive(self, worker: WorkerProcess) -> list[Row]:
        try:
            message = pickle.loads(worker.connection.recv_bytes())
        except (EOFError, OSError):
            return self._bury(worker)
        if isinstance(message, Hello):
            if not self._stopped:
                self._check(message)
            return []
        assert isinstance(message, Report)
        if not worker.has_begun:
            worker.has_begun = True
            self._stillborn = 0
        first = worker.lists[0]
        first.done += len(message.rows)
        worker.running_since = None if message.running is None else time.monotonic() - message.running
        if message.running is None:
            worker.lists.popleft()
            if not self._stopped:
                self._sizer.note(len(first.tasks), message.seconds)
        return message.rows

    def _check(self, hello: Hello) -> None:
        if (hello.version, hello.fingerprint) != (self._job.version, self._job.fingerprint):
            raise BatchError(
                f"a worker has klondike-solver {hello.version} with search {hello.fingerprint}, but this batch is by"
                f" {self._job.version} with search {self._job.fingerprint}: the package was changed meanwhile"
            )

    def _bury(self, worker: WorkerProcess) -> list[Row]:
        """Take a worker away that has ended, and hand its deals to others; return rows for those that it died of."""
        self._workers.remove(worker)
        status = worker.end()
        if self._stopped:
            return []
        if not worker.has_begun:
            self._stillborn += 1
            if self._stillborn >= _STILLBORN:
                if not self._workers:  # Others may be starting still.
                    raise BatchError(f"worker processes do not start: the last one {how_it_ended(status)}")
                self._jobs = len(self._workers)  # Perhaps there is no memory for more of them.
        if worker.running_since is None:  # It died of none of the deals: it had begun none of them.
            self._returned.extend(worker.lists)
            return []
        first, *others = worker.lists
        self._returned.extend(others)
        left = first.tasks[first.done :]
        if first.last_try:
            seconds = time.monotonic() - worker.running_since
            detail = f"a worker process {how_it_ended(status)}, for the second time"
            return [failed_row(self._job, task, Reason.WORKER_DIED, detail, seconds) for task in left]
        # One by one, so that the next death is put down to the right deal.
        self._returned.extend(TaskList([task], last_try=True) for task in left)
        return []
