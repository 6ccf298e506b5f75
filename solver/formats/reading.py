"""What the readers of deal texts share: reading one card, and telling the shape of a deal from its piles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .._text import quote
from ..cards import Card
from ..errors import CardError, FormatError, RulesError
from ..rules import Shape

__all__ = ["infer_shape", "read_card", "refuse_unknown"]

_SAME_SUITS = str.maketrans({"♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠", "\ufe0e": None, "\ufe0f": None})
"""The outlined suit symbols, and the marks that choose how a symbol is drawn."""


def read_card(token: str, where: str) -> Card:
    """Read one card; ``where`` says in words where it stands, for the error.

    Raises:
        FormatError: the token is no card.
    """
    plain = token.translate(_SAME_SUITS)
    refuse_unknown(plain, where)
    try:
        if len(plain) <= 3:
            return Card.parse(plain)
    except CardError:
        pass
    raise FormatError(f"{where}: {quote(token)} is not a card; write the rank A 2 … 9 T J Q K, then the suit C D H S")


def refuse_unknown(text: str, where: str) -> None:
    """Refuse the ``??`` that some programs write for a card that they do not know.

    Raises:
        FormatError: the text has a question mark.
    """
    if "?" in text:
        raise FormatError(f"{where}: {quote(text)}: unknown cards are not supported yet; every card must be given")


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
