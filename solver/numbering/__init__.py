"""Deal numbers: the public schemes, one small module each, in one registry.

>>> sorted(SCHEMES)
['exact', 'greenfelt', 'kpat', 'microsoft', 'ms', 'pysol', 'shootme', 'solvitaire']
>>> deal("solvitaire:1").columns[1]
(Card('4C'), Card('AS'))
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from .._text import quote
from ..errors import NumberingError
from .scheme import Scheme

if TYPE_CHECKING:
    from ..deal import Deal

__all__ = ["SCHEMES", "Scheme", "deal", "find_scheme"]

_MODULES = ("solvitaire", "shootme", "greenfelt", "microsoft", "exact", "pysol", "ms", "kpat")

SCHEMES: dict[str, Scheme] = {name: import_module(f".{name}", __name__).SCHEME for name in _MODULES}
"""Every scheme by its name."""


def find_scheme(name: str) -> Scheme:
    """Return the scheme with this name, in either case.

    Raises:
        NumberingError: there is no such scheme.
    """
    known = name.strip().lower()
    if known in SCHEMES:
        return SCHEMES[known]
    near = get_close_matches(known[:24], SCHEMES, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise NumberingError(f"unknown scheme of deal numbers {quote(name)}: there are {', '.join(SCHEMES)}{hint}")


def deal(name: str) -> Deal:
    """Return the deal with this name, a scheme and a number with a colon between.

    >>> deal("SolviTaire: 007").name
    'solvitaire:7'

    Raises:
        NumberingError: the name is not ``scheme:number``, or there is no such scheme or number.
    """
    from ..deal import Deal

    word, colon, number = name.partition(":")
    if not colon:
        raise NumberingError(f"{quote(name)} is no deal number: write scheme:number, for example solvitaire:22")
    found = find_scheme(word)
    return Deal.from_number(found.name, found.parse_number(number))
