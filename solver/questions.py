"""Several questions with the same limits, as an analysis has them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .api import DEFAULT_MEMORY, Engine, solve
from .compiled import Tuning
from .position import Position
from .result import Result

__all__ = ["Questions"]


@dataclass
class Questions:
    """Asks ``solve``, about each position once, and adds up what the answers cost.

    Attributes:
        engine: as for ``solve``, and so are the limits; they hold for each question on its own.
        asked: how often the engine was asked.
        nodes: the nodes of all answers.
        search_seconds: the processor seconds of all searches.
    """

    engine: Engine = "auto"
    max_nodes: int | None = None
    timeout: float | None = None
    memory: int = DEFAULT_MEMORY
    cancel: Callable[[], bool] | None = None
    tuning: Tuning | None = None
    asked: int = field(default=0, init=False)
    nodes: int = field(default=0, init=False)
    search_seconds: float = field(default=0.0, init=False)
    _answers: dict[Position, Result] = field(default_factory=dict, init=False, repr=False)

    def ask(self, position: Position) -> Result:
        """Return the answer to a position under its own rules; the same one if it is asked again."""
        answer = self._answers.get(position)
        if answer is None:
            answer = solve(
                position,
                engine=self.engine,
                max_nodes=self.max_nodes,
                timeout=self.timeout,
                memory=self.memory,
                cancel=self.cancel,
                tuning=self.tuning,
            )
            self._answers[position] = answer
            self.asked += 1
            self.nodes += answer.nodes
            self.search_seconds += answer.search_seconds
        return answer
