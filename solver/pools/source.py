"""Where the deals of a pool come from: the results of a store, with difficulties that are measured and kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple, Self

from ..deal import Deal
from ..describe import rules_in_words
from ..difficulty import Difficulty, measure_difficulty
from ..errors import InputError, StoreError
from ..result import Verdict
from ..rules import Rules
from ..store import Row, Run, Store
from ..store.difficulties import Found, add_difficulties, row_with_difficulty, rows_with_difficulty

__all__ = ["Candidate", "Candidates", "PoolProgress", "Source"]

_KEEP = 100
"""Difficulties that are written at a time: about a second's work, which is what a sudden end costs."""

_AHEAD = 4
"""Deals for each thread that are handed out before the first of them is waited for."""

_MOST = 1000
"""Deals that wait for one before them at the most; most of them may have been measured before."""


@dataclass
class PoolProgress:
    """How far the making of a pool is; it changes meanwhile.

    Attributes:
        looked_at: deals that have been looked at.
        measured: those of them whose difficulty was not kept from before, and has been measured.
        unnumbered: deals that were passed over, since they came by no number of a wanted scheme.
        not_kept: why difficulties are not kept in the store, or None.
    """

    looked_at: int = 0
    measured: int = 0
    unnumbered: int = 0
    not_kept: str | None = None


class Candidate(NamedTuple):
    """A deal that may come into the pool."""

    run: Run
    id: int
    row: Row
    difficulty: Difficulty | None


Candidates = Generator[Candidate, None, None]
"""Deals that may come into the pool, as they are looked at."""


class Source:
    """A store to make a pool of; a context manager.

    Args:
        path: the store's file.
        jobs: how many threads measure.
        on_progress: called after each deal.

    Raises:
        StoreError: the file cannot be read.
    """

    def __init__(self, path: str, jobs: int, on_progress: Callable[[PoolProgress], None] | None) -> None:
        self._store = Store.open(path)
        self._writer: Store | None = None
        self._jobs = jobs
        # Threads, and not processes: the compiled player lets go of the interpreter while it plays.
        self._threads = ThreadPoolExecutor(jobs, "klondike-measure")
        self._on_progress = on_progress
        self._progress = PoolProgress()
        self._unsaved: list[tuple[int, Difficulty]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._store.blame_damage(error)
        finally:
            self.close()

    def close(self) -> None:
        """Keep what has been measured, and close the store."""
        self._threads.shutdown(cancel_futures=True)
        self._save()
        self._store.close()
        if self._writer is not None:
            self._writer.close()

    def runs(self, rules: Rules | None) -> list[Run]:
        """Return the runs of these rules; without rules, of the only ones that there are.

        Raises:
            InputError: there are none, or the store has results of several rules and none were given.
        """
        runs = self._store.runs()
        known = list(dict.fromkeys(run.rules for run in runs))
        listed = "; ".join(map(rules_in_words, known))
        if not known:
            raise InputError(f"{self._store.path} has no results yet")
        if rules is None and len(known) > 1:
            raise InputError(f"{self._store.path} has results by several rules, so choose some (--rules): {listed}")
        if rules is not None and rules not in known:
            raise InputError(f"{self._store.path} has no results by {rules_in_words(rules)}; it has: {listed}")
        return [run for run in runs if rules is None or run.rules == rules]

    def results(self, runs: list[Run], verdict: Verdict, schemes: Collection[str] | None) -> Candidates:
        """Yield the results of some runs with this verdict, each deal once.

        Args:
            runs: the runs.
            verdict: the verdict.
            schemes: only deals that came by a number of one of these schemes.
        """
        seen: set[str] = set()
        for run in runs:
            for found in rows_with_difficulty(self._store, run, verdict):
                if len(runs) > 1:
                    if found.row.exact in seen:
                        continue
                    seen.add(found.row.exact)
                wanted = schemes is None or found.row.scheme in schemes
                self._progress.looked_at += 1
                self._progress.unnumbered += not wanted
                self._report()
                if wanted:
                    yield _candidate(run, found)

    def again(self, wanted: Iterable[tuple[Run, int, Difficulty | None]]) -> Candidates:
        """Yield results by their runs and numbers, with these difficulties, or those that are kept."""
        for run, id, known in wanted:
            found = _candidate(run, row_with_difficulty(self._store, run, id))
            yield found if known is None else found._replace(difficulty=known)

    def measured(self, candidates: Iterable[Candidate]) -> Candidates:
        """Yield them with their difficulties, in the same order; what has to be measured is kept in the store."""
        ahead: deque[tuple[Candidate, Future[Difficulty] | None]] = deque()
        waiting = 0
        for candidate in candidates:
            future = None
            if candidate.difficulty is None:
                future = self._threads.submit(_measure, candidate.run.rules, candidate.row)
                waiting += 1
            ahead.append((candidate, future))
            while waiting >= _AHEAD * self._jobs or len(ahead) > _MOST or (ahead and ahead[0][1] is None):
                waiting -= ahead[0][1] is not None
                yield self._note(*ahead.popleft())
        while ahead:
            yield self._note(*ahead.popleft())

    def _note(self, candidate: Candidate, future: Future[Difficulty] | None) -> Candidate:
        if future is not None:
            candidate = candidate._replace(difficulty=future.result())
            assert candidate.difficulty is not None
            self._progress.measured += 1
            self._unsaved.append((candidate.id, candidate.difficulty))
            if len(self._unsaved) >= _KEEP:
                self._save()
            self._report()
        return candidate

    def _report(self) -> None:
        if self._on_progress is not None:
            self._on_progress(self._progress)

    def _save(self) -> None:
        """Keep what was measured; where that is impossible, say why and go on without."""
        unsaved, self._unsaved = self._unsaved, []
        if not unsaved or self._progress.not_kept is not None:
            return
        try:
            if self._writer is None:
                self._writer = Store.open(self._store.path, "write")
            add_difficulties(self._writer, unsaved)
        except StoreError as error:
            self._progress.not_kept = str(error)
            self._report()


def _candidate(run: Run, found: Found) -> Candidate:
    return Candidate(run, *found)


def _measure(rules: Rules, row: Row) -> Difficulty:
    return measure_difficulty(Deal.from_exact(int(row.exact), shape=rules.shape), rules)
