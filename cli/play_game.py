"""A game in the terminal from its first line to its end, however that comes about."""

from __future__ import annotations

from dataclasses import dataclass

from ..adviser import Adviser
from ..errors import InputError
from ..session import Session
from .files import as_argument
from .hearing import Interrupts
from .output import Output, complain, printable
from .play_file import GameFile
from .play_screen import Screen
from .play_table import Table
from .progress import progress
from .status import Status
from .wording import facts, plural, score_in_words

__all__ = ["Ending", "play_game"]

_WHERE = "Save the game? Type a name for its file, or only Enter to leave without: "
_NAME = "Type a name for its file, such as game.json, or only Enter to leave without: "
_YES, _NO = ("y", "yes"), ("n", "no")
"""Answers that are no names of files; one that is called so after all is ``./n``."""


@dataclass
class Ending:
    """What is done with a game when it ends.

    Attributes:
        session: the game.
        output: where to write.
        file: where it is saved.
        adviser: knows a way to win, perhaps.
        label: what the game is called.
        scoring: what its scoring table is called.
        again: the command that begins it anew.
        is_saved: whether this goes on with a saved game.
        target: where to save it in any case; None for nowhere.
    """

    session: Session
    output: Output
    file: GameFile
    adviser: Adviser
    label: str
    scoring: str
    again: str
    is_saved: bool
    target: str | None

    def save(self, *, path: str | None = None) -> bool:
        """Save the game where ``--save`` says, or else in ``path``; return false, and say so, if that fails."""
        wanted = self.target or path
        if wanted is None or not (self.file.is_unsaved or self.target is not None):
            return True
        try:
            self.file.save(wanted)
        except InputError as error:
            complain(f"Error: {error}")
            return False
        return True

    def tell(self) -> None:
        """Say how the game ended and how to go on with it."""
        session, output = self.session, self.output
        if session.is_won:
            self._congratulate()
            return
        up, cards = sum(session.position.foundations), session.position.rules.shape.cards
        output.line(f"{self.label}: not won yet, {plural(session.length, 'move')} played, {up} of {cards} cards up.")
        if self.file.path is not None and not self.file.is_unsaved:
            output.line(f"It is saved. To go on:  klondike play {as_argument(printable(self.file.path))}")
        elif session.moves:
            output.line(f"It is not saved. To go on all the same:  {printable(self.again)}")
            if letters := session.line.letters:
                # A saved game begins with what was played then.
                output.line(f"and type:  {'u all, and then  ' * self.is_saved}m {letters}")

    def _congratulate(self) -> None:
        session = self.session
        self.output.line("You have won!")
        way = self.adviser.known_way(session.start)
        length = None if way is None else way.length(count_recycles=session.count_recycles)
        facts(
            self.output,
            game=self.label,
            moves=session.length,
            passes=session.passes,
            score=None if session.score is None else score_in_words(session.score, self.scoring),
            solver=None if length is None else f"{plural(length, 'move')}, and there may be a shorter way",
            saved=None if self.file.path is None or self.file.is_unsaved else printable(self.file.path),
        )


def play_game(table: Table, screen: Screen, ending: Ending, interrupts: Interrupts) -> Status:
    """Play until the game is won or left, and return what to exit with.

    Args:
        table: the game.
        screen: where the player looks and types.
        ending: what comes after it.
        interrupts: Ctrl-C and requests to end.
    """
    file = ending.file
    status, path = Status.DONE, None
    try:
        with screen.opened():
            try:
                if not _play(table, screen, interrupts):
                    # Ctrl-D ends the game of a person, who has seen it; the end of a script is the end of the moves.
                    status = Status.DONE if screen.is_interactive else Status.NOT_WON
                    path = file.path if screen.is_interactive else None
                elif not table.session.is_won:
                    _offer_to_save(screen, ending)
            except KeyboardInterrupt:
                status, path = Status.INTERRUPTED, file.path
    except BaseException:  # The output cannot be written: what was played is worth more.
        ending.save(path=file.path)
        raise
    if not ending.save(path=path) and status is not Status.INTERRUPTED:
        status = Status.WRONG
    if not interrupts.is_gone:
        screen.show_end(table)
        ending.tell()
    return status


def _play(table: Table, screen: Screen, interrupts: Interrupts) -> bool:
    """Play until the game is over; return false if there are no more lines."""
    screen.show(table, table.begin(), first=True)
    while not table.is_over:
        line = screen.ask()
        if line is None:
            return False
        with progress(wanted=screen.is_interactive, what=lambda: "thinking") as interrupts.meanwhile:
            remarks = table.answer(line)
        interrupts.meanwhile = None
        if table.has_thought:
            interrupts.forget()
        if not table.is_over:
            screen.show(table, remarks)
        elif not screen.is_interactive:
            screen.say(remarks)
    return True


def _offer_to_save(screen: Screen, ending: Ending) -> None:
    """Ask a player who leaves whether to save what was played since the last time."""
    file = ending.file
    if not (screen.is_interactive and file.is_unsaved and ending.target is None):
        return
    known = file.path
    question = _WHERE
    while True:
        answer = screen.ask(question if known is None else f"Save the game in {printable(known)}? [Y/n] ")
        name = "" if answer is None else answer.strip()
        if name.lower() in _NO:
            return
        if known is not None:
            if name and name.lower() not in _YES:
                continue
            name = known
        elif not name:
            return
        elif name.lower() in _YES:
            question = _NAME
            continue
        try:
            file.save(name)
            return
        except InputError as error:
            complain(f"Error: {error}")
            known = None
