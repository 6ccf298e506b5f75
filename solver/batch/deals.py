"""Which deals a batch is about: stretches of numbers, and deals that came without a number."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator

from ..deal import Deal
from ..deal_sets import DealSet
from ..errors import DealError
from ..numbering import SCHEMES
from ..result import Verdict
from ..rules import STANDARD_SHAPE, Shape
from ..store import Row, Run, Store
from .task import Task

__all__ = ["DealList"]

_BLOCK = 10_000
"""How many numbers are looked up in the store at a time."""


class DealList:
    """Deals to be solved, each of them once, however often it was given.

    Numbers are kept as stretches, so that a billion of them take no room; a deal without a number takes some hundred
    bytes. The order is that of the schemes as they were first named, of the numbers, and then of the other deals.

    Args:
        shape: the deck and the columns of deals without a number.

    >>> deals = DealList.of(DealSet.parse("solvitaire:1-100,ms:7,solvitaire:50-150"))
    >>> len(deals), deals.stretches
    (151, [('solvitaire', 1, 150), ('ms', 7, 7)])
    """

    def __init__(self, shape: Shape = STANDARD_SHAPE) -> None:
        self.shape = shape
        self._numbers: dict[str, list[tuple[int, int]]] = {}
        self._exacts: dict[int, None] = {}
        self._is_merged = True

    @classmethod
    def of(cls, deals: DealList | DealSet | Iterable[Deal], shape: Shape = STANDARD_SHAPE) -> DealList:
        """Return the list of these deals.

        Raises:
            DealError: a deal has another shape.
        """
        if isinstance(deals, DealList):
            return deals
        found = cls(shape)
        if isinstance(deals, DealSet):
            found.add_set(deals)
        else:
            for deal in deals:
                found.add(deal)
        return found

    def add(self, deal: Deal) -> None:
        """Add a deal.

        Raises:
            DealError: it has another shape.
        """
        if deal.shape != self.shape:
            raise DealError(
                f"{deal} has {deal.shape.ranks} ranks in {deal.shape.columns} columns;"
                f" the rules are for {self.shape.ranks} ranks in {self.shape.columns} columns"
            )
        scheme, colon, number = (deal.name or "").partition(":")
        if colon and scheme in SCHEMES and number.isdigit():
            self.add_numbers(scheme, int(number), int(number))
        else:
            self._exacts[deal.exact] = None

    def add_set(self, deals: DealSet) -> None:
        """Add a set of deals."""
        for stretch in deals.ranges:
            self.add_numbers(*stretch)

    def add_numbers(self, scheme: str, first: int, last: int) -> None:
        """Add the deals from number ``first`` to ``last`` of a scheme, which must have them.

        Raises:
            DealError: this is a list of smaller deals, which have no numbers.
        """
        if self.shape != STANDARD_SHAPE:
            raise DealError("deal numbers are for whole decks; small deals are given one by one")
        known = self._numbers.setdefault(scheme, [])
        if known and known[-1][1] + 1 == first:  # As in a file of one number a line.
            known[-1] = (known[-1][0], last)
        else:
            known.append((first, last))
        self._is_merged = False

    @property
    def stretches(self) -> list[tuple[str, int, int]]:
        """Scheme, first and last number of each stretch, none of which touches another."""
        self._merge()
        return [(scheme, first, last) for scheme, known in self._numbers.items() for first, last in known]

    def _merge(self) -> None:
        if not self._is_merged:
            self._numbers = {scheme: _merged(known) for scheme, known in self._numbers.items()}
            self._is_merged = True

    @property
    def exacts(self) -> list[int]:
        """The exact numbers of the deals that came without a number."""
        return list(self._exacts)

    @property
    def count(self) -> int:
        """How many deals there are; unlike a length it may be larger than a machine word."""
        return sum(last - first + 1 for _, first, last in self.stretches) + len(self._exacts)

    def __len__(self) -> int:
        return self.count

    def has(self, row: Row) -> bool:
        """Whether a result is that of one of these deals."""
        self._merge()
        if row.scheme is not None and row.number is not None:
            known = self._numbers.get(row.scheme, [])
            place = bisect_right(known, row.number, key=lambda stretch: stretch[0]) - 1
            if place >= 0 and row.number <= known[place][1]:
                return True
        return int(row.exact) in self._exacts

    def missing(self, store: Store, run: Run) -> Iterator[Task]:
        """Yield the deals that a run has no results of yet; it may get them meanwhile."""
        for scheme, first, last in _blocks(self.stretches):
            finished = store.finished(run, scheme, first, last)
            for number in range(first, last + 1):
                if number not in finished:
                    yield scheme, number
        exacts = list(self._exacts)
        for start in range(0, len(exacts), _BLOCK):
            block = exacts[start : start + _BLOCK]
            found = store.verdicts(run, [str(exact) for exact in block])
            for exact in block:
                if str(exact) not in found:
                    yield None, exact

    def verdicts(self, store: Store, run: Run) -> Counter[Verdict]:
        """Return how many of these deals have which verdict in a run."""
        found = Counter(store.verdicts(run, [str(exact) for exact in self._exacts]).values())
        for block in _blocks(self.stretches):
            found.update(store.verdicts_between(run, *block).values())
        return found


def _merged(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the same numbers in order and in as few stretches as possible."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(stretches):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return merged


def _blocks(stretches: list[tuple[str, int, int]]) -> Iterator[tuple[str, int, int]]:
    for scheme, first, last in stretches:
        for start in range(first, last + 1, _BLOCK):
            yield scheme, start, min(start + _BLOCK - 1, last)
