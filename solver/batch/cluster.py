"""A Dask cluster, which may be many machines.

Dask hands the deals of a worker that has died to another one by itself. What is done here is to keep every worker busy
with lists of deals that take about a second, and to bring the rows home as they come.
"""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from .._version import __version__
from ..api import DEFAULT_MEMORY
from ..errors import BatchError, UnsupportedError
from ..fingerprint import fingerprint
from ..result import Reason
from ..store import Row
from .executor import Running
from .sizes import Sizer
from .task import Job, Task, failed_row, solve_task, task_name

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["Cluster", "solve_list"]

_TICK = 0.25
"""Seconds after which ``solve`` yields even if there is nothing."""

_LIST = 1.0
"""Seconds that a list of deals should take: to hand one out costs some milliseconds and a way through the network."""

_MOST = 1000
"""Deals in a list at the most."""

_AHEAD = 2
"""Lists for each thread of the cluster at a time."""

_LOOK = 1.0
"""Seconds after which a worker says what it is searching, and asks whether it is to stop."""

_PATIENCE = 60.0
"""Seconds to wait for a worker, if there is none."""

_GRACE = 10.0
"""Seconds in which what is being searched must come to an end when it is to stop."""

_MARGIN = 64
"""MiB that a search needs besides the memory that it is given."""


class _Answer(NamedTuple):
    """What comes of a list of deals.

    Attributes:
        rows: the rows of its first deals.
        seconds: how long it took.
        search: version and fingerprint of the package that the worker has.
    """

    rows: list[Row]
    seconds: float
    search: tuple[str, str]


def solve_list(job: Job, tasks: list[Task], topic: str) -> _Answer:
    """Solve deals; this runs on a worker of the cluster.

    Args:
        job: what all deals have in common.
        tasks: the deals. If they take much longer than expected, those at the end are left for others.
        topic: the name of the event that says stop, and of the messages that say what takes long.
    """
    search = (__version__, fingerprint(job.engine))
    started = time.monotonic()
    rows: list[Row] = []
    if search == (job.version, job.fingerprint):
        for task in tasks:
            row = solve_task(job, task, _Watch(task, topic).look)
            if row is None:
                break
            rows.append(row)
            if time.monotonic() - started > 2 * _LIST:
                break
    return _Answer(rows, time.monotonic() - started, search)


class _Watch:
    """Tells home what is being searched if it takes long, and whether home still wants it."""

    def __init__(self, task: Task, topic: str) -> None:
        self._task = task
        self._topic = topic
        self._started = time.monotonic()
        self._due = self._started + _LOOK

    def look(self) -> bool:
        now = time.monotonic()
        if now < self._due:
            return False
        from distributed import Event, get_worker

        self._due = now + _LOOK
        get_worker().log_event(self._topic, (task_name(self._task), now - self._started))
        return bool(Event(self._topic).is_set())


class Cluster:
    """An executor that has the workers of a Dask cluster.

    Args:
        job: what all deals have in common. Its memory may be None: then it is as much as every worker can give.
        scheduler: the address of the scheduler.

    Raises:
        UnsupportedError: Dask is not installed.
        BatchError: there is no scheduler at this address.
    """

    def __init__(self, job: Job, scheduler: str) -> None:
        try:
            from distributed import Client, Event
        except ImportError as error:
            raise UnsupportedError(
                f"a cluster needs Dask, which is not installed ({error}); pip install 'klondike-solver[dask]' does it"
            ) from None
        self._job = job
        self._topic = f"klondike-{uuid4().hex}"
        try:
            self._client: Client = Client(scheduler, set_as_default=False, name="klondike", timeout=10)
        except (OSError, ValueError) as error:
            raise BatchError(f"no Dask scheduler answers at {scheduler}: {error}") from None
        self._scheduler = scheduler
        self._stop = Event(self._topic, client=self._client)
        self._client.subscribe_topic(self._topic, self._hear)
        self._flying: dict[Future[Any], list[Task]] = {}
        self._returned: deque[list[Task]] = deque()
        self._ready: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._rows: list[Row] = []
        self._sizer = Sizer(_LIST, _MOST)
        self._heard: dict[str, tuple[float, float]] = {}
        self._threads = 0
        self._counted = -_PATIENCE
        self._alone_since: float | None = None
        self._deadline: float | None = None

    def solve(self, tasks: Iterator[Task]) -> Iterator[list[Row]]:
        """Yield rows as they come, several times a second, also if there are none.

        Raises:
            BatchError: the cluster is gone, has no workers, or its workers do not have this version of this package.
        """
        while True:
            if self._deadline is None:
                self._hand_out(tasks)
            elif time.monotonic() > self._deadline:
                return
            if not self._flying and (self._deadline is not None or not self._returned):
                return
            failure: BatchError | None = None
            try:
                self._collect()
            except BatchError as error:
                failure = error
            rows, self._rows = self._rows, []
            yield rows
            if failure is not None:
                raise failure
            if self._client.status not in ("running", "connecting"):
                raise BatchError(f"the Dask scheduler at {self._scheduler} is gone")

    def running(self) -> list[Running]:
        """Return the deals that have been searched for more than about a second."""
        now = time.monotonic()
        # A deal of which nothing has been heard for a while is done, or its worker is gone.
        self._heard = {name: heard for name, heard in self._heard.items() if now - heard[0] < 3 * _LOOK}
        return [Running(name, seconds + now - at) for name, (at, seconds) in self._heard.items()]

    def stop(self) -> None:
        """Give up what is being searched. ``solve`` then yields what was done, and ends soon."""
        self._deadline = time.monotonic() + _GRACE
        self._stop.set()

    def close(self) -> None:
        """End at once; what was done and has not been yielded is lost."""
        if self._flying:
            self._stop.set()
            self._client.cancel(list(self._flying), force=True)
        self._client.close()

    def _hear(self, event: tuple[float, Any]) -> None:
        name, seconds = event[1]
        self._heard[name] = (time.monotonic(), seconds)

    # Handing out

    def _hand_out(self, tasks: Iterator[Task]) -> None:
        self._count_threads()
        while following := self._next(tasks):
            if len(self._flying) >= _AHEAD * self._threads:
                self._returned.appendleft(following)
                return
            key = f"klondike-{uuid4().hex}"
            future = self._client.submit(solve_list, self._job, following, self._topic, key=key, pure=False)
            self._flying[future] = following
            future.add_done_callback(self._ready.put)

    def _next(self, tasks: Iterator[Task]) -> list[Task]:
        return self._returned.popleft() if self._returned else list(islice(tasks, self._sizer.size))

    def _count_threads(self) -> None:
        """Find out how many searches the cluster can do at a time; workers may come and go."""
        now = time.monotonic()
        if now - self._counted < 2.0:
            return
        self._counted = now
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        self._threads = sum(worker["nthreads"] for worker in workers)
        if self._threads:
            self._alone_since = None
            if self._job.memory is None:
                self._job = replace(self._job, memory=_memory_for(list(workers)))
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > _PATIENCE:
            raise BatchError(f"the Dask cluster at {self._scheduler} has had no workers for {_PATIENCE:.0f} s")

    # Collecting

    def _collect(self) -> None:
        """Wait for the next results, a moment at the most, and take all that have come."""
        try:
            self._take(self._ready.get(timeout=_TICK))
            while True:
                self._take(self._ready.get_nowait())
        except queue.Empty:
            pass

    def _take(self, future: Future[Any]) -> None:
        done = self._flying.pop(future, None)
        if done is None:
            return
        if future.status == "error":
            self._failed(done, future.exception())
        elif future.status == "finished":
            answer: _Answer = future.result()
            if answer.search != (self._job.version, self._job.fingerprint):
                raise BatchError(
                    f"a worker of the cluster has klondike-solver {answer.search[0]} with search {answer.search[1]},"
                    f" but this is {self._job.version} with search {self._job.fingerprint}"
                )
            self._rows += answer.rows
            for task in done:
                self._heard.pop(task_name(task), None)
            left = done[len(answer.rows) :]
            if left:
                self._returned.append(left)
            if answer.rows:
                self._sizer.note(len(answer.rows), answer.seconds)
        else:  # Dask has lost it, as it does when its scheduler is started anew.
            self._returned.append(done)

    def _failed(self, tasks: list[Task], error: BaseException | None) -> None:
        from distributed import KilledWorker

        if isinstance(error, ImportError):
            raise BatchError(f"the workers of the cluster do not have klondike-solver: {error}")
        if not isinstance(error, KilledWorker):
            raise BatchError(f"a worker of the cluster failed: {type(error).__name__}: {error}")
        if len(tasks) > 1:
            # One by one, so that it shows which of them it was.
            self._returned.extend([task] for task in tasks)
            return
        detail = "workers of the cluster died while they had it, as often as the cluster puts up with"
        self._rows.append(failed_row(self._job, tasks[0], Reason.WORKER_DIED, detail, 0.0))


def _memory_for(workers: list[dict[str, Any]]) -> int:
    """Return the MiB that each search may take, so that those of any worker fit in half of its memory."""
    shares = [
        (worker["memory_limit"] >> 20) // 2 // worker["nthreads"] - _MARGIN
        for worker in workers
        if worker.get("memory_limit") and worker["nthreads"]
    ]
    return max(1, int(min([DEFAULT_MEMORY, *shares])))
