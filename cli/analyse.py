"""``klondike analyse``: which moves keep the game winnable?"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from ..analysis import Analysis
from ..analysis import analyse as analyse_position
from ..errors import InputError
from ..export_analysis import analysis_to_dict
from ..origin import check_origin
from ..result import Verdict
from ..rules import Preset
from .completing import complete_deal, complete_file
from .inputs import STDIN, read_game, read_line
from .log import verbose_option
from .options import ascii_option, color_option, data_option, limit_options, rules_options
from .output import Output
from .search import searching
from .status import Status
from .wording import facts, plural, rules_in_words

__all__ = ["analyse"]

_EPILOG = """\
The position is the start of DEAL, or with --moves the one after these moves, or the one in the file of --position; with
that, DEAL may be left out. 'klondike show DEAL --to layout' shows how to type in a position. The limits hold for each
verdict.

Exit status: 0 done, whatever the verdicts are; 2 wrong use or bad input, 70 internal error, 130 interrupted.

\b
Examples:
  klondike analyse solvitaire:8
  echo "FH HG HK ID @AG AI @" > game.txt
  klondike analyse solvitaire:8 --moves game.txt --timeout 10
  klondike show solvitaire:8 --to layout > board.txt
  klondike analyse --position board.txt --rules vegas --format json
"""


@click.command(epilog=_EPILOG)
@click.argument("game", metavar="[DEAL]", required=False, shell_complete=complete_deal)
@click.option(
    "--moves",
    metavar="FILE",
    shell_complete=complete_file,
    help="Move letters that lead from DEAL to the position; - is standard input.",
)
@click.option(
    "--position",
    "board",
    metavar="FILE",
    shell_complete=complete_file,
    help="A position in the middle of a game; - is standard input.",
)
@rules_options
@limit_options
@data_option
@ascii_option
@color_option
@verbose_option
@click.pass_context
def analyse(
    context: click.Context,
    *,
    game: str | None,
    moves: str | None,
    board: str | None,
    preset: Preset,
    limits: dict[str, Any],
    style: str,
    ascii: bool,
    color: str,
) -> Status:
    """List the legal moves in a position with the verdict after each, and mark the only winning ones."""
    if game is None and board is None:
        raise click.UsageError("DEAL is missing, or a file with --position.", context)
    if moves is not None and board is not None:
        raise click.UsageError("--moves and --position exclude each other.", context)
    if [game, moves, board].count(STDIN) > 1:
        raise InputError("only one of DEAL, --moves and --position can be standard input")
    origin = None if game is None else read_game(game, preset.rules)
    line = None
    if board is not None:
        given = read_game(board, preset.rules)
        if origin is not None and origin.deal is not None:
            check_origin(given.position, origin.deal)
    else:
        assert origin is not None
        given = origin
        if moves is not None:
            line = read_line(moves, given.position)
    with searching(context) as cancel:
        found = analyse_position(
            given.question if line is None else line.final, given.position.rules, cancel=cancel, **limits
        )
    output = Output(ascii=ascii, color=color)
    if style == "json":
        deal = None if origin is None else origin.deal
        output.line(json.dumps(analysis_to_dict(found, deal=deal, played=line), indent=2))
    else:
        played = "" if line is None else f" after {plural(line.length(), 'move')}"
        _tell(output, f"{given.label}{played}", found)
    return Status.DONE


def _tell(output: Output, label: str, found: Analysis) -> None:
    """Write the account for a player: what the position is worth, and each move."""
    from .verdicts import show_moves

    output.line(f"{label} is {'won' if found.position.is_won else found.verdict}.")
    counts = Counter(option.verdict for option in found.moves)
    facts(
        output,
        rules=rules_in_words(found.position.rules),
        decided=found.reason,
        nodes=found.nodes,
        time=f"{found.seconds:.2f} s",
        moves=", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]) or "none is legal",
    )
    if found.moves:
        output.line()
        show_moves(output, found, found.moves)
