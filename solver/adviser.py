"""Somebody who sees all cards and stands beside the player: can this still be won, and by which move?

Everything said here is proven: *winnable* by a way to win that was replayed, *lost* by the solver's proof. What the
budget is too small for is undecided.

>>> from klondike_solver.deal import Deal
>>> adviser = Adviser()
>>> adviser.verdict(Position.start(Deal.from_number("solvitaire", 1)))
<Verdict.LOST: 'lost'>
>>> adviser.way(Position.start(Deal.from_number("solvitaire", 2))).is_won
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .api import Engine, solve
from .moves import Move
from .position import Position
from .result import Reason, Verdict
from .solution import Solution
from .ways_back import way_back

__all__ = ["GLANCE", "THOUGHT", "Adviser", "Budget"]


@dataclass(frozen=True)
class Budget:
    """What one question may cost.

    Attributes:
        max_nodes: nodes to search at the most; None for no limit.
        timeout: wall-clock seconds at the most; None for no limit.
        memory: MiB that the search may take.
        engine: as for ``solve``.
    """

    max_nodes: int | None = None
    timeout: float | None = None
    memory: int = 256
    engine: Engine = "auto"


GLANCE = Budget(max_nodes=150_000, timeout=0.5)
"""For what is asked after every move: a player does not wait for it."""

THOUGHT = Budget(timeout=10.0)
"""For what a player has asked for."""


class Adviser:
    """Answers questions about one game, and remembers the answers: a game comes back to where it was.

    Args:
        glance: the budget of ``verdict`` and ``verdict_after``.
        thought: that of ``way``.
        cancel: as for ``solve``.
    """

    def __init__(
        self, glance: Budget = GLANCE, thought: Budget = THOUGHT, cancel: Callable[[], bool] | None = None
    ) -> None:
        self.glance = glance
        self.thought = thought
        self._cancel = cancel
        self._verdicts: dict[Position, Verdict] = {}
        self._ways: dict[Position, tuple[Move, ...]] = {}
        self._too_hard: dict[Position, Reason] = {}

    def known(self, position: Position) -> Verdict | None:
        """Return the verdict of a position if it was found before; None if it was not, or not decided."""
        if position.is_won:
            return Verdict.WINNABLE
        return self._verdicts.get(position)

    def verdict(self, position: Position, *, budget: Budget | None = None) -> Verdict:
        """Tell whether a position can be won.

        Args:
            position: the position.
            budget: what it may cost, if it is not known yet; ``glance`` by default.
        """
        known = self.known(position)
        if known is not None:
            return known
        budget = self.glance if budget is None else budget
        if budget == self.glance and position in self._too_hard:
            return Verdict.UNDECIDED
        return self._ask(position, budget)

    def verdict_after(self, before: Position, move: Move, after: Position) -> Verdict:
        """Tell whether a position can be won that a move led to; what is known about the one before helps.

        Args:
            before: the position before the move.
            move: the move.
            after: the position after it.
        """
        known, earlier = self.known(after), self.known(before)
        if known is None and earlier is Verdict.LOST:
            self._verdicts[after] = known = Verdict.LOST
        elif known is None and earlier is Verdict.WINNABLE and way_back(before, move) is not None:
            self._verdicts[after] = known = Verdict.WINNABLE
        return self.verdict(after) if known is None else known

    def carry(self, positions: Iterable[Position]) -> None:
        """Learn that what follows a position that is known to be lost is lost, too; nothing is searched.

        Args:
            positions: positions of a game, one after the other.
        """
        lost = False
        for position in positions:
            lost = lost or self.known(position) is Verdict.LOST
            if lost:
                self._verdicts[position] = Verdict.LOST

    def way(self, position: Position) -> Solution | None:
        """Return a way to win, always the rest of the same one as long as the player follows it.

        Returns:
            The way; None if there is none (then ``known`` says so), or if none was found within the budget.
        """
        if position.is_won:
            return Solution(position, ())
        if position not in self._ways and self.known(position) is not Verdict.LOST:
            self._ask(position, self.thought)
        return self.known_way(position)

    def known_way(self, position: Position) -> Solution | None:
        """Return a way to win if one was found before."""
        moves = self._ways.get(position)
        return None if moves is None else Solution(position, moves)

    def why_undecided(self, position: Position) -> Reason | None:
        """Return what ended the last search that left a position undecided; None if none did."""
        return self._too_hard.get(position)

    def last_winnable(self, positions: Sequence[Position], *, budget: Budget | None = None) -> int | None:
        """Return the index of the last position of a game that is known to be winnable; None if none is.

        In between it asks, so that the answer is the very last one if the budget allows to find that out.

        Args:
            positions: the positions of a game, one after the other.
            budget: what each of these questions may cost; ``glance`` by default.
        """
        verdicts = [self.known(position) for position in positions]
        high = next((index for index, verdict in enumerate(verdicts) if verdict is Verdict.LOST), len(positions))
        low = max((index for index in range(high) if verdicts[index] is Verdict.WINNABLE), default=-1)
        # Once lost is lost for good, so that the turning point can be closed in on.
        while high - low > 1:
            middle = (low + high) // 2
            verdict = self.verdict(positions[middle], budget=budget)
            if verdict is Verdict.WINNABLE:
                low = middle
            elif verdict is Verdict.LOST:
                high = middle
            else:
                break
        self.carry(positions[high:])
        return low if low >= 0 else None

    def _ask(self, position: Position, budget: Budget) -> Verdict:
        answer = solve(
            position,
            engine=budget.engine,
            max_nodes=budget.max_nodes,
            timeout=budget.timeout,
            memory=budget.memory,
            cancel=self._cancel,
        )
        if answer.verdict is Verdict.UNDECIDED:
            if answer.reason is not Reason.CANCELLED:
                self._too_hard[position] = answer.reason
            return answer.verdict
        self._too_hard.pop(position, None)
        self._verdicts[position] = answer.verdict
        if answer.solution is not None:
            moves = answer.solution.moves
            for index, passed in enumerate(answer.solution.positions()):
                self._verdicts[passed] = Verdict.WINNABLE
                self._ways[passed] = moves[index:]
        return answer.verdict
