"""The commands of ``klondike``, imported when they are asked for: a command does not wait for what others need."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module

import click

from .status import BrokenError

__all__ = ["Commands"]

_MODULES = {
    "solve": "solve",
    "show": "show",
    "verify": "verify",
    "replay": "replay",
    "play": "play",
    "analyse": "analyse",
    "review": "review",
    "difficulty": "difficulty",
    "batch": "batch",
    "stats": "statistics",
    "report": "report",
    "export": "export",
    "pool": "pool",
    "bench": "bench",
    "completion": "completion",
}
"""Each command with the module here that has it under the same name."""


class Commands(MutableMapping[str, click.Command]):
    """All commands by name; what has the type of ``click.Group.commands``.

    >>> commands = Commands()
    >>> list(commands)[:3], commands["show"].name
    (['solve', 'show', 'verify'], 'show')
    """

    def __init__(self) -> None:
        self._imported: dict[str, click.Command] = {}
        self._names = list(_MODULES)

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._imported and name in self._names:
            try:
                self._imported[name] = getattr(import_module(f".{_MODULES[name]}", __package__), name)
            except Exception as error:
                why = f"{type(error).__name__}: {error}"
                raise BrokenError(f"klondike is not installed properly: {why}") from error
        return self._imported[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __setitem__(self, name: str, command: click.Command) -> None:
        if name not in self._names:
            self._names.append(name)
        self._imported[name] = command

    def __delitem__(self, name: str) -> None:
        self._names.remove(name)
        self._imported.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
