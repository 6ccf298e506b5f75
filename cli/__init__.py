"""The command line: arguments, progress, colours, exit statuses. Of the rules it knows nothing."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command ``klondike`` with the arguments of this process, and exit.

    Python exits with 1 if an import fails, which would mean *lost* here; so the rest is imported in this function.
    """
    try:
        try:
            from .interrupts import at_once

            at_once()
            from .app import cli
        except Exception as error:
            _complain(f"klondike is not installed properly: {type(error).__name__}: {error}")
            sys.exit(70)
        try:
            cli.main()
        finally:
            at_once()
    except KeyboardInterrupt:
        _complain("interrupted")
        sys.exit(130)


def _complain(message: str) -> None:
    if sys.stderr is not None:
        print(message, file=sys.stderr)
