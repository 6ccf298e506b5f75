"""The most cards that can go up, where a game cannot be won.

>>> from klondike_solver import SCORINGS, Deal, Rules
>>> found = most_cards(Deal.parse("greenfelt:2095819838"), Rules(draw=1))
>>> found.cards, found.is_proven, found.solution.score(SCORINGS["vegas"])
(10, True, -2)

With ``shortest`` the line is one of the fewest moves:

>>> most_cards(Deal.parse("greenfelt:2095819838"), Rules(draw=1), shortest=True).length
47
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from .api import DEFAULT_MEMORY, check_limits, to_question, verified
from .compiled import Tuning, as_moves, counts, lowest_rank, run_search, start_search
from .deal import Deal
from .position import Position
from .result import Reason
from .rules import Rules
from .shortest.finder import Finder
from .shortest.limits import Limits, check_max_states
from .shortest.tuning import ShortestTuning
from .solution import Solution

__all__ = ["MostCards", "most_cards"]


@dataclass(frozen=True)
class MostCards:
    """How many cards can lie on the foundations at once.

    Attributes:
        cards: the most that were found.
        at_most: more than this are proven to be impossible.
        solution: a line of play that ends with that many cards up, replayed by the rules; a shortest one if
            ``is_shortest``.
        reason: how it was proven, or which budget ran out.
        position: the position that was asked about.
        count_recycles: whether turning the waste over is a move in ``length`` and ``length_at_least``.
        length_at_least: no line of play gets so many cards up in fewer moves than this, as far as is proven; None: it
            was not asked for.
        nodes: components of positions looked up in the engine's table.
        states: states that the search for the fewest moves stored.
        seconds: wall-clock time.
        statistics: further counts of the engine, by name.
    """

    cards: int
    at_most: int
    solution: Solution
    reason: Reason
    position: Position
    nodes: int
    seconds: float
    count_recycles: bool = False
    length_at_least: int | None = None
    states: int = 0
    statistics: Mapping[str, int] = field(default_factory=dict, repr=False, hash=False)

    @property
    def is_proven(self) -> bool:
        """Whether no line of play can do better."""
        return self.cards == self.at_most

    @property
    def length(self) -> int:
        """The moves of ``solution``."""
        return self.solution.length(count_recycles=self.count_recycles)

    @property
    def is_shortest(self) -> bool:
        """Whether no line of play gets so many cards up in fewer moves; False, too, if that was not asked for."""
        return self.length_at_least == self.length


def most_cards(
    game: Deal | Position,
    rules: Rules | None = None,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
    shortest: bool = False,
    max_states: int | None = None,
    count_recycles: bool = False,
) -> MostCards:
    """Find the most cards that can lie on the foundations at once, with a line of play that gets them there.

    With five points for a card up and five back for one that is taken down, as in the Vegas score, that is also the
    best score of a game that cannot be won.

    Args:
        game: the deal, or a position.
        rules: the rules; by default those of the position, or ``Rules()`` for a deal.
        max_nodes: components to look up at the most; None for no limit.
        timeout: wall-clock seconds at the most; None for no limit.
        memory: MiB that the engine's table may take.
        cancel: as for ``solve``.
        tuning: how to search, for measurements and tests.
        shortest: look for the fewest moves to that many cards afterwards; ``timeout`` holds for both together.
        max_states: how many states that may store; None for no limit but memory.
        count_recycles: whether turning the waste over is a move.

    Raises:
        InputError: a limit makes no sense, or the rules do not fit the deal.
        UnsupportedError: the compiled engine cannot do this; there is no other one for this question.
        InternalError: the engine's line did not survive its replay. This is a bug; please report the deal.
    """
    started = time.monotonic()
    position, _ = to_question(game, rules)
    check_limits(max_nodes, timeout, memory)
    check_max_states(max_states)
    # That the rest plays itself is known without playing it; here it has to be played.
    try:
        search = start_search(position, memory, replace(tuning or Tuning(), early_win=False), most_cards=True)
    except MemoryError:
        return MostCards(
            cards=sum(position.foundations),
            at_most=position.rules.shape.cards,
            solution=Solution(position, ()),
            reason=Reason.MEMORY_LIMIT,
            position=position,
            nodes=0,
            seconds=time.monotonic() - started,
            count_recycles=count_recycles,
        )
    outcome, reason = run_search(search, max_nodes=max_nodes, timeout=timeout, cancel=cancel)
    below = 4 * lowest_rank(position)
    cards = search.best - below
    if outcome == "won":
        reason = Reason.SOLVED
    elif outcome == "lost":
        reason = Reason.EXHAUSTED
    line = verified(Solution(position, as_moves(position, search.best_steps())), cards)
    found = MostCards(
        cards=cards,
        at_most=search.best_bound - below if outcome is None or outcome == "broken" else cards,
        solution=line,
        reason=reason,
        position=position,
        nodes=search.nodes,
        seconds=time.monotonic() - started,
        count_recycles=count_recycles,
        statistics=counts(search),
    )
    if not shortest or reason is Reason.CANCELLED:
        return found
    del search  # The next one may take as much memory.
    rest = None if timeout is None else max(0.0, timeout - found.seconds)
    return _fewest_moves(found, Limits(max_states, None, rest, memory, cancel))


def _fewest_moves(found: MostCards, limits: Limits) -> MostCards:
    """Look for the fewest moves to as many cards, within the limits."""
    finder = Finder(found.position, None, count_recycles=found.count_recycles, limits=limits, cards=found.cards)
    steps = finder.improve_line(ShortestTuning(), found.solution)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            reason: Reason = end.value
            break
    assert finder.solution is not None
    return replace(
        found,
        solution=finder.solution,
        length_at_least=finder.lower_bound,
        # What ended the second search is told if the first one has done its work.
        reason=found.reason if reason is Reason.SOLVED or not found.is_proven else reason,
        states=0 if finder.search is None else finder.search.stored,
        seconds=found.seconds + limits.seconds,
    )
