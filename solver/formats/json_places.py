"""JSON with the place of every value: Python's own reader says where JSON is broken, but not where its values stand."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from .._text import quote
from ..errors import FormatError, Place
from .reading import place_finder

__all__ = ["Node", "read_json"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]|[^\s{}\[\],:"]+')

_TRAILING = "a comma with nothing after it"

_WORDS = {
    "Expecting value": 'expected a value: a list in [ ], or a card in double quotes, such as "10H"',
    "Expecting property name enclosed in double quotes": "expected a key in double quotes",
    "Expecting ',' delimiter": "expected a comma, or the end of what is open",
    "Expecting ':' delimiter": "expected a colon after the key",
    "Extra data": "expected nothing more after the end",
    "Unterminated string starting at": "a string without a closing quote begins here",
    "Illegal trailing comma before end of array": _TRAILING,
    "Illegal trailing comma before end of object": _TRAILING,
}
"""Python's messages, in other words."""


class Node(NamedTuple):
    """A value of a JSON text.

    Attributes:
        value: a list of nodes, a dictionary of nodes, or a plain value.
        place: where it begins.
        key: where its key begins; the same as its own place if it has none.
    """

    value: object
    place: Place
    key: Place


def read_json(text: str) -> Node:
    """Read a JSON text.

    Raises:
        FormatError: it is no JSON, has the same key twice in an object, or goes beyond what Python reads.
    """
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        index, said = _said(error)
        place = place_finder(text)(index)
        raise FormatError(f"{place}: JSON: {said}").at(place) from None
    except (ValueError, RecursionError):  # A number of thousands of digits, or brackets nested thousands deep.
        raise FormatError("JSON: nothing like a deal; piles are lists of cards such as 10H") from None
    return _nodes(text)


def _said(error: json.JSONDecodeError) -> tuple[int, str]:
    """Return where a text is broken and how, in words for somebody who did not know that it is JSON."""
    before = error.doc[: error.pos].rstrip()
    if error.msg.startswith("Expecting"):
        found = error.doc[error.pos : error.pos + 1]
        if found in ("]", "}") and before.endswith(","):
            return len(before) - 1, _TRAILING  # As newer versions of Python say by themselves.
        if found == "'":
            return error.pos, "a single quote; texts stand in double quotes"
    # What lacks at the end lacks after the last word, not after the blank lines.
    return min(error.pos, len(error.doc.rstrip())), _WORDS.get(error.msg, error.msg)


def _nodes(text: str) -> Node:
    """Return the nodes of a text that is known to be JSON."""
    root: list[object] = []
    # Of each list or object that is open: itself, and the key in it that has no value yet, with its place.
    begin_of_all = Place(1, 1)
    opened: list[tuple[Node, tuple[str, Place] | None]] = [(Node(root, begin_of_all, begin_of_all), None)]
    find = place_finder(text)
    for token in _TOKEN.finditer(text):
        place = find(token.start())
        node, key = opened[-1]
        if token[0] in "}]":
            opened.pop()
            continue
        if isinstance(node.value, dict) and key is None:
            name = json.loads(token[0])
            if name in node.value:
                raise FormatError(f"{place}: JSON: the key {quote(name)} is there twice").at(place)
            opened[-1] = (node, (name, place))
            continue
        value = {} if token[0] == "{" else [] if token[0] == "[" else json.loads(token[0])
        new = Node(value, place, key[1] if key else place)
        if isinstance(node.value, dict) and key is not None:
            node.value[key[0]] = new
            opened[-1] = (node, None)
        elif isinstance(node.value, list):
            node.value.append(new)
        if token[0] in "{[":
            opened.append((new, None))
    found = root[0]
    assert isinstance(found, Node)
    return found
