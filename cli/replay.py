"""``klondike replay``: a line of play, board by board."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import click

from ..errors import InputError
from ..frames import Frame, frames
from ..rules import Preset
from ..solution import Solution
from .completing import complete_file
from .html import check_page, html_option, write_html
from .inputs import Game, read_game, read_line, read_scoring
from .keys import END, keys
from .log import verbose_option
from .options import (
    ascii_option,
    color_option,
    count_recycles_option,
    deal_argument,
    limit_options,
    rules_options,
    scoring_option,
)
from .output import Output, is_terminal, printable
from .search import search
from .status import Status
from .verify import one_standard_input
from .wording import plural

__all__ = ["replay"]

_EPILOG = """\
Without MOVES_FILE the deal is solved first. In a terminal the keys are: space, enter, n or right for the next board;
b, p or left for the one before; g and G for the first and the last; q for the end. Otherwise all boards are printed.
With --html there is a page instead, to watch in a browser.

\b
Examples:
  klondike replay solvitaire:2
  klondike replay solvitaire:2 --html game.html
  klondike solve solvitaire:2 --rules vegas --format moves > moves.txt
  klondike replay solvitaire:2 moves.txt --rules vegas
"""

_KEYS = {
    **dict.fromkeys([" ", "\r", "\n", "n", "l", "j", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB"], "next"),
    **dict.fromkeys(["b", "p", "h", "k", "\x7f", "\b", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA"], "back"),
    **dict.fromkeys(["g", "0", "\x1b[H", "\x1bOH", "\x1b[1~"], "first"),
    **dict.fromkeys(["G", "$", "\x1b[F", "\x1bOF", "\x1b[4~"], "last"),
    **dict.fromkeys(["q", "Q", "\x1b", END], "quit"),
}

_HELP = "space: next   b: back   g: first   G: last   q: quit"


@click.command(epilog=_EPILOG)
@deal_argument
@click.argument("moves", metavar="[MOVES_FILE]", required=False, shell_complete=complete_file)
@rules_options
@scoring_option
@count_recycles_option
@limit_options
@html_option
@ascii_option
@color_option
@verbose_option
@click.pass_context
def replay(
    context: click.Context,
    *,
    game: str,
    moves: str | None,
    preset: Preset,
    scoring: str | None,
    count_recycles: bool,
    limits: dict[str, Any],
    page: str | None,
    ascii: bool,
    color: str,
) -> Status:
    """Step through the moves of MOVES_FILE on DEAL, or through a solution, board by board."""
    one_standard_input(game, moves)
    table = read_scoring(preset.scoring if scoring is None else scoring)
    given = read_game(game, preset.rules)
    check_page(page, given, moves=moves, scoring=scoring)
    line = _solved(context, given, preset, limits) if moves is None else read_line(moves, given.position)
    output = Output(ascii=ascii, color=color)
    if page is not None:
        write_html(page, given, line, table=table, scoring=scoring, count_recycles=count_recycles)
        output.line(f"{given.label}: {printable(page)} shows {plural(len(line.moves) + 1, 'board')}.")
        return Status.DONE
    boards = frames(line, table, count_recycles=count_recycles, unicode=output.unicode)
    if output.is_terminal and is_terminal(sys.stdin):
        _step_through(output, given.label, boards)
    else:
        for index, frame in enumerate(boards):
            if index:
                output.line()
            _draw(output, given.label, frame)
    return Status.DONE


def _solved(context: click.Context, given: Game, preset: Preset, limits: dict[str, Any]) -> Solution:
    result = search(context, given, preset.rules, limits)
    if result.solution is None:
        raise InputError(f"{given.label} is {result.verdict} ({result.reason}): there is no solution to step through")
    return result.solution


def _draw(output: Output, label: str, frame: Frame, *, notes: Sequence[str] = ()) -> None:
    """Draw a board with the move that led to it above, and notes below; with notes it has to fit the screen."""
    from rich.text import Text

    from .board import board, coloured

    number = f"{frame.number}. " if frame.numbered else ""
    title = f"{number}{frame.text or label}"
    width, lines = output.size
    height = None
    if notes and lines is not None:
        notes = [part for note in notes for part in wrap(note, width)]
        # A long line takes several on the screen.
        height = lines - -(-len(title) // width) - len(notes) - 1
    picture = board(frame.position, unicode=output.unicode, width=width, height=height)
    if height is not None:
        picture = Text("\n").join(picture.split("\n")[: max(height, 0)])
    output.show(coloured(title, "bold"), *[""] * (not notes), picture, *(coloured(note, "dim") for note in notes))


def _step_through(output: Output, label: str, boards: Sequence[Frame]) -> None:
    """Show one board at a time, as the keys ask for them; one below the other where a screen cannot be cleared."""
    place, last = 0, boards[-1]
    if output.obeys:
        output.write("\x1b[?1049h")  # A screen of its own: what was there before comes back.
    try:
        with keys() as pressed:
            while True:
                frame = boards[place]
                score = "" if frame.score is None else f"   score {frame.score}"
                state = f"move {frame.number} of {last.number}   pass {frame.passes} of {last.passes}{score}"
                output.write("\x1b[H\x1b[2J" if output.obeys else "\n" * (place > 0))
                _draw(output, label, frame, notes=(state, f"board {place + 1} of {len(boards)}   {_HELP}"))
                output.flush()
                for key in pressed():
                    action = _KEYS.get(key, "")
                    if action == "quit":
                        return
                    places = {"next": place + 1, "back": place - 1, "first": 0, "last": len(boards) - 1}
                    place = min(max(places.get(action, place), 0), len(boards) - 1)
    finally:
        if output.obeys:
            output.write("\x1b[?1049l")
        output.flush()
