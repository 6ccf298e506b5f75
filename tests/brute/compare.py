"""What the compiled engine says against the truth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from random import Random
from typing import NamedTuple

from klondike_solver import Solution, Verdict, compiled
from klondike_solver.cards import Card
from klondike_solver.compiled import Tuning, search_compiled
from klondike_solver.errors import KlondikeError
from klondike_solver.position import Column, Position

from .graph import is_winnable

__all__ = ["Comparison", "compare", "describe", "random_tuning", "simplest", "slices"]


class Comparison(NamedTuple):
    """The truth about a position, and what is wrong with the engine's answer, None if nothing is."""

    winnable: bool
    complaint: str | None


def compare(position: Position, limit: int, tuning: Tuning | None = None) -> Comparison:
    """Ask brute force and the engine about a position, and play the engine's solution, if it has one.

    Args:
        position: the position, with its rules.
        limit: positions that brute force may look at.
        tuning: how the engine shall search.

    Raises:
        TooLargeError: brute force did not come to an end.
    """
    winnable = is_winnable(position, limit)
    truth = Verdict.WINNABLE if winnable else Verdict.LOST
    try:
        answer = search_compiled(position, memory=1, tuning=tuning)
        if answer.verdict is not truth:
            return Comparison(winnable, f"{truth}, but the engine says {answer.verdict} ({answer.reason})")
        if answer.moves is not None:
            solution = Solution(position, answer.moves)
            solution.verify()
            if not solution.is_won:
                return Comparison(winnable, "the solution does not win")
    except KlondikeError as error:
        return Comparison(winnable, f"{truth}, but {type(error).__name__}: {error}")
    return Comparison(winnable, None)


def simplest(position: Position, limit: int, tuning: Tuning | None = None) -> Position:
    """From a position with a complaint, play on as long as there is one, and return the last such position."""
    seen = {position}
    while True:
        for move in position.legal_moves():
            following = position.play(move)
            if following not in seen and compare(following, limit, tuning).complaint:
                seen.add(following)
                position = following
                break
        else:
            return position


def random_tuning(random: Random) -> Tuning:
    """Return settings under which small decks put all parts of the engine to use, or the usual ones.

    Small decks are decided within a few nodes, so that at the usual settings nothing is restarted, and the prover is
    hardly ever asked inside the search.
    """
    if random.random() < 0.3:
        return Tuning()
    return Tuning(**{field.name: _random_setting(random, field.name, field.default) for field in fields(Tuning)})


def _random_setting(random: Random, name: str, usual: object) -> object:
    if isinstance(usual, bool):
        return random.random() < 0.7
    return random.choice((0 if name == "restarts" else 1, 4, usual))


@contextmanager
def slices(nodes: int) -> Iterator[None]:
    """Run the compiled engine in slices of so many nodes for a while."""
    usual = compiled.SLICE
    compiled.SLICE = nodes
    try:
        yield
    finally:
        compiled.SLICE = usual


def describe(position: Position) -> str:
    """Return the position in one line: as a deal in the ``piles`` format, or pile by pile with (face-down) cards."""
    deal = position.deal()
    if deal is not None:
        return f"{deal.to('piles')}   {position.rules!r}"
    columns = " | ".join(_describe_column(column) for column in position.columns)
    return (
        f"{columns} || waste {_names(position.waste)}, stock {_names(position.stock)}, "
        f"foundations {list(position.foundations)}, recycles {position.recycles}   {position.rules!r}"
    )


def _describe_column(column: Column) -> str:
    hidden, shown = column.cards[: column.face_down], column.face_up
    return f"({_names(hidden)}) {_names(shown)}" if hidden else _names(shown)


def _names(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
