"""Leaving out moves of a line of play that cancel out.

The line is rewritten as *steps*, which name cards and not columns: this card onto that one. A step still means
something after moves before it have gone, even when its card now comes from elsewhere, with other cards on it, or is
where it should be already (then the step goes as well). Three things are done as long as one of them helps:

- A loop is cut out: between two occurrences of the same position nothing was gained.
- Between two cards played from the waste, draws and recycles that go all the way round the stock are left out, whatever
  is moved in the tableau meanwhile: the two do not depend on each other.
- Of two steps of the same card, the first is left out, or it goes to the place of the second at once. Then the line is
  replayed until it is back where it was before the change; if it gets there, the change is good.

The third covers a run moved and moved back, a run moved twice where once would do, a card going up and coming back. No
step is ever added, and a step is one move at most, so that the line never gets longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from .cards import Card, Suit
from .errors import IllegalMoveError
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

__all__ = ["shorten"]


class _Put(NamedTuple):
    """A step that takes a card, and the run that it heads, to another place.

    Attributes:
        card: the card.
        up: whether it goes to its foundation.
        onto: the card of the tableau that it goes to; None for an empty column or a foundation.
        column: the column that it went to in the line as it was given; of two empty columns this one is taken.
    """

    card: Card
    up: bool
    onto: Card | None
    column: int


_Step = _Put | Draw | Recycle


class _Failure(NamedTuple):
    """Changes of a step that were tried in vain.

    Attributes:
        seen: how many steps from this one on were looked at.
        later: the step of the same card that was to take its place.
    """

    seen: int
    later: _Step


def shorten(position: Position, moves: Sequence[Move]) -> list[Move]:
    """Return a line without the moves that cancel out.

    Args:
        position: where the line starts.
        moves: the line.

    Returns:
        A legal line with no more moves and no more recycles. If the given one wins, it wins too; otherwise it ends in
        the same position, apart from the recycles used.

    Raises:
        IllegalMoveError: a move of the given line is illegal.
    """
    line = _Line(position, moves)
    while any([line.cut_loops(), line.cut_rounds(), line.drop_steps()]):
        pass
    return line.moves()


class _Line:
    """A line of steps, and the positions between them.

    In a won line it does not matter which column is which, so positions count as the same if they differ by that only.
    After a change the positions that follow are kept; they are then the same as the real ones in this sense, and may
    have used more recycles than those, so that what can be played in them can be played in the real ones.
    """

    def __init__(self, position: Position, moves: Sequence[Move]) -> None:
        self._positions = [position]
        self._steps: list[_Step] = []
        for before, move, after in replay(position, moves):
            self._steps.append(_step(before, move))
            self._positions.append(after)
        self._won = self._positions[-1].is_won
        self._keys = [self._key(position) for position in self._positions]
        self._failures: list[_Failure | None] = [None] * len(self._steps)

    def moves(self) -> list[Move]:
        """Return the moves that the steps come to."""
        position = self._positions[0]
        moves = []
        for step in self._steps:
            if (move := self._move(position, step)) is not None:
                position = position.play(move)
                moves.append(move)
        return moves

    def cut_loops(self) -> bool:
        """Cut out what lies between two occurrences of a position; return whether there was any."""
        last = {key: index for index, key in enumerate(self._keys)}
        kept = [last[self._keys[0]]]
        while kept[-1] < len(self._steps):
            kept.append(last[self._keys[kept[-1] + 1]])
        if len(kept) == len(self._keys):
            return False
        self._steps = [self._steps[index] for index in kept[:-1]]
        # The first position is the real one, with its columns as they are.
        self._positions = [self._positions[0], *(self._positions[index] for index in kept[1:])]
        self._keys = [self._keys[index] for index in kept]
        self._failures = [None] * len(self._steps)
        return True

    def cut_rounds(self) -> bool:
        """Leave out draws and recycles that only go round the stock; return whether there were any."""
        piles = [(position.stock, position.waste) for position in self._positions]
        cards = [len(stock) + len(waste) for stock, waste in piles]
        steps: list[_Step] = []
        start = 0
        for end in range(len(self._steps) + 1):
            # A stretch ends where a card is played from the waste, and at the end of the line.
            if end == len(self._steps) or cards[end + 1] < cards[end]:
                arrived = piles.index(piles[end], start, end + 1)
                steps += self._steps[start:arrived]
                steps += [step for step in self._steps[arrived:end] if isinstance(step, _Put)]
                steps += self._steps[end : end + 1]
                start = end + 1
        if len(steps) == len(self._steps):
            return False
        self._steps, self._positions = [], self._positions[:1]
        for step in steps:
            after = self._advance(self._positions[-1], step)
            if after is not self._positions[-1]:
                self._steps.append(step)
                self._positions.append(after)
        self._keys = [self._key(position) for position in self._positions]
        self._failures = [None] * len(self._steps)
        return True

    def drop_steps(self) -> bool:
        """Of two steps of a card, leave out the first or have it do what both do; return whether that ever worked."""
        changed = False
        index = 0
        following = self._next_steps()
        while index < len(self._steps):
            later = following[index]
            if later is None or self._has_failed(index, self._steps[later]):
                index += 1
            elif self._try(index, later, []) or self._try(index, later, [self._steps[later]]):
                changed = True
                following = self._next_steps()
            else:
                index += 1
        return changed

    def _next_steps(self) -> list[int | None]:
        """Return for each step the index of the next step of the card that it moves; None if there is none."""
        following: list[int | None] = [None] * len(self._steps)
        latest: dict[Card, int] = {}
        for index in range(len(self._steps) - 1, -1, -1):
            step = self._steps[index]
            if isinstance(step, _Put):
                following[index] = latest.get(step.card)
                latest[step.card] = index
        return following

    def _has_failed(self, index: int, later: _Step) -> bool:
        """Whether both changes of the step were tried in vain, and nothing that this depends on has changed since."""
        failure = self._failures[index]
        return failure is not None and failure.later is later

    def _try(self, index: int, later: int, instead: list[_Step]) -> bool:
        """Put steps in the place of the one at ``index`` if that leads back into the line.

        Args:
            index: the step to replace.
            later: the next step of the same card; before it the lines cannot meet.
            instead: the steps to replace it by: none, or the later one.
        """
        position = self._positions[index]
        steps: list[_Step] = []
        positions: list[Position] = []
        end = index
        following = enumerate(self._steps[index + 1 :], index + 1)
        for end, step in chain(((index, step) for step in instead), following):
            try:
                after = self._advance(position, step)
            except IllegalMoveError:
                break
            if after is not position:
                position = after
                steps.append(step)
                positions.append(position)
            if end >= later and self._key(position) == self._keys[end + 1]:
                # At least one step has gone: the one at index, or the later one, whose card was there already.
                self._steps[index : end + 1] = steps
                self._positions[index + 1 : end + 2] = positions
                self._keys[index + 1 : end + 2] = map(self._key, positions)
                self._forget_failures(index)
                self._failures[index : end + 1] = [None] * len(steps)
                return True
        self._note_failure(index, end + 1 - index, self._steps[later])
        return False

    def _note_failure(self, index: int, seen: int, later: _Step) -> None:
        """Note that a change of the step has failed, and how many steps that depends on."""
        before = self._failures[index]
        if before is not None and before.later is later:
            seen = max(seen, before.seen)
        self._failures[index] = _Failure(seen, later)

    def _forget_failures(self, changed: int) -> None:
        """Forget what depends on the step with this index or on later ones."""
        for index in range(changed):
            failure = self._failures[index]
            if failure is not None and index + failure.seen > changed:
                self._failures[index] = None

    def _key(self, position: Position) -> tuple[object, ...]:
        """Return what makes positions the same for this line."""
        columns = frozenset(position.columns) if self._won else position.columns
        return position.foundations, position.stock, position.waste, columns

    def _advance(self, position: Position, step: _Step) -> Position:
        """Return the position after a step; the same one if its card is there already."""
        move = self._move(position, step)
        return position if move is None else position.play(move)

    def _move(self, position: Position, step: _Step) -> Move | None:
        """Return the move that a step comes to, None if its card is there already.

        Raises:
            IllegalMoveError: there is none. Not everything is checked here: the move may be illegal as well.
        """
        if not isinstance(step, _Put):
            return step
        card = step.card
        if position.foundations[card.suit] > card.rank:
            if step.up:
                return None
            if position.foundations[card.suit] > card.rank + 1:
                raise IllegalMoveError(f"{card} is covered on its foundation")
            return FoundationToTableau(card.suit, self._target(position, step))
        if position.waste and position.waste[-1] == card:
            return WasteToFoundation() if step.up else WasteToTableau(self._target(position, step))
        source, depth = _find(position, card)
        cards, face_down = position.columns[source]
        if step.up:
            if depth != len(cards) - 1:
                raise IllegalMoveError(f"{card} is covered in its column")
            return TableauToFoundation(source)
        if step.onto is None:
            there = depth == 0 and (self._won or source == step.column)
        else:
            there = depth > face_down and cards[depth - 1] == step.onto
        return None if there else TableauToTableau(source, self._target(position, step), len(cards) - depth)

    def _target(self, position: Position, step: _Put) -> int:
        """Return the column that a step goes to."""
        if step.onto is None:
            empty = [index for index, column in enumerate(position.columns) if not column.cards]
            if step.column in empty:
                return step.column
            if empty and self._won:
                return empty[0]
            raise IllegalMoveError("no column is empty")
        for index, column in enumerate(position.columns):
            if column.last == step.onto:
                return index
        raise IllegalMoveError(f"{step.onto} is not the last card of a column")


def _find(position: Position, card: Card) -> tuple[int, int]:
    """Return the column of a face-up card and its place there."""
    for index, (cards, face_down) in enumerate(position.columns):
        if card in cards:
            depth = cards.index(card)
            if depth >= face_down:
                return index, depth
            break
    raise IllegalMoveError(f"{card} is not face up in the tableau")


def _step(position: Position, move: Move) -> _Step:
    """Return a legal move as a step."""
    columns = position.columns
    match move:
        case WasteToFoundation():
            return _Put(position.waste[-1], True, None, -1)
        case TableauToFoundation(source):
            return _Put(columns[source].cards[-1], True, None, -1)
        case WasteToTableau(target):
            return _Put(position.waste[-1], False, columns[target].last, target)
        case TableauToTableau(source, target, count):
            return _Put(columns[source].cards[-count], False, columns[target].last, target)
        case FoundationToTableau(suit, target):
            return _Put(Card(position.foundations[suit] - 1, Suit(suit)), False, columns[target].last, target)
    return move
