"""The option ``--html`` of the commands that have a line of play to show."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from .._text import quote
from ..cards_up import MostCards
from ..passes import FewestPasses
from ..result import Result, Verdict
from ..scoring import SCORINGS, ScoringTable
from ..shortest import Shortest
from ..solution import Solution
from ..top_score import BestScore
from .completing import complete_file
from .files import check_replaceable, file_name, written
from .inputs import STDIN, Game
from .output import Output, complain, printable

__all__ = ["about_line", "check_page", "html_option", "write_html", "write_page"]

_name = file_name("a page", "game.html")


def _file(value: Any) -> str:
    """Read the name of a file to write; what can be known to go wrong is told before a search, not after it."""
    name = _name(value)
    folder = os.path.dirname(name) or "."
    if os.path.isdir(name):
        raise click.BadParameter(f"{quote(name, 60)} is a directory.")
    if not os.path.isdir(folder):
        raise click.BadParameter(f"there is no directory {quote(folder, 60)} for the page.")
    return name


html_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--html",
    "page",
    type=_file,
    metavar="FILE",
    shell_complete=complete_file,
    help="Write a page to watch the line of play on, in a browser.",
)


def check_page(page: str | None, game: Game, *, moves: str | None = None, scoring: str | None = None) -> None:
    """Make sure, before a search, that the page does not replace what the command reads, or a store.

    Args:
        page: the file; None for none.
        game: what is asked about.
        moves: the file of the moves.
        scoring: the scoring table as it was asked for.

    Raises:
        InputError: it would.
    """
    if page is not None:
        table = None if scoring in (*SCORINGS, "none") else scoring
        check_replaceable(page, *(name for name in (game.file, moves, table) if name != STDIN))


def write_html(
    page: str,
    game: Game,
    line: Solution,
    *,
    table: ScoringTable | None,
    scoring: str | None,
    count_recycles: bool,
    note: str | None = None,
) -> None:
    """Write the page of a line of play.

    Args:
        page: the file.
        game: where the line starts.
        line: the line of play.
        table: the scoring table that was asked for, or that the rules have.
        scoring: how it was asked for; None if it was not. A page has the standard score unless ``none`` was asked for.
        count_recycles: whether turning the waste over counts as a move.
        note: what else is known about the line.

    Raises:
        InputError: the file cannot be written.
    """
    # The template is read only where it is wanted.
    from ..pages.watch import to_html

    text = to_html(
        line,
        title=_title(game),
        scoring=SCORINGS["standard"] if table is None and scoring is None else table,
        count_recycles=count_recycles,
        note=note,
    )
    with written(page) as file:
        file.write(text.encode())


def write_page(
    output: Output,
    page: str | None,
    given: Game,
    result: Result | Shortest,
    line: Solution | None,
    *,
    most: bool,
    table: ScoringTable | None,
    scoring: str | None,
    count_recycles: bool,
    note: str | None,
) -> None:
    """Write the page of an answer if one was asked for, or say why there is none.

    Args:
        output: where the answer has been written.
        page: the file; None if no page was asked for.
        given: what was asked about.
        result: the answer.
        line: what it has to show.
        most: whether the most cards were looked for.
        table: the rest as for ``write_html``.

    Raises:
        InputError: the file cannot be written.
    """
    if page is not None and line is not None:
        output.flush()  # What is known is not lost if the page cannot be written.
        write_html(page, given, line, table=table, scoring=scoring, count_recycles=count_recycles, note=note)
    elif page is not None:
        reason = f"{given.label} is {result.verdict} ({result.reason}): there are no moves to show"
        advice = "; --most-cards looks for some" if result.verdict is Verdict.LOST and not most else ""
        complain(f"{reason}, and no {printable(page)}{advice}")


def about_line(
    *,
    shortest: Shortest | None = None,
    passes: FewestPasses | None = None,
    cards: MostCards | None = None,
    best: BestScore | None = None,
) -> str | None:
    """Return what a page says of a line of play besides what it shows: how good it is; None for nothing.

    Args:
        shortest: the answer to the question for a shortest solution, if it was asked, ...
        passes: ... to that for the fewest passes, ...
        cards: ... to that for the most cards, ...
        best: ... and to that for the best score.
    """
    known = []
    if shortest is not None:
        passes = shortest.fewest_passes
        if shortest.is_proven:
            known.append("proven: no way to win is shorter")
        elif shortest.lower_bound is not None:
            known.append(f"at least {shortest.lower_bound} moves are needed")
    if passes is not None and passes.is_proven:
        known.append("fewer passes will not do")
    if cards is not None:
        known.append("the game is lost")
        fewer = ", nor as many in fewer moves" if cards.is_shortest else ""
        known.append(f"no more cards can go up{fewer}" if cards.is_proven else f"at most {cards.at_most} can go up")
    if best is not None:
        known.append("no line of play scores more" if best.is_proven else f"no line scores more than {best.at_most}")
    return "; ".join(known) or None


def _title(game: Game) -> str | None:
    """Return what the page calls the deal: its number, or its file without the folders, which are nobody's business."""
    if game.deal is not None and game.deal.name is not None:
        return game.deal.name
    return os.path.basename(game.file) if game.file else None
