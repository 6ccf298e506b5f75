"""The compiled engine's front: hands it a position, holds its budget, and brings its line back as moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._settings import check_least
from .cards import Card, full_deck
from .errors import UnsupportedError
from .moves import Move
from .position import Position
from .realise import realise
from .result import Reason, Verdict

if TYPE_CHECKING:
    from .ext.winnable import WinSearch

__all__ = ["DEFAULT_MEMORY", "SLICE", "Answer", "Tuning", "search_compiled", "start_search"]

DEFAULT_MEMORY = 2048
"""MiB that a search may take by default."""

SLICE = 20_000
"""Nodes between two looks at the clock and at signals: a few milliseconds."""


@dataclass(frozen=True)
class Tuning:
    """How the compiled engine searches. No setting changes a verdict, only the time that it takes to come by it.

    Attributes:
        restarts: how many randomised runs may precede the exhaustive search; what they find out is kept.
        unit: nodes of the shortest of these runs.
        prover: whether the prover is asked, at the start and inside the search.
        glance_after: nodes below a component after which the prover examines one card in it.
        prove_after: nodes below a component after which it examines all of them.
        probe_after: nodes below a component after which it probes pairs of cards as well.
        deep_start: whether it does that at the start at once.
        safe_moves: force safe moves to the foundations.
        forced_stock: force safe stock cards up where that is no loss.
        take_back_ban: do not take back what would be safe to play up again.
        early_win: stop when the rest plays itself.
    """

    restarts: int = 1_000_000_000
    unit: int = 10_000
    prover: bool = True
    glance_after: int = 10
    prove_after: int = 2000
    probe_after: int = 20_000
    deep_start: bool = False
    safe_moves: bool = True
    forced_stock: bool = True
    take_back_ban: bool = True
    early_win: bool = True

    def __post_init__(self) -> None:
        check_least(self, _LEAST)


_LEAST = {"restarts": 0, "unit": 1, "glance_after": 0, "prove_after": 0, "probe_after": 0}


@dataclass(frozen=True)
class Answer:
    """What an engine found out.

    Attributes:
        verdict: winnable, lost or undecided.
        reason: how it was decided, or which budget ran out.
        moves: a way to win if winnable, else None.
        nodes: what was searched, in the engine's own unit.
        statistics: further counts by name.
        search_seconds: processor seconds of the search, without what comes after it.
    """

    verdict: Verdict
    reason: Reason
    moves: list[Move] | None
    nodes: int
    statistics: dict[str, int] = field(default_factory=dict)
    search_seconds: float = 0.0


def search_compiled(
    position: Position,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
) -> Answer:
    """Ask the compiled engine whether a position can be won.

    Args:
        position: the position, with its rules.
        max_nodes: how many components to look up at the most.
        timeout: seconds at the most.
        memory: MiB that the table may take; beyond that it forgets, which costs time.
        cancel: asked every few milliseconds whether to give up.
        tuning: how to search, for measurements and tests.

    Raises:
        UnsupportedError: these rules or this position are not for this engine; the message says why.
    """
    started = time.thread_time()
    search = start_search(position, memory, tuning or Tuning())
    outcome, reason = run_search(search, max_nodes=max_nodes, timeout=timeout, cancel=cancel)
    seconds = time.thread_time() - started
    verdict, moves = Verdict.UNDECIDED, None
    if outcome == "won":
        verdict, reason, moves = Verdict.WINNABLE, Reason.SOLVED, as_moves(position, search.steps())
    elif outcome == "lost":
        verdict, reason = Verdict.LOST, Reason.PROVEN if search.start_proven else Reason.EXHAUSTED
    return Answer(verdict, reason, moves, search.nodes, counts(search), seconds)


def run_search(
    search: WinSearch, *, max_nodes: int | None, timeout: float | None, cancel: Callable[[], bool] | None
) -> tuple[str | None, Reason]:
    """Run a search until it is done or its budget is, with looks at the clock and at signals every ``SLICE`` nodes.

    Returns:
        What ``WinSearch.run`` said last, and why the search ended if that settles nothing.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    while True:
        outcome = search.run(SLICE if max_nodes is None else min(SLICE, max_nodes - search.nodes))
        if outcome is not None:
            return outcome, Reason.BUFFER_LIMIT
        if max_nodes is not None and search.nodes >= max_nodes:
            return None, Reason.NODE_LIMIT
        if cancel is not None and cancel():
            return None, Reason.CANCELLED
        if deadline is not None and time.monotonic() >= deadline:
            return None, Reason.TIME_LIMIT


def counts(search: WinSearch) -> dict[str, int]:
    """Return what a search has done so far, by name."""
    return {
        "expanded": search.expanded,
        "stored": search.stored,
        "forgotten": search.forgotten,
        "table_bytes": search.table_bytes,
        "deepest": search.deepest,
        "runs": search.runs,
        "asked": search.asked,
        "proven": search.proven,
    }


def as_moves(position: Position, steps: list[tuple[int, bool]]) -> list[Move]:
    """Turn the engine's steps into moves. Whether they are legal is for a replay to say.

    Raises:
        InternalError: they cannot be played, so the engine is wrong.
    """
    deck = full_deck()
    lowest = 4 * lowest_rank(position)
    return realise(position, [(deck[number - lowest], up) for number, up in steps])


def lowest_rank(position: Position) -> int:
    """Return the engine's rank of the lowest cards: a small deck plays like the top of a whole one."""
    return 13 - position.rules.shape.ranks


def start_search(position: Position, memory: int, tuning: Tuning, *, most_cards: bool = False) -> WinSearch:
    """Hand a position to the compiled engine.

    Args:
        position: the position, with its rules.
        memory: MiB that the table may take.
        tuning: how to search.
        most_cards: look for the most cards up instead of a win.

    Raises:
        UnsupportedError: these rules or this position are not for this engine.
    """
    rules = position.rules
    if not rules.part_runs:
        raise UnsupportedError(
            "the compiled engine cannot do whole runs only: it counts on moving parts of runs; the reference engine can"
        )
    # Imported here, so that a compiled module that cannot be loaded is an error of this call and not of any import.
    from .ext.winnable import WinSearch

    return WinSearch(**engine_arguments(position), memory=memory << 20, most_cards=most_cards, **vars(tuning))


def engine_arguments(position: Position) -> dict[str, Any]:
    """Return a position in the terms of the compiled searches."""
    rules = position.rules
    lowest = lowest_rank(position)

    def number(card: Card) -> int:
        return 4 * (card.rank + lowest) + card.suit

    return {
        "columns": [[number(card) for card in column.cards] for column in position.columns],
        "face_down": [column.face_down for column in position.columns],
        "foundations": [height + lowest for height in position.foundations],
        "stock": [number(card) for card in (*position.waste, *position.stock)],
        "waste": len(position.waste),
        "draw": rules.draw,
        "recycles": None if rules.passes is None else rules.passes - 1 - position.recycles,
        "take_back": rules.take_back,
        "lowest": lowest,
    }
