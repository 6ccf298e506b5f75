"""Klondike by brute force (``brute.c``), compiled when it is first asked for."""

from __future__ import annotations

import ctypes
import os
import shlex
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Self

from klondike_solver.cards import Card, Suit
from klondike_solver.position import Column, Position

__all__ = ["Graph", "TooLargeError", "is_winnable"]

SOURCE = Path(__file__).with_name("brute.c")
DEFAULT_LIMIT = 1_000_000


class TooLargeError(Exception):
    """More positions can be reached than was asked for, or than memory holds."""


class Graph:
    """All positions that can be reached from one, in the order of a breadth-first search, with all moves.

    Args:
        start: where to start from; its rules hold.
        limit: the number of positions at which to give up.

    Raises:
        TooLargeError: there are more.
    """

    def __init__(self, start: Position, limit: int = DEFAULT_LIMIT) -> None:
        self._start = start
        self._search = _open(start, limit, greedy=False)
        if _library().brute_failed(self._search):
            self.close()
            raise TooLargeError(f"more than {limit} positions can be reached")

    def close(self) -> None:
        """Give the memory back."""
        search, self._search = self._search, None
        _library().brute_close(search)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Return the number of positions."""
        return int(_library().brute_count(self._search))

    def __getitem__(self, index: int) -> Position:
        """Return a position; number 0 is the start."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        size = _record_size(self._start)
        address = ctypes.addressof(_library().brute_records(self._search).contents) + index * size
        return _from_record(ctypes.string_at(address, size), self._start)

    def __iter__(self) -> Iterator[Position]:
        return (self[index] for index in range(len(self)))

    @property
    def level_sizes(self) -> list[int]:
        """How many new positions there are at each depth, every move counting 1, recycles too."""
        library = _library()
        return list(library.brute_level_sizes(self._search)[: library.brute_levels(self._search)])

    @property
    def most_up(self) -> int:
        """The greatest number of cards on the foundations in any position."""
        return int(_library().brute_most_up(self._search))

    def distances(self, *, count_recycles: bool = False, cards: int | None = None) -> list[int | None]:
        """For each position the length of the shortest win from there; None where there is no win.

        Args:
            cards: instead of a win, so many cards on the foundations.
            count_recycles: whether a recycle counts 1, as every other move does, and not 0.
        """
        goal = 4 * self._start.rules.shape.ranks if cards is None else cards
        distances = (ctypes.c_int32 * len(self))()
        if not _library().brute_distances(self._search, count_recycles, goal, distances):
            raise MemoryError("no memory for the distances")
        return [None if distance < 0 else distance for distance in distances]


def is_winnable(position: Position, limit: int = DEFAULT_LIMIT) -> bool:
    """Tell whether a position can be won, by looking at positions until one is won or all have been seen.

    Raises:
        TooLargeError: it takes more positions than the limit.
    """
    library = _library()
    search = _open(position, limit, greedy=True)
    try:
        if library.brute_won(search):
            return True
        if library.brute_failed(search):
            raise TooLargeError(f"no win among the first {limit} positions")
        return False
    finally:
        library.brute_close(search)


def _open(position: Position, limit: int, *, greedy: bool) -> int:
    rules = position.rules
    shape = rules.shape
    search: int | None = _library().brute_open(
        shape.ranks,
        shape.columns,
        rules.draw,
        rules.passes or 0,
        rules.take_back,
        rules.part_runs,
        _to_record(position),
        limit,
        greedy,
    )
    if search is None:
        raise MemoryError("no memory for the first positions")
    return search


def _record_size(position: Position) -> int:
    shape = position.rules.shape
    return int(_library().brute_record_size(shape.ranks, shape.columns))


def _to_record(position: Position) -> bytes:
    talon = (*position.waste, *position.stock)
    cards = chain(chain.from_iterable(column.cards for column in position.columns), talon)
    values = [
        *position.foundations,
        len(position.waste),
        position.recycles,
        len(talon),
        *(len(column.cards) for column in position.columns),
        *(column.face_down for column in position.columns),
        *(4 * card.rank + card.suit for card in cards),
    ]
    return bytes(values).ljust(_record_size(position), b"\0")


def _from_record(record: bytes, start: Position) -> Position:
    """Return the position, checked by its own constructor."""
    values = iter(record)

    def take(count: int) -> list[int]:
        return [next(values) for _ in range(count)]

    def cards(count: int) -> list[Card]:
        return [Card(number >> 2, Suit(number & 3)) for number in take(count)]

    foundations = take(4)
    waste, recycles, talon_size = take(3)
    lengths = take(start.rules.shape.columns)
    face_down = take(start.rules.shape.columns)
    columns = [Column(tuple(cards(length)), down) for length, down in zip(lengths, face_down, strict=True)]
    talon = cards(talon_size)
    return Position(columns, foundations, talon[waste:], talon[:waste], start.rules, recycles)


@cache
def _library() -> ctypes.CDLL:
    """Compile and load the C code; the compiler is ``$CC``, or the one that this Python was built with."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "brute.so")
        command = [*compiler, "-O2", "-shared", "-fPIC", "-o", str(target), str(SOURCE)]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except FileNotFoundError as error:
            raise RuntimeError(f"these tests need a C compiler, and there is no {compiler[0]!r}; set CC") from error
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"{shlex.join(command)} failed:\n{error.stderr}") from error
        library = ctypes.CDLL(str(target))
    byte_pointer, word_pointer = ctypes.POINTER(ctypes.c_uint8), ctypes.POINTER(ctypes.c_uint32)
    search, flag, word = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32
    signatures = {
        "open": (search, [flag] * 6 + [ctypes.c_char_p, word, flag]),
        "close": (None, [search]),
        "record_size": (flag, [flag, flag]),
        "failed": (flag, [search]),
        "won": (flag, [search]),
        "most_up": (flag, [search]),
        "count": (word, [search]),
        "records": (byte_pointer, [search]),
        "levels": (flag, [search]),
        "level_sizes": (word_pointer, [search]),
        "distances": (flag, [search, flag, ctypes.c_int, ctypes.POINTER(ctypes.c_int32)]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, f"brute_{name}")
        function.restype, function.argtypes = result, arguments
    return library
