"""Reading the boards of a page back into positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klondike_solver import Card, Column, Position


def cards(letters: str) -> list[Card]:
    """Return cards that are written without anything between."""
    return [Card.parse(letters[index : index + 2]) for index in range(0, len(letters), 2)]


def position_of(step: Mapping[str, Any], like: Position, recycles: int) -> Position:
    """Return the position that a step of a page shows; the rules are no part of it, so they come from another one."""
    columns = [Column(tuple(cards(letters)), down) for down, letters in step["columns"]]
    return Position(columns, step["up"], cards(step["stock"]), cards(step["waste"]), like.rules, recycles)
