"""Beam searches beside the search for a shortest solution: wider and wider, as that one goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .engine import beam_memory

if TYPE_CHECKING:
    from ..ext.shortest import ShortestSearch

__all__ = ["Beams"]

_FIRST_WIDTH = 64
_WIDER = 4
"""Each beam is so many times as wide as the one before, ..."""

_FIRST_EXPANSIONS = 10_000
_LATER = 5
"""... and begins after so many times as many expansions, so that the beams never take most of the time."""

_BYTES = 10_000
"""What one state in each layer takes: some 150 layers of a node and its hash, and its successors in the next layers."""

_LAYERS = 4
"""Layers between two looks at the clock and at signals."""


class Beams:
    """Beam searches in turn with the search for a shortest solution, which tells when it is their turn.

    When the next one is due follows from the states that were expanded, so the same question has the same answer.
    """

    def __init__(self, search: ShortestSearch, memory: int) -> None:
        self._search = search
        self._memory = beam_memory(memory)
        self._width = _FIRST_WIDTH
        self._due = 0
        self._running = False

    def step(self) -> bool:
        """Go on with a beam search for a moment if it is its turn; return whether it was."""
        search = self._search
        if not self._running:
            if search.expanded < self._due or self._width * _BYTES > self._memory:
                return False
            self._running = search.start_beam(self._width, self._memory // 2)
            self._width *= _WIDER
            self._due = self._due * _LATER or _FIRST_EXPANSIONS
            if not self._running:
                return False
        self._running = not search.run_beam(_LAYERS)
        return True

    def found(self) -> tuple[list[tuple[int, int | str]], int] | None:
        """Return the solution of the beam search that has just ended and its length, if there is one."""
        length = None if self._running else self._search.beam_length
        return None if length is None else (self._search.beam_line(), length)
