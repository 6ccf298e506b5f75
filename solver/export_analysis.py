"""Analyses, reviews and numbers of passes as plain data, for JSON; ``docs/analysis.md`` has all the keys.

As in ``export``, all but ``seconds`` is the same on every run and machine unless a time limit ended a search.

>>> from klondike_solver import Deal, analyse, review
>>> deal = Deal.parse("3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C")
>>> data = analysis_to_dict(analyse(deal))
>>> [(option["move"], option["verdict"], option["key"]) for option in data["options"]]
[('GF', 'winnable', True), ('HF', 'lost', False), ('@', 'winnable', False)]
>>> data = review_to_dict(review(deal, "@ HF @"))
>>> data["outcome"], data["losing_move"]["move"], [option["move"] for option in data["alternatives"]]
('lost', 'HF', ['GF', '@'])
"""

from __future__ import annotations

from typing import Any

from .analysis import Analysis, MoveVerdict
from .cards_up import MostCards
from .deal import Deal
from .describe import describe
from .export import SCHEMA, deal_to_dict, rules_to_dict
from .formats import write_position
from .game_review import Review
from .passes import FewestPasses
from .position import Position
from .scoring import ScoringTable
from .solution import Solution
from .top_score import BestScore

__all__ = ["analysis_to_dict", "best_score_to_dict", "most_cards_to_dict", "passes_to_dict", "review_to_dict"]


def analysis_to_dict(analysis: Analysis, *, deal: Deal | None = None, played: Solution | None = None) -> dict[str, Any]:
    """Return an analysis as a dictionary that ``json.dumps`` takes.

    Args:
        analysis: what ``analyse`` answered.
        deal: the deal that the game started with, if the position is one in the middle of it.
        played: the moves that led to the position, if they are known.

    Returns:
        ``schema``, ``deal``, ``rules``, ``played``, ``position``, ``verdict``, ``moves``, ``options``, ``nodes``,
        ``seconds`` and ``reason``, in this order; None where there is nothing.
    """
    deal = analysis.deal if deal is None else deal
    return {
        "schema": SCHEMA,
        "deal": None if deal is None else deal_to_dict(deal),
        "rules": rules_to_dict(analysis.position.rules),
        "played": None if played is None else played.letters,
        "position": _position(analysis.position),
        "verdict": analysis.verdict.value,
        "moves": None if analysis.solution is None else analysis.solution.letters,
        "options": [_option(option, analysis) for option in analysis.moves],
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
        "reason": analysis.reason.value,
    }


def review_to_dict(review: Review, *, count_recycles: bool = False) -> dict[str, Any]:
    """Return a review as a dictionary that ``json.dumps`` takes.

    Args:
        review: what ``review`` answered.
        count_recycles: whether turning the waste over counts as a move.

    Returns:
        ``schema``, ``deal``, ``rules``, ``played``, ``length``, ``outcome``, ``winnable_after``, ``lost_after``,
        ``losing_move``, ``alternatives``, ``questions``, ``nodes`` and ``seconds``, in this order; None where there is
        nothing.
    """

    def counted(moves: int | None) -> int | None:
        if moves is None:
            return None
        return Solution(review.line.position, review.line.moves[:moves]).length(count_recycles=count_recycles)

    losing = None
    if review.losing_move is not None and review.analysis is not None:
        move = review.line.moves[review.losing_move]
        option = next(option for option in review.analysis.moves if option.move == move)
        losing = {
            "number": counted(review.losing_move + 1),
            **_option(option, review.analysis),
            "position": _position(review.analysis.position),
        }
    return {
        "schema": SCHEMA,
        "deal": None if review.deal is None else deal_to_dict(review.deal),
        "rules": rules_to_dict(review.line.position.rules),
        "played": review.line.letters,
        "length": counted(len(review.line.moves)),
        "outcome": review.outcome.value,
        "winnable_after": counted(review.winnable_after),
        "lost_after": counted(review.lost_after),
        "losing_move": losing,
        "alternatives": None
        if review.analysis is None
        else [_option(option, review.analysis) for option in review.alternatives],
        "questions": review.questions,
        "nodes": review.nodes,
        "seconds": round(review.seconds, 6),
    }


def passes_to_dict(found: FewestPasses) -> dict[str, Any]:
    """Return what is known about the number of passes: ``passes``, ``at_least``, ``proven`` and ``asked``."""
    return {
        "passes": found.passes,
        "at_least": found.at_least,
        "proven": found.is_proven,
        "asked": {str(limit): verdict.value for limit, verdict in found.asked.items()},
    }


def most_cards_to_dict(
    found: MostCards | None, *, scoring: ScoringTable | None = None, count_recycles: bool = False
) -> dict[str, Any] | None:
    """Return what is known about the most cards that can go up: None if it was not asked, as in a game that can be won.

    Args:
        found: the answer.
        scoring: the table for ``score``; None if scores do not matter.
        count_recycles: whether turning the waste over counts in ``length``.

    Returns:
        ``cards``, ``at_most``, ``proven``, ``moves``, ``length``, ``length_at_least``, ``shortest``, ``passes``,
        ``score``, ``nodes``, ``states`` and ``reason``.
    """
    if found is None:
        return None
    return {
        "cards": found.cards,
        "at_most": found.at_most,
        "proven": found.is_proven,
        "moves": found.solution.letters,
        "length": found.solution.length(count_recycles=count_recycles),
        "length_at_least": found.length_at_least,
        "shortest": found.is_shortest,
        "passes": found.solution.passes,
        "score": None if scoring is None else found.solution.score(scoring),
        "nodes": found.nodes,
        "states": found.states,
        "reason": found.reason.value,
    }


def best_score_to_dict(found: BestScore, *, count_recycles: bool = False) -> dict[str, Any]:
    """Return what is known about the best score.

    Args:
        found: the answer.
        count_recycles: whether turning the waste over counts in ``length``.

    Returns:
        ``score``, ``at_most``, ``proven``, ``moves``, ``length``, ``passes``, ``cards``, ``nodes`` and ``reason``.
    """
    return {
        "score": found.score,
        "at_most": found.at_most,
        "proven": found.is_proven,
        "moves": found.solution.letters,
        "length": found.solution.length(count_recycles=count_recycles),
        "passes": found.solution.passes,
        "cards": sum(found.solution.final.foundations),
        "nodes": found.nodes,
        "reason": found.reason.value,
    }


def _option(option: MoveVerdict, analysis: Analysis) -> dict[str, Any]:
    line = None
    if option.solution is not None:
        line = Solution(analysis.position, [option.move, *option.solution.moves])
    return {
        "move": Solution(analysis.position, [option.move]).letters,
        "text": describe(option.move, analysis.position, unicode=False),
        "verdict": option.verdict.value,
        "reason": option.reason.value,
        "only": option is analysis.only_winning,
        "key": option is analysis.key_move,
        "undoable": option.way_back is not None,
        "moves": None if line is None else line.letters,
    }


def _position(position: Position) -> str:
    return write_position(position, "pysol")
