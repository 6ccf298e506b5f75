"""What a player means by a pile or a card: the moves that do it, and why there are none.

Nothing here says what is legal: ``position.py`` does. This only finds which moves a few words can mean.

>>> from klondike_solver.deal import Deal
>>> start = Position.start(Deal.from_number("shootme", 1))
>>> moves_of(start, Card.parse("4D"))
[TableauToTableau(source=0, target=5, count=1)]
>>> print(why_stuck(start, Card.parse("5C")))
5C fits on no column, and the next card of its foundation is AC
"""

from __future__ import annotations

from .cards import Card, Suit
from .errors import IllegalMoveError
from .moves import (
    FoundationToTableau,
    Move,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from .position import Position, what_fits

__all__ = ["card_of", "move_to", "moves_back", "moves_of", "run_between", "safe_up", "unlike", "why_stuck"]


def run_between(position: Position, source: int, target: int) -> TableauToTableau:
    """Return the move that brings what fits from one column to another; at most one number of cards does.

    Args:
        position: the position.
        source: the column that the cards come from, from 0.
        target: the column that they go to, from 0.

    Returns:
        The move. Where one card alone is in question it may be illegal: playing it says why.

    Raises:
        IllegalMoveError: no card of the run would do.
    """
    columns = position.columns
    exist = 0 <= source < len(columns) and 0 <= target < len(columns)
    if not exist or source == target or len(columns[source].face_up) == 1:
        return TableauToTableau(source, target, 1)
    end, run = columns[target].last, columns[source].face_up
    wanted = position.rules.shape.ranks - 1 if end is None else end.rank - 1
    count = wanted - run[-1].rank + 1 if run else 1
    if run and not 1 <= count <= len(run):
        raise IllegalMoveError(f"no face-up card of column {source + 1} fits on {_room(position, target)}")
    return TableauToTableau(source, target, count)


def _room(position: Position, target: int) -> str:
    """Return in words the end of a column, and what fits there."""
    end = position.columns[target].last
    if end is None:
        return f"column {target + 1}, which is empty: only a king does"
    return f"{end} in column {target + 1}: {what_fits(end)}"


def card_of(move: Move, position: Position) -> Card | None:
    """Return the card that a move is about, the highest one of a run; None for a draw and for a recycle.

    Args:
        move: a move that is legal in the position.
        position: the position.
    """
    match move:
        case WasteToFoundation() | WasteToTableau():
            return position.waste[-1]
        case TableauToFoundation(source):
            return position.columns[source].cards[-1]
        case TableauToTableau(source, _, count):
            return position.columns[source].cards[-count]
        case FoundationToTableau(suit, _):
            return Card(position.foundations[suit] - 1, Suit(suit))
    return None


def moves_of(position: Position, card: Card) -> list[Move]:
    """Return the legal moves of a card, also of one with a run on it."""
    return [move for move in position.legal_moves() if card_of(move, position) == card]


def moves_back(position: Position, target: int) -> list[Move]:
    """Return the legal moves that bring a card from a foundation to a column, counted from 0.

    Raises:
        IllegalMoveError: there are none; the message says why.
    """
    moves: list[Move] = [
        move for move in position.legal_moves() if isinstance(move, FoundationToTableau) and move.target == target
    ]
    if not moves:
        up = [suit for suit in Suit if position.foundations[suit]]
        if position.rules.take_back and not up:
            raise IllegalMoveError("the foundations are empty")
        if position.rules.take_back and 0 <= target < len(position.columns):
            raise IllegalMoveError(f"no card on top of a foundation fits on {_room(position, target)}")
        position.play(FoundationToTableau(Suit.CLUBS, target))  # It says why not.
    return moves


def move_to(position: Position, card: Card, target: int | None) -> Move:
    """Return the move that brings a card to a column, counted from 0, or up if there is no target.

    The move may be illegal: playing it says why.

    Raises:
        IllegalMoveError: the card lies where no move can take it; the message says why.
    """
    for source, column in enumerate(position.columns):
        if card in column.face_up:
            count = len(column.cards) - column.cards.index(card)
            if target is not None:
                return TableauToTableau(source, target, count)
            if count > 1:
                raise IllegalMoveError(f"{card} is not at the end of column {source + 1}; {column.last} is")
            return TableauToFoundation(source)
    if position.waste and position.waste[-1] == card:
        return WasteToFoundation() if target is None else WasteToTableau(target)
    if position.foundations[card.suit] == card.rank + 1:
        if target is None:
            raise IllegalMoveError(f"{card} is on its foundation already")
        return FoundationToTableau(card.suit, target)
    raise IllegalMoveError(why_stuck(position, card))


def unlike(position: Position, moves: list[Move]) -> list[Move]:
    """Return the moves without those that a player does not tell from another: one empty column is like any other."""
    kept: list[Move] = []
    taken: set[tuple[object, ...]] = set()
    for move in moves:
        target = getattr(move, "target", None)
        if target is not None and not position.columns[target].cards:
            kind = (
                type(move),
                getattr(move, "source", None),
                getattr(move, "suit", None),
                getattr(move, "count", None),
            )
            if kind in taken:
                continue
            taken.add(kind)
        kept.append(move)
    return kept


def why_stuck(position: Position, card: Card) -> str:
    """Return why a card has no legal move, without telling where a hidden one is."""
    for number, column in enumerate(position.columns, 1):
        if card in column.face_up:
            above = column.cards[column.cards.index(card) + 1 :]
            if not above:
                return f"{card} fits on no column, and {_foundation_wants(position, card)}"
            if not position.rules.part_runs and card != column.face_up[0]:
                return f"{card} is inside a run, and only whole runs may move under these rules"
            return f"{card}, with {above[0]} on it in column {number}, fits on no column"
    if position.waste and position.waste[-1] == card:
        return f"{card} fits on no column, and {_foundation_wants(position, card)}"
    if card in position.waste:
        return f"{card} is not on top of the waste; {position.waste[-1]} is"
    height = position.foundations[card.suit]
    if card.rank < height - 1:
        return f"{card} is not on top of its foundation; {Card(height - 1, card.suit)} is"
    if card.rank == height - 1:
        if not position.rules.take_back:
            return f"{card} is on its foundation, and these rules do not allow a card to come back"
        return f"{card} is on its foundation and fits on no column"
    if card.rank >= position.rules.shape.ranks:
        return f"{card} is not in this deck"
    return f"{card} does not lie face up"


def _foundation_wants(position: Position, card: Card) -> str:
    return f"the next card of its foundation is {Card(position.foundations[card.suit], card.suit)}"


def safe_up(position: Position) -> Move | None:
    """Return a move to the foundations after which everything can be won that could be won before; None if none is.

    A card is safe by theorem 3 of ``docs/exactness.md``: from the tableau under any rules by which parts of runs move,
    from the waste where the draw is 1 and passes are unlimited. Where nothing is hidden and stock and waste are empty,
    every card that can go up is. Safe is about winning: by a scoring table another order may be worth more.
    """
    if not position.stock and not position.waste and not position.face_down_total:
        return next((move for move in position.legal_moves() if isinstance(move, TableauToFoundation)), None)
    rules = position.rules
    if not rules.part_runs:
        return None
    for move in position.legal_moves():
        if isinstance(move, TableauToFoundation) or (
            isinstance(move, WasteToFoundation) and rules.draw == 1 and rules.passes is None
        ):
            card = card_of(move, position)
            if card is not None and _is_safe(position, card):
                return move
    return None


def _is_safe(position: Position, card: Card) -> bool:
    heights = position.foundations
    other = min(heights[suit] for suit in Suit if suit.is_red != card.is_red)
    twin = min(heights[suit] for suit in Suit if suit.is_red == card.is_red and suit != card.suit)
    return (other >= card.rank - 1 and twin >= card.rank - 2) or (not position.rules.take_back and other >= card.rank)
