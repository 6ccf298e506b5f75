"""The names of the package: ``klondike_solver`` hands them out when one of them is first asked for."""

import logging

from ._version import __version__
from .analysis import Analysis, MoveVerdict, analyse
from .api import solve, solve_many
from .cards import Card, Suit
from .cards_up import MostCards, most_cards
from .compiled import Tuning
from .deal import Deal
from .difficulty import Difficulty, Level, measure_difficulty
from .errors import (
    BatchError,
    CardError,
    DealError,
    FormatError,
    IllegalMoveError,
    InputError,
    InternalError,
    KlondikeError,
    NumberingError,
    Place,
    PositionError,
    RulesError,
    StoreError,
    UnsupportedError,
)
from .game_review import Outcome, Review, review
from .pages.watch import to_html
from .passes import FewestPasses, fewest_passes
from .position import Column, Position
from .result import Reason, Result, Verdict
from .rules import PRESETS, Rules, Shape
from .score_settings import ScoreTuning
from .scoring import SCORINGS, ScoringTable, score
from .shortest import Improvement, Shortest, ShortestTuning, find_shortest, improve
from .solution import Solution
from .top_score import BestScore, best_score

__all__ = [
    "PRESETS",
    "SCORINGS",
    "Analysis",
    "BatchError",
    "BestScore",
    "Card",
    "CardError",
    "Column",
    "Deal",
    "DealError",
    "Difficulty",
    "FewestPasses",
    "FormatError",
    "IllegalMoveError",
    "Improvement",
    "InputError",
    "InternalError",
    "KlondikeError",
    "Level",
    "MostCards",
    "MoveVerdict",
    "NumberingError",
    "Outcome",
    "Place",
    "Position",
    "PositionError",
    "Reason",
    "Result",
    "Review",
    "Rules",
    "RulesError",
    "ScoreTuning",
    "ScoringTable",
    "Shape",
    "Shortest",
    "ShortestTuning",
    "Solution",
    "StoreError",
    "Suit",
    "Tuning",
    "UnsupportedError",
    "Verdict",
    "__version__",
    "analyse",
    "best_score",
    "fewest_passes",
    "find_shortest",
    "improve",
    "measure_difficulty",
    "most_cards",
    "review",
    "score",
    "solve",
    "solve_many",
    "to_html",
]

logging.getLogger(__package__).addHandler(logging.NullHandler())
