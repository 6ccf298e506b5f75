"""Searching on behalf of a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from ..api import solve
from ..errors import IllegalMoveError, InternalError
from ..result import Result
from ..rules import Rules
from .inputs import Game
from .log import is_verbose
from .progress import progress
from .stopping import stopping

__all__ = ["Stop", "search", "searching", "searching_on"]


def search(context: click.Context, game: Game, rules: Rules, limits: dict[str, Any]) -> Result:
    """Solve a game, with a sign of life if that takes long.

    Args:
        context: the command's context.
        game: what to solve.
        rules: the rules.
        limits: the engine and the limits, as ``limit_options`` gives them.

    Raises:
        InputError: the rules do not fit the game, or the engine cannot do this.
        InternalError: the engine is wrong.
    """
    with searching(context) as cancel:
        return solve(game.question, rules, cancel=cancel, **limits)


@contextmanager
def searching(context: click.Context) -> Iterator[Callable[[], bool] | None]:
    """Show a sign of life if what is done meanwhile takes long.

    All moves that came from the user must have been checked before.

    Args:
        context: the command's context.

    Yields:
        What to give to the search as ``cancel``.

    Raises:
        InternalError: there was an illegal move, so the engine is wrong.
    """
    with progress(wanted=not is_verbose(context)) as cancel:
        try:
            yield cancel
        except IllegalMoveError as error:
            # Nobody has given a move here.
            raise InternalError(f"the engine played an illegal move ({error})") from error


class Stop:
    """What to give to a search as ``cancel``.

    Attributes:
        is_asked_for: whether somebody wants the search to stop.
    """

    def __init__(self, shown: Callable[[], bool] | None, stopped: Callable[[], bool]) -> None:
        self._shown = shown
        self._stopped = stopped
        self.is_asked_for = False

    def __call__(self) -> bool:
        """Look whether to stop, and show a sign of life."""
        if self._shown is not None:
            self._shown()
        self.is_asked_for = self.is_asked_for or self._stopped()
        return self.is_asked_for


@contextmanager
def searching_on(context: click.Context) -> Iterator[Stop]:
    """Do as ``searching`` does, for a search that has answers on its way: Ctrl-C stops it, and what it has is told.

    Args:
        context: the command's context.

    Yields:
        What to give to the search as ``cancel``.

    Raises:
        InternalError: there was an illegal move, so the engine is wrong.
    """
    with stopping() as stopped, searching(context) as shown:
        yield Stop(shown, stopped)
