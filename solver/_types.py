"""Refusing arguments of another type than a public function takes, in words that say what it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import Any

__all__ = ["need", "need_cancel", "need_many", "need_whole"]


def need(value: object, kind: Any, wanted: str) -> None:
    """Make sure that an argument is of a type.

    Args:
        value: the argument.
        kind: the type, or a union of types.
        wanted: what it has to be, in words that may end in what makes one.

    Raises:
        TypeError: it is something else.

    >>> need(5, str, "a deal is read from a text")
    Traceback (most recent call last):
        ...
    TypeError: a deal is read from a text, not int
    """
    if not isinstance(value, kind):
        raise TypeError(f"{wanted}, not {type(value).__name__}")


def need_many(values: object, kind: type, wanted: str) -> None:
    """Make sure that an argument is a sequence or another iterable of what may be gone through again.

    Raises:
        TypeError: it is something else, or there is something else in it.
    """
    need(values, Iterable, wanted)
    assert isinstance(values, Iterable)
    for value in values:
        need(value, kind, wanted)


def need_whole(value: Any, wanted: str) -> int:
    """Return an argument that has to be a whole number as an ``int``.

    Raises:
        TypeError: it is none.
    """
    try:
        return index(value)
    except TypeError:
        pass
    raise TypeError(f"{wanted}, not {type(value).__name__}")


def need_cancel(cancel: Callable[[], bool] | None) -> None:
    """Make sure that what is asked whether to give up can be asked.

    Raises:
        TypeError: it is no function.
    """
    if cancel is not None and not callable(cancel):
        raise TypeError(f"cancel is a function without arguments, or None, not {type(cancel).__name__}")
