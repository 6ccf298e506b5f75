"""What plays lose: a scoring table as the search for the best score wants it.

Every card that may yet earn points counts from the start as if it earned the most that it can; a play loses what the
score and the rest of that hope together drop by. ``docs/score.md`` tells more, and why nothing is lost by it.

>>> from .scoring import SCORINGS
>>> losses = Losses.of(SCORINGS["standard"], Rules())
>>> losses.stock_up, losses.stock_down, losses.turn_over, losses.rest_stock
(2, 0, 20, 15)
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass

from .position import Position
from .rules import Rules
from .scoring import ScoringTable

__all__ = ["Losses"]


@dataclass(frozen=True)
class Losses:
    """Losses by event, none of them negative.

    Attributes:
        up, back: a card goes up from the tableau, or comes back there.
        stock_up, stock_down: a card of the waste goes up, or to the tableau.
        turn, turn_over: a card is turned up; the waste is turned over.
        rest_down, rest_up, rest_stock: what stopping loses for each card of the tableau, of the foundations, of stock
            and waste: the points that it can earn from there at the very most.
        rest_hidden: the same for turning a card up.
    """

    up: int
    back: int
    stock_up: int
    stock_down: int
    turn: int
    turn_over: int
    rest_down: int
    rest_up: int
    rest_stock: int
    rest_hidden: int

    @classmethod
    def of(cls, table: ScoringTable, rules: Rules) -> Losses:
        """Work them out for a table by which no card, and no recycle, earns points again and again."""
        rest_up = max(0, table.take_back) if rules.take_back else 0
        rest_down = max(0, table.foundation)
        straight = table.foundation + table.waste_to_foundation_extra
        rest_stock = max(0, straight + rest_up, table.waste_to_tableau + rest_down)
        rest_hidden = max(0, table.turn_up)
        return cls(
            up=rest_down - rest_up - table.foundation,
            back=rest_up - rest_down - table.take_back if rules.take_back else 0,
            stock_up=rest_stock - rest_up - straight,
            stock_down=rest_stock - rest_down - table.waste_to_tableau,
            turn=rest_hidden - table.turn_up,
            turn_over=-table.extra_pass,
            rest_down=rest_down,
            rest_up=rest_up,
            rest_stock=rest_stock,
            rest_hidden=rest_hidden,
        )

    @property
    def unit(self) -> int:
        """The greatest number of which all losses are multiples; 1 if nothing ever loses anything."""
        return math.gcd(*astuple(self)) or 1

    def stopping(self, position: Position) -> int:
        """Return what stopping in a position loses: an upper bound on what can still be earned from there."""
        up = sum(position.foundations)
        stock = len(position.stock) + len(position.waste)
        down = position.rules.shape.cards - up - stock
        return (
            up * self.rest_up
            + down * self.rest_down
            + stock * self.rest_stock
            + position.face_down_total * self.rest_hidden
        )
