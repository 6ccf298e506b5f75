"""The transposition table: states that have been searched to the end, as many as there is room for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from .budget import check_limit

__all__ = ["TranspositionTable"]


class TranspositionTable:
    """The states that were searched without finding a goal, each with the cost of the path that it was searched at.

    When it is full it forgets the state that was not asked for or recorded for the longest time. The order of use,
    not the hash, decides what goes, since the hashes of Python's strings change from run to run and a search must not.

    Args:
        size: the most states to remember, or None for no limit; 0 is a table that remembers nothing.

    Attributes:
        evictions: states forgotten so far.
        peak: the most states held at any time.

    Raises:
        InputError: the size is negative.

    >>> table = TranspositionTable(2)
    >>> table.record("a"), table.record("b"), table.covers("a"), table.record("c")
    (None, None, True, None)
    >>> table.covers("a"), table.covers("b"), table.evictions
    (True, False, 1)
    """

    def __init__(self, size: int | None = None) -> None:
        check_limit("table_size", size)
        self.evictions = 0
        self.peak = 0
        self._size = size
        self._costs: OrderedDict[Hashable, int] = OrderedDict()

    def __len__(self) -> int:
        return len(self._costs)

    def covers(self, key: Hashable, cost: int = 0) -> bool:
        """Tell whether a state is known to have been searched at this cost or a lower one."""
        known = self._costs.get(key)
        if known is None:
            return False
        if self._size is not None:
            self._costs.move_to_end(key)
        return known <= cost

    def record(self, key: Hashable, cost: int = 0) -> None:
        """Remember that a state was searched at this cost, and forget another one if need be."""
        if self._size == 0:
            return
        self._costs[key] = cost
        if self._size is not None:
            self._costs.move_to_end(key)
            if len(self._costs) > self._size:
                self._costs.popitem(last=False)
                self.evictions += 1
        self.peak = max(self.peak, len(self._costs))

    def clear(self) -> None:
        """Empty the table; what it held was not forgotten for want of room and does not count as evicted."""
        self._costs.clear()
