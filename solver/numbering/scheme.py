"""What a scheme of deal numbers is: a name, a range, and the way from a number to the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index

from .._text import quote
from ..cards import Card
from ..errors import NumberingError

__all__ = ["Scheme"]


@dataclass(frozen=True)
class Scheme:
    """A public scheme of deal numbers.

    Attributes:
        name: what stands before the colon in ``solvitaire:22``.
        title: the program that the numbers come from.
        where: where a person finds the number in that program.
        minimum: the smallest number.
        maximum: the largest number.
        dealer: the shuffle and the dealing, for a number known to be in range; see ``deal``.
    """

    name: str
    title: str
    where: str
    minimum: int
    maximum: int
    dealer: Callable[[int], Sequence[Card]]

    def deal(self, number: int) -> tuple[Card, ...]:
        """Return the 52 cards of a deal: column by column, head first, then the stock in draw order.

        Raises:
            NumberingError: the scheme does not have this number.
        """
        number = index(number)
        if not self.minimum <= number <= self.maximum:
            # A number far out of range is not printed: Python refuses to print a very long one.
            shown = f"{number} is" if abs(number) < 10**80 else "a number this large is"
            raise NumberingError(f"{shown} out of range: {self._range}")
        return tuple(self.dealer(number))

    def parse_number(self, text: str) -> int:
        """Read a number of this scheme: decimal digits, leading zeros allowed.

        Raises:
            NumberingError: the text is no number, or the scheme does not have it.
        """
        digits = text.strip()
        unsigned = digits.removeprefix("-")
        if not (unsigned.isascii() and unsigned.isdigit()):
            raise NumberingError(f"{quote(digits)} is not a deal number: {self._range}")
        significant = unsigned.lstrip("0") or "0"
        if len(significant) > len(str(self.maximum)):
            # Not handed to int(), whose own limit on digits would come up.
            raise NumberingError(f"a number of {len(significant)} digits is out of range: {self._range}")
        number = -int(significant) if digits != unsigned else int(significant)
        if not self.minimum <= number <= self.maximum:
            raise NumberingError(f"{number} is out of range: {self._range}")
        return number

    @property
    def _range(self) -> str:
        if self.maximum >= 10**30:
            return f"{self.name} takes a whole number from {self.minimum} to 52! − 1 (68 digits)"
        return f"{self.name} takes a whole number from {self.minimum} to {self.maximum}"
