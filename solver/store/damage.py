"""Values that no store has: what a failing disk or somebody else leaves in a file that SQLite still reads."""

from __future__ import annotations

import sqlite3

from .._text import shown
from ..result import Verdict

__all__ = ["MOST_COUNTED", "find_damage"]

MOST_COUNTED = 1_000_000
"""More moves or passes than any solution has; they are counted one by one."""

_TEXT = "typeof({0}) = 'text'"
_WHOLE = "(typeof({0}) = 'integer' AND {0} >= 0)"
_COUNT = f"({_WHOLE} AND {{0}} <= {MOST_COUNTED})"
_NUMBER = "(typeof({0}) IN ('integer', 'real') AND {0} >= 0)"
_DIGITS = "(typeof({0}) = 'text' AND {0} <> '' AND {0} NOT GLOB '*[^0-9]*' AND length({0}) <= 68)"
_NOTHING = "{0} IS NULL"
_VERDICTS = f"{{0}} IN ({', '.join(map(repr, map(str, Verdict)))})"

_COLUMNS: dict[str, dict[str, str]] = {
    "run": dict.fromkeys(("rules", "engine", "version", "fingerprint", "created"), _TEXT),
    "result": {
        "run": _WHOLE,
        "exact": _DIGITS,
        "scheme": f"({_TEXT} OR {_NOTHING})",
        "number": f"({_WHOLE} OR {_DIGITS} OR {_NOTHING})",
        "verdict": _VERDICTS,
        "reason": _TEXT,
        "detail": f"({_TEXT} OR {_NOTHING})",
        "length": f"({_COUNT} OR {_NOTHING})",
        "passes": f"({_COUNT} OR {_NOTHING})",
        "nodes": _WHOLE,
        "seconds": _NUMBER,
        "max_nodes": f"({_WHOLE} OR {_NOTHING})",
        "timeout": f"({_NUMBER} OR {_NOTHING})",
        "memory": f"({_WHOLE} OR {_NOTHING})",
    },
    "solution": {"moves": _TEXT},
}
"""What every column has to be, in SQL; the column stands for the braces."""


def find_damage(connection: sqlite3.Connection) -> str | None:
    """Return what the first value is that no store has, in words; None if there is none.

    Raises:
        sqlite3.DatabaseError: the file cannot be read.
    """
    for table, columns in _COLUMNS.items():
        # Whether something is so is not known of NULL, which then is not so.
        sound = {name: f"coalesce({condition.format(name)}, 0)" for name, condition in columns.items()}
        found = connection.execute(
            f"SELECT rowid, {', '.join(sound.values())}, {', '.join(sound)} FROM {table}"
            f" WHERE NOT ({' AND '.join(sound.values())}) LIMIT 1"
        ).fetchone()
        if found is not None:
            place = found[1 : len(sound) + 1].index(0)
            return f"the {list(sound)[place]} of {table} {found[0]} is {shown(found[len(sound) + 1 + place])}"
    return None
