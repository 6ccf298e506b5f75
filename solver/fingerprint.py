"""A short name for what the search does, to tell whether two versions would do the same.

Results of different searches must not be counted together without a word: node counts differ, and so does which deals
are decided within a limit. The fingerprint is made of the answers, node counts and solutions of a few fixed deals. It
is the same on every machine, and another one as soon as a change touches the search or how its lines become moves.

>>> fingerprint("compiled") == fingerprint("compiled")
True
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from math import factorial

from .api import Engine, solve
from .compiled import Tuning
from .deal import Deal
from .position import Position
from .rules import Rules, Shape

__all__ = ["engine_for", "fingerprint"]

_LENGTH = 12
"""Hexadecimal digits: among a thousand versions two have the same with a chance of one to half a billion."""

# Won after a few nodes and after many, lost by the prover at once, inside the search and by search, and undecided.
# Among them each idea of the search has its turn, so that a change to any of them shows.
_COMPILED = [
    (Rules(draw=3), (1, 2, 3, 5, 19, 36, 37, 38, 91, 105), 4000),
    (Rules(draw=1), (2, 3, 16, 43), 4000),
    (Rules(draw=1, passes=3, take_back=False), (2, 3, 4), 2000),
    (Rules(draw=3), (22, 1978), 22_000),
]
"""Rules, numbers of Solvitaire's deals, and the nodes that each may take."""

_COUNTS = ("expanded", "stored", "asked", "proven", "generated", "max_depth")
"""What is counted of a search besides nodes: not memory, which may be used otherwise by the same search."""

_SMALL = Shape(ranks=4, columns=3)

_REFERENCE = [Rules(draw=3, passes=1, shape=_SMALL), Rules(draw=2, part_runs=False, shape=_SMALL)]


def engine_for(rules: Rules) -> Engine:
    """Return the engine that ``solve`` takes for these rules if it may choose: ``compiled`` or ``reference``."""
    return "compiled" if rules.part_runs else "reference"


@cache
def fingerprint(engine: str = "compiled", tuning: Tuning | None = None) -> str:
    """Return the fingerprint of an engine's search, 12 hexadecimal digits, in about a tenth of a second.

    Args:
        engine: ``compiled`` or ``reference``.
        tuning: how the compiled engine searches, if not as usual.

    Raises:
        ValueError: there is no such engine.
    """
    if engine not in _QUESTIONS:
        raise ValueError(f"there is no engine {engine!r}; it is compiled or reference")
    digest = hashlib.sha256()
    searcher, questions = _QUESTIONS[engine]
    for position, max_nodes in questions():
        result = solve(position, engine=searcher, max_nodes=max_nodes, tuning=tuning, memory=64)
        counts = [result.statistics.get(name) for name in _COUNTS]
        letters = "" if result.solution is None else result.solution.letters
        digest.update(f"{result.verdict} {result.reason} {result.nodes} {counts} {letters}\n".encode())
    return digest.hexdigest()[:_LENGTH]


def _compiled_questions() -> list[tuple[Position, int]]:
    return [
        (Position.start(Deal.from_number("solvitaire", number), rules), max_nodes)
        for rules, numbers, max_nodes in _COMPILED
        for number in numbers
    ]


def _reference_questions() -> list[tuple[Position, int]]:
    return [
        (
            Position.start(Deal.from_exact(number * 1_234_567_890_123 % factorial(_SMALL.cards), shape=_SMALL), rules),
            300,
        )
        for rules in _REFERENCE
        for number in range(1, 5)
    ]


_QUESTIONS: dict[str, tuple[Engine, Callable[[], list[tuple[Position, int]]]]] = {
    "compiled": ("compiled", _compiled_questions),
    "reference": ("reference", _reference_questions),
}
