"""Moves and what they are worth, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from ..analysis import Analysis, MoveVerdict
from ..describe import describe
from ..result import Verdict
from ..solution import Solution
from .board import coloured
from .output import Output

__all__ = ["coloured_verdict", "show_moves"]

_STYLES = {Verdict.WINNABLE: "green", Verdict.LOST: "red", Verdict.UNDECIDED: "yellow"}

_ONLY = "only winning move"
_KEY = "key move"
_BACK = "can be undone"

_LEGEND = {
    _KEY: "the only one that wins among those that cannot be undone",
    _BACK: "by one move, or by going round the stock; so it decides nothing",
}


def show_moves(output: Output, analysis: Analysis, moves: Sequence[MoveVerdict]) -> None:
    """Write a table of moves, and what its notes mean.

    Args:
        output: where to.
        analysis: the analysis.
        moves: those of its moves to show.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False, header_style="bold")
    table.add_column("Move", no_wrap=True, min_width=4)
    table.add_column("Verdict", no_wrap=True, min_width=9)
    # The other two have words, and share what is left: 41 and 18 of 80 columns.
    left = output.table_width - 21
    narrow = min(18, max(9, left // 3))
    table.add_column("What to play", width=min(41, left - narrow), overflow="fold")
    table.add_column("Note", width=narrow, overflow="fold")
    notes = {id(option): _notes(option, analysis) for option in moves}
    for option in moves:
        table.add_row(
            Solution(analysis.position, [option.move]).letters,
            coloured_verdict(option.verdict),
            coloured(describe(option.move, analysis.position, unicode=output.unicode)),
            "\n".join(notes[id(option)]),
        )
    output.table(table)
    used = [note for note in _LEGEND if any(note in found for found in notes.values())]
    if used:
        output.line()
    for note in used:
        output.line(f"{note}: {_LEGEND[note]}.")


def _notes(option: MoveVerdict, analysis: Analysis) -> list[str]:
    notes = []
    if option is analysis.only_winning:
        notes.append(_ONLY)
    elif option is analysis.key_move:
        notes.append(_KEY)
    if option.way_back is not None:
        notes.append(_BACK)
    if option.verdict is Verdict.UNDECIDED:
        notes.append(str(option.reason))
    return notes


def coloured_verdict(verdict: Verdict) -> Text:
    """Return a verdict in its colour."""
    return Text(str(verdict), _STYLES[verdict])
