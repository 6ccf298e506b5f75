"""A batch: many deals, one store."""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from .._text import is_whole, shown
from .._version import __version__
from ..api import DEFAULT_MEMORY, ENGINES, Engine, check_limits
from ..deal import Deal
from ..deal_sets import DealSet
from ..describe import rules_in_words
from ..errors import BatchError, InputError, StoreError, UnsupportedError
from ..fingerprint import engine_for, fingerprint
from ..result import Verdict
from ..rules import Rules
from ..store import Row, Run, Store
from .deals import DealList
from .executor import Executor
from .machine import default_jobs, default_memory
from .progress import Progress
from .task import Job, Task, task_of

__all__ = ["retry_batch", "solve_batch"]

_SHOW = 0.2
"""Seconds between two looks at the progress."""


def solve_batch(
    deals: DealList | DealSet | Iterable[Deal],
    rules: Rules | None = None,
    *,
    store: str | os.PathLike[str],
    engine: Engine = "auto",
    jobs: int | None = None,
    scheduler: str | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    new_run: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Progress:
    """Solve many deals with many processes, and keep the results in a store.

    Deals that the store has results of are not solved again, so the same call goes on where an earlier one was stopped,
    by whatever. A deal whose worker process dies is tried once more, and then counts as undecided.

    Args:
        deals: the deals.
        rules: the rules, ``Rules()`` by default.
        store: the file of the store; it is made if there is none.
        engine: which engine searches, as for ``solve``.
        jobs: how many processes search at a time; by default as many as there are processors.
        scheduler: the address of a Dask scheduler, to search on its cluster and not on this machine.
        max_nodes: how many nodes to search for each deal at the most; None for no limit.
        timeout: seconds for each deal at the most; None for no limit.
        memory: MiB that each search may take; by default so much that all of them fit in half of the memory of this
            machine, or of a worker of the cluster, and 2048 at the most.
        new_run: if the store has results of these rules by another version or another search, keep the new ones beside
            them in a run of their own.
        on_progress: called several times a second, always with the same object.
        cancel: asked several times a second whether to stop. What is done is stored, what is being searched is not.

    Returns:
        How it went.

    Raises:
        StoreError: the store cannot be used: it is none, another process writes it, it has results of another version
            or search (see ``new_run``), or the disk is full. What was stored before is still there.
        InputError: a limit makes no sense, or the rules do not fit the deals.
        UnsupportedError: this system cannot run worker processes, or what the cluster needs is not installed.
        BatchError: workers do not start, or the cluster cannot be reached.
    """
    batch = _Batch(
        rules,
        engine=engine,
        jobs=jobs,
        scheduler=scheduler,
        max_nodes=max_nodes,
        timeout=timeout,
        memory=memory,
    )
    wanted = batch.wanted(deals)
    with Store.open(store, "write") as opened:
        run = batch.begin_run(opened, new_run=new_run)
        before = wanted.verdicts(opened, run)
        progress = Progress(run, wanted.count, before)
        batch.carry_out(wanted.missing(opened, run), opened, progress, on_progress, cancel)
        opened.check_file()
    return progress


def retry_batch(
    rules: Rules | None = None,
    *,
    store: str | os.PathLike[str],
    deals: DealList | DealSet | Iterable[Deal] | None = None,
    engine: Engine = "auto",
    jobs: int | None = None,
    scheduler: str | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Progress:
    """Solve undecided deals of a store again, with more nodes, time or memory than they were given.

    Deals are passed over that were given as much before of what they ran out of, so the same call goes on where an
    earlier one was stopped. Deals whose worker died are always tried.

    Args:
        rules: the rules whose results are meant, ``Rules()`` by default.
        store: the file of the store.
        deals: which of the undecided deals; by default all of them.
        engine: the rest as for ``solve_batch``.

    Returns:
        How it went; ``total`` is the number of undecided deals that were meant.

    Raises:
        StoreError: as for ``solve_batch``, or the store has no results of these rules.
        InputError: as for ``solve_batch``, as are the others.
    """
    batch = _Batch(
        rules,
        engine=engine,
        jobs=jobs,
        scheduler=scheduler,
        max_nodes=max_nodes,
        timeout=timeout,
        memory=memory,
    )
    wanted = None if deals is None else batch.wanted(deals)
    Store.open(store).close()  # It must be there: a new one is not what is meant.
    with Store.open(store, "write") as opened:
        run = batch.find_run(opened)

        def undecided() -> Iterator[Row]:
            for row in opened.rows(run, verdict=Verdict.UNDECIDED):
                if wanted is None or wanted.has(row):
                    yield row

        hopes = Counter(batch.job.can_better(row) for row in undecided())
        progress = Progress(run, hopes[True], passed_over=hopes[False])
        tasks = (task_of(row) for row in undecided() if batch.job.can_better(row))
        batch.carry_out(tasks, opened, progress, on_progress, cancel)
        opened.check_file()
    return progress


class _Batch:
    """How to solve the deals of a batch, wherever they come from."""

    def __init__(
        self,
        rules: Rules | None,
        *,
        engine: Engine,
        jobs: int | None,
        scheduler: str | None,
        max_nodes: int | None,
        timeout: float | None,
        memory: int | None,
    ) -> None:
        rules = Rules() if rules is None else rules
        if engine not in ENGINES:
            raise InputError(f"unknown engine {shown(engine)}; there are {', '.join(ENGINES)}")
        if engine == "compiled" and not rules.part_runs:
            raise UnsupportedError("the compiled engine cannot do whole runs only; the reference engine can")
        if jobs is not None and not (is_whole(jobs) and jobs >= 1):
            raise InputError(f"the number of jobs is a whole number, 1 or more, not {shown(jobs)}")
        if jobs is not None and scheduler is not None:
            raise InputError("the number of jobs is for this machine; on a cluster all workers take part")
        check_limits(max_nodes, timeout, DEFAULT_MEMORY if memory is None else memory)
        searcher: Engine = engine_for(rules) if engine == "auto" else engine
        self._jobs = default_jobs() if jobs is None else jobs
        self._scheduler = scheduler
        self.job = Job(
            rules=rules,
            engine=searcher,
            max_nodes=max_nodes,
            timeout=timeout,
            memory=default_memory(self._jobs) if memory is None and scheduler is None else memory,
            version=__version__,
            fingerprint=fingerprint(searcher),
        )

    def wanted(self, deals: DealList | DealSet | Iterable[Deal]) -> DealList:
        """Return the deals as a list.

        Raises:
            InputError: the rules do not fit them.
        """
        found = DealList.of(deals, self.job.rules.shape)
        if found.shape != self.job.rules.shape:
            raise InputError("the deals have another shape than the rules")
        return found

    def begin_run(self, store: Store, *, new_run: bool) -> Run:
        """Return the run that the results belong to, which is begun if need be.

        Raises:
            StoreError: there is one of another search, and nobody has said that this one may be put beside it.
        """
        ours, others = self._runs(store)
        if ours is None and others and not new_run:
            raise StoreError(
                f"{store.path} has results of these rules by {others[-1].search}; this is {self._search}."
                " Take another file, or ask for a new run in this one (--new-run)"
            )
        return store.run(self.job.rules, engine=self.job.engine)

    def find_run(self, store: Store) -> Run:
        """Return the run whose undecided deals are tried again.

        Raises:
            StoreError: there is none.
        """
        ours, others = self._runs(store)
        if ours is None and others:
            raise StoreError(
                f"the results of these rules in {store.path} are by {others[-1].search}; this is {self._search}, and"
                " what it finds is not mixed with them"
            )
        if ours is None:
            known = "; or of ".join(dict.fromkeys(rules_in_words(run.rules) for run in store.runs()))
            raise StoreError(
                f"{store.path} has no results of these rules ({rules_in_words(self.job.rules)})"
                + (f"; give the rules of those that it has: {known}" if known else ", nor of any others")
            )
        return ours

    def _runs(self, store: Store) -> tuple[Run | None, list[Run]]:
        """Return the run of this very search, and those of the same rules and engine by others."""
        similar = [run for run in store.runs() if (run.rules, run.engine) == (self.job.rules, self.job.engine)]
        search = (self.job.version, self.job.fingerprint)
        ours = next((run for run in similar if (run.version, run.fingerprint) == search), None)
        return ours, [run for run in similar if run is not ours]

    @property
    def _search(self) -> str:
        return f"klondike-solver {self.job.version}, {self.job.engine} engine, search {self.job.fingerprint}"

    def carry_out(
        self,
        tasks: Iterator[Task],
        store: Store,
        progress: Progress,
        on_progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
    ) -> None:
        """Solve deals and store the results, until all are done or it is to stop."""
        executor = self._executor()
        unsaved: list[Row] = []

        def store_all(batches: Iterator[list[Row]]) -> Iterator[None]:
            for rows in batches:
                unsaved.extend(rows)
                if unsaved:
                    store.add(progress.run, unsaved)
                    progress.note(unsaved)
                    unsaved.clear()
                yield

        try:
            shown_at = -math.inf
            for _ in store_all(executor.solve(tasks)):
                progress.running = sorted(executor.running(), key=lambda running: -running.seconds)
                now = time.monotonic()
                if on_progress is not None and now - shown_at >= _SHOW:
                    shown_at = now
                    on_progress(progress)
                if cancel is not None and not progress.is_stopped and cancel():
                    progress.is_stopped = True
                    executor.stop()
        except (BatchError, StoreError):  # Nothing more can be had, or kept.
            raise
        except BaseException:  # Ctrl-C, or an error of whoever is told of the progress.
            progress.is_stopped = True
            executor.stop()
            for _ in store_all(executor.solve(iter(()))):
                pass
            raise
        finally:
            executor.close()
            progress.end()

    def _executor(self) -> Executor:
        # Imported only now: what starts processes takes time to load, which other commands need not spend.
        if self._scheduler is None:
            from .pool import Pool

            return Pool(self.job, self._jobs)
        from .cluster import Cluster

        return Cluster(self.job, self._scheduler)
