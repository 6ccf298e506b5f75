"""Parts of the account of an answer that several commands and options write."""

from __future__ import annotations

from ..describe import narrate
from ..passes import FewestPasses
from ..result import Verdict
from ..solution import Solution
from .output import Output
from .status import Status

__all__ = ["VERDICT_STATUSES", "passes_in_words", "show_line"]


VERDICT_STATUSES = {
    Verdict.WINNABLE: Status.DONE,
    Verdict.LOST: Status.LOST,
    Verdict.UNDECIDED: Status.UNDECIDED,
}
"""What ``klondike solve`` exits with."""


def show_line(output: Output, line: Solution, *, count_recycles: bool) -> None:
    """Draw the board that a line of play starts from, and tell its moves."""
    from .board import board, coloured

    output.line()
    output.show(board(line.position, unicode=output.unicode, width=output.size[0]))
    output.line()
    steps = list(narrate(line.position, line.moves, count_recycles=count_recycles, unicode=output.unicode))
    width = max((len(step.numbers) for step in steps), default=0) + 1
    output.show(*(coloured(f"{step.numbers + '.' * bool(step.numbers):>{width}} {step.text}") for step in steps))


def passes_in_words(found: FewestPasses) -> str | None:
    """Return what is known about the fewest passes; None if nothing is, or if no number of them is enough."""
    if found.at_least is None:
        return None
    if found.is_proven:
        return f"{found.passes} (no fewer will do)"
    if found.passes is None:
        return f"at least {found.at_least}" if found.at_least > 1 else None
    known = f"at least {found.at_least}; " if found.at_least > 1 else ""
    return f"{found.passes} ({known}whether fewer will do is undecided)"
