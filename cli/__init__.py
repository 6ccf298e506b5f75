"""The command line: arguments, progress, colours, exit statuses. Of the rules it knows nothing."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command ``klondike`` with the arguments of this process, and exit.

    Python exits with 1 if an import fails, which would mean *lost* here; so the rest is imported in this function.
    """
    try:
        from .app import cli
    except KeyboardInterrupt:
        _complain("interrupted")
        sys.exit(130)
    except Exception as error:
        _complain(f"klondike is not installed properly: {type(error).__name__}: {error}")
        sys.exit(70)
    cli.main()


def _complain(message: str) -> None:
    if sys.stderr is not None:
        print(message, file=sys.stderr)
