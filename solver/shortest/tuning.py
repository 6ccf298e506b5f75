"""How the search for shortest solutions works, for measurements."""

from __future__ import annotations

from dataclasses import dataclass

from .._settings import ORACLE_LEAST, check_least

__all__ = ["ShortestTuning"]


@dataclass(frozen=True)
class ShortestTuning:
    """How the search for shortest solutions works. No setting changes what is found, only what it takes.

    Attributes:
        oracle_nodes: nodes that the question whether a state is lost may take; 0: it is never asked.
        oracle_share: such questions take one node for so many generated states at the most, ...
        oracle_credit: ... and so many more for each state that turned out to be lost, and one for 8,192 stored states.
        safe_moves: play safe cards to the foundations at once.
        run_pruning: a part of a run moves only so that the card that it leaves goes up next.
        waste_pruning: at draw 1 a safe card of the waste goes up at once.
        take_back_ban: do not take back what would be safe to play up again.
        circles: the lower bound counts extra moves of cards that wait for cards below them, and of cards that wait for
            each other; the other parts of the bound need it.
        pairs: it does so for pairs of columns as well.
        stock_bound: and for the cards of the waste and of each draw.
        parents: and for the parents that must come into the tableau.
        stock_order: leave out states that a stored one reaches by draws alone.
        beams: look for good solutions by beam searches meanwhile.
    """

    oracle_nodes: int = 100
    oracle_share: int = 128
    oracle_credit: int = 30
    safe_moves: bool = True
    run_pruning: bool = True
    waste_pruning: bool = True
    take_back_ban: bool = True
    circles: bool = True
    pairs: bool = True
    stock_bound: bool = True
    parents: bool = True
    stock_order: bool = True
    beams: bool = True

    def __post_init__(self) -> None:
        check_least(self, ORACLE_LEAST)
