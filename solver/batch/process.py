"""A worker process, seen from the process that has the store.

It is not a ``multiprocessing`` one: that would run the main program's file again in each worker, which must then be
written for it.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import time
from collections import deque
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from .executor import Running
from .task import Job, Task, task_name

__all__ = ["GRACE", "TaskList", "WorkerProcess", "how_it_ended"]

GRACE = 10.0
"""Seconds in which a worker must come to an end when it is told to."""

_LONG = 0.9
"""Seconds after which a search is one that takes long."""

_START = """\
import sys
from multiprocessing.connection import Connection
connection = Connection(int(sys.argv[1]))
sys.path[:] = connection.recv()
from klondike_solver.batch.worker import main
main(connection)
"""


class TaskList:
    """Deals that were handed out together.

    Attributes:
        tasks: the deals.
        done: how many of them have been answered; they are answered in order.
        last_try: whether the worker that had them before died.
    """

    def __init__(self, tasks: list[Task], *, last_try: bool = False) -> None:
        self.tasks = tasks
        self.done = 0
        self.last_try = last_try


class WorkerProcess:
    """A worker process, seen from here."""

    def __init__(self, job: Job) -> None:
        here, there = Pipe()
        self.connection: Connection = here
        self.lists: deque[TaskList] = deque()
        self.has_begun = False
        self.running_since: float | None = None
        # Ctrl-C is for this process, which then tells the workers; they inherit that they do not hear it.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with there:
                self.process = subprocess.Popen(
                    # -P: a file in the current folder does not become one of Python's modules.
                    [sys.executable, "-P", "-c", _START, str(there.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[there.fileno()],
                )
        except BaseException:
            here.close()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        with suppress(OSError):
            here.send(sys.path)
            here.send_bytes(pickle.dumps(job))

    def give(self, tasks: TaskList) -> None:
        """Hand it a list of deals to do after those that it has."""
        self.lists.append(tasks)
        self.send(tasks.tasks)

    def send(self, message: list[Task] | None) -> None:
        """Send it deals, or None: there are no more."""
        # If it has died, that shows when it is read from.
        with suppress(OSError):
            self.connection.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def running(self) -> Running | None:
        """Return what it is at, and since when; None: nothing."""
        if self.running_since is None or not self.lists:
            return None
        seconds = time.monotonic() - self.running_since
        first = self.lists[0]
        return Running(task_name(first.tasks[first.done]), seconds) if seconds >= _LONG else None

    def end(self, patience: float = GRACE) -> int:
        """Wait for its end, with force if need be, and return its exit status."""
        self.connection.close()
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def how_it_ended(status: int) -> str:
    """Return how a process ended, in words.

    >>> how_it_ended(-9), how_it_ended(1)
    ('was killed by SIGKILL', 'exited with status 1')
    """
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"
