"""What readers of deal texts share: reading cards with their places, and telling the shape of a deal from its piles."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .._text import quote
from ..cards import RANKS, SUITS, Card
from ..errors import CardError, FormatError, Place, RulesError
from ..rules import Shape

__all__ = ["Word", "infer_shape", "place_finder", "plain_suits", "read_card", "words_of"]

_SAME_SUITS = str.maketrans({"♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠", "\ufe0e": None, "\ufe0f": None})
"""The outlined suit symbols, and the marks that choose how a symbol is drawn."""

_MEANT = {"1": "A", "0": "T", "O": "T", "11": "J", "12": "Q", "13": "K"}
"""What people write for ranks, and what they mean."""

_BARS = "¦│┃∣❘ǀ｜"
_LIKE_BARS = ("I", "L", "!", "/", "\\")
"""What people take for ``|``: other characters that look like it, and those that stand near it or may be read as it."""


class Word(NamedTuple):
    """A word of a text.

    Attributes:
        text: the word.
        place: where it begins.
        where: the pile that it belongs to, for a message: ``column 3``.
    """

    text: str
    place: Place
    where: str

    def __str__(self) -> str:
        return f"{self.place} ({self.where})"


def words_of(text: str, where: str, start: Place) -> list[Word]:
    """Return the words of a text, white space between them.

    Args:
        text: the text.
        where: the pile that all of them belong to.
        start: where the text begins.
    """
    words = []
    for number, line in enumerate(text.splitlines()):
        end = 0
        for word in line.split():
            begin = line.index(word, end)
            end = begin + len(word)
            words.append(
                Word(word, Place(start.line + number, (0 if number else start.character - 1) + begin + 1), where)
            )
    return words


def place_finder(text: str) -> Callable[[int], Place]:
    """Return what tells the place of the character with an index; lines are those of ``splitlines``."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def find(index: int) -> Place:
        # The end of a text that ends with a line is the end of this line.
        line = min(bisect_right(starts, index), max(1, len(starts) - 1))
        return Place(line, index - starts[line - 1] + 1)

    return find


def plain_suits(text: str) -> str:
    """Return a text with one symbol for each suit instead of the several that there are."""
    return text.translate(_SAME_SUITS)


def read_card(word: Word) -> Card:
    """Read one card.

    Raises:
        FormatError: the word is no card.
    """
    plain = plain_suits(word.text)
    if "?" in plain:
        raise FormatError(
            f"{word}: {quote(word.text)}: unknown cards are not supported yet; every card must be given"
        ).at(word.place)
    try:
        if len(plain) <= 3:
            return Card.parse(plain)
    except CardError:
        pass
    raise FormatError(
        f"{word}: {quote(word.text)} is not a card{_hint(plain)}; write the rank A 2 … 9 T J Q K, then the suit C D H S"
    ).at(word.place)


def _hint(text: str) -> str:
    """Say what somebody may have meant who wrote this for a card."""
    ranks, suits = {*RANKS, "10"}, {*SUITS, *"♣♦♥♠"}
    upper = text.strip().upper()
    if upper in _LIKE_BARS or any(char in text for char in _BARS):
        return ": if a | is meant, type | itself"
    if upper in ranks:
        return ": its suit is missing"
    if upper in suits:
        return ": its rank is missing"
    if upper[:1] in suits and upper[1:] in ranks:
        return f", but {upper[1:]}{upper[0]} is one"
    if upper[-1:] in suits and upper[:-1] in _MEANT:
        return f", but {_MEANT[upper[:-1]]}{upper[-1]} is one"
    return ""


def infer_shape(columns: Sequence[object], cards: Iterable[Card]) -> Shape:
    """Return the shape of a deal with these columns and cards; the highest rank there is taken for the king's.

    Raises:
        FormatError: there is no such shape.
    """
    ranks = 1 + max((card.rank for card in cards), default=12)
    try:
        return Shape(ranks=ranks, columns=len(columns))
    except RulesError as error:
        raise FormatError(f"{len(columns)} columns: {error}; a deal of 52 cards has 7 columns") from None
