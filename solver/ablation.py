"""What each idea of the compiled engine is worth: it is switched off, and the same deals are solved again.

>>> rows = list(ablation(DealSet.parse("solvitaire:1-5"), max_nodes=20_000))
>>> rows[0].name, all(row.contradictions == 0 for row in rows)
('everything on', True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .compiled import DEFAULT_MEMORY, Tuning
from .deal import Deal
from .measure import DealSet, Measurement, measure
from .result import Verdict
from .rules import Rules

__all__ = ["SWITCHES", "DealSet", "Row", "ablation"]

_NEVER = 2**62

SWITCHES: dict[str, Tuning] = {
    "everything on": Tuning(),
    "no prover": Tuning(prover=False),
    "prover at the start only": Tuning(glance_after=_NEVER, prove_after=_NEVER, probe_after=_NEVER),
    "no glances": Tuning(glance_after=Tuning().prove_after),
    "no thorough looks": Tuning(prove_after=Tuning().probe_after),
    "no probing of pairs": Tuning(probe_after=_NEVER),
    "probing of pairs at the start": Tuning(deep_start=True),
    "no restarts": Tuning(restarts=0),
    "safe moves not forced": Tuning(safe_moves=False),
    "safe stock cards not forced": Tuning(forced_stock=False),
    "no take-back ban": Tuning(take_back_ban=False),
    "no early win": Tuning(early_win=False),
}
"""What is measured: a name, and how the engine searches then."""


@dataclass(frozen=True)
class Row:
    """What the deals took with one idea switched off.

    Attributes:
        name: which one.
        measurement: what they took.
        nodes_ratio: nodes, as a multiple of those with everything on.
        seconds_ratio: processor seconds, likewise.
        contradictions: deals that came out winnable here and lost there, or the other way; never any, unless the engine
            is wrong.
    """

    name: str
    measurement: Measurement
    nodes_ratio: float
    seconds_ratio: float
    contradictions: int


def ablation(
    deals: Iterable[Deal], rules: Rules | None = None, *, max_nodes: int | None = None, memory: int = DEFAULT_MEMORY
) -> Iterator[Row]:
    """Measure a set of deals with everything on, and then with one idea after the other switched off.

    Args:
        deals: the deals.
        rules: the rules, ``Rules()`` by default.
        max_nodes: the most nodes that one deal may take; without a limit some deals take billions.
        memory: MiB that one search may take.

    Yields:
        A row for each entry of ``SWITCHES``, as it is measured.
    """
    deals = list(deals)
    first: Measurement | None = None
    for name, tuning in SWITCHES.items():
        found = measure(deals, rules, max_nodes=max_nodes, memory=memory, tuning=tuning)
        first = first or found
        yield Row(
            name=name,
            measurement=found,
            nodes_ratio=found.nodes / max(1, first.nodes),
            seconds_ratio=found.seconds / max(1e-9, first.seconds),
            contradictions=sum(
                {one.verdict, other.verdict} == {Verdict.WINNABLE, Verdict.LOST}
                for one, other in zip(first.costs, found.costs, strict=True)
            ),
        )
