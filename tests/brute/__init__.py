"""The truth about small decks: every position that can be reached, by brute force, to test the engines against."""

from .compare import Comparison, compare, describe, random_tuning, simplest, slices
from .games import SMALL_SHAPES, careful_play, random_game, random_made, random_play, random_rules
from .graph import Graph, TooLargeError, is_winnable

__all__ = [
    "SMALL_SHAPES",
    "Comparison",
    "Graph",
    "TooLargeError",
    "careful_play",
    "compare",
    "describe",
    "is_winnable",
    "random_game",
    "random_made",
    "random_play",
    "random_rules",
    "random_tuning",
    "simplest",
    "slices",
]
