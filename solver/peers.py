"""The Python peer, pyksolve, on the same deals in the same run.

pyksolve (on PyPI) wraps Klondike-Solver by ShootMe. It looks for short solutions, so it does more than to tell whether
a deal is winnable; what is compared is how many deals are decided, in what time. Both have their default limits:
pyksolve looks at 5 million positions at the most, this package has no limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from .deal import Deal
from .errors import UnsupportedError
from .measure import measure
from .result import Verdict
from .rules import Rules

__all__ = ["Peer", "compare_peers"]

_MODES = {"pyksolve, fast mode": "solve_fast", "pyksolve, minimal mode": "solve_minimal"}

_WINNABLE = ("SolvedMayNotBeMinimal", "SolvedMinimal")


@dataclass(frozen=True)
class Peer:
    """What a solver made of the deals.

    Attributes:
        name: which solver, in which mode.
        decided: how many deals it called winnable or lost.
        wrong: deals on which it contradicts this package; those are worth a look, one of the two is wrong.
        seconds: processor seconds.
    """

    name: str
    decided: int
    wrong: tuple[Deal, ...]
    seconds: float


def compare_peers(deals: Iterable[Deal], rules: Rules) -> Iterator[Peer]:
    """Give the deals to this package and to pyksolve.

    Args:
        deals: the deals, all of a whole deck.
        rules: the rules; pyksolve knows no others than a draw, with unlimited passes and take-back.

    Yields:
        This package first, then pyksolve in each of its modes.

    Raises:
        UnsupportedError: pyksolve is not installed, or cannot do these rules.
    """
    deals = list(deals)
    if rules != Rules(draw=rules.draw):
        raise UnsupportedError("pyksolve knows draws with unlimited passes and take-back only")
    try:
        solver = import_module("pyksolve.solver")
    except ImportError as error:
        raise UnsupportedError("pyksolve is not installed; pip install pyksolve brings it") from error
    ours = measure(deals, rules)
    yield Peer("this package", len(deals) - ours.count(Verdict.UNDECIDED), (), ours.seconds)
    for name, mode in _MODES.items():
        started = time.process_time()
        answers = []
        for deal in deals:
            game = solver.Solitaire()
            game.load_solitaire(deal.to("digits"))
            game.reset_game(rules.draw)
            answers.append(getattr(game, mode)().name)
        seconds = time.process_time() - started
        verdicts = [
            Verdict.WINNABLE if answer in _WINNABLE else Verdict.LOST if answer == "Impossible" else Verdict.UNDECIDED
            for answer in answers
        ]
        yield Peer(
            name=name,
            decided=sum(verdict is not Verdict.UNDECIDED for verdict in verdicts),
            wrong=tuple(
                cost.deal
                for cost, verdict in zip(ours.costs, verdicts, strict=True)
                if {cost.verdict, verdict} == {Verdict.WINNABLE, Verdict.LOST}
            ),
            seconds=seconds,
        )
