"""The shortest way to win, with a proof that there is no shorter one, and something useful at every moment.

>>> from klondike_solver import Deal, Rules
>>> found = find_shortest(Deal.parse("shootme:3"), Rules(draw=1))
>>> found.length, found.lower_bound, found.is_proven, found.solution.is_won
(114, 114, True, True)
>>> found = find_shortest(Deal.parse("shootme:3"), Rules(draw=1), max_states=10)
>>> found.is_proven, found.lower_bound <= 114 <= found.length
(False, True)
"""

from __future__ import annotations

from .answer import Improvement, Shortest
from .find import find_shortest, improve
from .tuning import ShortestTuning

__all__ = ["Improvement", "Shortest", "ShortestTuning", "find_shortest", "improve"]
