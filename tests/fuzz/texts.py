"""Texts that are nearly right: those that readers take, and what becomes of them in careless hands."""

from __future__ import annotations

import json

from hypothesis import strategies as st
from klondike_solver import Deal, Position, Rules, Solution, solve
from klondike_solver.formats import FORMATS, write_position
from klondike_solver.numbering import SCHEMES
from klondike_solver.saved_game import saved_game
from klondike_solver.session import Session

__all__ = ["LINE", "MIDDLE", "START", "TEXTS", "mutated"]

_DEAL = Deal.parse("solvitaire:2")
START = Position.start(_DEAL, Rules(draw=3, passes=3))

_won = solve(START).solution
assert _won is not None
LINE = _won.letters
"""A way to win from ``START``, in move letters."""
MIDDLE = Solution(START, _won.moves[:25]).final
"""A position in the middle of a game."""


def _saved() -> str:
    assert _won is not None
    session = Session.of(_DEAL, START.rules)
    session.play(*_won.moves[:20])
    session.undo(3)
    return saved_game(session)


_SCORING = {"start": -52, "foundation": 5, "turn_up": 5, "take_back": -15, "extra_pass": -100}

TEXTS: tuple[str, ...] = (
    *(_DEAL.to(name) for name in FORMATS),
    *(write_position(MIDDLE, name) for name, known in FORMATS.items() if known.write_board is not None),
    *(f"{scheme}:32000" for scheme in SCHEMES),
    f"digits:{_DEAL.to('digits')}",
    "solvitaire:1-3, small,exact:5",
    LINE,
    Solution(MIDDLE, _won.moves[25:40]).letters,
    "JD @ FK  # the ace of spades goes up",
    _saved(),
    json.dumps(_SCORING),
    "".join(f"{name} = {points}\n" for name, points in _SCORING.items()),
    '{"draw":1,"part_runs":true,"passes":null,"shape":{"columns":7,"ranks":13},"take_back":true}',
    *("AS", "10h", "vegas", "pysol", "22", "32000"),
)
"""A text or more for every reader that there is."""

_SIGNS = [
    "",
    " ",
    "\n",
    "\r",
    "\t",
    "\0",
    "\x1b[31m",
    "\x85",
    "\u2028",
    "\ufeff",
    "\ufe0f",
    "\u202e",
    "\udc80",
    "é",
    "ſ",
]
_CARDS = ["♠", "♡", "🂡", "Ⅷ", "A", "FG", "10", "AS", "KH", "XX", "joker", "??", "#", "@", "|", "||", "<", ">"]
_NUMBERS = ["0", "-0", "-1", "1e9", "1" * 19, "9" * 5000, "NaN", "1.5", "0x10", "٣", "²", "microsoft:", "exact:", "1:"]
_BRACKETS = [
    "[",
    "]",
    "[" * 2000,
    "{",
    "}",
    '{"a":' * 500,
    '"',
    "\\",
    "\\ud800",
    ",",
    ":",
    "null",
    "true",
    '"schema": 99',
]
_WORDS = [
    "Talon:",
    "Foundations:",
    "Stock:",
    "Waste:",
    "solvitaire:1-",
    "draw",
    "a=1",
    '"tableau piles": []',
    '"stock"',
]
_ODD = [*_SIGNS, *_CARDS, *_NUMBERS, *_BRACKETS, *_WORDS]
"""What gets in between; every one has been wrong somewhere."""


@st.composite
def mutated(draw: st.DrawFn, texts: tuple[str, ...] = TEXTS) -> str:
    """Return one of the texts with some places of it changed, or anything at all."""
    anything = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(_ODD), max_size=8).map("".join))
    text = draw(st.one_of(st.sampled_from(texts), anything))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.one_of(st.integers(0, 3), st.integers(0, len(text) - start)))
        # Something is put there, or a part of the text once more, or nothing.
        new = draw(st.one_of(st.sampled_from(_ODD), st.just(text[start:end] * 2), st.text(max_size=2)))
        text = text[:start] + new + text[end:]
    return text
