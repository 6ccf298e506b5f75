"""Whether a position that was put together by hand could come up in a game.

What is checked is what the rest of the package relies on: every card is there once, the face-up part of a column is a
run, a column ends with a face-up card, and no pile has more cards than a game can give it. Not checked is whether a
line of play leads there from some deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from .cards import Card, Suit, full_deck
from .errors import PositionError
from .rules import Rules

if TYPE_CHECKING:
    from .position import Position

__all__ = ["broken_runs", "check_position", "check_recycles"]


def check_position(position: Position) -> None:
    """Check a position, apart from its recycles.

    Raises:
        PositionError: no game can reach it; the message names the card or pile.
    """
    _check_counts(position)
    _check_cards(position)
    _check_runs(position)


def check_recycles(rules: Rules, recycles: int) -> None:
    """Check that a number of recycles is possible under the rules.

    Raises:
        PositionError: it is negative, or more than the passes allow.
    """
    if recycles < 0:
        raise PositionError(f"recycles is 0 or more, not {recycles}")
    if rules.passes is not None and recycles >= rules.passes:
        raise PositionError(f"{recycles} recycles are too many: the rules allow {rules.passes} passes", "recycles")


def _check_counts(position: Position) -> None:
    """Check the sizes of all piles."""
    shape = position.rules.shape
    if len(position.columns) != shape.columns:
        raise PositionError(f"the tableau has {shape.columns} columns, not {len(position.columns)}")
    if len(position.foundations) != len(Suit):
        raise PositionError(f"there are {len(Suit)} foundations (C D H S), not {len(position.foundations)}")
    for suit, height in zip(Suit, position.foundations, strict=True):
        if not 0 <= height <= shape.ranks:
            raise PositionError(
                f"the foundation of {suit.name.lower()} has 0 to {shape.ranks} cards, not {height}", "foundations"
            )
    for number, (cards, face_down) in enumerate(position.columns, start=1):
        if not 0 <= face_down <= len(cards):
            raise PositionError(f"column {number} has {len(cards)} cards, so {face_down} cannot be face down")
        if cards and face_down == len(cards):
            raise PositionError(f"the last card of column {number}, {cards[-1]}, must be face up", cards[-1])
    most = shape.columns * (shape.columns - 1) // 2
    if position.face_down_total > most:
        more = [number for number, column in enumerate(position.columns, start=1) if column.face_down >= number]
        raise PositionError(
            f"{position.face_down_total} cards are face down; a game starts with {most}",
            *(f"column {number}" for number in more),
        )
    if len(position.stock) + len(position.waste) > shape.stock_size:
        raise PositionError(
            f"stock and waste have {len(position.stock)} and {len(position.waste)} cards; "
            f"a game starts with {shape.stock_size} in all",
            "stock" if position.stock else "waste",
        )


def _check_cards(position: Position) -> None:
    """Check that every card of the deck is there once."""
    ranks = position.rules.shape.ranks
    piles: list[tuple[str, Sequence[Card]]] = [
        (f"the foundation of {suit.name.lower()}", [Card(rank, suit) for rank in range(height)])
        for suit, height in zip(Suit, position.foundations, strict=True)
    ]
    piles += [(f"column {number}", column.cards) for number, column in enumerate(position.columns, start=1)]
    piles += [("the stock", position.stock), ("the waste", position.waste)]
    deck = set(full_deck(ranks))
    place: dict[Card, str] = {}
    for name, cards in piles:
        for card in cards:
            if card not in deck:
                raise PositionError(f"{card} in {name} is not in a deck of {ranks} ranks")
            if card in place:
                where = f"twice in {name}" if place[card] == name else f"in {place[card]} and in {name}"
                raise PositionError(f"{card} is {where}")
            place[card] = name
    if missing := sorted(deck - place.keys()):
        verb = "is" if len(missing) == 1 else "are"
        raise PositionError(f"{' '.join(map(str, missing))} {verb} missing")


def _check_runs(position: Position) -> None:
    """Check that what is face up in a column is a run."""
    if broken := broken_runs([column.face_up for column in position.columns]):
        named = ", ".join(words for words, _ in broken)
        raise PositionError(
            f"{named}: the face-up cards of a column go down by one and change colour", *(card for _, card in broken)
        )


def broken_runs(runs: Sequence[Sequence[Card]]) -> list[tuple[str, Card]]:
    """Return what is wrong in the face-up parts of columns, in words and with the card, the first thing in each."""
    broken = []
    for number, run in enumerate(runs, start=1):
        for upper, lower in pairwise(run):
            if not lower.fits_on(upper):
                broken.append((f"{lower} cannot lie on {upper} in column {number}", lower))
                break
    return broken
