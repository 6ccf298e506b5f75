"""Scores: tables of points for events, and what a line of play scores by a table.

>>> SCORINGS["vegas"].start, SCORINGS["vegas"].foundation
(-52, 5)
>>> ScoringTable.parse('{"foundation": 10, "extra_pass": -100}')
ScoringTable(start=0, foundation=10, waste_to_foundation_extra=0, waste_to_tableau=0, turn_up=0, take_back=0, \
extra_pass=-100)
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from os import PathLike
from pathlib import Path
from typing import Any, Self

from ._text import quote
from ._types import need
from .errors import FormatError, InputError
from .moves import FoundationToTableau, Move, Recycle, TableauToFoundation, WasteToFoundation, WasteToTableau
from .position import Position
from .replay import replay
from .rules import Rules

__all__ = ["SCORINGS", "ScoringTable", "need_scoring", "score"]

_MOST = 10**9
"""The most points of an event in a table that is read: a score stays a number that can be printed, and that fits."""


@dataclass(frozen=True)
class ScoringTable:
    """Points for each event of a game; whole numbers of either sign.

    Attributes:
        start: what the score is before the first move.
        foundation: a card arrives on a foundation, from wherever.
        waste_to_foundation_extra: it came straight from the waste; in addition to ``foundation``.
        waste_to_tableau: the waste's card goes to a column.
        turn_up: a face-down card is turned up.
        take_back: a card comes back from a foundation.
        extra_pass: a pass after the first one begins, that is, the waste is turned over.
    """

    start: int = 0
    foundation: int = 0
    waste_to_foundation_extra: int = 0
    waste_to_tableau: int = 0
    turn_up: int = 0
    take_back: int = 0
    extra_pass: int = 0

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a table from a file.

        Args:
            path: the file; what must be in it is told at ``parse``.

        Raises:
            InputError: the file cannot be read.
            FormatError: it holds no scoring table.
        """
        need(path, str | PathLike, "a file is named by a text or a path")
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise InputError(f"the scoring table {path} cannot be read: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise FormatError(f"the scoring table {path} is no UTF-8 text (byte {error.start})") from error
        try:
            return cls.parse(text)
        except FormatError as error:
            raise FormatError(f"{path}: {error}") from None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a table from a text: a JSON object or a TOML document, with an attribute of this class for each key.

        What the text leaves out scores 0. Text that starts with a brace is JSON.

        Raises:
            FormatError: the text is neither, it has no points at all, or a key or a value is not what a table has.
        """
        need(text, str, "a scoring table is read from a text")
        kind = "JSON" if text.lstrip().startswith("{") else "TOML"
        try:
            data: dict[str, Any] = (
                json.loads(text, object_pairs_hook=_without_duplicates) if kind == "JSON" else tomllib.loads(text)
            )
        except FormatError:
            raise
        except (ValueError, RecursionError) as error:
            # ValueError also covers integers of more digits than Python reads.
            raise FormatError(f"a scoring table is JSON or TOML, and this {kind} is broken: {error}") from None
        names = [field.name for field in fields(cls)]
        if not data:
            raise FormatError(f"this scoring table is empty; it has one or more of {', '.join(names)}")
        for name, value in data.items():
            if name not in names:
                raise FormatError(f"a scoring table has no {quote(name)}; it has {', '.join(names)}")
            # bool is a kind of int in Python, and no number of points.
            if not isinstance(value, int) or isinstance(value, bool):
                raise FormatError(f"{name} must be a whole number of points, not {_written(value)}")
            if abs(value) > _MOST:
                raise FormatError(f"{name} has too many points: {_MOST} is the most, of either sign")
        return cls(**data)

    def unbounded(self, rules: Rules) -> bool:
        """Whether points can be earned again and again, so that no score is the best one."""
        return self.why_unbounded(rules) is not None

    def why_unbounded(self, rules: Rules) -> str | None:
        """Return how points can be earned again and again, in words, and what would end that; None if they cannot.

        >>> ScoringTable(extra_pass=1).why_unbounded(Rules(passes=3)) is None
        True
        """
        need(rules, Rules, "rules are a Rules object such as Rules(draw=3)")
        if rules.take_back and self.foundation + self.take_back > 0:
            return (
                f"a card earns points again and again by going up ({self.foundation:+}) and coming back"
                f" ({self.take_back:+}); forbid taking back, or let the two add up to 0 or less"
            )
        if rules.passes is None and self.extra_pass > 0:
            return (
                f"every further pass earns points ({self.extra_pass:+}), and passes have no limit; limit them, or let a"
                " pass earn 0 or less"
            )
        return None

    def points(self, before: Position, move: Move, after: Position) -> int:
        """Return what one move scores.

        Args:
            before: the position it was played in.
            move: the move.
            after: the position it led to.
        """
        points = self.turn_up if after.face_down_total < before.face_down_total else 0
        match move:
            case WasteToFoundation():
                points += self.foundation + self.waste_to_foundation_extra
            case TableauToFoundation():
                points += self.foundation
            case WasteToTableau():
                points += self.waste_to_tableau
            case FoundationToTableau():
                points += self.take_back
            case Recycle():
                points += self.extra_pass
        return points


SCORINGS: dict[str, ScoringTable] = {
    "standard": ScoringTable(
        foundation=10, waste_to_foundation_extra=3, waste_to_tableau=5, turn_up=5, take_back=-10, extra_pass=-20
    ),
    "vegas": ScoringTable(start=-52, foundation=5, take_back=-5),
}
"""The tables that have a name. Vegas counts dollars: the deck is bought for 52 of them."""


def score(position: Position, moves: Iterable[Move], table: ScoringTable) -> int:
    """Return what a line of play scores.

    Args:
        position: where the line starts. What happened before, in a game half played, is not counted.
        moves: the line.
        table: points for each event.

    Raises:
        IllegalMoveError: a move is illegal; its ``index`` counts the moves before it.
    """
    need_scoring(table)
    need(position, Position, "a line of play starts in a Position")
    need(moves, Iterable, "a line of play is a sequence of moves")
    return table.start + sum(table.points(*step) for step in replay(position, moves))


def need_scoring(table: object) -> None:
    """Make sure that this is a scoring table.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(table, ScoringTable):
        raise TypeError(
            f"a scoring table is a ScoringTable, not {type(table).__name__}; SCORINGS has some, and ScoringTable.load"
            " reads one from a file"
        )


def _written(value: object) -> str:
    """Return a wrong value of a table for a message, as it may stand in the file."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a JSON object; JSON itself would quietly take the last of two equal keys."""
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise FormatError(f"{quote(name)} is there twice")
            seen.add(name)
    return result
