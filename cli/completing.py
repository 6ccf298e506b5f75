"""What a shell may complete: schemes of deal numbers, sets of deals, tables, and files, which the shell knows itself.

These are functions for click's ``shell_complete``. An item of the type ``file`` asks the shell for its own files.
"""

from __future__ import annotations

from collections.abc import Callable

import click
from click.shell_completion import CompletionItem

from ..deal_sets import SETS
from ..numbering import SCHEMES
from ..scoring import SCORINGS

__all__ = ["complete_deal", "complete_deals", "complete_file", "complete_scoring", "complete_set"]

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completer(words: tuple[str, ...], *, files: bool) -> Completer:
    """Return what completes one of these words, or a file as well."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        del context, parameter
        if incomplete.partition(":")[0].lower() in _NAMES and ":" in incomplete:
            return []  # What follows is a number.
        items = [CompletionItem(word) for word in words if word.startswith(incomplete.lower())]
        return [*items, CompletionItem(incomplete, type="file")] if files else items

    return complete


_NAMES = (*SCHEMES, "digits")

_PREFIXES = tuple(f"{name}:" for name in _NAMES)

_NUMBERS = tuple(f"{name}:" for name in SCHEMES)

complete_file = _completer((), files=True)

complete_deal = _completer(_PREFIXES, files=True)

complete_deals = _completer((*_NUMBERS, *SETS), files=True)

complete_set = _completer((*_NUMBERS, *SETS), files=False)

complete_scoring = _completer((*SCORINGS, "none"), files=True)
