"""How hard a winnable deal is for a person: how many games of it a player wins who does not see the hidden cards.

The player is that of ``klondike_solver.player``: it goes by what lies face up, sensibly and with chance in it. A deal
that it wins most of the time forgives mistakes and bad luck; one that it hardly ever wins asks for foresight. What the
measure is worth is shown in ``docs/difficulty.md``.

>>> from klondike_solver import Deal, Rules
>>> found = measure_difficulty(Deal.parse("solvitaire:2"), Rules(draw=1))
>>> found.won, found.games, found.level
(340, 1000, <Level.MEDIUM: 'medium'>)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from ._text import is_whole, shown
from .api import to_question
from .cards import Card
from .deal import Deal
from .errors import InputError
from .position import Position
from .rules import Rules

if TYPE_CHECKING:
    from .ext.player import PlayedPosition

__all__ = ["GAMES", "MEASURE", "Difficulty", "Level", "measure_difficulty"]

MEASURE = 1
"""The version of the measure: another number means that the same deal may have another difficulty."""

GAMES = 1000
"""Games that are played by default."""


class Level(StrEnum):
    """The levels, which mean the same under all rules: they go by the share of games that the player wins."""

    EASY = "easy"
    """At least every second game."""

    MEDIUM = "medium"
    """At least every tenth."""

    HARD = "hard"
    """At least every hundredth."""

    EXPERT = "expert"
    """Fewer."""

    @property
    def least(self) -> float:
        """The smallest share of games won that belongs to the level."""
        return _LEAST[self]


_LEAST = {Level.EASY: 0.5, Level.MEDIUM: 0.1, Level.HARD: 0.01, Level.EXPERT: 0.0}


@dataclass(frozen=True)
class Difficulty:
    """How a player who does not see the hidden cards fares with a deal or a position.

    Attributes:
        games: how many games were played.
        won: how many of them were won.
        cards_up: the cards that lay on the foundations at the end of the others, in all.
        face_down: the cards that lay face down then, in all.
        cards: the cards of the deck.
    """

    games: int
    won: int
    cards_up: int
    face_down: int
    cards: int = 52

    @property
    def share(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.won / self.games

    @property
    def mean_cards_up(self) -> float:
        """The cards that lie on the foundations at the end of a game on average, all of them in a game won."""
        return (self.won * self.cards + self.cards_up) / self.games

    @property
    def mean_face_down(self) -> float:
        """The cards that lie face down at the end of a game on average."""
        return self.face_down / self.games

    @property
    def level(self) -> Level:
        """The level. It is meant for what can be won: a lost deal would be among the experts'."""
        return next(level for level in Level if self.share >= level.least)

    @property
    def ease(self) -> tuple[float, float]:
        """What to sort by, the hardest first: the share of games won, and where that is equal how far they get."""
        return self.share, -self.mean_face_down


def measure_difficulty(game: Deal | Position, rules: Rules | None = None, *, games: int = GAMES) -> Difficulty:
    """Let a player who does not see the hidden cards play a deal or a position over and over.

    The same question has the same answer on every machine: the chance in the games comes from their numbers. Whether
    the deal can be won at all is not asked; of one that cannot, no game is won. A thousand games take about a
    hundredth of a second.

    Args:
        game: the deal, or a position.
        rules: the rules; by default those of the position, or ``Rules()`` for a deal. The player never takes a card
            back from a foundation, so that ``take_back`` makes no difference.
        games: how many games to play, 1 or more.

    Raises:
        InputError: the number of games makes no sense, or the rules do not fit the deal.
    """
    if not (is_whole(games) and 1 <= games < 2**40):
        raise InputError(f"the number of games is a whole number, 1 or more, not {shown(games)}")
    position, _ = to_question(game, rules)
    won, cards_up, face_down = played(position).play(0, games)
    return Difficulty(games, won, cards_up, face_down, position.rules.shape.cards)


def played(position: Position) -> PlayedPosition:
    """Hand a position to the compiled player."""
    # Imported here, so that a compiled module that cannot be loaded is an error of this call and not of any import.
    from .ext.player import PlayedPosition

    rules = position.rules
    return PlayedPosition(
        columns=[_numbers(column.cards) for column in position.columns],
        face_down=[column.face_down for column in position.columns],
        foundations=list(position.foundations),
        pile=_numbers((*position.waste, *position.stock)),
        waste=len(position.waste),
        draw=rules.draw,
        recycles=None if rules.passes is None else rules.passes - 1 - position.recycles,
        part_runs=rules.part_runs,
        ranks=rules.shape.ranks,
    )


def _numbers(cards: tuple[Card, ...]) -> list[int]:
    return [4 * card.rank + card.suit for card in cards]
