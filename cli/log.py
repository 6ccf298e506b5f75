"""The log on standard error, for ``-v``."""

from __future__ import annotations

import logging
from typing import Any

import click

__all__ = ["is_verbose", "verbose_option"]

_KEY = f"{__name__}.level"


class _Handler(logging.StreamHandler[Any]):
    """Writes to standard error; if that fails, the log is not worth a traceback."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        del record


def _start(context: click.Context, parameter: click.Parameter, count: int) -> None:
    """Log until the command ends: results with ``-v``, everything with ``-vv``, before or after the command's name."""
    del parameter
    root = context.find_root()
    count += root.meta.get(_KEY, 0)
    if not count:
        return
    logger = logging.getLogger("klondike_solver")
    if _KEY not in root.meta:
        handler = _Handler()
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        logger.addHandler(handler)

        def stop(level: int = logger.level) -> None:
            logger.removeHandler(handler)
            logger.setLevel(level)

        root.call_on_close(stop)
    root.meta[_KEY] = count
    logger.setLevel(logging.INFO if count == 1 else logging.DEBUG)


verbose_option = click.option(
    "-v",
    "--verbose",
    count=True,
    expose_value=False,
    callback=_start,
    help="Log to standard error; twice for more. An internal error shows its traceback.",
)


def is_verbose(context: click.Context) -> bool:
    """Whether ``-v`` was given."""
    return bool(context.find_root().meta.get(_KEY, 0))
