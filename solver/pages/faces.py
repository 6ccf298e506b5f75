"""Drawings of cards as SVG, without fonts and without a picture from anywhere else.

A card is 100 units wide and 140 high, as a poker card is 2.5 by 3.5 inches. Each face is there twice: as a real card
has it, with a pip for each point, and *plain* for a card as small as on a telephone, with a large index and one large
pip. The style sheet chooses. What several cards share (pips, rank letters, the halves of the court cards, the back)
stands once in a page, in ``definitions``.
"""

from __future__ import annotations

from functools import cache

from ..cards import RANKS, Card
from .files import read

__all__ = ["definitions", "face"]

_COURT = {"J": "jack", "Q": "queen", "K": "king"}

_LEFT, _MIDDLE, _RIGHT = 30, 50, 70
_TOP, _CENTRE, _BOTTOM = 26, 70, 114
_SIDES = (_LEFT, _RIGHT)

Places = list[tuple[float, float]]

_CORNERS: Places = [(x, y) for y in (_TOP, _BOTTOM) for x in _SIDES]
_EIGHT: Places = [(x, y) for y in (_TOP, 55.3, 84.7, _BOTTOM) for x in _SIDES]
_SIX: Places = [*_CORNERS, *((x, _CENTRE) for x in _SIDES)]
_LAYOUT: list[Places] = [
    [(_MIDDLE, _CENTRE)],
    [(_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)],
    [(_MIDDLE, _TOP), (_MIDDLE, _CENTRE), (_MIDDLE, _BOTTOM)],
    _CORNERS,
    [*_CORNERS, (_MIDDLE, _CENTRE)],
    _SIX,
    [*_SIX, (_MIDDLE, 48)],
    [*_SIX, (_MIDDLE, 48), (_MIDDLE, 92)],
    [*_EIGHT, (_MIDDLE, _CENTRE)],
    [*_EIGHT, (_MIDDLE, 40.6), (_MIDDLE, 99.4)],
]
"""Where the pips of the ace to the ten are, as on every pack of the international pattern."""


@cache
def definitions() -> str:
    """Return what the faces and the backs refer to, as an element that shows nothing itself."""
    courts = "".join(f'<g id="half-{letter}">{read(f"art/{name}.svg")}</g>' for letter, name in _COURT.items())
    clip = '<clipPath id="clip-half"><rect x="20" y="12" width="60" height="58"/></clipPath>'
    shared = "".join(read(f"art/{name}.svg") for name in ("pips", "ranks", "back"))
    return f'<svg class="definitions" aria-hidden="true"><defs>{clip}{courts}{shared}</defs></svg>'


@cache
def face(card: Card) -> str:
    """Return the face of a card."""
    letter, suit = RANKS[card.rank], card.suit.letter
    corner = (
        f'<use class="rank" href="#rank-{letter}" transform="translate(4.7 6.5) scale(.86)"/>{_pip(suit, 10, 28.5, 11)}'
    )
    if letter in _COURT:
        figure = f'<g clip-path="url(#clip-half)"><use href="#half-{letter}"/></g>'
        half = f"{figure}{_pip(suit, 28.5, 23.5, 13)}"
        middle = f'{half}{_turned(half)}<rect class="frame" x="20" y="12" width="60" height="116" rx="2"/>'
        plain = f'<g transform="translate(-18 33) scale(1.36)">{figure}</g>'
    else:
        places = _LAYOUT[card.rank]
        size = 46 if len(places) == 1 else 19
        middle = "".join(_pip(suit, x, y, size, turned=y > _CENTRE) for x, y in places)
        plain = _pip(suit, 50, 90, 66)
    index = f"{_rank(letter, 9, 7, 2)}{_pip(suit, 72, 23, 36)}"
    return (
        f'<svg viewBox="0 0 100 140"><g class="real">{middle}{corner}{_turned(corner)}</g>'
        f'<g class="plain">{plain}{index}</g></svg>'
    )


def _rank(letter: str, x: float, y: float, scale: float) -> str:
    return f'<use class="rank" href="#rank-{letter}" transform="translate({x:g} {y:g}) scale({scale:g})"/>'


def _pip(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    scale = f"{size / 100:g} -{size / 100:g}" if turned and suit != "D" else f"{size / 100:g}"
    return f'<use href="#pip-{suit}" transform="translate({x:g} {y:g}) scale({scale})"/>'


def _turned(markup: str) -> str:
    """Return the same at the other end of the card."""
    return f'<g transform="rotate(180 50 70)">{markup}</g>'
