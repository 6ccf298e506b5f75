"""The file that a game in the terminal is kept in."""

from __future__ import annotations

import os
from contextlib import suppress

from .._text import quote
from ..errors import InputError
from ..moves import Move
from ..saved_game import is_saved_game, read_saved_game, saved_game
from ..session import Session
from .excerpt import excerpt
from .files import as_argument, written
from .inputs import read_text
from .status import TextError

__all__ = ["GameFile", "game_in", "read_game_file"]


class GameFile:
    """Where a game is saved; no file is replaced but the game's own.

    Args:
        session: the game.
        path: the file that it came from; None if it came from none.
    """

    def __init__(self, session: Session, path: str | None = None) -> None:
        self.path = path
        self._session = session
        self._own = set() if path is None else {os.path.realpath(path)}
        self._kept = self._history()

    @property
    def is_unsaved(self) -> bool:
        """Whether anything was played or taken back since the game was saved, or began."""
        return self._history() != self._kept

    def check(self, name: str) -> None:
        """Make sure that the game may be saved in a file.

        Raises:
            InputError: it may not; the message says why.
        """
        folder = os.path.dirname(name) or "."
        if os.path.isdir(name):
            raise InputError(f"{quote(name, 60)} is a directory; a game is saved in a file")
        if not os.path.isdir(folder):
            raise InputError(f"there is no directory {quote(folder, 60)} for the game")
        if os.path.lexists(name) and os.path.realpath(name) not in self._own:
            hint = _hint(name)
            raise InputError(
                f"{quote(name, 60)} is there already and is not replaced; give the game another name{hint}"
            )

    def save(self, name: str = "") -> str:
        """Save the game, and return the name of the file.

        Args:
            name: the file; if it is empty, the one of before.

        Raises:
            InputError: there is none, it may not be replaced, or it cannot be written.
        """
        path = name or self.path
        if path is None:
            raise InputError("save where? 's game.json' gives a name")
        self.check(path)
        with written(path) as file:
            file.write(saved_game(self._session).encode())
        self.path = path
        self._own.add(os.path.realpath(path))
        self._kept = self._history()
        return path

    def _history(self) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        return self._session.moves, self._session.undone


def _hint(name: str) -> str:
    """Return how to go on with a game that a file holds, if it holds one."""
    with suppress(OSError), open(name, "rb") as file:
        if is_saved_game(file.read(200).decode("utf-8", "replace")):
            return f", or go on with the one in it: klondike play {as_argument(name)}"
    return ""


def read_game_file(path: str) -> Session:
    """Read a saved game from a file.

    Raises:
        InputError: the file cannot be read, or holds no saved game, or a broken one.
    """
    return game_in(read_text(path), path)


def game_in(text: str, source: str) -> Session:
    """Return the saved game that a text holds.

    Args:
        text: the text.
        source: the file that it comes from.

    Raises:
        TextError: it is none, or a broken one; the message says where.
    """
    try:
        return read_saved_game(text)
    except InputError as error:
        raise TextError(f"{source}: {error}", excerpt(text, error.places)) from None
