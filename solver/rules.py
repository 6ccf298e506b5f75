"""The rules of a game as settings: what is dealt, how the stock is drawn, which moves are allowed.

>>> Rules().draw, Rules().passes
(3, None)
>>> Rules.preset("vegas")
Rules(draw=3, passes=3)
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from ._text import is_whole, quote, shown
from ._types import need
from .errors import RulesError

__all__ = ["DEFAULT_PRESET", "MAX_DRAW", "PRESETS", "STANDARD_SHAPE", "Preset", "Rules", "Shape", "need_rules"]

MAX_DRAW = 24
"""The largest draw: the whole stock of a standard deal."""


@dataclass(frozen=True)
class Shape:
    """What is dealt: how many ranks the deck has and how many columns the tableau has.

    Attributes:
        ranks: ranks of each suit, 1 to 13; the highest one plays the part of the king.
        columns: columns of the tableau, at least 1; column i is dealt i cards, the last one face up.

    Raises:
        RulesError: a number is out of range, or the deck has too few cards for the columns.
    """

    ranks: int = 13
    columns: int = 7

    def __post_init__(self) -> None:
        if not is_whole(self.ranks) or not 1 <= self.ranks <= 13:
            raise RulesError(f"a deck has 1 to 13 ranks, not {shown(self.ranks)}")
        if not is_whole(self.columns) or self.columns < 1:
            raise RulesError(f"a tableau has at least 1 column, not {shown(self.columns)}")
        if self.stock_size < 0:
            raise RulesError(f"{self.cards} cards are too few for {self.columns} columns ({self.tableau_size} cards)")

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return 4 * self.ranks

    @property
    def column_sizes(self) -> tuple[int, ...]:
        """The number of cards dealt to each column."""
        return tuple(range(1, self.columns + 1))

    @property
    def tableau_size(self) -> int:
        """The number of cards dealt to the tableau."""
        return self.columns * (self.columns + 1) // 2

    @property
    def stock_size(self) -> int:
        """The number of cards dealt to the stock."""
        return self.cards - self.tableau_size


STANDARD_SHAPE = Shape()
"""One deck of 52 cards and seven columns."""


@dataclass(frozen=True, repr=False)
class Rules:
    """The settings of a game. The defaults are draw 3 with unlimited passes.

    Attributes:
        draw: cards that a draw turns onto the waste, 1 to 24.
        passes: how often the stock may be gone through, at least 1; None for no limit.
        take_back: whether a foundation's top card may come back to the tableau.
        part_runs: whether the lower part of a face-up run may move, not only the whole run.
        shape: deck and columns.

    Raises:
        RulesError: a setting is out of range.
    """

    draw: int = 3
    passes: int | None = None
    take_back: bool = True
    part_runs: bool = True
    shape: Shape = field(default=STANDARD_SHAPE)

    def __post_init__(self) -> None:
        if not is_whole(self.draw) or not 1 <= self.draw <= MAX_DRAW:
            raise RulesError(f"draw is 1 to {MAX_DRAW} cards, not {shown(self.draw)}")
        if self.passes is not None and (not is_whole(self.passes) or self.passes < 1):
            raise RulesError(f"passes is 1 or more, or unlimited, not {shown(self.passes)}")
        need(self.shape, Shape, "a shape is a Shape object such as Shape(13, 7)")

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Return the rules of the preset with this name; ``PRESETS`` has them all, with their scoring.

        Raises:
            RulesError: there is no such preset.
        """
        need(name, str, "a preset is called by its name, a text")
        if name not in PRESETS:
            raise RulesError(f"unknown preset {quote(name)}; there are {', '.join(PRESETS)}")
        return PRESETS[name].rules

    def __repr__(self) -> str:
        changed = [
            f"{item.name}={getattr(self, item.name)!r}"
            for item in fields(self)
            if item.name == "draw" or getattr(self, item.name) != item.default
        ]
        return f"Rules({', '.join(changed)})"


@dataclass(frozen=True)
class Preset:
    """Rules with a name, and the scoring table that players use with them.

    Attributes:
        rules: the rules.
        scoring: the name of a scoring table, or ``none`` for win or loss only.
    """

    rules: Rules
    scoring: str = "none"


PRESETS: dict[str, Preset] = {
    "draw1": Preset(Rules(draw=1)),
    "draw3": Preset(Rules(draw=3)),
    "draw1-3pass": Preset(Rules(draw=1, passes=3)),
    "vegas": Preset(Rules(draw=3, passes=3), scoring="vegas"),
    "vegas1": Preset(Rules(draw=1, passes=1), scoring="vegas"),
}
"""The named rules that players meet."""

DEFAULT_PRESET = "draw3"
"""The preset that holds when none is named."""


def need_rules(rules: object) -> None:
    """Make sure that these are rules, or None.

    Raises:
        TypeError: it is something else.
    """
    if rules is not None and not isinstance(rules, Rules):
        raise TypeError(f"rules are a Rules object, not {type(rules).__name__}; Rules(draw=3) makes one")
