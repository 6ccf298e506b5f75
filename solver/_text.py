"""How error messages quote what they were given: short, and harmless to a terminal."""

from __future__ import annotations

__all__ = ["quote"]


def quote(text: str, limit: int = 24) -> str:
    r"""Return the beginning of a text in quotes, control characters escaped.

    >>> quote("7X"), quote("a\tb\x1b"), quote("7" * 100, limit=5)
    ("'7X'", "'a\\tb\\x1b'", "'77777'…")
    """
    return repr(text) if len(text) <= limit else f"{text[:limit]!r}…"
