"""What commands say in the same words."""

from __future__ import annotations

from .._text import plural
from ..describe import rules_in_words, shape_in_words
from .output import Output

__all__ = [
    "facts",
    "plural",
    "rules_in_words",
    "score_in_words",
    "shape_in_words",
]


def facts(output: Output, **items: object) -> None:
    """Write what is known, a line for each; None is not known."""
    known = {name: value for name, value in items.items() if value is not None}
    width = max(map(len, known))
    for name, value in known.items():
        output.line(f"  {name:<{width}}  {value}")


def score_in_words(score: int, scoring: str) -> str:
    """Return a score with the name of its table; Vegas scores are dollars.

    >>> score_in_words(-2, "vegas"), score_in_words(745, "standard")
    ('-2 dollars (vegas)', '745 (standard)')
    """
    return f"{score} dollars ({scoring})" if scoring == "vegas" else f"{score} ({scoring})"
