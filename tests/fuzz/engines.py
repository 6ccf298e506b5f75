"""The compiled classes with arguments that are nearly right, and their methods in any order.

All choices come from a function ``choose(count)``, which returns a number from 0 to ``count - 1``: hypothesis and
atheris each have one of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from klondike_solver import SCORINGS, Deal, KlondikeError, Position, Rules, Shape, best_score, find_shortest, solve
from klondike_solver.difficulty import measure_difficulty
from klondike_solver.ext import player, score, shortest, tidy, winnable

from .texts import MIDDLE

__all__ = ["CLASSES", "exercise"]

Choose = Callable[[int], int]

CLASSES: dict[str, type[Any]] = {
    "WinSearch": winnable.WinSearch,
    "ShortestSearch": shortest.ShortestSearch,
    "ScoreSearch": score.ScoreSearch,
    "PlayedPosition": player.PlayedPosition,
    "Line": tidy.Line,
}

_METHODS: dict[str, list[tuple[str, tuple[Any, ...]]]] = {
    "WinSearch": [("run", (30,)), ("steps", ()), ("best_steps", ()), ("repeat_key", (3,)), ("repeat_children", (2,))],
    "ShortestSearch": [
        *[("run", (30,)), ("start_beam", (4, 1 << 20)), ("run_beam", (3,)), ("beam_line", ()), ("lower_upper", (90,))],
        *[("line", ()), ("start_beam", (0, 0)), ("lower_upper", (-5,))],
    ],
    "ScoreSearch": [
        ("run", (30,)),
        ("beam", (4, 20)),
        ("beam", (0, 0)),
        ("learn", (50,)),
        ("learn", (-5,)),
        ("steps", ()),
    ],
    "PlayedPosition": [("play", (0, 3)), ("moves", (1,)), ("play", (2**64 - 2, 3))],
    "Line": [("shorten", ()), ("moves", ())],
}

REFUSALS = (KlondikeError, ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError)
"""What a wrong argument may end in. Only the package itself makes these objects, and gives them what is right."""

_ODD: list[Any] = [
    *[0, 1, -1, 2, 3, 7, 12, 13, 24, 25, 28, 51, 52, 53, 63, 64, 127, 128, 255, 256, 1000, 1 << 20],
    *[2**31 - 1, 2**31, -(2**31), 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), 10**30],
    *[
        None,
        True,
        0.5,
        12.0,
        float("nan"),
        "x",
        b"\x00\x01",
        [],
        [[]],
        [0],
        [0, 0, 0, 0],
        [[48], [49], [50], [51]],
        {},
        (),
    ],
]


@contextmanager
def _recording(found: dict[str, list[dict[str, Any]]]) -> Iterator[None]:
    """Note with which arguments the package makes its objects."""
    modules = {
        "WinSearch": winnable,
        "ShortestSearch": shortest,
        "ScoreSearch": score,
        "PlayedPosition": player,
        "Line": tidy,
    }
    for name, module in modules.items():

        def make(*args: Any, name: str = name, **named: Any) -> Any:
            assert not args
            found[name].append(named)
            return CLASSES[name](**named)

        setattr(module, name, make)
    try:
        yield
    finally:
        for name, module in modules.items():
            setattr(module, name, CLASSES[name])


def _right() -> dict[str, list[dict[str, Any]]]:
    """Return arguments that are right, for each class."""
    deal = Deal.parse("solvitaire:2")
    small = Rules(draw=1, passes=2, take_back=False, shape=Shape(4, 3))
    questions = [
        *(Position.start(deal, rules) for rules in (Rules(), Rules(draw=1, passes=1), Rules(draw=2, passes=3))),
        *[MIDDLE, Position.start(Deal.random(5, shape=small.shape), small)],
    ]
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in CLASSES}
    with _recording(found):
        for position in questions:
            solve(position, max_nodes=2000)
            find_shortest(position, max_states=2000, max_nodes=2000, fewest_passes=False)
            best_score(position, scoring=SCORINGS["standard"], max_nodes=200)
            measure_difficulty(position, games=1)
    assert all(found.values())
    return found


_RIGHT = _right()


def _changed(choose: Choose, value: Any, depth: int = 0) -> Any:
    """Return something else in the place of a value: a list with one thing changed, or an odd value."""
    if isinstance(value, list) and value and choose(5):
        value = list(value)
        place = choose(len(value))
        how = choose(5)
        if how == 0:
            del value[place]
        elif how == 1:
            value.insert(place, value[choose(len(value))])
        elif how == 2:
            other = choose(len(value))
            value[place], value[other] = value[other], value[place]
        else:
            value[place] = _changed(choose, value[place], depth + 1)
        return value
    if isinstance(value, int) and not choose(3):
        return value + [1, -1, 2, -2, 256, 1 << 32][choose(6)]
    return _ODD[choose(len(_ODD))]


def exercise(name: str, choose: Choose) -> str:
    """Make an object with arguments of which some may be wrong, and call its methods; return what became of it."""
    right = _RIGHT[name]
    named = dict(right[choose(len(right))])
    for _ in range(choose(4)):
        key = list(named)[choose(len(named))]
        named[key] = _changed(choose, named[key])
    try:
        made = CLASSES[name](**named)
    except REFUSALS as error:
        return type(error).__name__
    methods = _METHODS[name]
    for _ in range(choose(6)):
        method, args = methods[choose(len(methods))]
        try:
            getattr(made, method)(*args)
        except REFUSALS:
            continue
    for attribute in dir(CLASSES[name]):
        if not attribute.startswith("_"):
            getattr(made, attribute, None)
    return "made"
