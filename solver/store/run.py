"""What a set of results has in common: the rules, and the search that found them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from .._text import quote
from ..errors import RulesError, StoreError
from ..rules import Rules, Shape

__all__ = ["Run", "rules_from_json", "rules_to_json"]


@dataclass(frozen=True)
class Run:
    """Results that may be counted together: the same rules, found by the same search.

    Attributes:
        id: the number of the run in its store.
        rules: the rules.
        engine: ``compiled`` or ``reference``; their nodes are not the same thing.
        version: the version of this package.
        fingerprint: what the search does, see ``klondike_solver.fingerprint``.
        created: when the run began, ISO 8601 in UTC.
    """

    id: int
    rules: Rules
    engine: str
    version: str
    fingerprint: str
    created: str

    @property
    def search(self) -> str:
        """The search in words: ``klondike-solver 0.1.0, compiled engine, search 0123456789ab``."""
        return f"klondike-solver {self.version}, {self.engine} engine, search {self.fingerprint}"


def rules_to_json(rules: Rules) -> str:
    """Return rules as the one text that a store has for them: every setting, in the order of the alphabet.

    >>> rules_to_json(Rules(draw=1))
    '{"draw":1,"part_runs":true,"passes":null,"shape":{"columns":7,"ranks":13},"take_back":true}'
    """
    return json.dumps(asdict(rules), sort_keys=True, separators=(",", ":"))


def rules_from_json(text: str) -> Rules:
    """Return the rules that ``rules_to_json`` wrote.

    >>> rules_from_json(rules_to_json(Rules(draw=1, passes=3)))
    Rules(draw=1, passes=3)

    Raises:
        StoreError: these are no rules that this version knows.
    """
    try:
        settings = json.loads(text)
        return Rules(**{**settings, "shape": Shape(**settings["shape"])})
    except (ValueError, TypeError, KeyError, RecursionError, RulesError) as error:
        raise StoreError(f"the store has rules that this version does not know: {quote(str(text), 200)}") from error
