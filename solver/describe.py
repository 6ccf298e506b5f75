"""Moves in the words of a player, to play a line of play from, card by card; and rules in words.

>>> from klondike_solver.deal import Deal
>>> from klondike_solver.solution import Solution
>>> line = Solution.parse("JD @@FK", Position.start(Deal.from_number("shootme", 1)))
>>> for step in narrate(line.position, line.moves):
...     print(step.numbers, step.text)
1 A♠ from column 5 to its foundation, turning up T♠
2-3 draw twice; the waste shows 5♠
4 4♦ from column 1 to column 6, onto 5♣
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ._text import plural
from .cards import Card, Suit
from .moves import (
    Draw,
    FoundationToTableau,
    Move,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from .position import Position
from .replay import replay
from .rules import STANDARD_SHAPE, Rules, Shape

__all__ = ["Step", "describe", "narrate", "rules_in_words", "shape_in_words"]


@dataclass(frozen=True)
class Step:
    """One line of the account of a game: a move, or several draws on end.

    Attributes:
        first: the number of the first move, from 1, as ``Solution.length`` counts them; None for a recycle that is not
            counted.
        last: the number of the last move; as ``first`` unless there are several.
        text: what to do.
        position: what it leads to.
    """

    first: int | None
    last: int | None
    text: str
    position: Position

    @property
    def numbers(self) -> str:
        """The numbers of the moves: ``7``, ``7-9``, or nothing."""
        if self.first is None:
            return ""
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"


def narrate(
    position: Position,
    moves: Iterable[Move],
    *,
    count_recycles: bool = False,
    collapse: bool = True,
    unicode: bool = True,
) -> Iterator[Step]:
    """Tell a line of play in words.

    Args:
        position: where the line starts.
        moves: the line.
        count_recycles: whether turning the waste over has a number of its own.
        collapse: whether draws on end make one step.
        unicode: whether suits are symbols (♥) or letters (H).

    Raises:
        IllegalMoveError: a move is illegal; no step has been yielded then.
    """
    runs: list[list[tuple[Position, Move, Position]]] = []
    for played in replay(position, moves):
        if collapse and runs and isinstance(played[1], Draw) and isinstance(runs[-1][-1][1], Draw):
            runs[-1].append(played)
        else:
            runs.append([played])
    number = 0
    for run in runs:
        before, move, _ = run[0]
        after = run[-1][2]
        text = _draws(len(run), after, unicode) if isinstance(move, Draw) else describe(move, before, unicode=unicode)
        if isinstance(move, Recycle) and not count_recycles:
            yield Step(None, None, text, after)
        else:
            yield Step(number + 1, number + len(run), text, after)
            number += len(run)


def describe(move: Move, position: Position, *, unicode: bool = True) -> str:
    """Tell one move in words.

    Args:
        move: the move.
        position: the position that it is played in.
        unicode: whether suits are symbols (♥) or letters (H).

    Raises:
        IllegalMoveError: the move is illegal.
    """

    def name(card: Card) -> str:
        return card.symbol if unicode else str(card)

    def to_column(target: int) -> str:
        end = position.columns[target].last
        return f"to column {target + 1}, {'which is empty' if end is None else f'onto {name(end)}'}"

    after = position.play(move)
    match move:
        case Draw():
            return _draws(1, after, unicode)
        case Recycle():
            return "turn the waste over: it is the stock again"
        case WasteToFoundation():
            return f"{name(position.waste[-1])} from the waste to its foundation"
        case WasteToTableau(target):
            return f"{name(position.waste[-1])} from the waste {to_column(target)}"
        case FoundationToTableau(suit, target):
            return f"{name(Card(after.foundations[suit], Suit(suit)))} back from its foundation {to_column(target)}"
        case TableauToFoundation(source):
            card = position.columns[source].cards[-1]
            return f"{name(card)} from column {source + 1} to its foundation{_turned_up(source, position, after, name)}"
        case TableauToTableau(source, target, count):
            card = position.columns[source].cards[-count]
            run = "" if count == 1 else f" and {count - 1} card{'s' * (count > 2)} on it"
            turned = _turned_up(source, position, after, name)
            return f"{name(card)}{run} from column {source + 1} {to_column(target)}{turned}"


def _draws(times: int, after: Position, unicode: bool) -> str:
    often = {1: "draw", 2: "draw twice"}.get(times, f"draw {times} times")
    shown = after.waste[-1]
    return f"{often}; the waste shows {shown.symbol if unicode else shown}"


def _turned_up(source: int, before: Position, after: Position, name: Callable[[Card], str]) -> str:
    """Return which card a move turned up, in words; nothing if it turned up none."""
    last = after.columns[source].last
    if last is None or after.columns[source].face_down == before.columns[source].face_down:
        return ""
    return f", turning up {name(last)}"


def rules_in_words(rules: Rules) -> str:
    """Return the rules on one line.

    >>> rules_in_words(Rules(draw=1, passes=3, take_back=False))
    'draw 1, 3 passes, no take-back'
    """
    words = [
        f"draw {rules.draw}",
        "unlimited passes" if rules.passes is None else plural(rules.passes, "pass", "passes"),
        *["no take-back"] * (not rules.take_back),
        *["whole runs only"] * (not rules.part_runs),
        *[shape_in_words(rules.shape)] * (rules.shape != STANDARD_SHAPE),
    ]
    return ", ".join(words)


def shape_in_words(shape: Shape) -> str:
    """Return the size of a deck and its tableau."""
    return f"{plural(shape.ranks, 'rank')} in {plural(shape.columns, 'column')}"
