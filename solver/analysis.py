"""What the moves in a position are worth: which ones keep the game winnable, and which ones lose it.

Two black twos could go onto the red three here, and one of them is the wrong one:

>>> from klondike_solver import Deal, Rules
>>> found = analyse(Deal.parse("3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C"), Rules(draw=3))
>>> for option in found.moves:
...     print(option.move, "can be undone:" if option.way_back else "is", option.verdict)
TableauToTableau(source=1, target=0, count=1) is winnable
TableauToTableau(source=2, target=0, count=1) is lost
Draw() can be undone: winnable
>>> found.key_move.move
TableauToTableau(source=1, target=0, count=1)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from .api import DEFAULT_MEMORY, Engine, to_question
from .compiled import Tuning
from .deal import Deal
from .moves import Move
from .position import Position
from .questions import Questions
from .result import Reason, Result, Verdict
from .rules import Rules
from .solution import Solution
from .ways_back import way_back

__all__ = ["Analysis", "MoveVerdict", "analyse", "analyse_with"]


@dataclass(frozen=True)
class MoveVerdict:
    """What one move is worth.

    Attributes:
        move: the move.
        position: the position after it.
        verdict: the verdict on that position.
        reason: how it was decided, or which budget ran out.
        solution: a way to win from that position, if winnable; else None.
        way_back: draws and recycles, or one move, that undo the move; None if it cannot be undone so simply. A move
            with a way back decides nothing: its verdict is that of the position that it is made in.
    """

    move: Move
    position: Position
    verdict: Verdict
    reason: Reason
    solution: Solution | None
    way_back: Solution | None


@dataclass(frozen=True)
class Analysis:
    """The legal moves of a position and what they are worth.

    Attributes:
        position: the position, with its rules.
        deal: the deal that it starts, or None for a mid-game position.
        verdict: the verdict on the position itself.
        reason: how it was decided, or which budget ran out.
        solution: a way to win, if winnable; else None.
        moves: every legal move, in the order of ``Position.legal_moves``.
        nodes: nodes searched in all.
        seconds: wall-clock time.
    """

    position: Position
    deal: Deal | None
    verdict: Verdict
    reason: Reason
    solution: Solution | None
    moves: tuple[MoveVerdict, ...]
    nodes: int
    seconds: float

    def with_verdict(self, verdict: Verdict) -> tuple[MoveVerdict, ...]:
        """Return the moves that lead to this verdict."""
        return tuple(option for option in self.moves if option.verdict is verdict)

    @property
    def only_winning(self) -> MoveVerdict | None:
        """The winning move, if all others are proven to lose; None if there are several, or none, or some undecided."""
        return _only_winning(self.moves)

    @property
    def key_move(self) -> MoveVerdict | None:
        """The only winning one among the moves without a way back, all others of these being proven to lose.

        Where a draw can be undone by going round the stock, it keeps a winnable game winnable, so that no other move is
        ever the only winning one; this tells which one is worth playing. It does not tell that nothing else wins: after
        a move that can be undone, there may be other ways on.
        """
        return _only_winning(tuple(option for option in self.moves if option.way_back is None))


def _only_winning(moves: tuple[MoveVerdict, ...]) -> MoveVerdict | None:
    not_lost = [option for option in moves if option.verdict is not Verdict.LOST]
    return not_lost[0] if len(not_lost) == 1 and not_lost[0].verdict is Verdict.WINNABLE else None


def analyse(
    game: Deal | Position,
    rules: Rules | None = None,
    *,
    engine: Engine = "auto",
    max_nodes: int | None = None,
    timeout: float | None = None,
    memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
) -> Analysis:
    """Find the verdict after each legal move.

    Not every move takes a search. If the position is lost, every move is. If it is winnable, so is a move that can be
    undone, and the first move of the solution that was found.

    Args:
        game: the position, or the deal that it starts.
        rules: the rules; by default those of the position, or ``Rules()`` for a deal.
        engine: as for ``solve``.
        max_nodes: nodes to search for each verdict at the most; None for no limit.
        timeout: wall-clock seconds for each verdict at the most; None for no limit.
        memory: MiB that a search may take.
        cancel: as for ``solve``; what is not decided when it returns true stays undecided.
        tuning: as for ``solve``.

    Raises:
        InputError: a limit makes no sense, or the rules do not fit the deal.
        UnsupportedError: the engine that was asked for cannot do this.
    """
    questions = Questions(engine, max_nodes, timeout, memory, cancel, tuning)
    return analyse_with(questions, to_question(game, rules)[0], deal=game if isinstance(game, Deal) else None)


def analyse_with(questions: Questions, position: Position, deal: Deal | None = None) -> Analysis:
    """Find the verdict after each legal move; what has been asked before is not asked again.

    Args:
        questions: asks with the limits that hold.
        position: the position.
        deal: the deal that it starts, if it came by a name; otherwise the position tells.
    """
    started, nodes = time.monotonic(), questions.nodes
    root = questions.ask(position)
    moves = position.legal_moves()
    backs = {move: way_back(position, move) for move in moves}
    options: dict[Move, MoveVerdict] = {}
    # Those that cannot be undone come first: where the position is undecided, one of them may decide it after all.
    for move in sorted(moves, key=lambda move: backs[move] is not None):
        options[move] = option = _after(questions, root, move, backs[move])
        if root.verdict is Verdict.UNDECIDED and option.solution is not None:
            line = Solution(position, [move, *option.solution.moves])
            root = replace(root, verdict=Verdict.WINNABLE, reason=Reason.SOLVED, solution=line)
    if root.verdict is Verdict.UNDECIDED and all(option.verdict is Verdict.LOST for option in options.values()):
        root = replace(root, verdict=Verdict.LOST, reason=Reason.EXHAUSTED)
    return Analysis(
        position=position,
        deal=position.deal() if deal is None else deal,
        verdict=root.verdict,
        reason=root.reason,
        solution=root.solution,
        moves=tuple(options[move] for move in moves),
        nodes=questions.nodes - nodes,
        seconds=time.monotonic() - started,
    )


def _after(questions: Questions, root: Result, move: Move, back: Solution | None) -> MoveVerdict:
    """Return what a move is worth, from what is known about the position that it is made in, or by a question."""
    position = root.position.play(move)
    answer = root
    line: Solution | None = None
    if root.solution is not None and root.solution.moves[:1] == (move,):
        line = Solution(position, root.solution.moves[1:])
    elif root.solution is not None and back is not None:
        line = Solution(position, [*back.moves, *root.solution.moves]).shorten()
    elif root.verdict is not Verdict.LOST and back is None:
        answer = questions.ask(position)
        line = answer.solution
    return MoveVerdict(move, position, answer.verdict, answer.reason, line, back)
