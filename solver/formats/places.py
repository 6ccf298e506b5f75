"""Where in a text the cards and piles of a board stand, and what is wrong with its cards, told with these places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..cards import Card, Suit, full_deck
from ..errors import DealError, InputError, Place, PositionError

__all__ = ["Places", "check_cards", "placed"]

_LISTED = 6
"""How many cards that are there twice a message names before it stops."""


class Places(NamedTuple):
    """Where everything on a board stands in its text.

    Attributes:
        cards: each card that the text names with its place and, in words, its pile. A foundation's lower cards have the
            place of its top card.
        piles: where the piles begin, by their names: ``stock``, ``waste``, ``foundations``, ``recycles``, ``column 3``.
        marks: how the text says that cards are face down, to put at the end of a message.
        empty: how it says that a column is empty, to put at the end of a message.
        absent: that it has no stock, for a message; nothing if it has one.
    """

    cards: Sequence[tuple[Card, Place, str]]
    piles: dict[str, Place]
    marks: str = ""
    empty: str = ""
    absent: str = ""

    def find(self, thing: object) -> Place | None:
        """Return the place of a card or of a pile by its name; None if the text does not have it."""
        if isinstance(thing, Card):
            return next((place for card, place, _ in self.cards if card == thing), None)
        return self.piles.get(str(thing))

    @classmethod
    def founded(cls, suit: Suit, height: int, place: Place) -> Iterator[tuple[Card, Place, str]]:
        """Yield the cards of a foundation of which only the top card is written."""
        top = Card(height - 1, suit)
        for rank in range(height):
            yield Card(rank, suit), place, "foundations" if rank == height - 1 else f"under {top} of the foundations"


def check_cards(
    places: Places,
    ranks: int,
    error: type[DealError] | type[PositionError],
    remarks: Sequence[tuple[str, Place | None]] = (),
) -> None:
    """Check that every card of the deck is there once; all that are not are named, with their places.

    Args:
        places: the cards with their places.
        ranks: how many ranks the deck has.
        error: what to raise.
        remarks: what else is wrong, each thing with its place if it has one: it may tell where a card was forgotten.

    Raises:
        DealError: they are not; or a PositionError, as ``error`` says.
    """
    deck = dict.fromkeys(full_deck(ranks))
    found: dict[Card, list[tuple[Place, str]]] = {}
    for card, place, where in places.cards:
        found.setdefault(card, []).append((place, where))
    wrong = []
    at: list[Place] = []
    for card, spots in found.items():
        named = [f"{place} ({where})" for place, where in spots]
        if card not in deck:
            wrong.append(f"{card} is not in a deck of {ranks} ranks: {named[0]}")
            at.append(spots[0][0])
        elif len(spots) > 1:
            times = "twice" if len(spots) == 2 else f"{len(spots)} times"
            wrong.append(f"{card} is there {times}: {', '.join(named[:-1])} and {named[-1]}")
            at += [place for place, _ in spots]
    if len(wrong) > _LISTED:
        wrong[_LISTED:] = [f"and {len(wrong) - _LISTED} more cards are wrong"]
    missing = [card for card in deck if card not in found]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        wrong.append(f"{', '.join(map(str, missing))} {verb} missing")
        if places.absent:
            wrong.append(places.absent)
    if wrong:
        wrong += [words for words, _ in remarks]
        at += [place for _, place in remarks if place is not None]
        total = len(places.cards)
        if total != len(deck):
            wrong.insert(0, f"{total} card{'' if total == 1 else 's'}, but a deal has {len(deck)}")
        raise error("; ".join(wrong)).at(*at)


def placed(error: InputError, places: Places | None, *about: object) -> InputError:
    """Return an error about cards and piles with their places, and the first of these in words.

    Args:
        error: the error.
        places: where everything stands, or None if that is not known.
        about: the cards and piles.
    """
    found = [place for thing in about if places is not None and (place := places.find(thing)) is not None]
    return type(error)(f"{found[0]}: {error}").at(*found) if found else error
