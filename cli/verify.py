"""``klondike verify``: is a line of play legal, and does it win?"""

from __future__ import annotations

import click

from ..errors import InputError
from ..rules import Preset
from .completing import complete_file
from .inputs import STDIN, read_game, read_line, read_scoring
from .log import verbose_option
from .options import count_recycles_option, deal_argument, rules_options, scoring_option
from .output import Output
from .status import Status
from .wording import facts, plural, rules_in_words, score_in_words

__all__ = ["one_standard_input", "verify"]

_EPILOG = """\
MOVES_FILE has move letters, as solve --format moves prints them; - is standard input.

Exit status: 0 legal and won, 4 legal but not won, 2 illegal, wrong use or bad input.

\b
Examples:
  klondike solve solvitaire:2 --format moves > moves.txt
  klondike verify solvitaire:2 moves.txt
  klondike verify solvitaire:2 moves.txt --scoring standard
"""


@click.command(epilog=_EPILOG)
@deal_argument
@click.argument("moves", metavar="MOVES_FILE", shell_complete=complete_file)
@rules_options
@scoring_option
@count_recycles_option
@verbose_option
def verify(game: str, moves: str, preset: Preset, scoring: str | None, count_recycles: bool) -> Status:
    """Replay the moves of MOVES_FILE on DEAL, and tell whether they are legal and win."""
    one_standard_input(game, moves)
    scoring = preset.scoring if scoring is None else scoring
    table = read_scoring(scoring)
    given = read_game(game, preset.rules)
    line = read_line(moves, given.position)
    line.verify()
    output = Output()
    output.line(f"{given.label}: the moves are legal and {'win' if line.is_won else 'do not win'}.")
    facts(
        output,
        rules=rules_in_words(given.position.rules),
        legal="yes",
        won="yes" if line.is_won else f"no ({plural(sum(line.final.foundations), 'card')} up)",
        length=plural(line.length(count_recycles=count_recycles), "move"),
        passes=line.passes,
        score=None if table is None else score_in_words(line.score(table), scoring),
    )
    return Status.DONE if line.is_won else Status.NOT_WON


def one_standard_input(game: str, moves: str | None) -> None:
    """Refuse to read two things from standard input.

    Raises:
        InputError: both are ``-``.
    """
    if game == moves == STDIN:
        raise InputError("DEAL and MOVES_FILE cannot both be standard input")
