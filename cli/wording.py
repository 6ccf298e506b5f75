"""What commands say in the same words."""

from __future__ import annotations

from ..rules import STANDARD_SHAPE, Rules, Shape
from .output import Output

__all__ = ["facts", "plural", "rules_in_words", "score_in_words", "shape_in_words"]


def facts(output: Output, **items: object) -> None:
    """Write what is known, a line for each; None is not known."""
    known = {name: value for name, value in items.items() if value is not None}
    width = max(map(len, known))
    for name, value in known.items():
        output.line(f"  {name:<{width}}  {value}")


def plural(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun.

    >>> plural(1, "pass", "passes"), plural(2, "move")
    ('1 pass', '2 moves')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def rules_in_words(rules: Rules) -> str:
    """Return the rules on one line.

    >>> rules_in_words(Rules(draw=1, passes=3, take_back=False))
    'draw 1, 3 passes, no take-back'
    """
    words = [
        f"draw {rules.draw}",
        "unlimited passes" if rules.passes is None else plural(rules.passes, "pass", "passes"),
        *["no take-back"] * (not rules.take_back),
        *["whole runs only"] * (not rules.part_runs),
        *[shape_in_words(rules.shape)] * (rules.shape != STANDARD_SHAPE),
    ]
    return ", ".join(words)


def shape_in_words(shape: Shape) -> str:
    """Return the size of a deck and its tableau."""
    return f"{plural(shape.ranks, 'rank')} in {plural(shape.columns, 'column')}"


def score_in_words(score: int, scoring: str) -> str:
    """Return a score with the name of its table; Vegas scores are dollars.

    >>> score_in_words(-2, "vegas"), score_in_words(745, "standard")
    ('-2 dollars (vegas)', '745 (standard)')
    """
    return f"{score} dollars ({scoring})" if scoring == "vegas" else f"{score} ({scoring})"
