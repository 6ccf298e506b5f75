"""``klondike solve``: is it winnable, and how?"""

from __future__ import annotations

import json
from typing import Any

import click

from ..cards_up import MostCards, most_cards
from ..errors import UnsupportedError
from ..export import result_to_dict
from ..export_analysis import best_score_to_dict, most_cards_to_dict, passes_to_dict
from ..passes import FewestPasses, fewest_passes
from ..result import Reason, Result, Verdict
from ..rules import Preset, Rules
from ..scoring import ScoringTable
from ..solution import Solution
from ..top_score import BestScore, check_scoring
from .account import VERDICT_STATUSES, passes_in_words, show_line
from .best_score import find_best_score
from .closing_in import length_in_words
from .html import about_line, check_page, html_option, write_page
from .inputs import read_game, read_scoring
from .log import verbose_option
from .options import (
    ascii_option,
    color_option,
    count_recycles_option,
    deal_argument,
    limit_options,
    max_states_option,
    rules_options,
    scoring_option,
)
from .output import Output, complain
from .search import search, searching_on
from .shortest import solve_shortest
from .status import Status
from .wording import facts, plural, rules_in_words, score_in_words

__all__ = ["solve"]

_EPILOG = """\
DEAL is a deal number (scheme:number), a file, - for standard input, or the 156 digits of a deal. A file may also hold
a position in the middle of a game, typed in from a screen pile by pile; 'klondike show DEAL --to layout' shows how.

Exit status: 0 winnable, 1 lost, 3 undecided; 2 wrong use or bad input, 70 internal error, 130 interrupted.

\b
Examples:
  klondike solve solvitaire:2
  klondike solve shootme:5 --rules draw1 --timeout 60
  klondike solve shootme:3 --draw 1 --fewest-passes --shortest
  klondike solve greenfelt:2095819838 --rules vegas --most-cards
  klondike solve solvitaire:2 --html game.html
"""


@click.command(epilog=_EPILOG)
@deal_argument
@rules_options
@scoring_option
@count_recycles_option
@limit_options
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "moves"]),
    default="text",
    show_default=True,
    help="What to print: an account for a player, JSON, or the move letters alone.",
)
@click.option(
    "--fewest-passes",
    "fewest",
    is_flag=True,
    help="Find a way to win with the fewest passes. The limits hold for each number of passes that is tried.",
)
@click.option(
    "--most-cards",
    "most",
    is_flag=True,
    help="If it is lost, find the most cards that can go up, and how. The limits hold for this search as well.",
)
@click.option(
    "--best-score",
    "highest",
    is_flag=True,
    help="Find the best score that can be reached, won or not, by --scoring. The limits hold for this search as well.",
)
@click.option(
    "--shortest",
    is_flag=True,
    help="Find a shortest way to win, and prove that it is; with --fewest-passes, one among those with the fewest; with"
    " --most-cards, in a lost game, the fewest moves to that many.",
)
@max_states_option
@html_option
@ascii_option
@color_option
@verbose_option
@click.pass_context
def solve(
    context: click.Context,
    *,
    game: str,
    preset: Preset,
    scoring: str | None,
    count_recycles: bool,
    limits: dict[str, Any],
    style: str,
    fewest: bool,
    most: bool,
    highest: bool,
    shortest: bool,
    max_states: int | None,
    page: str | None,
    ascii: bool,
    color: str,
) -> Status:
    """Tell whether DEAL can be won, and how."""
    if max_states is not None and not shortest:
        raise click.UsageError("--max-states goes with --shortest.", context)
    if most and shortest and fewest:
        raise click.UsageError("--shortest goes with --most-cards or with --fewest-passes, not with both.", context)
    if highest and (most or shortest):
        raise click.UsageError(
            f"--best-score and --{'shortest' if shortest else 'most-cards'} do not go together.", context
        )
    wanted = scoring
    scoring = preset.scoring if scoring is None else scoring
    table = read_scoring(scoring)
    if highest and table is None:
        raise click.UsageError(
            "--best-score needs a scoring table: --scoring standard, vegas or FILE, or rules that have one.", context
        )
    given = read_game(game, preset.rules)
    check_page(page, given, scoring=scoring)
    output = Output(ascii=ascii, color=color)
    lost: Result | None = None
    if most and shortest:
        lost = search(context, given, preset.rules, limits)
        lost = lost if lost.verdict is Verdict.LOST else None
    if shortest and lost is None:
        found, status = solve_shortest(
            context,
            given,
            preset.rules,
            options={
                **_without_engine(limits, given.position.rules, "--shortest"),
                "max_states": max_states,
                "count_recycles": count_recycles,
                "fewest_passes": fewest,
            },
            output=output,
            style=style,
            scoring=scoring,
            table=table,
        )
        write_page(
            output,
            page,
            given,
            found,
            found.solution,
            most=most,
            table=table,
            scoring=wanted,
            count_recycles=count_recycles,
            note=about_line(shortest=found),
        )
        return status
    compiled_limits: dict[str, Any] = {}
    if most or highest:
        compiled_limits = _without_engine(limits, given.position.rules, "--best-score" if highest else "--most-cards")
    if highest and table is not None:
        check_scoring(table, given.position)
    interrupted = False
    passes: FewestPasses | None = None
    if fewest:
        with searching_on(context) as stop:
            passes = fewest_passes(given.question, preset.rules, cancel=stop, **limits)
        result = passes.result
        interrupted = stop.is_asked_for
        if interrupted and result.verdict is Verdict.UNDECIDED:
            raise KeyboardInterrupt
    else:
        result = lost or search(context, given, preset.rules, limits)
    cards: MostCards | None = None
    if most and result.verdict is Verdict.LOST and not interrupted:
        with searching_on(context) as stop:
            cards = most_cards(
                given.question,
                preset.rules,
                cancel=stop,
                shortest=shortest,
                max_states=max_states,
                count_recycles=count_recycles,
                **compiled_limits,
            )
        interrupted = stop.is_asked_for
    best: BestScore | None = None
    if highest and table is not None and not interrupted:
        best = find_best_score(
            context, given, preset.rules, table, result=result, limits=compiled_limits, lines=style == "text"
        )
        interrupted = best.reason is Reason.CANCELLED
    line = result.solution if cards is None else cards.solution
    if best is not None:
        line = best.solution
    if style == "json":
        data = result_to_dict(result, scoring=table, count_recycles=count_recycles)
        if passes is not None:
            data["fewest_passes"] = passes_to_dict(passes)
        if most:
            data["most_cards"] = most_cards_to_dict(cards, scoring=table, count_recycles=count_recycles)
        if best is not None:
            data["best_score"] = best_score_to_dict(best, count_recycles=count_recycles)
        output.line(json.dumps(data, indent=2))
    elif style == "moves":
        if line is not None:
            output.line(line.letters)
        else:
            complain(f"{given.label} is {result.verdict} ({result.reason}): there are no moves to print")
    else:
        known: dict[str, object] = {} if passes is None else {"passes": passes_in_words(passes)}
        if cards is not None:
            known["cards up"] = (
                f"{cards.cards} (no more will go)" if cards.is_proven else f"{cards.cards} to {cards.at_most}"
            )
            if shortest:
                known["length"] = length_in_words(cards.length, cards.length_at_least, Verdict.UNDECIDED)
        if best is not None:
            known["best score"] = (
                f"{best.score} (no more is possible)" if best.is_proven else f"{best.score} to {best.at_most}"
            )
        _tell(output, given.label, result, line, known, scoring=scoring, table=table, count_recycles=count_recycles)
    write_page(
        output,
        page,
        given,
        result,
        line,
        most=most,
        table=table,
        scoring=wanted,
        count_recycles=count_recycles,
        note=about_line(passes=passes, cards=cards, best=best),
    )
    if interrupted:
        output.flush()
        complain("interrupted; what was found before is the answer")
        return Status.INTERRUPTED
    return VERDICT_STATUSES[result.verdict]


def _tell(
    output: Output,
    label: str,
    result: Result,
    line: Solution | None,
    known: dict[str, object],
    *,
    scoring: str,
    table: ScoringTable | None,
    count_recycles: bool,
) -> None:
    """Write the account for a player: the answer, how it came about, and how to win or, if so asked, how to get far."""
    if line is not None:
        known = {
            "length": plural(line.length(count_recycles=count_recycles), "move"),
            "passes": line.passes,
            "score": None if table is None else score_in_words(line.score(table), scoring),
            **known,
        }
    output.line(f"{label} is {result.verdict}.")
    facts(
        output,
        rules=rules_in_words(result.rules),
        decided=f"{result.reason} ({result.engine} engine)",
        nodes=result.nodes,
        time=f"{result.seconds:.2f} s",
        **known,
    )
    if line is not None:
        show_line(output, line, count_recycles=count_recycles)


def _without_engine(limits: dict[str, Any], rules: Rules, option: str) -> dict[str, Any]:
    """Return the limits for a question that only the compiled engine answers.

    Raises:
        UnsupportedError: another engine was asked for, or the rules need another one.
    """
    rest = dict(limits)
    if rest.pop("engine") == "reference" or not rules.part_runs:
        raise UnsupportedError(
            f"{option} needs the compiled engine; it goes neither with --engine reference nor with --whole-runs"
        )
    return rest
