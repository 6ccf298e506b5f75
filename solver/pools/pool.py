"""Choosing the deals of a pool."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Generator
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from .._text import is_whole, shown
from ..batch import default_jobs
from ..difficulty import Difficulty, Level
from ..errors import InputError
from ..result import Verdict
from ..rules import Rules
from ..store import Row
from .source import Candidates, PoolProgress, Source

__all__ = ["ORDERS", "Order", "PoolDeal", "pool"]

Order = Literal["stored", "easiest", "hardest"]
"""In which order deals come: as they were first stored, or the easiest or the hardest first."""

ORDERS: tuple[Order, ...] = ("stored", "easiest", "hardest")


@dataclass(frozen=True)
class PoolDeal:
    """A deal of a pool.

    Attributes:
        row: its result, without the moves; ``row.name`` is what every command takes as DEAL.
        rules: the rules of the result.
        difficulty: how hard it is; None for lost deals, and where nobody asked.
    """

    row: Row
    rules: Rules
    difficulty: Difficulty | None


def pool(
    store: str | os.PathLike[str],
    rules: Rules | None = None,
    *,
    verdict: Verdict = Verdict.WINNABLE,
    level: Level | str | None = None,
    count: int | None = None,
    order: Order = "stored",
    seed: int | None = None,
    schemes: Collection[str] | None = None,
    measure: bool = True,
    jobs: int | None = None,
    on_progress: Callable[[PoolProgress], None] | None = None,
) -> Generator[PoolDeal, None, None]:
    """Yield the deals of a store that have a verdict and a difficulty, for games to choose from.

    Difficulties are measured as they are needed and kept in the store, so that the same call after an interruption goes
    on where it was, and no later one measures anything twice. A store that another process is writing, or that cannot
    be written, is read all the same; ``PoolProgress.not_kept`` then says why nothing is kept.

    Args:
        store: the file.
        rules: the rules; they may be left out if the store has results by one set of rules only.
        verdict: winnable; or lost or undecided, and then there is no difficulty.
        level: only deals of this level.
        count: so many deals at the most.
        order: in which order they come. In a measured order every winnable deal of the store must be measured first.
        seed: draw the deals at random, the same ones in the same order for the same seed.
        schemes: only deals that came by a number of one of these schemes.
        measure: whether the difficulty is wanted where neither level nor order needs it.
        jobs: how many threads measure; by default as many as there are processors.
        on_progress: called after each deal that has been looked at, with the same object.

    Raises:
        StoreError: the store cannot be read.
        InputError: it has no results by these rules, or what is asked for makes no sense.
    """
    verdict = Verdict(verdict)
    wanted = None if level is None else _level(level)
    if order not in ORDERS:
        raise InputError(f"unknown order {shown(order)}; there are {', '.join(ORDERS)}")
    if seed is not None and not is_whole(seed):
        raise InputError(f"a seed is a whole number, not {shown(seed)}")
    if seed is not None and order != "stored":
        raise InputError("deals come either at random, with a seed, or in an order")
    for name, number in (("the number of deals", count), ("the number of jobs", jobs)):
        if number is not None and not (is_whole(number) and number >= 1):
            raise InputError(f"{name} is a whole number, 1 or more, not {shown(number)}")
    if verdict is not Verdict.WINNABLE and (wanted is not None or order != "stored"):
        raise InputError(f"{verdict} deals have no difficulty; winnable ones have")
    source = Source(os.fspath(store), default_jobs() if jobs is None else jobs, on_progress)
    try:
        runs = source.runs(rules)
    except BaseException:
        source.close()
        raise
    found = source.results(runs, verdict, schemes)
    if seed is not None:
        found = _drawn(source, found, seed)
    if verdict is Verdict.WINNABLE and (measure or wanted is not None or order != "stored"):
        found = source.measured(found)
    if order != "stored":
        found = _sorted(source, found, order)
    return _chosen(source, found, wanted, count)


def _chosen(
    source: Source, candidates: Candidates, level: Level | None, count: int | None
) -> Generator[PoolDeal, None, None]:
    chosen = 0
    # In this order: what still reads the store ends first.
    with source, closing(candidates):
        for one in candidates:
            if level is None or (one.difficulty is not None and one.difficulty.level is level):
                yield PoolDeal(one.row, one.run.rules, one.difficulty)
                chosen += 1
                if chosen == count:
                    return


# Both hold only what it takes to find a deal again of all of them at a time.


def _drawn(source: Source, candidates: Candidates, seed: int) -> Candidates:
    lots = sorted((_lot(seed, one.row.exact), one.id, one.run) for one in candidates)
    yield from source.again((run, id, None) for _, id, run in lots)


def _sorted(source: Source, candidates: Candidates, order: Order) -> Candidates:
    known = [(one.run, one.id, one.difficulty) for one in candidates if one.difficulty is not None]
    known.sort(key=lambda key: key[2].ease, reverse=order == "easiest")
    yield from source.again(known)


def _lot(seed: int, exact: str) -> bytes:
    """Return what a deal draws: by the deal alone, so that a store that grows keeps the order of its deals."""
    return blake2b(f"{seed}:{exact}".encode(), digest_size=12).digest()


def _level(level: Level | str) -> Level:
    try:
        return Level(level)
    except ValueError:
        raise InputError(f"unknown level {shown(level)}; there are {', '.join(Level)}") from None
