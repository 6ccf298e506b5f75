"""Finding the shortest solution: in one call, or step by step."""

from __future__ import annotations

from collections.abc import Callable, Generator

from .._types import need, need_cancel
from ..api import DEFAULT_MEMORY, check_limits, to_question
from ..deal import Deal
from ..errors import UnsupportedError
from ..position import Position
from ..rules import Rules
from .answer import Improvement, Shortest
from .finder import Finder
from .limits import Limits, check_max_states
from .tuning import ShortestTuning

__all__ = ["find_shortest", "improve"]


def find_shortest(
    game: Deal | Position,
    rules: Rules | None = None,
    *,
    count_recycles: bool = False,
    fewest_passes: bool = False,
    max_states: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: ShortestTuning | None = None,
    progress: Callable[[Improvement], object] | None = None,
) -> Shortest:
    """Find a shortest way to win a deal or a mid-game position, and prove that there is no shorter one.

    Without a time limit the answer is the same on every run and machine.

    Args:
        game: the deal, or a position.
        rules: the rules; by default those of the position, or ``Rules()`` for a deal.
        count_recycles: whether turning the waste over is a move.
        fewest_passes: find the fewest passes first, and then the shortest solution that needs no more.
        max_states: how many states may be stored at the most; None for no limit but memory. It may be a few
            more.
        max_nodes: nodes that the winnability engine may search for its first answer (for each number of passes with
            ``fewest_passes``); None for no limit.
        timeout: wall-clock seconds at the most; None for no limit. The first answer takes half of them at the most.
        memory: MiB that a search may take.
        cancel: a function that is asked every few milliseconds whether to give up; it may be set from another thread.
        tuning: how to search, for measurements; no setting changes a length.
        progress: called with every improvement.

    Returns:
        The answer. When a budget has ended the search, it has the best solution and the bound that are known.

    Raises:
        InputError: a limit makes no sense, or the rules do not fit the deal.
        UnsupportedError: the compiled search cannot do this; there is no other one for this question.
        InternalError: a solution did not survive its replay. This is a bug; please report the deal.
    """
    steps = improve(
        game,
        rules,
        count_recycles=count_recycles,
        fewest_passes=fewest_passes,
        max_states=max_states,
        max_nodes=max_nodes,
        timeout=timeout,
        memory=memory,
        cancel=cancel,
        tuning=tuning,
    )
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            answer: Shortest = end.value
            return answer
        if progress is not None:
            progress(step)


def improve(
    game: Deal | Position,
    rules: Rules | None = None,
    *,
    count_recycles: bool = False,
    fewest_passes: bool = False,
    max_states: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: ShortestTuning | None = None,
) -> Generator[Improvement, None, Shortest]:
    """Find a shortest way to win, as ``find_shortest`` does, and yield whatever becomes known on the way.

    The search goes on when the next improvement is asked for, and ends when nobody does.

    Args:
        game: the deal, or a position; this and all the rest are as for ``find_shortest``.

    Yields:
        Improvements: first the verdict, with a first solution; then shorter solutions and greater lower bounds.

    Returns:
        The answer, which the last improvement agrees with.

    Raises:
        KlondikeError: as ``find_shortest`` does; what is wrong with the arguments is told at once, not when the first
            improvement is asked for.

    >>> from klondike_solver import Deal, Rules
    >>> steps = list(improve(Deal.parse("shootme:3"), Rules(draw=1)))
    >>> steps[0].verdict, steps[0].length >= 114 >= steps[0].lower_bound
    (<Verdict.WINNABLE: 'winnable'>, True)
    >>> steps[-1].length, steps[-1].lower_bound
    (114, 114)
    """
    position, deal = to_question(game, rules)
    check_limits(max_nodes, timeout, memory)
    check_max_states(max_states)
    need(tuning, ShortestTuning | None, "tuning is a ShortestTuning object or None")
    need_cancel(cancel)
    if not position.rules.part_runs:
        raise UnsupportedError("the search for shortest solutions cannot do whole runs only: parts of runs must move")
    limits = Limits(max_states, max_nodes, timeout, memory, cancel)
    finder = Finder(position, deal, count_recycles=count_recycles, limits=limits)
    return finder.run(tuning or ShortestTuning(), fewest_passes=fewest_passes)
