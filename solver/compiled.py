"""The compiled engine's front: hands it a position, holds its budget, and brings its line back as moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from .cards import Card, Suit
from .errors import UnsupportedError
from .ext.winnable import WinSearch
from .moves import Move
from .position import Position
from .realise import realise
from .result import Reason, Verdict

__all__ = ["SLICE", "Answer", "Tuning", "search_compiled", "start_search"]

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
    unit: int = 5000
    prover: bool = True
    glance_after: int = 5
    prove_after: int = 4000
    probe_after: int = 50_000
    deep_start: bool = False
    safe_moves: bool = True
    forced_stock: bool = True
    take_back_ban: bool = True
    early_win: bool = True


@dataclass(frozen=True)
class Answer:
    """What an engine found out.

    Attributes:
        verdict: winnable, lost or undecided.
        reason: how it was decided, or which budget ran out.
        moves: a way to win if winnable, else None.
        nodes: what was searched, in the engine's own unit.
        statistics: further counts by name.
    """

    verdict: Verdict
    reason: Reason
    moves: list[Move] | None
    nodes: int
    statistics: dict[str, int] = field(default_factory=dict)


def search_compiled(
    position: Position,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = 2048,
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
    deadline = None if timeout is None else time.monotonic() + timeout
    search = start_search(position, memory, tuning or Tuning())
    reason: Reason | None = None
    outcome: str | None = None
    while outcome is None and reason is None:
        nodes = SLICE if max_nodes is None else min(SLICE, max_nodes - search.nodes)
        outcome = search.run(nodes)
        if outcome is not None:
            break
        if max_nodes is not None and search.nodes >= max_nodes:
            reason = Reason.NODE_LIMIT
        elif cancel is not None and cancel():
            reason = Reason.CANCELLED
        elif deadline is not None and time.monotonic() >= deadline:
            reason = Reason.TIME_LIMIT
    statistics = {
        "expanded": search.expanded,
        "stored": search.stored,
        "forgotten": search.forgotten,
        "table_bytes": search.table_bytes,
        "deepest": search.deepest,
        "runs": search.runs,
        "asked": search.asked,
        "proven": search.proven,
    }
    if outcome == "won":
        lowest = 13 - position.rules.shape.ranks
        steps = [(Card((number >> 2) - lowest, Suit(number & 3)), up) for number, up in search.steps()]
        return Answer(Verdict.WINNABLE, Reason.SOLVED, realise(position, steps), search.nodes, statistics)
    if outcome == "lost":
        reason = Reason.EXHAUSTED if search.nodes else Reason.PROVEN
        return Answer(Verdict.LOST, reason, None, search.nodes, statistics)
    return Answer(Verdict.UNDECIDED, reason or Reason.MEMORY_LIMIT, None, search.nodes, statistics)


def start_search(position: Position, memory: int, tuning: Tuning) -> WinSearch:
    """Hand a position to the compiled engine.

    Raises:
        UnsupportedError: these rules or this position are not for this engine.
    """
    rules = position.rules
    if not rules.part_runs:
        raise UnsupportedError(
            "the compiled engine cannot do whole runs only: it counts on moving parts of runs; the reference engine can"
        )
    # A small deck plays like the top of a whole one whose low cards are already up.
    lowest = 13 - rules.shape.ranks

    def number(card: Card) -> int:
        return 4 * (card.rank + lowest) + card.suit

    return WinSearch(
        columns=[[number(card) for card in column.cards] for column in position.columns],
        face_down=[column.face_down for column in position.columns],
        foundations=[height + lowest for height in position.foundations],
        stock=[number(card) for card in (*position.waste, *position.stock)],
        waste=len(position.waste),
        draw=rules.draw,
        recycles=None if rules.passes is None else rules.passes - 1 - position.recycles,
        take_back=rules.take_back,
        memory=memory << 20,
        lowest=lowest,
        **asdict(tuning),
    )
