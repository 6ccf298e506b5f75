"""Options that several commands share."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from .._text import quote
from ..api import DEFAULT_MEMORY, ENGINES
from ..rules import DEFAULT_PRESET, MAX_DRAW, PRESETS, Preset
from .completing import complete_deal, complete_scoring

__all__ = [
    "ascii_option",
    "batch_options",
    "color_option",
    "count_recycles_option",
    "data_option",
    "deal_argument",
    "given_rules_options",
    "jobs_option",
    "limit_options",
    "max_states_option",
    "memory_option",
    "number_option",
    "play_rules_options",
    "rules_options",
    "scoring_option",
    "size_options",
    "whole_number",
]

Command = Callable[..., Any]

_UNLIMITED = "unlimited"

_CLUSTER = "dask"


def whole_number(least: int | None = None, most: int | None = None) -> Callable[[Any], int]:
    """Return a reader of whole numbers in digits, from ``least`` to ``most``."""

    def read(value: Any) -> int:
        digits = str(value).strip()
        unsigned = digits.removeprefix("-")
        if not (unsigned.isascii() and unsigned.isdigit()):
            raise click.BadParameter(f"{quote(digits)} is not a whole number.")
        if len(unsigned) > 18:  # Python's own limit on digits must not come up.
            raise click.BadParameter(f"a number of {len(unsigned)} digits is too large.")
        number = int(digits)
        if (least is not None and number < least) or (most is not None and number > most):
            wanted = f"{least} or more" if most is None else f"{least} to {most}"
            raise click.BadParameter(f"{number} is out of range; it takes {wanted}.")
        return number

    return read


def _passes(value: Any) -> tuple[int | None]:
    """Read a number of passes or ``unlimited``; in a tuple, since click takes None alone for no value."""
    if isinstance(value, tuple):
        return value
    text = str(value).strip()
    if text.lower() == _UNLIMITED:
        return (None,)
    if not text.removeprefix("-").isdigit():
        raise click.BadParameter(f"{quote(text)} is neither a whole number nor {_UNLIMITED}.")
    return (whole_number()(text),)


def _seconds(value: Any) -> float:
    """Read a time in seconds, with or without a fraction."""
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds >= 0):
        raise click.BadParameter(f"{quote(str(value))} is not a number of seconds; without a limit leave it out.")
    return seconds


deal_argument = click.argument("game", metavar="DEAL", shell_complete=complete_deal)


def number_option(
    name: str, *, help: str, default: int | None = None, least: int = 1, most: int | None = None
) -> Callable[[Command], Command]:
    """Return an option that takes a whole number, at least ``least`` and at most ``most``."""
    return click.option(
        name, type=whole_number(least, most), metavar="N", default=default, show_default=default is not None, help=help
    )


scoring_option = click.option(
    "--scoring",
    metavar="standard|vegas|none|FILE",
    shell_complete=complete_scoring,
    help="The scoring table: by name, or a file in JSON or TOML. By default the one of the preset.",
)

count_recycles_option = click.option(
    "--count-recycles", is_flag=True, help="Count turning the waste over as a move in the length."
)

data_option = click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What to print: an account for a player, or JSON.",
)

ascii_option = click.option("--ascii", is_flag=True, help="Write suits as letters, C D H S.")

color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Whether to write in colour; auto means on terminals, unless NO_COLOR is set.",
)


def rules_options(command: Command) -> Command:
    """Add the options that choose the rules; the command gets them as ``preset``, a ``Preset``."""

    @functools.wraps(command)
    def with_preset(*args: Any, given: Preset | None, **options: Any) -> Any:
        return command(*args, preset=PRESETS[DEFAULT_PRESET] if given is None else given, **options)

    return _with_rules(with_preset, DEFAULT_PRESET)


def jobs_option(help: str) -> Callable[[Command], Command]:
    """Return the option for how much is done at a time."""
    return click.option(
        "--jobs", type=whole_number(1, 10_000), metavar="N", help=f"{help}  [default: one for each processor]"
    )


def given_rules_options(command: Command) -> Command:
    """Add the same options where there may be other rules than the default's if none of them is given.

    The command gets them as ``given``, a ``Preset`` or None.
    """
    return _with_rules(command, "those of the results")


def play_rules_options(command: Command) -> Command:
    """Add the same options for a game that may be a saved one; the command gets them as ``given``, likewise."""
    return _with_rules(command, f"{DEFAULT_PRESET}, or those of a saved game")


def _with_rules(command: Command, default: str) -> Command:
    @click.option(
        "--rules",
        "name",
        type=click.Choice(list(PRESETS)),
        help=f"A preset; the options below override it one by one.  [default: {default}]",
    )
    @click.option("--draw", type=whole_number(), metavar="N", help=f"Cards that a draw turns up, 1 to {MAX_DRAW}.")
    @click.option("--passes", type=_passes, metavar=f"N|{_UNLIMITED}", help="How often the stock is gone through.")
    @click.option("--no-take-back", is_flag=True, help="No card may come back from a foundation.")
    @click.option("--whole-runs", is_flag=True, help="Only a whole face-up run may move, not a part of one.")
    @functools.wraps(command)
    def with_rules(
        *args: Any,
        name: str | None,
        draw: int | None,
        passes: tuple[int | None] | None,
        no_take_back: bool,
        whole_runs: bool,
        **options: Any,
    ) -> Any:
        preset = PRESETS[DEFAULT_PRESET if name is None else name]
        changes: dict[str, Any] = {}
        if draw is not None:
            changes["draw"] = draw
        if passes is not None:
            changes["passes"] = passes[0]
        if no_take_back:
            changes["take_back"] = False
        if whole_runs:
            changes["part_runs"] = False
        given = Preset(replace(preset.rules, **changes), preset.scoring)
        return command(*args, given=given if changes or name is not None else None, **options)

    return with_rules


_max_nodes_option = click.option(
    "--max-nodes", type=whole_number(0), metavar="N", help="Nodes to search at the most.  [default: no limit]"
)

max_states_option = click.option(
    "--max-states",
    type=whole_number(0),
    metavar="N",
    help="With --shortest: positions to store at the most.  [default: what the memory holds]",
)

memory_option = click.option(
    "--memory",
    type=whole_number(1, 2**40 - 1),
    metavar="MIB",
    default=DEFAULT_MEMORY,
    show_default=True,
    help="MiB that the search may take.",
)


def size_options(command: Command) -> Command:
    """Add the limits on nodes and memory of a search; the command gets them as ``max_nodes`` and ``memory``."""
    return _max_nodes_option(memory_option(command))


def limit_options(command: Command) -> Command:
    """Add the options of a search; the command gets them as ``limits``, keyword arguments for ``solve``."""

    @click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default="auto",
        show_default=True,
        help="Which engine searches; auto is the compiled one wherever it can do what is asked.",
    )
    @_max_nodes_option
    @click.option("--timeout", type=_seconds, metavar="SECONDS", help="Seconds at the most.  [default: no limit]")
    @memory_option
    @functools.wraps(command)
    def with_limits(
        *args: Any, engine: str, max_nodes: int | None, timeout: float | None, memory: int, **options: Any
    ) -> Any:
        limits = {"engine": engine, "max_nodes": max_nodes, "timeout": timeout, "memory": memory}
        return command(*args, limits=limits, **options)

    return with_limits


def batch_options(command: Command) -> Command:
    """Add the options of many searches at a time; the command gets them as ``limits``, for ``solve_batch``."""

    @jobs_option("Processes at a time.")
    @click.option(
        "--engine",
        type=click.Choice([*ENGINES, _CLUSTER]),
        default="auto",
        show_default=True,
        help=f"Which engine searches; {_CLUSTER} is auto on a Dask cluster.",
    )
    @click.option("--scheduler", metavar="ADDRESS", help=f"The scheduler of the cluster, for --engine {_CLUSTER}.")
    @_max_nodes_option
    @click.option("--timeout", type=_seconds, metavar="SECONDS", help="Seconds for each deal.  [default: no limit]")
    @click.option(
        "--memory",
        type=whole_number(1, 2**40 - 1),
        metavar="MIB",
        help="MiB that each search may take.  [default: all together half of the machine's, each 2048 at the most]",
    )
    @functools.wraps(command)
    def with_limits(*args: Any, engine: str, scheduler: str | None, jobs: int | None, **options: Any) -> Any:
        if (engine == _CLUSTER) != (scheduler is not None):
            raise click.UsageError(f"--engine {_CLUSTER} and --scheduler go together.")
        if engine == _CLUSTER and jobs is not None:
            raise click.UsageError("--jobs is for this machine; on a cluster all workers take part.")
        limits = {name: options.pop(name) for name in ("max_nodes", "timeout", "memory")}
        limits |= {"engine": "auto" if engine == _CLUSTER else engine, "scheduler": scheduler, "jobs": jobs}
        return command(*args, limits=limits, **options)

    return with_limits
