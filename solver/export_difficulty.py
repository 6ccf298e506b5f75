"""The difficulty of deals as plain data, for JSON; ``docs/difficulty.md`` has the keys.

>>> from klondike_solver import Deal, Rules, measure_difficulty
>>> difficulty_to_dict(measure_difficulty(Deal.parse("solvitaire:2"), Rules(draw=1)))["level"]
'medium'
"""

from __future__ import annotations

from typing import Any

from .difficulty import Difficulty

__all__ = ["difficulty_to_dict"]


def difficulty_to_dict(found: Difficulty) -> dict[str, Any]:
    """Return a difficulty as a dictionary that ``json.dumps`` takes.

    Returns:
        ``level``, ``games``, ``won``, ``share``, and ``cards_up`` and ``face_down``: the cards on the foundations and
        face down at the end of a game on average.
    """
    return {
        "level": str(found.level),
        "games": found.games,
        "won": found.won,
        "share": round(found.share, 6),
        "cards_up": round(found.mean_cards_up, 3),
        "face_down": round(found.mean_face_down, 3),
    }
