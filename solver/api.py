"""One call for one question: ``solve``.

>>> from klondike_solver import Deal, Rules, solve
>>> result = solve(Deal.parse("solvitaire:2"), Rules(draw=3))
>>> result.verdict
<Verdict.WINNABLE: 'winnable'>
>>> result.solution.is_won
True
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Literal

from ._text import is_whole, shown
from ._types import need, need_cancel
from .compiled import DEFAULT_MEMORY, Answer, Tuning, search_compiled
from .deal import Deal
from .errors import IllegalMoveError, InputError, InternalError, UnsupportedError
from .position import Position
from .result import Reason, Result, Verdict
from .rules import Rules, need_rules
from .search import Status
from .solution import Solution

__all__ = ["DEFAULT_MEMORY", "ENGINES", "Engine", "check_limits", "solve", "solve_many", "to_question", "verified"]

log = logging.getLogger(__name__)

Engine = Literal["auto", "compiled", "reference"]
"""The name of an engine; ``auto`` is the compiled one wherever it can do what is asked."""

ENGINES: tuple[Engine, ...] = ("auto", "compiled", "reference")


def solve(
    game: Deal | Position,
    rules: Rules | None = None,
    *,
    engine: Engine = "auto",
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
    shorten: bool = True,
) -> Result:
    """Tell whether a deal or a mid-game position can be won, with a way to win it.

    Without a time limit the answer, the solution and the node count are the same on every run and machine.

    Args:
        game: the deal, or a position.
        rules: the rules; by default those of the position, or ``Rules()`` for a deal.
        engine: ``compiled``, the plain ``reference``, or ``auto``: the compiled one, but the reference for whole runs
            only, which the compiled one cannot do.
        max_nodes: how many nodes to search at the most (see ``Result.nodes``); None for no limit.
        timeout: wall-clock seconds at the most; None for no limit. The compiled engine looks at the clock every few
            milliseconds, so easy games are decided whatever the limit.
        memory: MiB that the search may take. A search that needs more forgets, and takes longer.
        cancel: a function that is asked every few milliseconds whether to give up; it may be set from another thread.
        tuning: how the compiled engine searches, for measurements; no setting changes a verdict.
        shorten: leave out the moves of a solution that cancel out, which takes a fraction of a millisecond.

    Returns:
        The answer. A verdict of *winnable* comes with a solution that was replayed on ``Position``.

    Raises:
        InputError: a limit makes no sense, or the rules do not fit the deal.
        UnsupportedError: the engine that was asked for cannot do this.
        InternalError: the engine's solution did not survive its replay. This is a bug; please report the deal.
    """
    position, deal = to_question(game, rules)
    check_limits(max_nodes, timeout, memory)
    if engine not in ENGINES:
        raise InputError(f"unknown engine {shown(engine)}; there are {', '.join(ENGINES)}")
    need(tuning, Tuning | None, "tuning is a Tuning object or None")
    need_cancel(cancel)
    if tuning is not None and engine == "reference":
        raise UnsupportedError("only the compiled engine can be told how to search")
    if engine == "auto":
        engine = "compiled" if position.rules.part_runs else "reference"
    log.debug("solving %s by the %s engine under %r", deal or "a position", engine, position.rules)
    started = time.monotonic()
    if engine == "compiled":
        answer = search_compiled(
            position, max_nodes=max_nodes, timeout=timeout, memory=memory, cancel=cancel, tuning=tuning
        )
    else:
        answer = _search_reference(position, max_nodes=max_nodes, timeout=timeout, memory=memory, cancel=cancel)
    solution = None
    if answer.verdict is Verdict.WINNABLE:
        solution = verified(Solution(position, answer.moves or []), position.rules.shape.cards, shorten=shorten)
    result = Result(
        verdict=answer.verdict,
        reason=answer.reason,
        solution=solution,
        position=position,
        deal=deal,
        engine=engine,
        nodes=answer.nodes,
        seconds=time.monotonic() - started,
        statistics=answer.statistics,
        search_seconds=answer.search_seconds,
    )
    log.info("%r in %.3f s; %s", result, result.seconds, dict(answer.statistics))
    return result


def solve_many(
    games: Iterable[Deal | Position],
    rules: Rules | None = None,
    *,
    engine: Engine = "auto",
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
    shorten: bool = True,
) -> Iterator[Result]:
    """Solve one game after the other, each with a budget of its own.

    Args:
        games: deals or positions; an endless iterator is fine.
        rules: as for ``solve``, as is all the rest. Where ``cancel`` says so, the game at hand stays undecided; it is
            asked again for those after it.

    Yields:
        The results, in the order of the games.

    >>> from klondike_solver import Deal, solve_many
    >>> deals = (Deal.parse(f"solvitaire:{number}") for number in range(1, 4))
    >>> [str(result.verdict) for result in solve_many(deals)]
    ['lost', 'winnable', 'winnable']
    """
    need(games, Iterable, "it takes many games, in a list or another iterable")
    for game in games:
        yield solve(
            game,
            rules,
            engine=engine,
            max_nodes=max_nodes,
            timeout=timeout,
            memory=memory,
            cancel=cancel,
            tuning=tuning,
            shorten=shorten,
        )


def to_question(game: Deal | Position, rules: Rules | None) -> tuple[Position, Deal | None]:
    """Return the position that is asked about, and the deal if it is the start of one.

    Raises:
        TypeError: this is neither a deal nor a position.
        InputError: the rules do not fit it.
    """
    need_rules(rules)
    if isinstance(game, Deal):
        return Position.start(game, Rules() if rules is None else rules), game
    if isinstance(game, Position):
        position = game if rules is None else game.with_rules(rules)
        return position, position.deal()
    raise TypeError(f"it takes a Deal or a Position, not {type(game).__name__}; Deal.parse reads a text")


def check_limits(max_nodes: int | None, timeout: float | None, memory: int) -> None:
    """Refuse limits that cannot be meant.

    Raises:
        InputError: a limit makes no sense.
    """
    if max_nodes is not None and not (is_whole(max_nodes) and max_nodes >= 0):
        raise InputError(f"the node limit is a whole number, 0 or more, or None for no limit, not {shown(max_nodes)}")
    if timeout is not None and not (_is_number(timeout) and timeout >= 0):
        raise InputError(f"the time limit is 0 seconds or more, or None for no limit, not {shown(timeout)}")
    if not (is_whole(memory) and 1 <= memory < 2**40):
        raise InputError(f"the memory limit is a whole number of MiB, 1 or more, not {shown(memory)}")


def _is_number(value: object) -> bool:
    return (isinstance(value, float) and not math.isnan(value)) or is_whole(value)


def _search_reference(
    position: Position,
    *,
    max_nodes: int | None,
    timeout: float | None,
    memory: int,
    cancel: Callable[[], bool] | None,
) -> Answer:
    from .reference import solve_reference

    started = time.thread_time()
    found = solve_reference(position, max_nodes=max_nodes, timeout=timeout, memory=memory, cancel=cancel)
    seconds = time.thread_time() - started
    verdict, reason = _OUTCOMES[found.status]
    counts = asdict(found.statistics)
    statistics = {name: count for name, count in counts.items() if name not in ("nodes", "seconds")}
    moves = None if found.path is None else list(found.path)
    return Answer(verdict, reason, moves, found.statistics.nodes, statistics, seconds)


_OUTCOMES = {
    Status.FOUND: (Verdict.WINNABLE, Reason.SOLVED),
    Status.EXHAUSTED: (Verdict.LOST, Reason.EXHAUSTED),
    Status.NODE_LIMIT: (Verdict.UNDECIDED, Reason.NODE_LIMIT),
    Status.TIME_LIMIT: (Verdict.UNDECIDED, Reason.TIME_LIMIT),
    Status.MEMORY_LIMIT: (Verdict.UNDECIDED, Reason.MEMORY_LIMIT),
    Status.CANCELLED: (Verdict.UNDECIDED, Reason.CANCELLED),
}


def verified(line: Solution, cards: int, *, shorten: bool = True) -> Solution:
    """Return an engine's line, after the rules themselves have agreed that it is legal and brings so many cards up.

    Args:
        line: the line.
        cards: how many cards must be on the foundations at its end.
        shorten: leave out moves that cancel out.

    Raises:
        InternalError: they have not agreed; the engine is wrong.
    """
    try:
        if shorten:
            line = line.shorten()
        line.verify()
    except IllegalMoveError as error:
        raise InternalError(f"a solution cannot be replayed ({error}); please report this deal as a bug") from error
    if sum(line.final.foundations) != cards:
        raise InternalError(f"a solution does not bring {cards} cards up; please report this deal as a bug")
    return line
