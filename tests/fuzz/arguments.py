"""Random arguments for the command, made from what click knows of every command and option."""

from __future__ import annotations

from collections.abc import Iterator

import click
from hypothesis import strategies as st
from klondike_solver.cli.app import cli

__all__ = ["COMMANDS", "FILES", "arguments"]


def _commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _commands(inner, (*path, name))
    else:
        yield path, command


COMMANDS: dict[tuple[str, ...], click.Command] = dict(_commands(cli))
"""Every command with the words that lead to it."""

FILES = ["deal.txt", "middle.txt", "moves.txt", "any.txt", "table.toml", "results.db", "broken.db", "empty", "noise"]
"""What lies in the folder that the command is run in; ``test_fuzz_cli`` has what is in it."""

_DEVICES = ["/dev/null", "/dev/full", "/dev/zero"]
_NAMES = ["", "-", ".", "folder", "folder/new", "nowhere/new", "new", "loop", "n" * 300, "\udcff", "\x1b[31m", "é\n"]
_WORDS = ["json", "moves", "x", "", "TEXT", "é", "--", "-1"]
_ODD_FILES = [*FILES, *_NAMES, *_DEVICES]
_ODD_DEALS = ["solvitaire:x", "nowhere:1", "7", "9H", "digits:", ":", "exact:-1", *_ODD_FILES]
_ODD_SETS = ["solvitaire:2-1", "exact:-1", ",", "solvitaire:1-99999999999999999999", *_WORDS]
_ODD_NUMBERS = ["0", "-1", "25", "01", " 2 ", "+1", "1.0", "1e3", "0x1", "1_0", "٣", "", "x", "9" * 19, "9" * 5000]
_HUGE = ["99999999999999999", "1099511627775", "2147483648", "10000"]

_KINDS: dict[str, tuple[list[str], list[str]]] = {
    "DEAL": (["solvitaire:1", "solvitaire:2", "ms:1", "deal.txt", "middle.txt", "-"], _ODD_DEALS),
    "DEALS": (["solvitaire:1", "solvitaire:1-2", "deal.txt"], [*_ODD_DEALS, *_ODD_SETS]),
    "MOVES_FILE": (["moves.txt"], _ODD_FILES),
    "STORE": (["results.db"], _ODD_FILES),
    "SET": (["solvitaire:1-2", "ms:1,kpat:1"], _ODD_SETS),
    "FILE": (["new", "any.txt"], _ODD_FILES),
    "PAGE": (["any.txt"], _ODD_FILES),
    "N": (["1", "3", "unlimited"], _ODD_NUMBERS),
    "MIB": (["1", "64"], [*_ODD_NUMBERS, *_HUGE]),
    "SECONDS": (["10", "0.5"], ["0", "0.001", "1e-300", "-0.0", "-1", "nan", "inf", "1e999", "x", ""]),
    "ADDRESS": (["x"], ["tcp://", ""]),
}
"""For each kind of value, as help calls it, good ones and odd ones."""

_GUARDS = {"--max-nodes": "300", "--max-states": "3000", "--games": "5", "--jobs": "1"}
"""Limits that every command gets that takes them, so that it ends soon. They stand before what is random."""


@st.composite
def _value(draw: st.DrawFn, parameter: click.Parameter) -> str:
    """Return a value for an option or an argument: mostly a good one, else an odd or absurd one."""
    if isinstance(parameter.type, click.Choice):
        good, odd = [str(choice) for choice in parameter.type.choices], _WORDS
    else:
        kinds = (parameter.metavar or "").strip("[].").split("|")
        good = [value for kind in kinds for value in _KINDS.get(kind, ([kind], []))[0]]
        odd = [value for kind in kinds for value in _KINDS.get(kind, ([], _WORDS))[1]]
        if "N" in kinds and parameter.opts[0] not in _GUARDS:
            odd = [*odd, *_HUGE]  # What is searched or started may not be much.
    return draw(st.sampled_from(good if draw(st.integers(0, 5)) else odd))


@st.composite
def _option(draw: st.DrawFn, option: click.Option) -> list[str]:
    """Return an option with its value, now and then written as it may not be."""
    name = draw(st.sampled_from([*option.opts, *option.secondary_opts]))
    if option.is_flag or option.count:
        return [draw(st.sampled_from([*[name] * 9, f"{name}=1"]))]
    value = draw(_value(option))
    return draw(st.sampled_from([*[[name, value]] * 6, *[[f"{name}={value}"]] * 3, [name], [name[:-1], value]]))


@st.composite
def arguments(draw: st.DrawFn, path: tuple[str, ...]) -> list[str]:
    """Return arguments for one command, its name first."""
    command = COMMANDS[path]
    options = [item for item in command.params if isinstance(item, click.Option)]
    wanted = draw(st.lists(st.sampled_from(options), max_size=4))
    if draw(st.integers(0, 9)):
        wanted = [*(item for item in options if item.required), *wanted]
    words = [word for option in wanted for word in draw(_option(option))]
    for item in command.params:
        if isinstance(item, click.Argument):
            for _ in range(draw(st.sampled_from([*[1] * 15, 0, 2]))):
                words.append(draw(_value(item)))
    extra: list[list[str]] = [["--"], ["-"], ["--help"], ["-vv"], ["extra"], ["\udcff"], ["--nothing"]]
    words += draw(st.sampled_from([*[[]] * 40, *extra]))
    guards = []
    for option in options:
        name = option.opts[0]
        if name in _GUARDS and (name != "--max-states" or "--shortest" in words or "bench" in path):
            guards += [name, _GUARDS[name]]
    return [*path, *guards, *words]
