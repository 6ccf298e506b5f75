"""From what a player types to moves, and back."""

from __future__ import annotations

from ..cards import Card
from ..errors import IllegalMoveError
from ..moves import (
    Draw,
    FoundationToTableau,
    Move,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from ..plays import card_of, move_to, moves_back, moves_of, run_between, unlike, why_stuck
from ..position import Position
from .play_input import FOUNDATION, WASTE, Place, Request

__all__ = ["draws", "move_meant", "typed"]


def move_meant(request: Request, position: Position) -> Move:
    """Return the move that a player means, legal or not; playing it says why not.

    Args:
        request: asks for a move.
        position: where.

    Raises:
        IllegalMoveError: there is none, or it is not clear which one is meant; the message lists them then.
    """
    source, target = request.source, request.target
    if isinstance(source, Card):
        return _of_card(source, target, position)
    if target is None:
        return _from(source, position)
    if source == FOUNDATION:
        return _only(moves_back(position, _column(target)), position)
    if source == WASTE:
        return WasteToFoundation() if target == FOUNDATION else WasteToTableau(_column(target))
    if target == FOUNDATION:
        return TableauToFoundation(_column(source))
    if request.number is not None:
        return TableauToTableau(_column(source), _column(target), request.number)
    return run_between(position, _column(source), _column(target))


def draws(position: Position, number: int) -> list[Move]:
    """Return draws, up to the end of the stock; where it is empty, turning the waste over and nothing else.

    So no pass is begun by mistake.

    Raises:
        IllegalMoveError: stock and waste are empty, or no pass is left.
    """
    if not position.stock:
        position.play(Recycle())
        return [Recycle()]
    left = -(-len(position.stock) // position.rules.draw)
    return [Draw()] * min(number, left)


def typed(move: Move, position: Position) -> str:
    """Return what a player types for a legal move."""
    match move:
        case Draw() | Recycle():
            return "d"
        case WasteToFoundation():
            return "w f"
        case WasteToTableau(target):
            return f"w {target + 1}"
        case TableauToFoundation(source):
            return f"{source + 1} f"
        case TableauToTableau(source, target, _):
            return f"{source + 1} {target + 1}"
        case FoundationToTableau(_, target):
            return f"{str(card_of(move, position)).lower()} {target + 1}"


def _column(place: Place | None) -> int:
    assert isinstance(place, int)
    return place


def _from(source: Place | None, position: Position) -> Move:
    """Return the only move from a pile."""
    if source == WASTE:
        top = position.waste[-1] if position.waste else None
        if top is None:
            position.play(WasteToFoundation())  # It says why not.
        assert top is not None
        return _of_card(top, None, position)
    column = _column(source)
    moves = [move for move in position.legal_moves() if getattr(move, "source", None) == column]
    if not moves:
        last = position.columns[column].last if column < len(position.columns) else None
        if last is None:
            position.play(TableauToFoundation(column))  # It says why not.
        assert last is not None
        raise IllegalMoveError(f"nothing in column {column + 1} can move: {why_stuck(position, last)}")
    return _only(moves, position)


def _of_card(card: Card, target: Place | None, position: Position) -> Move:
    if target is None:
        moves = moves_of(position, card)
        if not moves:
            raise IllegalMoveError(why_stuck(position, card))
        return _only(moves, position)
    if isinstance(target, Card):
        columns = [index for index, column in enumerate(position.columns) if column.last == target]
        if not columns:
            raise IllegalMoveError(f"{target} is not at the end of a column")
        return move_to(position, card, columns[0])
    return move_to(position, card, None if target == FOUNDATION else _column(target))


def _only(moves: list[Move], position: Position) -> Move:
    """Return the one move that a player can mean.

    Raises:
        IllegalMoveError: there are several.
    """
    useful = unlike(position, [move for move in moves if not _changes_nothing(move, position)] or moves)
    if len(useful) > 1:
        choices = ", ".join(f"{typed(move, position)} ({_short(move, position)})" for move in useful)
        raise IllegalMoveError(f"which one: {choices}?")
    return useful[0]


def _changes_nothing(move: Move, position: Position) -> bool:
    """Whether a whole column goes to an empty one."""
    match move:
        case TableauToTableau(source, target, count):
            return not position.columns[target].cards and count == len(position.columns[source].cards)
    return False


def _short(move: Move, position: Position) -> str:
    card, target = card_of(move, position), getattr(move, "target", None)
    if target is None:
        return f"{card} up"
    end = position.columns[target].last
    return f"{card} to an empty column" if end is None else f"{card} onto {end}"
