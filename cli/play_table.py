"""A game in the terminal: what a line asks for is done, and what came of it is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ..adviser import Adviser, Budget
from ..cards import Card
from ..describe import narrate
from ..errors import InputError
from ..moves import Draw, Move
from ..plays import safe_up
from ..position import Position
from ..result import Verdict
from ..session import Session
from ..solution import Solution
from .files import as_argument
from .output import printable
from .play_input import Request, read_request
from .play_moves import draws, move_meant, typed
from .wording import plural

__all__ = ["WRONG", "Remark", "Settings", "Table"]

_CARD = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK])([CDHS])(?![A-Za-z0-9])")

_TURNED_UP = re.compile(r", turning up .*|; the waste shows .*")

_STEPS = 6
"""Lines that tell moves after one request; of more the last ones."""


WRONG, GRAVE = "yellow", "bold red"
"""The styles of what could not be done, and of what must not be overlooked."""


class Remark(NamedTuple):
    """Something to say, and its style."""

    text: str
    style: str = ""


@dataclass
class Settings:
    """What the player can switch while playing.

    Attributes:
        judge: whether to say when a move loses the game.
        hide: whether face-down cards are hidden.
    """

    judge: bool = True
    hide: bool = True


class Table:
    """The game, and what is done at it.

    Args:
        session: the game.
        adviser: who sees all cards.
        settings: what the player has switched.
        unicode: whether suits are symbols.
        save: saves the game in a file, or if that is empty, in the file where it was saved before; returns its name.

    Attributes:
        session: the game.
        settings: what the player has switched.
        is_over: whether the game is won, or the player wants to leave.
        wants_board, wants_help: whether the last line asked for the board, or for help.
        has_thought: whether it asked for something that Ctrl-C may have stopped.
    """

    def __init__(
        self,
        session: Session,
        adviser: Adviser,
        settings: Settings,
        *,
        unicode: bool,
        save: Callable[[str], str],
    ) -> None:
        self.session = session
        self.settings = settings
        self.is_over = session.is_won
        self.wants_board = False
        self.wants_help = False
        self.has_thought = False
        self._adviser = adviser
        self._unicode = unicode
        self._save = save

    def begin(self) -> list[Remark]:
        """Say what there is to say before the first move."""
        session = self.session
        if not self.settings.judge or session.is_won or self._adviser.verdict(session.position) is not Verdict.LOST:
            return []
        return [Remark(self._lost(), GRAVE), Remark("(j: do not tell me)")]

    @property
    def is_known_to_be_lost(self) -> bool:
        """Whether the game is lost, and the player wants to be told."""
        return self.settings.judge and self._adviser.known(self.session.position) is Verdict.LOST

    def answer(self, line: str) -> list[Remark]:
        """Do what a line asks for, and return what there is to say about it."""
        self.wants_board = self.wants_help = self.has_thought = False
        if not line.strip():
            return []
        try:
            return self._do(read_request(line))
        except InputError as error:  # Illegal moves are some.
            return [Remark(self._cards(str(error)), WRONG)]

    def _do(self, request: Request) -> list[Remark]:
        session = self.session
        match request.action:
            case "move":
                return self._play([move_meant(request, session.position)])
            case "draw":
                return self._draw(request.number or 1)
            case "letters":
                return self._play(self._letters(request.text))
            case "undo":
                taken = session.undo(request.number or 1)
                return [Remark(f"{plural(taken, 'move')} taken back." if taken else "There is nothing to take back.")]
            case "redo":
                before = len(session.moves)
                if not session.redo(request.number or 1):
                    return [Remark("There is nothing to play again.")]
                return self._tell(before)
            case "auto":
                return self._auto()
            case "hint":
                self.has_thought = True
                return self._hint()
            case "verdict":
                self.has_thought = True
                return self._verdict()
            case "open":
                self.settings.hide = not self.settings.hide
                self.wants_board = True
                return [Remark("Hidden cards are hidden again." if self.settings.hide else "All cards are shown.")]
            case "judge":
                self.settings.judge = judge = not self.settings.judge
                return [Remark(f"You are {'' if judge else 'not '}told when a move loses the game.")]
            case "save":
                return [Remark(f"Saved. To go on:  klondike play {as_argument(printable(self._save(request.text)))}")]
            case "board":
                self.wants_board = True
            case "help":
                self.wants_help = True
            case "quit":
                self.is_over = True
        return []

    # Playing

    def _play(self, moves: list[Move]) -> list[Remark]:
        before = len(self.session.moves)
        self.session.play(*moves)
        return self._tell(before)

    def _draw(self, number: int) -> list[Remark]:
        moves = draws(self.session.position, number)
        remarks = self._play(moves)
        if len(moves) < number and isinstance(moves[0], Draw):
            remarks.insert(1, Remark(f"The stock is empty after {plural(len(moves), 'draw')}."))
        return remarks

    def _letters(self, text: str) -> list[Move]:
        try:
            return list(Solution.parse(text, self.session.position).moves)
        except InputError as error:  # There is but one line.
            raise InputError(str(error).replace("line 1, character", "character")) from None

    def _auto(self) -> list[Remark]:
        moves: list[Move] = []
        position = self.session.position
        while (move := safe_up(position)) is not None:
            moves.append(move)
            position = position.play(move)
        return self._play(moves) if moves else [Remark("No card is safe to play up.")]

    def _tell(self, before: int) -> list[Remark]:
        """Tell the moves since there were so many, and whether they lost the game."""
        session = self.session
        number = Solution(session.start, session.moves[:before]).length(count_recycles=session.count_recycles)
        steps = []
        position = session.positions[before]
        for step in narrate(
            position, session.moves[before:], count_recycles=session.count_recycles, unicode=self._unicode
        ):
            if step.first is None or step.last is None:
                steps.append(step.text)
            elif step.first == step.last:
                steps.append(f"{number + step.first}. {step.text}")
            else:
                steps.append(f"{number + step.first}-{number + step.last}. {step.text}")
        told = [Remark(step) for step in steps[-_STEPS:]]
        if len(steps) > _STEPS:
            told.insert(0, Remark(f"... and {plural(len(steps) - _STEPS, 'move')} before"))
        if session.is_won:
            self.is_over = True
            return told
        return [*told, *self._judged(before)]

    # What only somebody knows who sees all cards

    def _judged(self, before: int) -> list[Remark]:
        session, adviser = self.session, self._adviser
        positions = session.positions[before:]
        # Also where nothing is said: the player may want to be told later.
        adviser.carry(positions)
        if not self.settings.judge or adviser.known(positions[0]) is Verdict.LOST:
            return []
        if len(session.moves) == before + 1:
            verdict = adviser.verdict_after(positions[0], session.moves[-1], session.position)
        else:
            verdict = adviser.verdict(session.position)
        return [Remark(self._lost(), GRAVE)] if verdict is Verdict.LOST else []

    def _lost(self, budget: Budget | None = None) -> str:
        """Return that the game is lost, and how far to go back."""
        positions = self.session.positions
        last = self._adviser.last_winnable(positions, budget=budget)
        if last is None:
            if self._adviser.known(self.session.start) is Verdict.LOST:
                return "This game is lost from the start: nobody can win it."
            return "This game is lost: nobody can win it. By which move is not decided."
        back = len(positions) - 1 - last
        return (
            f"This game is lost now: nobody can win it any more. {'u' if back == 1 else f'u {back}'} takes that back."
        )

    def _hint(self) -> list[Remark]:
        position, adviser = self.session.position, self._adviser
        way = adviser.way(position)
        if way is None:
            if adviser.known(position) is Verdict.LOST:
                return [Remark(self._lost(adviser.thought), GRAVE)]
            return [Remark(f"No way to win was found: {self._undecided(position)}.")]
        first = way.moves[0]
        number = 1
        while isinstance(first, Draw) and way.moves[number : number + 1] == (first,):
            number += 1
        text = next(narrate(position, way.moves[:number], unicode=self._unicode)).text
        if self.settings.hide:  # What the move turns up is for the player to see.
            text = _TURNED_UP.sub("", text)
        word = typed(first, position) if number == 1 else f"d {number}"
        left = plural(way.length(count_recycles=self.session.count_recycles), "move")
        return [Remark(f"Hint: {text}."), Remark(f"Type {word} for it. This way to win takes {left} from here.")]

    def _verdict(self) -> list[Remark]:
        position, adviser = self.session.position, self._adviser
        verdict = adviser.verdict(position, budget=adviser.thought)
        if verdict is Verdict.LOST:
            return [Remark(self._lost(adviser.thought), GRAVE)]
        if verdict is Verdict.WINNABLE:
            return [Remark("This game can be won from here.")]
        return [Remark(f"Whether this can be won is not decided: {self._undecided(position)}.")]

    def _undecided(self, position: Position) -> str:
        reason = self._adviser.why_undecided(position)
        seconds = self._adviser.thought.timeout
        if reason == "time limit" and seconds is not None:
            return f"not decided in {seconds:g} s"
        return "the search was stopped" if reason is None else f"{reason} reached"

    def _cards(self, text: str) -> str:
        """Return a text with the suits of its cards as symbols, if there are any."""
        return _CARD.sub(lambda found: Card.parse(found[0]).symbol, text) if self._unicode else text
