"""The most cards that can go up, where a game cannot be won.

>>> from klondike_solver import SCORINGS, Deal, Rules
>>> found = most_cards(Deal.parse("greenfelt:2095819838"), Rules(draw=1))
>>> found.cards, found.is_proven, found.solution.score(SCORINGS["vegas"])
(10, True, -2)
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
from .solution import Solution

__all__ = ["MostCards", "most_cards"]


@dataclass(frozen=True)
class MostCards:
    """How many cards can lie on the foundations at once.

    Attributes:
        cards: the most that were found.
        at_most: more than this are proven to be impossible.
        solution: a line of play that ends with that many cards up, replayed by the rules; not the shortest there is.
        reason: how it was proven, or which budget ran out.
        position: the position that was asked about.
        nodes: components of positions looked up in the engine's table.
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
    statistics: Mapping[str, int] = field(default_factory=dict, repr=False, hash=False)

    @property
    def is_proven(self) -> bool:
        """Whether no line of play can do better."""
        return self.cards == self.at_most


def most_cards(
    game: Deal | Position,
    rules: Rules | None = None,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
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

    Raises:
        InputError: a limit makes no sense, or the rules do not fit the deal.
        UnsupportedError: the compiled engine cannot do this; there is no other one for this question.
        InternalError: the engine's line did not survive its replay. This is a bug; please report the deal.
    """
    started = time.monotonic()
    position, _ = to_question(game, rules)
    check_limits(max_nodes, timeout, memory)
    # That the rest plays itself is known without playing it; here it has to be played.
    search = start_search(position, memory, replace(tuning or Tuning(), early_win=False), most_cards=True)
    outcome, reason = run_search(search, max_nodes=max_nodes, timeout=timeout, cancel=cancel)
    below = 4 * lowest_rank(position)
    cards = search.best - below
    if outcome == "won":
        reason = Reason.SOLVED
    elif outcome == "lost":
        reason = Reason.EXHAUSTED
    line = verified(Solution(position, as_moves(position, search.best_steps())), cards)
    return MostCards(
        cards=cards,
        at_most=search.best_bound - below if outcome is None or outcome == "broken" else cards,
        solution=line,
        reason=reason,
        position=position,
        nodes=search.nodes,
        seconds=time.monotonic() - started,
        statistics=counts(search),
    )
