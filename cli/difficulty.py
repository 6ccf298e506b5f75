"""``klondike difficulty``: how hard is a deal for a player who does not see the hidden cards?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click

from ..difficulty import GAMES, MEASURE, Difficulty, Level, measure_difficulty
from ..export import SCHEMA, deal_to_dict, rules_to_dict
from ..export_difficulty import difficulty_to_dict
from ..result import Verdict
from ..rules import Preset
from ..statistics.interval import wilson
from .completing import complete_deal
from .inputs import STDIN, Game, read_game
from .log import verbose_option
from .options import data_option, limit_options, number_option, rules_options
from .output import Output
from .search import search
from .status import Status
from .wording import facts, rules_in_words

__all__ = ["difficulty"]

_FOR = {Level.EASY: "easy", Level.MEDIUM: "medium", Level.HARD: "hard", Level.EXPERT: "for experts"}

_EPILOG = f"""\
A player who sees only what lies face up, and goes by chance as well, plays the deal {GAMES:,} times. Easy is what it
wins at least every second time, medium every tenth, hard every hundredth; the rest is for experts. A deal that it
never wins is solved, to tell whether it can be won at all; the limits are for that.

Exit status: 0 done, whatever the difficulties are; 2 wrong use or bad input, 70 internal error, 130 interrupted.

\b
Examples:
  klondike difficulty solvitaire:2
  klondike difficulty solvitaire:2 solvitaire:3 ms:17 --draw 1
  klondike difficulty solvitaire:5 --games 10000 --format json
"""


@dataclass(frozen=True)
class _Measured:
    """What is known about a game.

    Attributes:
        game: the deal or the position.
        found: how the player fared.
        verdict: whether it can be won; a game that the player wins shows that.
        why: why nobody knows, if it is undecided.
    """

    game: Game
    found: Difficulty
    verdict: Verdict
    why: str = ""

    @property
    def level(self) -> str:
        """The level in words."""
        if self.verdict is Verdict.LOST:
            return "lost"
        return str(self.found.level) if self.verdict is Verdict.WINNABLE else "undecided"

    @property
    def share(self) -> str:
        """The share of games won in words; nothing for what cannot be won."""
        return "" if self.verdict is Verdict.LOST else f"{100 * self.found.share:.1f} %"


@click.command(epilog=_EPILOG)
@click.argument("arguments", metavar="DEAL...", nargs=-1, required=True, shell_complete=complete_deal)
@rules_options
@number_option("--games", default=GAMES, most=2**40 - 1, help="Games to play.")
@limit_options
@data_option
@verbose_option
@click.pass_context
def difficulty(
    context: click.Context,
    *,
    arguments: tuple[str, ...],
    preset: Preset,
    games: int,
    limits: dict[str, Any],
    style: str,
) -> Status:
    """Tell how hard a DEAL is for a player who does not see the hidden cards."""
    if arguments.count(STDIN) > 1:
        raise click.UsageError("only one DEAL can be standard input.", context)
    given = [read_game(argument, preset.rules) for argument in arguments]
    found = [_measure(context, game, preset, games, limits) for game in given]
    output = Output()
    if style == "json":
        data = {
            "schema": SCHEMA,
            "measure": MEASURE,
            "rules": rules_to_dict(found[0].game.position.rules),
            "deals": [_data(one) for one in found],
        }
        output.line(json.dumps(data, indent=2))
    elif len(found) == 1:
        _tell(output, found[0])
    else:
        width = max(len(one.game.label) for one in found)
        for one in found:
            output.line(f"{one.game.label:<{width}}  {one.level:<9}  {one.share:>7}".rstrip())
    return Status.DONE


def _measure(context: click.Context, game: Game, preset: Preset, games: int, limits: dict[str, Any]) -> _Measured:
    found = measure_difficulty(game.question, preset.rules, games=games)
    if found.won:
        return _Measured(game, found, Verdict.WINNABLE)
    result = search(context, game, preset.rules, limits)
    return _Measured(game, found, result.verdict, str(result.reason))


def _tell(output: Output, one: _Measured) -> None:
    """Write the account for a player."""
    found = one.found
    match one.verdict:
        case Verdict.WINNABLE:
            output.line(f"{one.game.label} is {_FOR[found.level]}.")
        case Verdict.LOST:
            output.line(f"{one.game.label} is lost, so it has no difficulty.")
        case _:
            output.line(f"{one.game.label} is {_FOR[found.level]}, if it can be won at all: undecided ({one.why}).")
    low, high = (100 * bound for bound in wilson(found.won, found.games))
    facts(
        output,
        rules=rules_in_words(one.game.position.rules),
        games=f"{found.games:,}",
        won=f"{found.won:,} ({100 * found.share:.1f} %, 95 % interval {low:.1f} to {high:.1f} %)",
        **{
            "cards up": f"{found.mean_cards_up:.1f} at the end of a game on average",
            "face down": f"{found.mean_face_down:.1f} at the end of a game on average",
        },
    )


def _data(one: _Measured) -> dict[str, Any]:
    data = difficulty_to_dict(one.found)
    if one.verdict is not Verdict.WINNABLE:
        data["level"] = None
    deal = one.game.deal
    return {"deal": None if deal is None else deal_to_dict(deal), "verdict": str(one.verdict), "difficulty": data}
