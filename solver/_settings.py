"""Settings of the searches."""

from __future__ import annotations

from collections.abc import Mapping

from ._text import is_whole, shown
from .errors import InputError

__all__ = ["ORACLE_LEAST", "check_least"]

ORACLE_LEAST = {"oracle_nodes": 0, "oracle_share": 1, "oracle_credit": 0}
"""The least numbers for how much a search may ask whether positions are lost."""


def check_least(settings: object, least: Mapping[str, int]) -> None:
    """Make sure that some of the settings are whole numbers that the compiled searches can count.

    Args:
        settings: an object with settings as attributes.
        least: the names of the settings, with the least number that each may be.

    Raises:
        InputError: one is not; the message says which.
    """
    for name, lowest in least.items():
        value = getattr(settings, name)
        if not (is_whole(value) and lowest <= value < 2**63):
            raise InputError(f"{name} is a whole number, {lowest} or more, not {shown(value)}")
