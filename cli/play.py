"""``klondike play``: a game in the terminal."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

import click

from ..adviser import GLANCE, THOUGHT, Adviser, Budget
from ..errors import InputError
from ..rules import DEFAULT_PRESET, PRESETS, Preset, Rules
from ..saved_game import is_saved_game
from ..scoring import SCORINGS, ScoringTable
from ..session import Session
from .completing import complete_deal, complete_file
from .files import as_argument, file_name
from .hearing import Interrupts
from .inputs import STDIN, find_text, game_of, read_scoring
from .log import verbose_option
from .options import (
    ascii_option,
    color_option,
    count_recycles_option,
    limit_options,
    number_option,
    play_rules_options,
    scoring_option,
)
from .output import Output, printable
from .play_deals import any_deal, winnable_deal
from .play_file import GameFile, game_in, read_game_file
from .play_game import Ending, play_game
from .play_screen import Screen
from .play_table import Settings, Table
from .status import Status

__all__ = ["play"]

_EPILOG = """\
Without DEAL a random one is dealt. DEAL may also be a position in the middle of a game, or a saved game, which has its
own rules and scoring. Type ? for help while you play. A hint and the verdict know all cards;
the limits are for them, and without --timeout they take ten seconds at the most.

Moves can also come from a file or a pipe, a line for each.

Exit status: 0 won, or left by the player; 4 no more input before the game was won; 2 wrong use or bad input,
70 internal error, 130 interrupted.

\b
Examples:
  klondike play solvitaire:2
  klondike play --winnable --rules vegas
  klondike play --winnable --seed 7 --draw 1 --save game.json
  klondike play game.json
"""


@dataclass(frozen=True)
class _Start:
    """What is played.

    Attributes:
        session: the game.
        label: what it is called to the player.
        deal: what to type as DEAL to begin it again.
        path: the file that it was saved in; None for a new game.
    """

    session: Session
    label: str
    deal: str
    path: str | None = None


@click.command(epilog=_EPILOG)
@click.argument("game", metavar="[DEAL]", required=False, shell_complete=complete_deal)
@click.option("--winnable", is_flag=True, help="Deal at random until a deal is known to be winnable.")
@number_option("--seed", least=0, help="Deal the same random deal for the same number.")
@click.option(
    "--continue", "saved", metavar="FILE", shell_complete=complete_file, help="Go on with the game saved in FILE."
)
@click.option(
    "--save",
    "target",
    type=file_name("a game", "game.json"),
    metavar="FILE",
    shell_complete=complete_file,
    help="Save the game in FILE when it ends, however that comes about.",
)
@click.option("--thoughtful", is_flag=True, help="Show the face-down cards, too.")
@click.option("--quiet", is_flag=True, help="Do not say when a move loses the game.")
@play_rules_options
@scoring_option
@count_recycles_option
@limit_options
@ascii_option
@color_option
@verbose_option
@click.pass_context
def play(
    context: click.Context,
    *,
    game: str | None,
    winnable: bool,
    seed: int | None,
    saved: str | None,
    target: str | None,
    thoughtful: bool,
    quiet: bool,
    given: Preset | None,
    scoring: str | None,
    count_recycles: bool,
    limits: dict[str, Any],
    ascii: bool,
    color: str,
) -> Status:
    """Play DEAL in the terminal, with undo, hints, and a word when the game is lost; save it and go on."""
    _check(game, saved, winnable=winnable, seed=seed)
    start = _saved(saved, read_game_file(saved)) if saved is not None else None
    preset = PRESETS[DEFAULT_PRESET] if given is None else given
    if start is None and game is not None:
        start = _of_deal(game, preset, scoring, count_recycles)
    if start is not None and start.path is not None and (given or scoring is not None or count_recycles):
        raise click.UsageError("a saved game has its own rules and scoring; leave those options out.")
    if start is None:
        table = read_scoring(preset.scoring if scoring is None else scoring)
        deal = winnable_deal(context, seed, preset.rules, limits) if winnable else any_deal(seed)
        session = Session.of(deal, preset.rules, scoring=table, count_recycles=count_recycles)
        start = _Start(session, str(deal), str(deal))
    file = GameFile(start.session, start.path)
    if target is not None:
        file.check(target)
    output = Output(ascii=ascii, color=color)
    interrupts = Interrupts()
    adviser = Adviser(*_budgets(limits), cancel=interrupts.stop)
    board = Table(
        start.session,
        adviser,
        Settings(judge=not quiet, hide=not thoughtful),
        unicode=output.unicode,
        save=file.save,
    )
    scoring_name = _named(start.session.scoring)
    screen = Screen(output, start.label, start.session.start.rules, scoring_name, interrupts)
    ending = Ending(
        start.session,
        output,
        file,
        adviser,
        label=start.label,
        scoring=scoring_name,
        again=_again(start, scoring),
        is_saved=start.path is not None,
        target=target,
    )
    with interrupts.caught():
        return play_game(board, screen, ending, interrupts)


def _check(game: str | None, saved: str | None, *, winnable: bool, seed: int | None) -> None:
    """Refuse what does not go together."""
    if game is not None and saved is not None:
        raise click.UsageError("DEAL and --continue are two games; give one of them.")
    if (winnable or seed is not None) and (game is not None or saved is not None):
        name = "--winnable" if winnable else "--seed"
        raise click.UsageError(f"{name} is for a random deal; leave {'DEAL' if saved is None else '--continue'} out.")
    if STDIN in (game, saved):
        raise InputError("standard input is what the moves come from; give the game as a number or a file")


def _of_deal(argument: str, preset: Preset, scoring: str | None, count_recycles: bool) -> _Start:
    text, source = find_text(argument)
    if source and is_saved_game(text):
        return _saved(argument, game_in(text, source))
    table = read_scoring(preset.scoring if scoring is None else scoring)
    given = game_of(argument, text, source, preset.rules)
    session = Session(given.position, deal=given.deal, scoring=table, count_recycles=count_recycles)
    deal = argument if given.file is not None or given.deal is None else str(given.deal)
    return _Start(session, given.label, deal)


def _saved(path: str, session: Session) -> _Start:
    label = None if session.deal is None else session.deal.name
    return _Start(session, printable(label or path), path, path)


def _budgets(limits: dict[str, Any]) -> tuple[Budget, Budget]:
    """Return what a remark after a move may cost, and what a hint may."""
    nodes, seconds, memory = limits["max_nodes"], limits["timeout"], limits["memory"]
    thought = Budget(nodes, THOUGHT.timeout if seconds is None else seconds, memory, limits["engine"])
    glance = Budget(
        min(value for value in (nodes, GLANCE.max_nodes) if value is not None),
        min(value for value in (seconds, GLANCE.timeout) if value is not None),
        min(memory, GLANCE.memory),
        limits["engine"],
    )
    return glance, thought


def _named(table: ScoringTable | None) -> str:
    return next((name for name, known in SCORINGS.items() if known == table), "own table")


def _again(start: _Start, scoring: str | None) -> str:
    """Return the command that begins the same game anew."""
    session = start.session
    if start.path is not None:
        return f"klondike play {as_argument(start.path)}"
    rules = session.start.rules
    usual = Rules(shape=rules.shape)
    words = ["klondike", "play", start.deal]
    if rules.draw != usual.draw:
        words += ["--draw", str(rules.draw)]
    if rules.passes is not None:
        words += ["--passes", str(rules.passes)]
    words += ["--no-take-back"] * (not rules.take_back) + ["--whole-runs"] * (not rules.part_runs)
    if session.scoring is not None:
        name = _named(session.scoring)
        words += ["--scoring", scoring if scoring is not None and name not in SCORINGS else name]
    words += ["--count-recycles"] * session.count_recycles
    # A position of several lines is shown in one; bash and zsh read its line ends back from $'...'.
    return " ".join(f"$'{word}'" if "\n" in word else shlex.quote(word) for word in words)
