"""How far a batch is: a live display in a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..batch import Progress
from ..result import Verdict
from ..statistics import Winnability
from ..statistics.wording import interval_in_words, percent
from .output import Output, is_terminal

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["progress_display", "time_in_words", "winnability_of"]

_LINES = 10.0
"""Seconds between two plain lines."""

_FRAMES = 0.5
"""Seconds between two states of the live display."""

_LONGEST = 3
"""How many of the deals that take long are shown."""


@contextmanager
def progress_display(output: Output, *, wanted: bool = True, live: bool = True) -> Iterator[Callable[[Progress], None]]:
    """Show how far a batch is.

    Args:
        output: where plain lines go.
        wanted: whether plain lines are wanted.
        live: whether a live display may be drawn, on standard error.

    Yields:
        What is to be called often.
    """
    if live and output.is_terminal and is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb":
        from rich.console import Console
        from rich.live import Live

        console = Console(
            file=sys.stderr, highlight=False, markup=False, emoji=False, no_color=bool(os.environ.get("NO_COLOR"))
        )
        # What it shows goes away at the end; what comes of the batch is then written by others.
        with Live(
            console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        ) as picture:
            yield _every(_FRAMES, lambda progress: picture.update(_picture(progress), refresh=True))
    elif wanted:

        def show(progress: Progress) -> None:
            output.line(_line(progress))
            output.flush()

        yield _every(_LINES, show)
    else:
        yield lambda _: None


def _every(seconds: float, show: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Return what calls ``show`` that often at the most, and not at once."""
    due = time.monotonic() + seconds

    def look(progress: Progress) -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + seconds
            show(progress)

    return look


def winnability_of(progress: Progress) -> Winnability:
    """Return how many of the deals that are done are winnable."""
    return Winnability(*(progress.counts[verdict] for verdict in (Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED)))


def time_in_words(seconds: float) -> str:
    """Return a time that people wait for.

    >>> [time_in_words(seconds) for seconds in (0.4, 59.6, 3599, 3_661, 100_000, 10**9)]
    ['0 s', '1 min 0 s', '59 min 59 s', '1 h 1 min', '1 d 3 h', 'years']
    """
    whole = round(seconds)
    if whole >= 10_000 * 86_400:
        return "years"
    for large, small, size in (("d", "h", 86_400), ("h", "min", 3600), ("min", "s", 60)):
        if whole >= size:
            return f"{whole // size} {large} {whole % size // _SIZES[small]} {small}"
    return f"{whole} s"


_SIZES = {"h": 3600, "min": 60, "s": 1}


def _rate(progress: Progress) -> str:
    if not progress.rate:
        return ""
    rate = f"{progress.rate:,.0f}" if progress.rate >= 10 else f"{progress.rate:.2g}"
    left = progress.seconds_left
    return f"{rate} deals a second" + (f", {time_in_words(left)} left" if left else "")


def _share_done(progress: Progress) -> str:
    return f"{progress.done:,} of {progress.total:,} deals ({percent(progress.done / max(1, progress.total))})"


def _line(progress: Progress) -> str:
    """Return everything on one line."""
    found = winnability_of(progress)
    parts = [", ".join(filter(None, [_share_done(progress), _rate(progress)]))]
    if found.deals:
        parts.append(
            f"{found.winnable:,} winnable, {found.lost:,} lost, {found.undecided:,} undecided"
            f" (95 % interval {interval_in_words(found)})"
        )
    if progress.running:
        running = progress.running[0]
        parts.append(f"longest {running.name} for {time_in_words(running.seconds)}")
    return "; ".join(parts)


def _picture(progress: Progress) -> Text:
    """Return the same in a few lines."""
    from rich.text import Text

    found = winnability_of(progress)
    lines = [", ".join(filter(None, [_share_done(progress), _rate(progress)]))]
    lines.append(f"  winnable   {found.winnable:>12,}")
    if found.deals:
        lines[-1] += f"   95 % interval {interval_in_words(found)}"
    lines.append(f"  lost       {found.lost:>12,}")
    lines.append(f"  undecided  {found.undecided:>12,}")
    for number, running in enumerate(progress.running[:_LONGEST]):
        lines.append(f"  {'' if number else 'searching':<9}  {time_in_words(running.seconds):>12}   {running.name}")
    lines.append(
        "stopping: what is done is being stored" if progress.is_stopped else "Ctrl-C stops; what is done is kept"
    )
    return Text("\n".join(lines), no_wrap=True, overflow="ellipsis")
