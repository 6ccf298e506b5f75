"""The cards of a layout: what is no card, and what is unknown, is told when all of them are read."""

from __future__ import annotations

import re

from .._text import plural, quote
from ..cards import RANKS, Card, Suit, full_deck
from ..errors import FormatError, Place
from .reading import Word, plain_suits, read_card

__all__ = ["NOBODY", "Cards"]

NOBODY = Card(-1, Suit.CLUBS)
"""What stands for a card that is unknown until all others are read."""

_UNKNOWN = re.compile(r"[?X#*░]{1,2}|\?[CDHS♣♦♥♠]|(10|[A2-9TJQK])\?", re.IGNORECASE)
"""What is written for an unknown card, ``?`` in the first place."""


class Cards:
    """The cards of a text, as they are read; what is no card is told in the end, all of it at once."""

    def __init__(self) -> None:
        self.named: list[tuple[Card, Place, str]] = []
        self._wrong: list[FormatError] = []
        self._words: list[Word] = []
        self._unknown: list[Word] = []

    def read(self, word: Word) -> Card:
        """Read a card; what it returns for a word that is none is of no account, as ``check`` refuses that."""
        if _UNKNOWN.fullmatch(plain_suits(word.text)):
            self._unknown.append(word)
            return NOBODY
        try:
            card = read_card(word)
        except FormatError as error:
            self._wrong.append(error)
            self._words.append(word)
            return NOBODY
        self.named.append((card, word.place, word.where))
        return card

    def check(self) -> None:
        """Refuse a text in which something is no card.

        Raises:
            FormatError: something is none.
        """
        if self._wrong:
            others = [f"{quote(word.text)}, {word}" for word in self._words[1:6]]
            more = f"; no cards either: {'; '.join(others)}{' …' * (len(self._words) > 6)}" if others else ""
            raise FormatError(f"{self._wrong[0]}{more}").at(*(word.place for word in self._words))

    def deduce(self) -> Card | None:
        """Return the card that is unknown, which is the one that is not named; None if no card is unknown.

        Raises:
            FormatError: more than one is, or it cannot be the one that is missing.
        """
        if not self._unknown:
            return None
        named = {card for card, _, _ in self.named}
        missing = [card for card in full_deck(1 + max((card.rank for card in named), default=12)) if card not in named]
        listed = ", ".join(map(str, missing)) if missing else "none"
        word = self._unknown[0]
        places = [unknown.place for unknown in self._unknown]
        if len(self._unknown) > 1:
            raise FormatError(
                f"{word}: {len(self._unknown)} cards are unknown, which is not supported yet; only one can be, as the "
                f"others tell which it is; cards that stand nowhere: {listed}"
            ).at(*places)
        if len(missing) != 1:
            raise FormatError(
                f"{word}: the others do not tell which card this is; {plural(len(missing), 'card')} of the deck "
                f"{'stands' if len(missing) == 1 else 'stand'} nowhere: {listed}"
            ).at(*places)
        half = plain_suits(word.text).strip("?xX#*░").upper().replace("10", "T")
        if half not in ("", RANKS[missing[0].rank], missing[0].suit.letter, missing[0].suit.symbol):
            raise FormatError(
                f"{word}: {quote(word.text)} cannot be {missing[0]}, the one card that stands nowhere"
            ).at(word.place)
        self.named.append((missing[0], word.place, word.where))
        return missing[0]
