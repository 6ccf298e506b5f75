"""Small things about texts: how error messages quote what they were given, short and harmless to a terminal; nouns."""

from __future__ import annotations

__all__ = ["is_whole", "plural", "quote", "shown"]


def quote(text: str, limit: int = 24) -> str:
    r"""Return the beginning of a text in quotes, control characters escaped.

    >>> quote("7X"), quote("a\tb\x1b"), quote("7" * 100, limit=5)
    ("'7X'", "'a\\tb\\x1b'", "'77777'…")
    """
    part = text[:limit]
    # An escape takes up to ten characters.
    while len(repr(part)) > 2 * limit + 2:
        part = part[:-1]
    return repr(text) if part == text else f"{part!r}…"


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number; True and False are not, though Python takes them for 1 and 0.

    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: object) -> str:
    """Return a wrong value for a message, whatever it is; Python refuses to write numbers of thousands of digits.

    >>> shown("x"), shown(10**5000)
    ("'x'", 'a number of over 40 digits')
    """
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a number of over 40 digits"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def plural(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun.

    >>> plural(1, "pass", "passes"), plural(2, "move")
    ('1 pass', '2 moves')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"
