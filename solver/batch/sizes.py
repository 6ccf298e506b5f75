"""How many deals are handed out at a time."""

from __future__ import annotations

__all__ = ["Sizer"]


class Sizer:
    """Finds the number of deals that takes about a given time: few at first, more as it is known how fast they go.

    Args:
        seconds: how long a list should take.
        most: the most deals in a list.

    >>> sizer = Sizer(seconds=0.5, most=1000)
    >>> sizes = []
    >>> for _ in range(5):
    ...     sizes.append(sizer.size)
    ...     sizer.note(sizer.size, sizer.size * 0.1)
    >>> sizes
    [1, 2, 4, 5, 5]
    """

    def __init__(self, seconds: float, most: int) -> None:
        self.size = 1
        self._seconds = seconds
        self._most = most

    def note(self, count: int, seconds: float) -> None:
        """Learn that so many deals, handed out at a time, took so long."""
        fitting = self._most if seconds <= 0 else count * self._seconds / seconds
        # One deal of an hour among a thousand of a millisecond says little: that is why it grows back quickly.
        self.size = max(1, min(int(fitting), 2 * self.size, self._most))
