"""``klondike replay``: a line of play, board by board."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from ..describe import narrate
from ..errors import InputError
from ..position import Position
from ..rules import Preset
from ..solution import Solution
from .inputs import Game, read_game, read_line
from .keys import END, keys
from .log import verbose_option
from .options import ascii_option, count_recycles_option, deal_argument, limit_options, rules_options
from .output import Output, is_terminal
from .search import search
from .status import Status
from .verify import one_standard_input

__all__ = ["replay"]

_EPILOG = """\b
Examples:
  klondike replay solvitaire:2
  klondike replay deal.txt moves.txt --rules vegas
  klondike replay solvitaire:2 --ascii | less

Without MOVES_FILE the deal is solved first. In a terminal the keys are: space, enter, n or right for the next board;
b, p or left for the one before; g and G for the first and the last; q for the end. Otherwise all boards are printed.
"""

_KEYS = {
    **dict.fromkeys([" ", "\r", "\n", "n", "l", "j", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB"], "next"),
    **dict.fromkeys(["b", "p", "h", "k", "\x7f", "\b", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA"], "back"),
    **dict.fromkeys(["g", "0", "\x1b[H", "\x1bOH", "\x1b[1~"], "first"),
    **dict.fromkeys(["G", "$", "\x1b[F", "\x1bOF", "\x1b[4~"], "last"),
    **dict.fromkeys(["q", "Q", "\x1b", END], "quit"),
}

_HELP = "space: next   b: back   g: first   G: last   q: quit"


@dataclass(frozen=True)
class Frame:
    """One board, and how it came about."""

    title: str
    position: Position


@click.command(epilog=_EPILOG)
@deal_argument
@click.argument("moves", metavar="[MOVES_FILE]", required=False)
@rules_options
@count_recycles_option
@limit_options
@ascii_option
@verbose_option
@click.pass_context
def replay(
    context: click.Context,
    *,
    game: str,
    moves: str | None,
    preset: Preset,
    count_recycles: bool,
    limits: dict[str, Any],
    ascii: bool,
) -> Status:
    """Step through the moves of MOVES_FILE on DEAL, or through a solution, board by board."""
    one_standard_input(game, moves)
    given = read_game(game, preset.rules)
    line = _solved(context, given, preset, limits) if moves is None else read_line(moves, given.position)
    output = Output(ascii=ascii)
    frames = [Frame(given.label, given.position)]
    for step in narrate(
        line.position, line.moves, count_recycles=count_recycles, collapse=False, unicode=output.unicode
    ):
        frames.append(Frame(f"{step.numbers}. {step.text}" if step.numbers else step.text, step.position))
    if output.is_terminal and is_terminal(sys.stdin):
        _step_through(output, frames)
    else:
        for index, frame in enumerate(frames):
            if index:
                output.line()
            _draw(output, frame)
    return Status.DONE


def _solved(context: click.Context, given: Game, preset: Preset, limits: dict[str, Any]) -> Solution:
    result = search(context, given, preset.rules, limits)
    if result.solution is None:
        raise InputError(f"{given.label} is {result.verdict} ({result.reason}): there is no solution to step through")
    return result.solution


def _draw(output: Output, frame: Frame, *, note: str = "") -> None:
    from .board import board, coloured

    output.show(coloured(frame.title, "bold"), "", board(frame.position, unicode=output.unicode))
    if note:
        output.show("", coloured(note, "dim"))


def _step_through(output: Output, frames: Sequence[Frame]) -> None:
    """Show one board at a time, as the keys ask for them."""
    place = 0
    output.write("\x1b[?1049h")  # A screen of its own: what was there before comes back.
    try:
        with keys() as pressed:
            while True:
                output.write("\x1b[H\x1b[2J")
                _draw(output, frames[place], note=f"board {place + 1} of {len(frames)}   {_HELP}")
                output.flush()
                for key in pressed():
                    action = _KEYS.get(key, "")
                    if action == "quit":
                        return
                    places = {"next": place + 1, "back": place - 1, "first": 0, "last": len(frames) - 1}
                    place = min(max(places.get(action, place), 0), len(frames) - 1)
    finally:
        output.write("\x1b[?1049l")
        output.flush()
