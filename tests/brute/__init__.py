"""The truth about small decks: every position that can be reached, by brute force, to test the engines against."""

from .compare import Comparison, compare, describe, random_tuning, simplest, slices
from .games import SMALL_SHAPES, careful_play, random_game, random_made, random_play, random_rules
from .graph import Graph, TooLargeError, is_winnable
from .lengths import ShortestResult, follow, random_switches, search_shortest, start_shortest

__all__ = [
    "SMALL_SHAPES",
    "Comparison",
    "Graph",
    "ShortestResult",
    "TooLargeError",
    "careful_play",
    "compare",
    "describe",
    "follow",
    "is_winnable",
    "random_game",
    "random_made",
    "random_play",
    "random_rules",
    "random_switches",
    "random_tuning",
    "search_shortest",
    "simplest",
    "slices",
    "start_shortest",
]
