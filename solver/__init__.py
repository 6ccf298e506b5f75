"""Klondike: is this deal winnable, and how?

>>> from klondike_solver import Deal, Rules, solve
>>> solve(Deal.parse("solvitaire:2"), Rules(draw=3)).verdict
<Verdict.WINNABLE: 'winnable'>

The names below are stable: they change only with the major version, as do the JSON and the texts that are written.
"""

import logging

from ._version import __version__
from .analysis import Analysis, MoveVerdict, analyse
from .api import solve, solve_many
from .cards import Card, Suit
from .compiled import Tuning
from .deal import Deal
from .errors import (
    CardError,
    DealError,
    FormatError,
    IllegalMoveError,
    InputError,
    InternalError,
    KlondikeError,
    NumberingError,
    PositionError,
    RulesError,
    StoreError,
    UnsupportedError,
)
from .game_review import Outcome, Review, review
from .most_cards import MostCards, most_cards
from .pages.watch import to_html
from .passes import FewestPasses, fewest_passes
from .position import Column, Position
from .result import Reason, Result, Verdict
from .rules import PRESETS, Rules, Shape
from .scoring import SCORINGS, ScoringTable, score
from .solution import Solution

__all__ = [
    "PRESETS",
    "SCORINGS",
    "Analysis",
    "Card",
    "CardError",
    "Column",
    "Deal",
    "DealError",
    "FewestPasses",
    "FormatError",
    "IllegalMoveError",
    "InputError",
    "InternalError",
    "KlondikeError",
    "MostCards",
    "MoveVerdict",
    "NumberingError",
    "Outcome",
    "Position",
    "PositionError",
    "Reason",
    "Result",
    "Review",
    "Rules",
    "RulesError",
    "ScoringTable",
    "Shape",
    "Solution",
    "StoreError",
    "Suit",
    "Tuning",
    "UnsupportedError",
    "Verdict",
    "__version__",
    "analyse",
    "fewest_passes",
    "most_cards",
    "review",
    "score",
    "solve",
    "solve_many",
    "to_html",
]

logging.getLogger(__name__).addHandler(logging.NullHandler())
