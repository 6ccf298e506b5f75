"""What the compiled search for shortest solutions says, against the true distances."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from klondike_solver.cards import Card, Suit
from klondike_solver.compiled import lowest_rank
from klondike_solver.errors import KlondikeError
from klondike_solver.ext.shortest import ShortestSearch
from klondike_solver.moves import (
    Draw,
    FoundationToTableau,
    Move,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from klondike_solver.position import Position

__all__ = ["BOUNDS", "PRUNINGS", "ShortestResult", "follow", "random_switches", "search_shortest", "start_shortest"]

PRUNINGS = ("safe_moves", "run_pruning", "waste_pruning", "take_back_ban", "stock_order")
BOUNDS = ("circles", "pairs", "stock_bound", "parents")
Plays = list[tuple[int, int | str]]


class ShortestResult(NamedTuple):
    """How a search ended.

    Attributes:
        outcome: what ``ShortestSearch.run`` gave; ``"not won"`` or ``"too long"`` if the line is not what it says.
        length: of the solution, None without one.
        bound: the lower bound of the start.
    """

    outcome: str
    length: int | None
    bound: int


def start_shortest(
    position: Position, *, count_recycles: bool = False, **settings: int | bool | None
) -> ShortestSearch:
    """Hand a position to the compiled search, with everything on that ``settings`` does not say otherwise."""
    lowest = lowest_rank(position)
    rules = position.rules

    def number(card: Card) -> int:
        return 4 * (card.rank + lowest) + card.suit

    usual = {
        "memory": 1 << 24,
        "oracle_memory": 1 << 20,
        "oracle_nodes": 100,
        "oracle_share": 8,
        "oracle_credit": 500,
        "upper": None,
        **dict.fromkeys((*PRUNINGS, *BOUNDS), True),
    }
    return ShortestSearch(
        columns=[[number(card) for card in column.cards] for column in position.columns],
        face_down=[column.face_down for column in position.columns],
        foundations=[height + lowest for height in position.foundations],
        stock=[number(card) for card in (*position.waste, *position.stock)],
        waste=len(position.waste),
        draw=rules.draw,
        recycles=None if rules.passes is None else rules.passes - 1 - position.recycles,
        take_back=rules.take_back,
        lowest=lowest,
        count_recycles=count_recycles,
        **(usual | settings),
    )


def search_shortest(
    position: Position, *, count_recycles: bool = False, **settings: int | bool | None
) -> ShortestResult:
    """Search to the end, and play the line that was found by the rules."""
    search = start_shortest(position, count_recycles=count_recycles, **settings)
    bound = search.start_bound
    while (outcome := search.run(100_000)) is None:
        pass
    if outcome != "found":
        return ShortestResult(outcome, None, bound)
    cost = 0
    for after, moves in follow(position, search.line(), count_recycles=count_recycles):
        position = after
        cost += moves
    if not position.is_won:
        outcome = "not won"
    elif cost != search.length or search.lower_bound != search.length:
        outcome = "too long"
    return ShortestResult(outcome, search.length, bound)


def random_switches(random: Random) -> dict[str, int | bool]:
    """Return random settings of the search, half of the time the usual ones."""
    settings: dict[str, int | bool] = {"oracle_nodes": random.choice((0, 1, 5, 100))}
    if random.random() < 0.5:
        settings |= {name: random.random() < 0.6 for name in (*PRUNINGS, *BOUNDS)}
    return settings


def follow(position: Position, plays: Plays, *, count_recycles: bool = False) -> Iterator[tuple[Position, int]]:
    """Play what ``ShortestSearch.line`` gives, with the draws that it takes: each position, and what the move cost.

    Raises:
        KlondikeError: it is against the rules.
    """
    lowest = lowest_rank(position)

    def card_of(number: int) -> Card:
        return Card((number >> 2) - lowest, Suit(number & 3))

    for number, place in plays:
        card = card_of(number)
        if card in position.stock or card in position.waste:
            recycled = False
            while not position.waste or position.waste[-1] != card:
                if position.stock:
                    position = position.play(Draw())
                    yield position, 1
                elif recycled:
                    raise KlondikeError(f"{card} never comes to the top of the waste")
                else:
                    recycled = True
                    position = position.play(Recycle())
                    yield position, int(count_recycles)
        position = position.play(_move(position, card, place if isinstance(place, str) else card_of(place)))
        yield position, 1


def _move(position: Position, card: Card, place: Card | str) -> Move:
    """Return the move that brings this card to its foundation ("up"), to an empty column ("column") or onto a card."""
    columns = position.columns
    source = next((i for i, column in enumerate(columns) if card in column.cards), None)
    if place == "up":
        return WasteToFoundation() if source is None else TableauToFoundation(source)
    target = next(
        i for i, column in enumerate(columns) if (not column.cards if place == "column" else column.last == place)
    )
    if source is not None:
        return TableauToTableau(source, target, len(columns[source].cards) - columns[source].cards.index(card))
    if position.waste and position.waste[-1] == card:
        return WasteToTableau(target)
    return FoundationToTableau(card.suit, target)
