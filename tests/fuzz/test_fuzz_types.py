"""Arguments of another type than a public function takes: a TypeError, or an error of the package, in our own words.

Python's own errors, such as that an int has no attribute ``strip``, tell where the package stumbled and not what is
wrong. So whatever is raised must have been raised here, by a line of the package that begins with ``raise``.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import klondike_solver
import pytest
from klondike_solver import (
    SCORINGS,
    Card,
    Deal,
    KlondikeError,
    Position,
    Rules,
    ScoringTable,
    Shape,
    Solution,
    analyse,
    best_score,
    fewest_passes,
    find_shortest,
    improve,
    measure_difficulty,
    most_cards,
    review,
    score,
    solve,
    solve_many,
    to_html,
)

from . import ending
from .texts import START

DEAL = Deal.parse("solvitaire:2")
LINE = Solution(START, START.legal_moves()[:1])
TABLE = SCORINGS["standard"]
LIMITS: dict[str, Any] = {"max_nodes": 50, "timeout": None, "memory": 64, "cancel": None}

CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Card.parse": (Card.parse, {"text": "AS"}),
    "Card.fits_on": (Card.parse("5S").fits_on, {"other": Card.parse("6H")}),
    "Deal": (Deal, {"cards": DEAL.cards, "name": "a deal", "shape": DEAL.shape}),
    "Deal.from_piles": (
        Deal.from_piles,
        {"columns": DEAL.columns, "stock": DEAL.stock, "name": None, "shape": DEAL.shape},
    ),
    "Deal.from_number": (Deal.from_number, {"scheme": "solvitaire", "number": 2}),
    "Deal.from_exact": (Deal.from_exact, {"number": 7, "shape": Shape(4, 3)}),
    "Deal.random": (Deal.random, {"source": Random(1), "shape": DEAL.shape}),
    "Deal.parse": (Deal.parse, {"text": "solvitaire:2"}),
    "Deal.to": (DEAL.to, {"format": "digits"}),
    "Position.start": (Position.start, {"deal": DEAL, "rules": Rules()}),
    "Position.parse": (Position.parse, {"text": "solvitaire:2", "rules": Rules()}),
    "Position.with_rules": (START.with_rules, {"rules": Rules()}),
    "Position.play": (START.play, {"move": START.legal_moves()[0]}),
    "Solution": (lambda **named: Solution(**named).final, {"position": START, "moves": START.legal_moves()[:1]}),
    "Solution.parse": (Solution.parse, {"text": "@", "position": START}),
    "Solution.score": (LINE.score, {"table": TABLE}),
    "Rules": (Rules, {"draw": 3, "passes": 3, "take_back": True, "part_runs": True, "shape": DEAL.shape}),
    "Rules.preset": (Rules.preset, {"name": "vegas"}),
    "Shape": (Shape, {"ranks": 13, "columns": 7}),
    "ScoringTable": (ScoringTable, {"start": 0, "foundation": 5}),
    "ScoringTable.parse": (ScoringTable.parse, {"text": "foundation = 5"}),
    "ScoringTable.load": (ScoringTable.load, {"path": "/dev/null"}),
    "ScoringTable.unbounded": (TABLE.unbounded, {"rules": Rules()}),
    "score": (score, {"position": START, "moves": START.legal_moves()[:1], "table": TABLE}),
    "solve": (solve, {"game": DEAL, "rules": Rules(), "engine": "auto", "tuning": None, **LIMITS}),
    "solve_many": (lambda **named: list(solve_many(**named)), {"games": [DEAL], "rules": Rules(), **LIMITS}),
    "analyse": (analyse, {"game": DEAL, "rules": Rules(), "engine": "auto", **LIMITS}),
    "review": (review, {"game": DEAL, "moves": "@", "rules": Rules(), "engine": "auto", **LIMITS}),
    "fewest_passes": (fewest_passes, {"game": DEAL, "rules": Rules(), "engine": "auto", **LIMITS}),
    "most_cards": (most_cards, {"game": DEAL, "rules": Rules(), **LIMITS}),
    "best_score": (
        best_score,
        {"game": DEAL, "rules": Rules(), "scoring": TABLE, "result": None, "tuning": None, **LIMITS},
    ),
    "find_shortest": (find_shortest, {"game": DEAL, "rules": Rules(), "max_states": 500, "tuning": None, **LIMITS}),
    "improve": (lambda **named: next(improve(**named)), {"game": DEAL, "rules": Rules(), "max_states": 500, **LIMITS}),
    "measure_difficulty": (measure_difficulty, {"game": DEAL, "rules": Rules(), "games": 2}),
    "to_html": (to_html, {"solution": LINE, "title": "a title", "scoring": TABLE, "count_recycles": False}),
}
"""What is called, with arguments that are right."""

FOLDERS = {Path(module.__file__).parent for name, module in sys.modules.items() if name.startswith("klondike_solver.")}
"""Where the package lies."""

WRONG: dict[str, Any] = {
    "None": None,
    "int": 5,
    "float": 1.5,
    "str": "x",
    "bytes": b"solvitaire:2",
    "object": object(),
    "list": [1, "x"],
    "type": Deal,
    "dict": {"a": 1},
    "other": Rules(draw=1),
}
"""One of each kind, which most arguments may not be."""


@pytest.mark.parametrize("name", CALLS)
def test_the_arguments_are_right(name: str) -> None:
    call, named = CALLS[name]
    if name == "ScoringTable.load":
        with pytest.raises(KlondikeError, match="empty"):
            call(**named)
    else:
        assert call(**named) is not None


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name, (_, named) in CALLS.items() for argument in named]
)
def test_any_type(name: str, argument: str) -> None:
    call, named = CALLS[name]
    wrong = []
    for kind, value in WRONG.items():
        if argument == "cancel" and callable(value):
            continue
        try:
            with ending():
                call(**{**named, argument: value})
        except (KlondikeError, TypeError) as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            if not (place.line or "").startswith("raise ") or Path(place.filename).parent not in FOLDERS:
                wrong.append(f"{kind}: {type(error).__name__}: {error} ({place.filename}:{place.lineno})")
        except Exception as error:
            wrong.append(f"{kind}: {type(error).__name__}: {error}")
    assert wrong == []


def test_every_function_is_called() -> None:
    functions = {name for name in klondike_solver.__all__ if name[0].islower()}
    assert functions <= set(CALLS)
