"""``klondike review``: at which move did a game become lost, and what would have kept it alive?"""

from __future__ import annotations

import json
from typing import Any

import click

from ..describe import describe
from ..export_analysis import review_to_dict
from ..game_review import Outcome, Review
from ..game_review import review as review_game
from ..moves import Recycle
from ..rules import Preset
from ..solution import Solution
from .completing import complete_file
from .inputs import read_game, read_line
from .log import verbose_option
from .options import (
    ascii_option,
    color_option,
    count_recycles_option,
    data_option,
    deal_argument,
    limit_options,
    rules_options,
)
from .output import Output
from .search import searching
from .status import Status
from .verify import one_standard_input
from .wording import facts, plural, rules_in_words

__all__ = ["review"]

_EPILOG = """\
MOVES_FILE has move letters; - is standard input. The limits hold for each verdict: a few positions of the game are
searched, and the moves at the point where it became lost.

Exit status: 0 done, whatever became of the game; 2 illegal moves, wrong use or bad input, 70 internal error,
130 interrupted.

\b
Examples:
  echo "FH HG HK ID @AG AI @ AK @@" > game.txt
  klondike review solvitaire:8 game.txt
  klondike review solvitaire:8 game.txt --timeout 10 --format json
"""


@click.command(epilog=_EPILOG)
@deal_argument
@click.argument("moves", metavar="MOVES_FILE", shell_complete=complete_file)
@rules_options
@count_recycles_option
@limit_options
@data_option
@ascii_option
@color_option
@verbose_option
@click.pass_context
def review(
    context: click.Context,
    *,
    game: str,
    moves: str,
    preset: Preset,
    count_recycles: bool,
    limits: dict[str, Any],
    style: str,
    ascii: bool,
    color: str,
) -> Status:
    """Tell at which move of MOVES_FILE the game of DEAL became lost, and what would have kept it alive."""
    one_standard_input(game, moves)
    given = read_game(game, preset.rules)
    line = read_line(moves, given.position)
    with searching(context) as cancel:
        found = review_game(given.question, line.moves, given.position.rules, cancel=cancel, **limits)
    output = Output(ascii=ascii, color=color)
    if style == "json":
        output.line(json.dumps(review_to_dict(found, count_recycles=count_recycles), indent=2))
    else:
        _Account(output, found, count_recycles).tell(given.label)
    return Status.DONE


class _Account:
    """The account for a player."""

    def __init__(self, output: Output, found: Review, count_recycles: bool) -> None:
        self._output = output
        self._found = found
        self._count_recycles = count_recycles

    def tell(self, label: str) -> None:
        found = self._found
        self._output.line(f"{label}: {self._headline()}")
        facts(
            self._output,
            rules=rules_in_words(found.line.position.rules),
            game=plural(self._count(len(found.line.moves)), "move"),
            winnable=self._span(found.winnable_after),
            lost=None if found.lost_after is None else f"from {self._after(found.lost_after)} on",
            searches=found.questions,
            nodes=found.nodes,
            time=f"{found.seconds:.2f} s",
        )
        if found.losing_move is not None:
            self._tell_alternatives()

    def _headline(self) -> str:
        found = self._found
        if found.outcome is Outcome.WON:
            return "the game was won."
        if found.outcome is Outcome.WINNABLE:
            return "the game was not lost; it could still be won."
        if found.outcome is Outcome.LOST_FROM_THE_START:
            return "the game was lost from the start; no move is to blame."
        if found.outcome is Outcome.UNDECIDED:
            return "whether the game was lost is undecided."
        if found.losing_move is None:
            start = ", or whether from the start," if found.winnable_after is None else ""
            return f"the game was lost; by which move{start} is undecided."
        return f"{self._move(found.losing_move)} lost the game."

    def _move(self, place: int) -> str:
        """Return how a move is called."""
        number = self._count(place + 1)
        # A recycle has no number unless it counts.
        return f"move {number}" if number > self._count(place) else f"turning the waste over after move {number}"

    def _count(self, moves: int) -> int:
        line = self._found.line
        return Solution(line.position, line.moves[:moves]).length(count_recycles=self._count_recycles)

    def _after(self, moves: int) -> str:
        return f"move {self._count(moves)}" if moves else "the start"

    def _span(self, moves: int | None) -> str | None:
        if moves is None:
            return None
        return "to the end" if moves == len(self._found.line.moves) else f"until after {self._after(moves)}"

    def _tell_alternatives(self) -> None:
        from .board import coloured
        from .verdicts import show_moves

        found, output = self._found, self._output
        assert found.losing_move is not None
        assert found.analysis is not None
        move = found.line.moves[found.losing_move]
        output.line()
        if not isinstance(move, Recycle):  # The headline has said it.
            text = describe(move, found.analysis.position, unicode=output.unicode)
            output.show(coloured(f"Move {self._count(found.losing_move + 1)}: {text}."))
        output.line("This would have kept the game alive:")
        output.line()
        show_moves(output, found.analysis, found.alternatives)
