"""Piles: a deal of any size on one line, ``3H | 5H 2S | 5D AH 2D || AS AD``.

The columns come first, the head of each first, with a ``|`` between; after ``||`` follows the stock, the next card
drawn first. Line breaks are spaces. How many columns there are and the highest rank tell the shape of the deal.
"""

from __future__ import annotations

from ..cards import Card
from ..deal import Deal
from ..errors import FormatError
from .format import Format
from .reading import infer_shape, read_card

__all__ = ["FORMAT"]


def _detect(text: str) -> bool:
    return "|" in text


def _read(text: str) -> Deal:
    tableau, bars, rest = text.partition("||")
    if not bars:
        raise FormatError('piles: there is no "||" between the last column and the stock')
    if "|" in rest:
        raise FormatError('piles: there is a "|" after the "||", where only the stock is left')
    columns = [_read_pile(pile, f"column {number}") for number, pile in enumerate(tableau.split("|"), 1)]
    stock = _read_pile(rest, "stock")
    shape = infer_shape(columns, [card for pile in (*columns, stock) for card in pile])
    return Deal.from_piles(columns, stock, shape=shape)


def _read_pile(text: str, where: str) -> list[Card]:
    return [read_card(token, f"{where}, card {number}") for number, token in enumerate(text.split(), 1)]


def _write(deal: Deal) -> str:
    columns = " | ".join(" ".join(map(str, column)) for column in deal.columns)
    return f"{columns} || {' '.join(map(str, deal.stock))}".rstrip()


FORMAT = Format(name="piles", title='piles, "9D | 4C AS | … || TS 6C …"', detect=_detect, read=_read, write=_write)
