"""What a player sees, and how a line is read: on a screen that is drawn anew, line by line, or from a script."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ..position import Position
from ..rules import Rules
from .hearing import Interrupts
from .output import Output, complain, is_terminal
from .play_input import HELP
from .play_table import WRONG, Remark, Table
from .prompt import edited_lines, typed_line
from .wording import rules_in_words

__all__ = ["Screen"]

_PROMPT = "> "

_LONGEST = 10_000
"""Bytes of a line that are read from a script."""

_ALONE = "\x1b[?1049h"
"""Begin a screen of its own: what was there before comes back at the end."""
_BACK = "\x1b[?1049l"
_CLEAR = "\x1b[H\x1b[2J"


class Screen:
    """Standard input and output of a game.

    Args:
        output: where to write.
        label: what the deal is called.
        rules: the rules of the game.
        scoring: what the scoring table is called.
        interrupts: what may end the game while it waits for a line.
    """

    def __init__(self, output: Output, label: str, rules: Rules, scoring: str, interrupts: Interrupts) -> None:
        self._output = output
        self._title = f"{label}   {rules_in_words(rules)}"
        self._scoring = scoring
        self._interrupts = interrupts
        self.is_interactive = is_terminal(sys.stdin)
        self._redraws = self.is_interactive and output.is_terminal and output.obeys
        self._line = 0
        self._shown: tuple[Position, bool] | None = None
        self._last: tuple[Table, Sequence[Remark]] | None = None
        self._size = output.size

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Have the screen to itself, where there is one."""
        if not self._redraws:
            yield
            return
        with edited_lines():
            self._output.write(_ALONE)
            try:
                yield
            finally:
                self._output.write(_BACK)
                self._output.flush()

    def show(self, table: Table, remarks: Sequence[Remark], *, first: bool = False) -> None:
        """Show how the game stands and what there is to say; a script gets the board only if it asks for it."""
        self._last, self._size = (table, remarks), self._output.size
        if self._redraws:
            self._output.write(_CLEAR)
            if table.wants_help:
                self._help()
            else:
                self._board(table, remarks)
            self.say(remarks)
            return
        if table.wants_help:
            self._help()
        if first or table.wants_board or (self.is_interactive and not table.wants_help):
            self._board(table, ())
        if not self.is_interactive:
            remarks = [remark._replace(text=self._placed(remark)) for remark in remarks]
        self.say(remarks)

    def show_end(self, table: Table) -> None:
        """Show the board at the end of the game, unless it is to be seen already."""
        if self._redraws or self._shown != (table.session.position, table.settings.hide):
            self._board(table, (), height=False)

    def ask(self, prompt: str = _PROMPT) -> str | None:
        """Return the next line; None if there is no other.

        Raises:
            KeyboardInterrupt: the player, or the system, wants the game to end.
        """
        self._output.flush()
        with self._interrupts.heard():
            if not self.is_interactive:
                self._line += 1
                return _read_line()
            try:
                return typed_line(self._output, prompt, self._refresh)
            except EOFError:
                self._end_of_line()
                return None
            except KeyboardInterrupt:
                self._end_of_line()
                raise

    def _refresh(self) -> bool:
        """Draw what was shown last for another size of the terminal, if it has one."""
        if not self._redraws or self._last is None or self._output.size == self._size:
            return False
        self.show(*self._last)
        return True

    def _end_of_line(self) -> None:
        """End the line of a prompt that nothing was typed after."""
        if not self._redraws:
            self._output.line()

    def _placed(self, remark: Remark) -> str:
        """Return a remark with the line of the script that it is about, if something is wrong with it."""
        return f"line {self._line}: {remark.text}" if remark.style == WRONG else remark.text

    def _help(self) -> None:
        self._output.line(HELP)
        self._output.line("\nEnter brings the board back." if self._redraws else "")

    def say(self, remarks: Sequence[Remark]) -> None:
        """Say what there is to say."""
        from .board import coloured

        self._output.show(*(coloured(remark.text, remark.style) for remark in remarks))

    def _board(self, table: Table, remarks: Sequence[Remark], *, height: bool = True) -> None:
        """Draw the board with its title above and the state of the game below, and room for remarks and a prompt."""
        from rich.text import Text

        from .board import board, coloured

        state = self._state(table) + ("   ?: help" if self.is_interactive and height else "")
        lost = "   LOST" if table.is_known_to_be_lost else ""
        width, lines = self._output.size
        limit = None
        if self._redraws and height and lines is not None:
            texts = (self._title, state + lost, *(remark.text for remark in remarks))
            # A long line takes several on the screen, and one is for what is typed.
            limit = lines - sum(max(1, -(-len(text) // width)) for text in texts) - 1
        hide = table.settings.hide
        self._shown = (table.session.position, hide)
        picture = board(table.session.position, unicode=self._output.unicode, width=width, height=limit, hide=hide)
        if limit is not None:
            picture = Text("\n").join(picture.split("\n")[: max(limit, 0)])
        shown = Text.assemble((state, "dim"), (lost, "bold red"))
        self._output.show(coloured(self._title, "bold"), picture, shown)

    def _state(self, table: Table) -> str:
        session = table.session
        position = session.position
        allowed = position.rules.passes
        parts = [
            f"move {session.length}",
            f"pass {session.passes}" + (f" of {allowed}" if allowed is not None else ""),
            f"recycles {session.recycles}" if session.recycles else "",
            f"up {sum(position.foundations)} of {position.rules.shape.cards}",
            "" if session.score is None else f"score {session.score}{' dollars' if self._scoring == 'vegas' else ''}",
            f"redo {len(session.undone)}" if session.undone else "",
        ]
        return "   ".join(part for part in parts if part)


def _read_line() -> str | None:
    """Return the next line of standard input, None at its end; what is no text in UTF-8 is read as question marks."""
    if sys.stdin is None:
        return None
    try:
        data = sys.stdin.buffer.readline(_LONGEST)
    except (OSError, ValueError) as error:
        complain(f"standard input cannot be read: {error}")
        return None
    return data.decode("utf-8", "replace") if data else None
