"""``klondike solve --best-score``: how the search closes in on the best score, and what is known if it is stopped."""

from __future__ import annotations

from typing import Any

import click

from ..errors import IllegalMoveError, InternalError
from ..result import Result
from ..rules import Rules
from ..scoring import ScoringTable
from ..top_score import BestScore, best_score
from .closing_in import closing_in
from .inputs import Game
from .log import is_verbose
from .stopping import stopping

__all__ = ["find_best_score"]


def find_best_score(
    context: click.Context,
    game: Game,
    rules: Rules,
    table: ScoringTable,
    *,
    result: Result,
    limits: dict[str, Any],
    lines: bool,
) -> BestScore:
    """Look for the best score, and show how far it is.

    Args:
        context: the command's context.
        game: what is asked about.
        rules: the rules.
        table: the scoring table.
        result: what is known about whether it can be won.
        limits: further arguments of ``best_score``.
        lines: whether plain lines are wanted where no terminal shows a live one.

    Returns:
        The answer. If it was asked to stop (``stopping``), its reason says so.

    Raises:
        InternalError: the engine is wrong.
    """
    with stopping() as stopped, closing_in(lines=lines, live=not is_verbose(context)) as shown:

        def improved(score: int, at_most: int) -> None:
            shown.improved(f"score {score}, at most {at_most}")

        def cancel() -> bool:
            shown.look()
            return stopped()

        try:
            return best_score(game.question, rules, table, result=result, cancel=cancel, progress=improved, **limits)
        except IllegalMoveError as error:
            raise InternalError(f"the engine played an illegal move ({error})") from error
