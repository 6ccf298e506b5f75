"""The front of the compiled search for shortest solutions: hands it a position, and brings its line back as moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..api import verified
from ..cards import full_deck
from ..compiled import engine_arguments, lowest_rank
from ..errors import InternalError
from ..position import Position
from ..realise import Place, realise_exactly
from ..solution import Solution
from .tuning import ShortestTuning

if TYPE_CHECKING:
    from ..ext.shortest import ShortestSearch

__all__ = ["as_solution", "beam_memory", "counts", "start_shortest"]

_ORACLE_SHARE = 16
"""Of the memory the oracle gets one part in so many, ..."""

_ORACLE_LEAST = 1 << 20
"""... and so many bytes at least, ..."""

_ORACLE_MOST = 4
"""... but never more than one part in so many."""

_BEAM_SHARE = 8
"""Of the memory the beam searches get one part in so many."""


def start_shortest(
    position: Position,
    memory: int,
    tuning: ShortestTuning,
    *,
    count_recycles: bool,
    upper: int | None,
    cards: int | None = None,
) -> ShortestSearch:
    """Hand a position to the compiled search for shortest solutions.

    Args:
        position: the position, with its rules; parts of runs may move.
        memory: MiB that the stored states and the oracle's tables may take together.
        tuning: how to search.
        count_recycles: whether a recycle counts as a move.
        upper: a length that is known to be possible, so that only shorter solutions are looked for; None: unknown.
        cards: look for so many cards on the foundations instead of a win.

    Raises:
        UnsupportedError: this position is not for this engine.
    """
    # Imported here, so that a compiled module that cannot be loaded is an error of this call and not of any import.
    from ..ext.shortest import ShortestSearch

    room = memory << 20
    oracle = min(max(room // _ORACLE_SHARE, _ORACLE_LEAST), room // _ORACLE_MOST) if tuning.oracle_nodes else 0

    return ShortestSearch(
        **engine_arguments(position),
        count_recycles=count_recycles,
        memory=room - oracle - (beam_memory(memory) if tuning.beams else 0),
        oracle_memory=oracle,
        upper=upper,
        goal=None if cards is None else cards + 4 * lowest_rank(position),
        **{name: value for name, value in vars(tuning).items() if name != "beams"},
    )


def beam_memory(memory: int) -> int:
    """Return how many bytes of a memory in MiB the beam searches may take."""
    return (memory << 20) // _BEAM_SHARE


def as_solution(
    line: list[tuple[int, int | str]],
    length: int,
    position: Position,
    *,
    count_recycles: bool,
    relaxed: bool = False,
    cards: int | None = None,
) -> Solution | None:
    """Return a solution that a search has found, after the rules have agreed to it.

    Args:
        line: the solution as the search tells it.
        length: its length as the search tells it.
        position: the position that the line starts in.
        count_recycles: whether a recycle counts as a move.
        relaxed: whether the search knew no limit of passes; then None is returned if the solution needs too many.
        cards: so many cards up were looked for instead of a win.

    Raises:
        InternalError: they have not, or it has another length than the search says; the engine is wrong.
    """
    deck = full_deck()
    lowest = 4 * lowest_rank(position)

    def place(to: int | str) -> Place:
        if isinstance(to, int):
            return deck[to - lowest]
        return "up" if to == "up" else "column"

    moves = realise_exactly(position, [(deck[card - lowest], place(to)) for card, to in line])
    found = Solution(position, moves)
    if relaxed and found.passes > (position.rules.passes or found.passes):
        return None
    found = verified(found, position.rules.shape.cards if cards is None else cards, shorten=False)
    real = found.length(count_recycles=count_recycles)
    if real != length:
        raise InternalError(f"a solution of {length} moves came out with {real}; please report this deal as a bug")
    return found


def counts(search: ShortestSearch) -> dict[str, int]:
    """Return what a search has done so far, by name."""
    return {
        "start_bound": search.start_bound,
        "stored": search.stored,
        "expanded": search.expanded,
        "generated": search.generated,
        "repeated": search.repeated,
        "ordered": search.ordered,
        "table_bytes": search.table_bytes,
        "asked": search.asked,
        "asked_lost": search.asked_lost,
        "asked_undecided": search.asked_undecided,
        "asked_nodes": search.asked_nodes,
    }
