"""Deal numbers of Klondike-Solver and MinimalKlondike, both by ShootMe: a generator and a shuffle of their own."""

from __future__ import annotations

from ..cards import Card
from .decks import row_wise, suit_blocks
from .scheme import Scheme

__all__ = ["SCHEME"]

_WORD = 0xFFFFFFFF
_SWAPS = 269


class _Generator:
    """The programs' generator: three 32-bit registers; right shifts of a register keep its sign."""

    def __init__(self, seed: int) -> None:
        self._value = seed
        self._mix = 51651237
        self._twist = 895213268
        self._run(50)
        self._value = 0x9417B3AF ^ seed ^ (seed >> 15)
        self._run(950)

    def _run(self, steps: int) -> None:
        for _ in range(steps):
            self.step()

    def step(self) -> int:
        """Return the next number, 31 bits."""
        value, mix, twist = self._value, self._mix, self._twist
        y = ((twist - mix) & _WORD) ^ twist ^ value ^ mix
        mix ^= twist ^ value
        value ^= (twist - mix) & _WORD
        twist ^= value ^ y
        value ^= ((twist << 7) ^ (_signed(mix) >> 16) ^ (y << 8)) & _WORD
        self._value, self._mix, self._twist = value, mix, twist
        return value & 0x7FFFFFFF


def _signed(word: int) -> int:
    """Return a 32-bit word as a signed number, so that ``>>`` shifts copies of its sign in."""
    return word - (1 << 32) if word & 0x80000000 else word


def _deal(number: int) -> list[Card]:
    cards = suit_blocks("CDSH")
    generator = _Generator(number)
    for _ in range(_SWAPS):
        k = generator.step() % 52
        j = generator.step() % 52
        cards[k], cards[j] = cards[j], cards[k]
    return row_wise(cards)


SCHEME = Scheme(
    name="shootme",
    title="Klondike-Solver and MinimalKlondike",
    where="the game number, or seed, that the program is given instead of cards",
    minimum=1,
    maximum=2**31 - 1,
    dealer=_deal,
)
