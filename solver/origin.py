"""Whether a position can come from a deal."""

from __future__ import annotations

from .deal import Deal
from .errors import PositionError
from .position import Position

__all__ = ["check_origin"]


def check_origin(position: Position, deal: Deal) -> None:
    """Check what a position keeps of the deal that it comes from.

    That is what lies face down, the card on it, and the order of stock and waste. Whether there really is a line of
    play from the deal to the position is not looked for.

    >>> from klondike_solver.moves import Draw
    >>> position = Position.start(Deal.parse("solvitaire:2")).play(Draw())
    >>> check_origin(position, Deal.parse("solvitaire:2"))
    >>> check_origin(position, Deal.parse("solvitaire:3"))
    Traceback (most recent call last):
        ...
    klondike_solver.errors.PositionError: the position is not from solvitaire:3: card 1 of column 2 is 9S, not 3D

    Raises:
        PositionError: the position cannot come from the deal; the message says why.
    """
    name = deal.name or "this deal"
    if position.rules.shape != deal.shape:
        raise PositionError(f"the position is not from {name}, which has another size")
    for number, (column, dealt) in enumerate(zip(position.columns, deal.columns, strict=True), 1):
        # A face-down card turns up when what lies on it leaves, so the lowest face-up card still lies where it was.
        kept = column.face_down and column.face_down + 1
        for place, (card, was) in enumerate(zip(column.cards[:kept], dealt, strict=False), 1):
            if card != was:
                raise PositionError(
                    f"the position is not from {name}: card {place} of column {number} is {card}, not {was}"
                )
        if kept > len(dealt):
            raise PositionError(
                f"the position is not from {name}: column {number} has more cards face down than it was dealt"
            )
    order = iter(deal.stock)
    for card in (*position.waste, *position.stock):
        if card not in order:  # This takes the cards before it, and it, from the iterator.
            raise PositionError(f"the position is not from {name}: {card} cannot be in this place of stock and waste")
