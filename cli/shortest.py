"""``klondike solve --shortest``: the answer at once, how the search closes in on the best solution, and the proof."""

from __future__ import annotations

import json
from typing import Any

import click

from ..errors import IllegalMoveError, InternalError
from ..export_shortest import shortest_to_dict
from ..result import Reason, Verdict
from ..rules import Rules
from ..scoring import ScoringTable
from ..shortest import Improvement, Shortest, find_shortest
from .account import VERDICT_STATUSES, passes_in_words, show_line
from .closing_in import closing_in, length_in_words
from .inputs import Game
from .log import is_verbose
from .output import Output, complain
from .status import Status
from .stopping import stopping
from .wording import facts, rules_in_words, score_in_words

__all__ = ["solve_shortest"]


def solve_shortest(
    context: click.Context,
    game: Game,
    rules: Rules,
    *,
    options: dict[str, Any],
    output: Output,
    style: str,
    scoring: str,
    table: ScoringTable | None,
) -> tuple[Shortest, Status]:
    """Look for a shortest solution, and write what there is to tell.

    Args:
        context: the command's context.
        game: what to solve.
        rules: the rules.
        options: further arguments of ``find_shortest``.
        output: where to.
        style: ``text``, ``json`` or ``moves``.
        scoring: what the scoring table is called.
        table: the scoring table.

    Returns:
        The answer, and the exit status.

    Raises:
        InputError: the rules do not fit the game.
        InternalError: the engine is wrong.
    """
    announced = False
    with stopping() as stopped, closing_in(lines=style == "text", live=not is_verbose(context)) as shown:

        def improved(step: Improvement) -> None:
            nonlocal announced
            if style == "text" and not announced and step.verdict is not Verdict.UNDECIDED:
                announced = True
                shown.clear()
                output.line(f"{game.label} is {step.verdict}.")
                output.flush()
            shown.improved(length_in_words(step.length, step.lower_bound, step.verdict), f"{step.states:,} states")

        def cancel() -> bool:
            shown.look()
            return stopped()

        try:
            found = find_shortest(game.question, rules, cancel=cancel, progress=improved, **options)
        except IllegalMoveError as error:
            raise InternalError(f"the engine played an illegal move ({error})") from error
    if style == "json":
        output.line(json.dumps(shortest_to_dict(found, scoring=table), indent=2))
    elif style == "text":
        if not announced:
            output.line(f"{game.label} is {found.verdict}.")
        _tell(output, found, scoring=scoring, table=table)
    elif found.solution is not None:
        output.line(found.solution.letters)
    else:
        complain(f"{game.label} is {found.verdict} ({found.reason}): there are no moves to print")
    if found.reason is Reason.CANCELLED:
        output.flush()
        complain("interrupted; what was found before is the answer")
        return found, Status.INTERRUPTED
    return found, VERDICT_STATUSES[found.verdict]


def _tell(output: Output, found: Shortest, *, scoring: str, table: ScoringTable | None) -> None:
    """Write what follows the verdict: how it came about, and how to win."""
    line = found.solution
    passes: object = None if line is None else line.passes
    if found.fewest_passes is not None:
        passes = passes_in_words(found.fewest_passes)
    facts(
        output,
        rules=rules_in_words(found.rules),
        decided=f"{found.reason} (compiled engine)",
        nodes=found.nodes,
        states=f"{found.states:,}",
        time=f"{found.seconds:.2f} s",
        length=length_in_words(found.length, found.lower_bound, found.verdict),
        passes=passes,
        score=None if line is None or table is None else score_in_words(line.score(table), scoring),
    )
    if line is not None:
        show_line(output, line, count_recycles=found.count_recycles)
