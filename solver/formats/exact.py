"""The ``exact`` number as a text: ``exact:`` and the number."""

from __future__ import annotations

from ..deal import Deal
from ..errors import UnsupportedError
from ..numbering import deal
from ..rules import STANDARD_SHAPE
from .format import Format

__all__ = ["FORMAT"]


def _detect(text: str) -> bool:
    return text.strip().lower().startswith("exact:")


def _write(deal: Deal) -> str:
    if deal.shape != STANDARD_SHAPE:
        raise UnsupportedError("an exact number does not tell the shape of a small deck; write it as piles")
    return f"exact:{deal.exact}"


FORMAT = Format(name="exact", title="exact:, and the exact number", detect=_detect, read=deal, write=_write)
