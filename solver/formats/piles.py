"""Piles: a deal of any size on one line, ``3H | 5H 2S | 5D AH 2D || AS AD``.

The columns come first, the head of each first, with a ``|`` between; after ``||`` follows the stock, the next card
drawn first. Line breaks are spaces. How many columns there are and the highest rank tell the shape of the deal.
"""

from __future__ import annotations

from ..cards import Card
from ..deal import Deal
from ..errors import DealError, FormatError, Place
from .format import Format
from .places import Places, check_cards
from .reading import infer_shape, place_finder, read_card, words_of

__all__ = ["FORMAT"]


def _detect(text: str) -> bool:
    return "|" in text


def _read(text: str) -> Deal:
    find = place_finder(text)
    tableau, bars, rest = text.partition("||")
    if not bars:
        place = find(len(text.rstrip()) - 1)
        raise FormatError(
            f'{place}: there is no "||" between the last column and the stock of these piles; a position in the middle '
            'of a game is written pile by pile, each on a line: "stock: …", "1: 9D | 8C"'
        ).at(place)
    if "|" in rest:
        place = find(len(tableau) + len(bars) + rest.index("|"))
        raise FormatError(f'{place}: there is a "|" after the "||", where only the stock is left').at(place)
    named: list[tuple[Card, Place, str]] = []
    columns = []
    begins = []
    start = 0
    for number, pile in enumerate(tableau.split("|"), 1):
        begins.append(find(start))
        columns.append(_read_pile(pile, f"column {number}", begins[-1], named))
        start += len(pile) + 1
    stock = _read_pile(rest, "stock", find(len(tableau) + len(bars)), named)
    shape = infer_shape(columns, (card for card, _, _ in named))
    wrong = [
        place for column, size, place in zip(columns, shape.column_sizes, begins, strict=True) if len(column) != size
    ]
    if not wrong:
        check_cards(Places(named, {}), shape.ranks, DealError)
    try:
        return Deal.from_piles(columns, stock, shape=shape)
    except DealError as error:
        raise DealError(f"{wrong[0]}: {error}").at(*wrong) from None


def _read_pile(text: str, where: str, start: Place, named: list[tuple[Card, Place, str]]) -> list[Card]:
    """Return the cards of a pile; add them to those that are named, with their places."""
    words = words_of(text, where, start)
    cards = [read_card(word) for word in words]
    named += [(card, word.place, where) for card, word in zip(cards, words, strict=True)]
    return cards


def _write(deal: Deal) -> str:
    columns = " | ".join(" ".join(map(str, column)) for column in deal.columns)
    return f"{columns} || {' '.join(map(str, deal.stock))}".rstrip()


FORMAT = Format(name="piles", title='piles, "9D | 4C AS | … || TS 6C …"', detect=_detect, read=_read, write=_write)
