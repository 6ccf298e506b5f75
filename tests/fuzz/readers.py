"""Everything that reads a text, by name; ``refuse`` says how a reader may fail."""

from __future__ import annotations

from collections.abc import Callable

from klondike_solver import Card, Deal, InputError, Position, Rules, ScoringTable, Solution
from klondike_solver.formats import FORMATS
from klondike_solver.measure import DealSet
from klondike_solver.numbering import SCHEMES
from klondike_solver.saved_game import read_saved_game
from klondike_solver.store import rules_from_json

from . import ending
from .texts import MIDDLE, START

__all__ = ["READERS", "read"]

SMALL = Rules(draw=1, passes=1, take_back=False)

READERS: dict[str, Callable[[str], object]] = {
    "deal": Deal.parse,
    "position": Position.parse,
    "position by other rules": lambda text: Position.parse(text, SMALL),
    "moves": lambda text: Solution.parse(text, START),
    "moves in the middle of a game": lambda text: Solution.parse(text, MIDDLE),
    "card": Card.parse,
    "scoring": ScoringTable.parse,
    "preset": Rules.preset,
    "set of deals": DealSet.parse,
    "rules of a store": rules_from_json,
    "saved game": read_saved_game,
    **{f"number of {name}": scheme.parse_number for name, scheme in SCHEMES.items()},
    **{f"format {name}": known.read for name, known in FORMATS.items()},
    **{f"board {name}": known.read_board for name, known in FORMATS.items() if known.read_board is not None},
    "name of a format": Deal.parse("solvitaire:2").to,
}


def read(reader: Callable[[str], object], text: str) -> object:
    """Return what a reader makes of a text; None if it refuses it in a message that is fit for a person.

    Raises:
        AssertionError: the message is not.
    """
    try:
        with ending():
            return reader(text)
    except InputError as error:
        message = str(error)
        assert 0 < len(message) < 1000, message
        assert not any(ord(sign) < 32 or sign == "\x7f" for sign in message), ascii(message)
        message.encode("utf-8")
        return None
