"""What a player types, read: one line, one request.

>>> read_request("3 5")
Request(action='move', source=2, target=4, number=None, text='3 5')
>>> read_request("10h f").source, read_request("d4").number, read_request("s My Game.json").text
(Card('TH'), 4, 'My Game.json')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .._text import quote
from ..cards import Card
from ..errors import InputError

__all__ = ["FOUNDATION", "HELP", "WASTE", "Place", "Request", "read_request"]

WASTE, FOUNDATION = "w", "f"

Place = int | str | Card
"""A column, from 0; ``WASTE`` or ``FOUNDATION``; or a card."""

Action = Literal[
    "move",
    "draw",
    "letters",
    "undo",
    "redo",
    "hint",
    "verdict",
    "auto",
    "open",
    "judge",
    "board",
    "save",
    "quit",
    "help",
]

HELP = """\
MOVES                                  GAME
 d      draw (or turn the waste over)   u       undo; also u 3, u all
 d 4    draw up to 4 times              r       redo; also r 3, r all
 3 5    column 3 to column 5            h       hint: a move that wins
 3 f    column 3 up to a foundation     v       verdict: can it still be won?
 w 4    waste to column 4               j       say when a move loses, or not
 w f    waste up to a foundation        a       play up what is safe
 f 2    foundation to column 2          x       see hidden cards, or not
 3, w   wherever column 3, waste can    b       draw the board
 7h     this card wherever it can       s FILE  save; s alone: to the same file
 7h 5   this card to column 5           q       leave; it asks about saving
 7h f   this card up                    ?       this help
 7h 8s  this card onto that one         m GI @  moves in letters, as klondike
 3 5 2  two cards, column 3 to 5                solve --format moves prints them

Suits are C D H S, ten is T or 10. Blanks can be left out: 35, w4, 7h5, d4.
Hint and verdict know all cards, those that you do not see as well. So does
the remark that a game is lost; j, or the option --quiet, switches it off."""

_WORDS: dict[str, Action] = {
    "d": "draw",
    "draw": "draw",
    "@": "draw",
    "m": "letters",
    "moves": "letters",
    "u": "undo",
    "undo": "undo",
    "r": "redo",
    "redo": "redo",
    "h": "hint",
    "hint": "hint",
    "v": "verdict",
    "verdict": "verdict",
    "lost?": "verdict",
    "lost": "verdict",
    "a": "auto",
    "auto": "auto",
    "x": "open",
    "j": "judge",
    "b": "board",
    "board": "board",
    "s": "save",
    "save": "save",
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
    "?": "help",
    "help": "help",
}

_COUNTED = ("draw", "undo", "redo")

_ALL = 10**9

_CARD = r"(?:10|[a2-9tjqk])[cdhs♣♦♥♠]"
_TO = r"\s*(?:to\b|[->,:])?\s*"
_CARD_MOVE = re.compile(rf"({_CARD})(?:{_TO}({_CARD}|[1-9f]))?")
_PILE_MOVE = re.compile(rf"([1-9wf]){_TO}([1-9wf])(?:\s+([0-9]+))?")
_PILE = re.compile(r"[1-9wf]")
_LETTERS = re.compile(r"[@A-L][@A-L\s]*[@A-L]")
"""Move letters, in capitals: a line of them that no card and no pile has is one without ``m``, too."""
_COMMAND = re.compile(r"([a-z]+\??|\?|@)\s*(.*)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True)
class Request:
    """What a line asks for.

    Attributes:
        action: what to do.
        source: for ``move``: where from.
        target: for ``move``: where to; None if the line does not say.
        number: how many cards, or how often; None if the line does not say.
        text: a file for ``save``, letters for ``letters``, for others the line itself.
    """

    action: Action
    source: Place | None = None
    target: Place | None = None
    number: int | None = None
    text: str = ""


def read_request(line: str) -> Request:
    """Read a line; it is not empty.

    Raises:
        InputError: it is no request; the message says what it might be.
    """
    text = line.strip()
    plain = text.lower()
    if found := _CARD_MOVE.fullmatch(plain):
        return Request("move", _place(found[1]), None if found[2] is None else _place(found[2]), None, plain)
    if found := _PILE_MOVE.fullmatch(plain):
        return _between(found[1], found[2], found[3], plain)
    if _PILE.fullmatch(plain):
        if plain == FOUNDATION:
            raise InputError("which way? '3 f' goes up to a foundation from column 3, 'f 3' comes back to it")
        return Request("move", _place(plain), None, None, plain)
    if _LETTERS.fullmatch(text):
        return Request("letters", text=text)
    command = _COMMAND.fullmatch(text)
    action = _WORDS.get(command[1].lower()) if command else None
    if command is None or action is None:
        raise InputError(f"{quote(text, 40)} is no move and no command; ? shows what can be typed")
    return _command(action, command[2].strip(), plain)


def _place(text: str) -> Place:
    if text.isdigit():
        return int(text) - 1
    return text if text in (WASTE, FOUNDATION) else Card.parse(text)


def _between(source: str, target: str, number: str | None, plain: str) -> Request:
    if target == WASTE:
        raise InputError("no card goes back to the waste; 'w 4' goes from the waste to column 4")
    if source == target == FOUNDATION:
        raise InputError("no card goes from one foundation to another")
    if number is not None and not (source.isdigit() and target.isdigit()):
        raise InputError("only from column to column several cards can go: '3 5 2' takes two")
    count = None if number is None else _number(number)
    if number is not None and count == _ALL:
        raise InputError(f"{quote(number)} is more cards than there are")
    return Request("move", _place(source), _place(target), count, plain)


def _command(action: Action, rest: str, plain: str) -> Request:
    if action in ("save", "letters"):
        if action == "letters" and not rest:
            raise InputError("the letters are missing: 'm GI @' plays two moves")
        return Request(action, text=rest)
    if not rest:
        return Request(action, text=plain)
    if action not in _COUNTED:
        raise InputError(f"{quote(rest)} does not belong there; ? shows what can be typed")
    if rest.lower() == "all" and action != "draw":
        return Request(action, number=_ALL, text=plain)
    if not (rest.isascii() and rest.isdigit()):
        raise InputError(f"{quote(rest)} is not how often; {action} takes a number")
    return Request(action, number=_number(rest), text=plain)


def _number(text: str) -> int:
    text = text.lstrip("0") or "0"
    number = int(text) if len(text) < 10 else _ALL
    if number < 1:
        raise InputError("the number is 1 or more")
    return number
