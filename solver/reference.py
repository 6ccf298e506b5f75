"""Klondike as a search problem: the reference that everything compiled is checked against.

Plain and exact: the moves are those of ``Position``, none is left out, and nothing is known of which positions are
lost. What it cannot do is be fast; the compiled engine is for that.

>>> from klondike_solver import Deal, Position
>>> deal = Deal.parse("4S | 4C 2H | 2C 3D 3H || AH 4H 2S AC 3C 3S AS AD 4D 2D")
>>> result = solve_reference(Position.start(deal))
>>> result.status
<Status.FOUND: 'found'>

The searches of ``klondike_solver.search`` answer other questions on the same problem. The shortest solution:

>>> from klondike_solver.search import a_star
>>> a_star(KlondikeProblem(Position.start(deal))).cost
29
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .cards import full_deck
from .errors import InputError
from .moves import (
    Draw,
    FoundationToTableau,
    Move,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from .position import Position
from .search import Result, Step, depth_first

__all__ = ["KlondikeProblem", "solve_reference"]

DEFAULT_MEMORY = 2048

_TABLE_ENTRY_BYTES = 320
"""Measured: what a finished position takes in the table, with its key, for a full deck."""

_PATH_ENTRY_BYTES = 2048
"""Measured: what a position on the path takes, with the moves that are still to be tried there, for a full deck."""


class KlondikeProblem:
    """The question whether, or how fast, all cards can be brought up from a position.

    Args:
        position: where to start.
        count_recycles: whether turning the waste over costs a move; it is free in the usual metric.
    """

    def __init__(self, position: Position, *, count_recycles: bool = False) -> None:
        self._start = position
        self._recycle_cost = int(count_recycles)

    def initial_state(self) -> Position:
        """Return the position to start from."""
        return self._start

    def successors(self, position: Position) -> Iterator[Step[Move, Position]]:
        """Yield a step for every legal move, those first that lead to a win most often.

        The order is a matter of speed alone: cards go up, face-down cards are turned up, the waste is played, runs
        are moved, then the stock is drawn, and what has been won is given up last.
        """
        for move in sorted(position.legal_moves(), key=lambda move: _urgency(position, move)):
            cost = self._recycle_cost if isinstance(move, Recycle) else 1
            yield Step(move, position.play(move), cost)

    def is_goal(self, position: Position) -> bool:
        """Tell whether all cards are up."""
        return position.is_won

    def heuristic(self, position: Position) -> int:
        """Return the number of cards that are not up.

        Admissible and consistent: a move brings one card up at most, and a move that does so costs 1.
        """
        return position.rules.shape.cards - sum(position.foundations)

    def key(self, position: Position) -> bytes:
        """Return what is in the position, whichever place a column has.

        Proof that positions which differ by a permutation p of their columns have the same future: the rules name a
        column by its place only to say which cards go where. So if the columns of P stand in the places that p gives
        them in P′, then applying p to the column numbers of a move makes each legal move of P one of P′ at the same
        cost; the positions that they lead to differ by p again; and P is won if and only if P′ is.

        Nothing else is merged. Foundations are not written down: a card that is nowhere else is up. Rules are the
        same throughout a search, and under unlimited passes all positions count 0 recycles.
        """
        columns = sorted(bytes([face_down, *map(_code, cards)]) for cards, face_down in position.columns)
        stock = bytes(map(_code, position.stock))
        waste = bytes(map(_code, position.waste))
        return _SEPARATOR.join((*columns, stock, waste, b"%d" % position.recycles))


def solve_reference(
    position: Position,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
) -> Result[Move]:
    """Decide whether a position can be won, by an exhaustive depth-first search.

    Args:
        position: the position, under its rules.
        max_nodes: the most positions to look at; None for no limit.
        timeout: the most seconds to take; None for no limit.
        memory: about how many MiB the search may fill. Half of it is for finished positions, of which the search
            forgets some when they become too many; half for the line of play that it is trying, and when that becomes
            too long the search ends with ``MEMORY_LIMIT``.
        cancel: called before each position is looked at; the search ends when it returns true.

    Returns:
        The result of the search: ``FOUND`` with the moves of a win, which is seldom a short one; ``EXHAUSTED`` if the
        position is lost; or the budget that ran out.

    Raises:
        InputError: a limit is negative, or memory is less than 1 MiB.
    """
    if memory < 1:
        raise InputError(f"memory is 1 MiB or more, not {memory}")
    half = memory * 2**20 // 2
    return depth_first(
        KlondikeProblem(position),
        max_nodes=max_nodes,
        timeout=timeout,
        cancel=cancel,
        table_size=half // _TABLE_ENTRY_BYTES,
        max_depth=half // _PATH_ENTRY_BYTES,
    )


def _urgency(position: Position, move: Move) -> int:
    """Return a number that is the lower the sooner a move should be tried."""
    match move:
        case TableauToFoundation() | WasteToFoundation():
            return 0
        case TableauToTableau(source, _, count):
            cards, face_down = position.columns[source]
            if count < len(cards) - face_down:
                return 3
            if face_down:
                return 1
            # The column becomes empty, or a king goes from one empty column to another.
            return 3 if cards[0].rank < position.rules.shape.ranks - 1 else 6
        case WasteToTableau():
            return 2
        case Draw() | Recycle():
            return 4
        case FoundationToTableau():
            return 5


_CODE = {card: code for code, card in enumerate(full_deck())}
_code = _CODE.__getitem__
_SEPARATOR = b"\xff"
"""No card's code, nor a number of face-down cards."""
