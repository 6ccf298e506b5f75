"""The search for the best score: it begins with lines of play that other searches find.

Then the compiled searches take turns: beams for better lines, and the one that proves that none is better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from .api import solve
from .cards_up import most_cards
from .compiled import as_moves, engine_arguments
from .errors import InternalError
from .losses import Losses
from .moves import Draw, Move, Recycle, TableauToFoundation, WasteToFoundation, WasteToTableau
from .passes import fewest_passes
from .position import Position
from .replay import replay
from .result import Reason, Result, Verdict
from .score_settings import Budget, ScoreTuning
from .scoring import ScoringTable
from .solution import Solution

if TYPE_CHECKING:
    from .ext.score import ScoreSearch

__all__ = ["ScoreSearcher", "recycles_left"]

_SLICE = 2000
"""Positions expanded between two looks at the clock and at signals: some milliseconds."""

_BEAM = 8000
"""Positions expanded by the first beam search for good lines; each round takes twice as many as the one before."""

_ROUND = 2 * _BEAM
"""Positions that the search for a proof expands in the first round."""

_LAYERS = 40
"""Plays of a line, or so; with components every play uses up a card of the stock or of those dealt to the columns."""

_WIDEST = 20_000
"""Positions in a layer of a beam search at the most: the clock is looked at between two layers."""

_LOOKS = 4
"""One part in so many of the memory is for the beam searches: the search for a proof keeps its positions meanwhile."""

_TOO_MUCH = 1 << 22
"""A loss, in units, that no line of play can afford: stopping at once loses less (``check_scoring``)."""


def recycles_left(position: Position) -> int:
    """The recycles that limited passes still allow."""
    return (position.rules.passes or 1) - 1 - position.recycles


class ScoreSearcher:
    """The search for the best score of a position.

    Attributes:
        moves: the best line that is known.
        final: the position that it ends in.
        score: what it scores.
        result: what ``solve`` has said, if it was asked before.
        nodes: positions expanded.
        statistics: further counts.
        progress: called with ``score`` and ``at_most`` whenever one of them has changed.
    """

    def __init__(
        self, position: Position, table: ScoringTable, budget: Budget, memory: int, tuning: ScoreTuning
    ) -> None:
        self._position = position
        self._budget = budget
        self._memory = memory << 20
        self._tuning = tuning
        # Recycles that earn points are all made in the end; until then they neither cost nor earn any.
        self._bonus = 0
        if table.extra_pass > 0:
            if position.stock or position.waste:
                self._bonus = recycles_left(position) * table.extra_pass
            table = replace(table, extra_pass=0)
        self._table = table
        losses = Losses.of(table, position.rules)
        self._unit = losses.unit
        self._losses = Losses(**{name: loss // self._unit for name, loss in asdict(losses).items()})
        self._top = table.start + losses.stopping(position)
        self._upper = self._losses.stopping(position)
        self._lower = 0
        self._floor = 0
        self._is_lost = False
        self._line: list[Move] = []
        self._told: tuple[int, int] | None = None
        self.result: Result | None = None
        self.progress: Callable[[int, int], object] | None = None
        self.nodes = 0
        self.statistics = {"expanded": 0, "generated": 0, "stored": 0, "asked": 0, "bounded": 0}

    @property
    def score(self) -> int:
        """The score of the best line so far."""
        return self._top - self._upper * self._unit + self._bonus

    @property
    def at_most(self) -> int:
        """No line has a score above this: proven."""
        return self._top - self._lower * self._unit + self._bonus

    @property
    def moves(self) -> list[Move]:
        """The best line so far."""
        return _with_recycles(self._position, self._line) if self._bonus else self._line

    @property
    def final(self) -> Position:
        """The position that it leads to."""
        return Solution(self._position, self._line).final

    def run(self) -> Reason:
        """Search until the best score is proven or the budget is spent; tell which."""
        try:
            return self._run()
        except MemoryError:  # The system has no more, though the limit would allow for it. What is known stays known.
            return Reason.MEMORY_LIMIT

    def _run(self) -> Reason:
        if self._tuning.lines and self._table.foundation >= 0:
            self._first_lines()
        if self._lower >= self._upper:
            return Reason.EXHAUSTED
        looks = self._memory // _LOOKS if self._tuning.beams else 0
        main = self._start(self._memory - looks)
        for number in count():
            if self._tuning.beams:
                self._look(_BEAM << number, looks)
            if self._lower >= self._upper:
                return Reason.EXHAUSTED
            main.learn(self._upper)
            if (reason := self._advance(main, _ROUND << number)) is not None:
                return reason
        raise AssertionError

    def _first_lines(self) -> None:
        """Let other searches find lines of play, and the most cards that can go up."""
        budget = self._budget
        limits: dict[str, Any] = {"max_nodes": budget.nodes, "memory": self._memory >> 20, "cancel": budget.cancel}
        result = self.result or solve(self._position, timeout=budget.seconds, **limits)
        if result.solution is not None:
            self._keep(result.solution.moves)
            if self._losses.turn_over and budget.spent() is None:
                fewest = fewest_passes(self._position, timeout=budget.seconds, **limits).solution
                if fewest is not None:
                    self._keep(fewest.moves)
        elif result.verdict is Verdict.LOST and budget.spent() is None:
            self._is_lost = True
            cards = most_cards(self._position, timeout=budget.seconds, **limits)
            self._keep(cards.solution.moves)
            # Each card that stays down keeps what it could have earned by going up.
            missing = self._position.rules.shape.cards - cards.at_most
            self._floor = missing * min(self._losses.rest_down, self._losses.rest_stock)
            self._lower = min(self._floor, self._upper)
            self._tell()

    def _tell(self) -> None:
        """Tell whoever wants to know it what is known by now."""
        known = (self.score, self.at_most)
        if self.progress is not None and known != self._told:
            self._told = known
            self.progress(*known)

    def _keep(self, moves: Sequence[Move]) -> None:
        """Keep the part of a line up to where it scores best, if that is more than is known."""
        line = list(self._through_the_tableau(moves))
        points = best = self._table.start
        length = 0
        for index, step in enumerate(replay(self._position, line), 1):
            points += self._table.points(*step)
            if points > best:
                best, length = points, index
        loss = (self._top - best) // self._unit
        if loss < self._upper:
            self._upper, self._line = loss, line[:length]
            self._tell()

    def _through_the_tableau(self, moves: Sequence[Move]) -> Iterator[Move]:
        """Let cards of the waste that go up do so by way of a column, where there is one and it scores more."""
        better = self._losses.stock_down + self._losses.up < self._losses.stock_up
        for before, move, _ in replay(self._position, moves):
            if better and isinstance(move, WasteToFoundation):
                ways = [way for way in before.legal_moves() if isinstance(way, WasteToTableau)]
                if ways:
                    yield ways[0]
                    yield TableauToFoundation(ways[0].target)
                    continue
            yield move

    def _look(self, nodes: int, memory: int) -> None:
        """Look for better lines, by a beam search of about so many positions."""
        self._advance(self._start(memory), nodes, width=min(nodes // _LAYERS, _WIDEST))

    def _advance(self, search: ScoreSearch, nodes: int, width: int | None = None) -> Reason | None:
        """Let a search expand so many positions, and take over what it finds; tell why all is over, if it is.

        With a width it is a beam search.
        """
        reason = outcome = None
        before = {name: getattr(search, name) for name in self.statistics}
        first = last = search.expanded
        while outcome is None and reason is None and last - first < nodes:
            allowed = nodes - (last - first)
            if self._budget.nodes is not None:
                allowed = min(allowed, self._budget.nodes)
            if width is None:
                outcome = search.run(min(_SLICE, allowed))
            elif not search.beam(width, allowed):
                nodes = 0
            if self._budget.nodes is not None:
                self._budget.nodes -= search.expanded - last
            last = search.expanded
            self._lower = max(self._lower, min(search.lower, self._upper))
            self._tell()
            reason = self._budget.spent()
        self.nodes += last - first
        for name in self.statistics:
            self.statistics[name] += getattr(search, name) - before[name]
        if search.upper < self._upper and (steps := search.steps()) is not None:
            # The replay tells what the line scores: it can be more than when the search came upon it.
            self._keep(as_moves(self._position, steps))
            if self._upper > search.upper:
                raise InternalError("a line scores less than it should; please report this deal as a bug")
        self._lower = max(self._lower, search.lower)
        if self._lower >= self._upper:
            return Reason.EXHAUSTED
        # "proven" only if the line was lost with a position that found no room.
        ends = {"full": Reason.MEMORY_LIMIT, "unproven": Reason.BUFFER_LIMIT, "proven": Reason.BUFFER_LIMIT}
        return reason or ends.get(outcome or "")

    def _start(self, memory: int) -> ScoreSearch:
        """Hand the position to the compiled search, which may take so many bytes."""
        # Imported here, so that a compiled module that cannot be loaded is an error of this call and not of any import.
        from .ext.score import ScoreSearch

        losses, tuning, table = self._losses, self._tuning, self._table
        given = engine_arguments(self._position)
        recycles = given["recycles"]
        paid = recycles
        if losses.turn_over:
            worth = self._upper // losses.turn_over
            paid = worth if recycles is None else min(worth, recycles)
        rising = table.foundation >= 0
        straight = table.foundation + table.waste_to_foundation_extra >= 0
        safe = tuning.safe_moves and rising and table.turn_up >= 0
        # Small as the memory may be, the positions have half of it.
        oracle_memory = min(max(1 << 20, memory // 16), memory // 2)
        return ScoreSearch(
            **given,
            **{name: min(loss, _TOO_MUCH) for name, loss in asdict(losses).items()},
            components=tuning.components and rising and not losses.up and not losses.back and given["take_back"],
            safe_moves=safe,
            safe_stock=rising and straight and losses.stock_up <= losses.stock_down,
            take_back_ban=tuning.take_back_ban,
            upper=self._upper,
            floor=self._floor,
            miss=min(2 * losses.rest_down + losses.rest_hidden, 2 * losses.rest_stock),
            memory=memory - oracle_memory,
            oracle_memory=oracle_memory,
            oracle_nodes=tuning.oracle_nodes if rising and straight else 0,
            oracle_share=tuning.oracle_share,
            oracle_credit=tuning.oracle_credit,
            oracle_recycles=paid,
            closure_bound=tuning.closure_bound,
            is_lost=self._is_lost,
        )


def _with_recycles(position: Position, moves: list[Move]) -> list[Move]:
    """Return a line with all recycles that the rules allow, for their points.

    They are made when they no longer change anything: before the last card of stock and waste is played, or at the end.
    """
    recycles = sum(isinstance(move, Recycle) for move in moves)
    left = recycles_left(position) - recycles
    line: list[Move] = []
    for before, move, _ in replay(position, moves):
        if isinstance(move, WasteToFoundation | WasteToTableau) and len(before.stock) + len(before.waste) == 1:
            line += [Recycle(), Draw()] * left
            left = 0
        line.append(move)
    final = Solution(position, moves).final
    if final.stock or final.waste:
        draws = [Draw()] * -(-len(final.stock) // position.rules.draw)
        again = [Draw()] * -(-(len(final.stock) + len(final.waste)) // position.rules.draw)
        for _ in range(left):
            line += [*draws, Recycle()]
            draws = again
    return line
