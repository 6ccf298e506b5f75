"""``klondike show``: look at a deal, or write it in another format."""

from __future__ import annotations

import click

from ..formats import FORMATS, write_deal, write_position
from ..rules import STANDARD_SHAPE, Rules
from .inputs import Game, read_game
from .log import verbose_option
from .options import ascii_option, color_option, deal_argument
from .output import Output
from .status import Status
from .wording import plural, shape_in_words

__all__ = ["show"]

_EPILOG = """\
DEAL is a deal number (scheme:number), a file, - for standard input, or the 156 digits of a deal. A file may also hold
a position in the middle of a game, typed in from a screen pile by pile; 'klondike show DEAL --to layout' shows how.

\b
Examples:
  klondike show solvitaire:22
  klondike show solvitaire:22 --to layout > deal.txt
  klondike show deal.txt --ascii
  klondike show ms:17 --to digits | klondike solve -
"""

_ANY_RULES = Rules(passes=10**9)
"""Under unlimited passes a position forgets how often the waste was turned over; what is written here must not."""


@click.command(epilog=_EPILOG)
@deal_argument
@click.option("--to", "target", type=click.Choice(list(FORMATS)), help="Write the deal in this format.")
@ascii_option
@color_option
@verbose_option
def show(game: str, target: str | None, ascii: bool, color: str) -> Status:
    """Draw DEAL, with its exact number, or write it in another format."""
    given = read_game(game, _ANY_RULES)
    output = Output(ascii=ascii, color=color)
    if target is not None:
        output.line(_written(given, target))
        return Status.DONE
    from .board import board, legend

    output.show(board(given.position, unicode=output.unicode, width=output.size[0]))
    output.line()
    output.line(legend(unicode=output.unicode))
    for line in _names(given):
        output.line(line)
    return Status.DONE


def _written(given: Game, target: str) -> str:
    return write_position(given.position, target) if given.deal is None else write_deal(given.deal, target)


def _names(given: Game) -> list[str]:
    """Return the name and the exact number of a deal."""
    if given.deal is None:
        recycles = given.position.recycles
        turned = f"; the waste was turned over {plural(recycles, 'time')}" if recycles else ""
        return [f"A position in the middle of a game{turned}."]
    exact = f"exact:{given.deal.exact}"
    if given.deal.shape != STANDARD_SHAPE:
        exact += f" (of the deals of {shape_in_words(given.deal.shape)})"
    return [exact] if given.deal.name in (None, exact) else [f"{given.deal.name}", exact]
