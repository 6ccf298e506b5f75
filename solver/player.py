"""A player who does not see the hidden cards, and plays by what lies face up, with chance in it.

This is the plain form of the compiled player that ``klondike_solver.difficulty`` measures with, and the place that says
what it does and why; ``docs/difficulty.md`` has it in words. The compiled one is tested equal to it, move by move.

Every sensible move has a worth, and the one with the highest is played, after a number from 0 to 511 is added to each
by chance. What is worth less than such a number by itself is left for later, and the stock is drawn from. When a whole
pass through the stock has brought nothing, the player takes anything; when a pass in this mood brings nothing either,
the player gives up.

>>> from klondike_solver import Deal, Position, Rules
>>> game = play_game(Position.start(Deal.parse("solvitaire:2"), Rules(draw=1)), 0)
>>> len(game), game[0]
(153, TableauToTableau(source=5, target=3, count=1))
"""

from __future__ import annotations

from .cards import Card, Suit
from .moves import Draw, Move, Recycle, TableauToFoundation, TableauToTableau, WasteToFoundation, WasteToTableau
from .position import Column, Position
from .rules import Rules

__all__ = ["MAX_MOVES", "Player", "play_game", "plays_itself", "sensible_moves"]

MAX_MOVES = 1000
"""Moves after which a game ends at the latest, draws and recycles counted; no game comes near."""

_SAFE_UP = 250
"""A card goes up that no lower card needs to lie on: all of these are up, or may go up at once."""

_UP_TABLEAU = -150
_UP_WASTE = 50
_UP_GAP = 60
"""Any other card goes up, for less the more ranks it is ahead of the foundations of the other colour. In a column it
can wait, on the waste it may be in the way."""

_TURN = 50
_TURN_DEPTH = 125
"""A face-down card is turned up, for more the more of them lie there: the long columns are what games are lost by."""

_CLEAR = 125
"""A column becomes empty and a king waits for it; without one, no column is emptied by moving its run."""

_PART = -75
"""A part of a run moves so that the card that it lay on can go up; in no other case is a run split."""

_KING = 200
"""The waste's card is a king, and goes to an empty column."""

_WASTE = 75
_WASTE_HELPS = 100
_WASTE_JOINS = 50
"""The waste's card goes to a column; for more if a run can follow it that covers a face-down card, or at least any."""

_BURY = 25
"""A card comes to lie on a column, for less the more face-down cards that has."""

_HASTE_LIMITED = 200
_HASTE_DRAW = 100
"""How much patience is lost where there are few passes to wait for, or where each card that is played shifts what the
later draws turn up, so that playing shows new cards."""

_WORD = 2**64 - 1


class Player:
    """The player in one game.

    Args:
        game: the number of the game, 0 or more: the chance in it comes from this number.
    """

    def __init__(self, game: int) -> None:
        self._random = game & _WORD
        self._random = self._next()
        self._played = True
        self._impatient = False

    def choose(self, position: Position) -> Move | None:
        """Return the next move in the game, or None to give up.

        Args:
            position: where the game has come to. Of its face-down cards and its stock nothing is looked at but their
                number.
        """
        seen = _Seen(position)
        best: Move | None = None
        highest = 0
        for move in position.legal_moves():
            worth = seen.worth(move)
            if worth is not None:
                worth += self._chance()
                if best is None or worth > highest:
                    best, highest = move, worth
        patience = self._chance() - _haste(position.rules)
        last_pass = position.rules.passes is not None and position.recycles + 1 >= position.rules.passes
        no_later = last_pass or not (position.stock or position.waste)
        if best is not None and (self._impatient or no_later or highest > patience):
            self._played, self._impatient = True, False
            return best
        if position.stock:
            return Draw()
        if no_later or (self._impatient and not self._played):
            return None
        self._played, self._impatient = False, not self._played
        return Recycle()

    def _next(self) -> int:
        """Return 64 random bits by SplitMix64 (Steele, Lea and Flood, 2014), the same everywhere."""
        self._random = (self._random + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._random
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _WORD
        return mixed ^ (mixed >> 31)

    def _chance(self) -> int:
        return self._next() >> 55


def _haste(rules: Rules) -> int:
    """Return how much less patient than at draw 1 with unlimited passes these rules make the player."""
    if rules.passes is not None:
        return _HASTE_LIMITED
    return _HASTE_DRAW if rules.draw > 1 else 0


class _Seen:
    """A position as the player sees it."""

    def __init__(self, position: Position) -> None:
        self.columns = position.columns
        self.up = position.foundations
        self.waste = position.waste[-1] if position.waste else None
        self.king = position.rules.shape.ranks - 1
        self.first_empty = next((index for index, column in enumerate(position.columns) if not column.cards), None)
        self.heads = [column.face_up[0] for column in position.columns if column.cards]
        self.covering = [column.face_up[0] for column in position.columns if column.face_down]
        self.king_waits = any(
            card.rank == self.king for card in (*self.covering, *([] if self.waste is None else [self.waste]))
        )

    def worth(self, move: Move) -> int | None:
        """Return what a legal move is worth before chance comes to it; None for one that this player never makes."""
        match move:
            case TableauToFoundation(source):
                column = self.columns[source]
                return self._up(column.cards[-1], _UP_TABLEAU) + self._leaving(column, 1)
            case WasteToFoundation():
                return self._up(self._waste(), _UP_WASTE)
            case TableauToTableau(source, target, count):
                return self._run(self.columns[source], target, count)
            case WasteToTableau(target):
                return self._down(self._waste(), target)
        return None

    def _waste(self) -> Card:
        assert self.waste is not None
        return self.waste

    def _up(self, card: Card, early: int) -> int:
        gap = card.rank - 1 - min(self.up[suit] for suit in Suit if suit.is_red != card.is_red)
        return _SAFE_UP if gap <= 0 else early - _UP_GAP * gap

    def _leaving(self, column: Column, count: int) -> int:
        """Return what it is worth that the last cards leave a column."""
        if count < len(column.face_up):
            return 0
        if column.face_down:
            return _TURN + _TURN_DEPTH * column.face_down
        return _CLEAR if self.king_waits else 0

    def _run(self, column: Column, target: int, count: int) -> int | None:
        run = column.face_up
        if count == len(run):
            if not column.face_down and (run[0].rank == self.king or not self.king_waits):
                return None
            worth = self._leaving(column, count)
        else:
            uncovered = run[-count - 1]
            if self.up[uncovered.suit] != uncovered.rank:
                return None
            worth = _PART
            if count == len(run) - 1:
                worth += _TURN_DEPTH * column.face_down
        return self._onto(target, worth)

    def _down(self, card: Card, target: int) -> int | None:
        if card.rank == self.king:
            return self._onto(target, _KING)
        worth = _WASTE
        if any(head.fits_on(card) for head in self.covering):
            worth += _WASTE_HELPS
        elif any(head.fits_on(card) for head in self.heads):
            worth += _WASTE_JOINS
        return self._onto(target, worth)

    def _onto(self, target: int, worth: int) -> int | None:
        """Return what is left of the worth of a move when it goes to this column; one empty column is like another."""
        column = self.columns[target]
        if not column.cards:
            return worth if target == self.first_empty else None
        return worth - _BURY * column.face_down


def sensible_moves(position: Position) -> list[Move]:
    """Return the moves that the player considers at all, the stock's left out.

    >>> from klondike_solver import Deal
    >>> len(sensible_moves(Position.start(Deal.parse("solvitaire:2"))))
    3
    """
    seen = _Seen(position)
    return [move for move in position.legal_moves() if seen.worth(move) is not None]


def plays_itself(position: Position) -> bool:
    """Whether the game is won from here by anybody: no card is face down, and the stock cannot get in the way.

    Every card of the stock then comes to the top of the waste in its turn, and the lowest card that is not up yet
    always has nothing on it.
    """
    left = len(position.stock) + len(position.waste)
    endless = position.rules.draw == 1 and position.rules.passes is None
    return not position.face_down_total and (left <= 1 or endless)


def play_game(position: Position, game: int) -> list[Move]:
    """Play a game from a position; it ends where it plays itself or where the player gives up.

    Args:
        position: where it starts.
        game: the number of the game, 0 or more.

    Returns:
        The moves; the game is won if the position after them is one that ``plays_itself``.
    """
    player = Player(game)
    moves: list[Move] = []
    while len(moves) < MAX_MOVES and not plays_itself(position):
        move = player.choose(position)
        if move is None:
            break
        position = position.play(move)
        moves.append(move)
    return moves
