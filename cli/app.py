"""The command ``klondike``, and how whatever happens becomes an exit status."""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import click

from .._version import __version__
from ..errors import InputError, InternalError
from .commands import Commands
from .interrupts import as_exceptions
from .log import is_verbose, verbose_option
from .output import complain, discard, flush
from .status import BrokenError, OutputError, Status, TextError

__all__ = ["cli", "main"]


class _Klondike(click.Group):
    """A group whose exit statuses are those of ``Status``.

    click's own ``main`` and Python itself exit with 1 on much that goes wrong; here that would mean *lost*.
    """

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command with a list of arguments, by default those of this process, and exit."""
        words = args[0] if args else extra.get("args")
        sys.exit(int(self._run(sys.argv[1:] if words is None else words)))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a command with its arguments, before they are looked at."""
        found = super().resolve_command(ctx, args)
        as_exceptions()
        return found

    def _run(self, args: Sequence[str]) -> int:
        context: click.Context | None = None
        try:
            try:
                context = self.make_context("klondike", list(args))
                with context:
                    status = int(self.invoke(context))
            except click.exceptions.Exit as done:  # After --help and --version.
                status = done.exit_code
            flush()
        except (KeyboardInterrupt, click.Abort):
            discard(sys.stdout)  # What is held back may be the very thing that waits for its reader.
            complain("interrupted")
            status = Status.INTERRUPTED
        except click.ClickException as error:
            complain(f"Error: {_message(error)}{_colon(error, args)}{_hint(error)}")
            status = Status.WRONG
        except (InputError, OutputError) as error:
            complain(f"Error: {error}")
            for line in error.excerpt if isinstance(error, TextError) else ():
                complain(line)
            status = Status.WRONG
        except OSError as error:  # From click, which writes the help text; our own are one of the errors above.
            discard(sys.stdout)
            status = Status.DONE
            if error.errno != errno.EPIPE:
                limit = " (ulimit -n says how many there may be)" if error.errno == errno.EMFILE else ""
                complain(f"Error: {error.strerror or error}{limit}")
                status = Status.WRONG
        except BrokenError as error:
            complain(str(error))
            status = Status.INTERNAL
        except MemoryError:
            complain("Error: there is not enough memory; --memory says how much a search may take")
            status = Status.INTERNAL
        except Exception as error:
            if context is not None and is_verbose(context):
                traceback.print_exc()
            complain(f"internal error: {_described(error)}")
            status = Status.INTERNAL
        return _flushed(status)


def _flushed(status: int) -> int:
    """Write what is left to write before Python does so on its way out, whose failure would be a status of its own."""
    try:
        flush()
    except OutputError as error:
        complain(f"Error: {error}")
        return Status.WRONG
    return status


def _message(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.MissingParameter):  # It lists what an option may be, one below the other.
        message = f"{' '.join(message.split()).removesuffix('.')}."
    return message


def _hint(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return "" if context is None else f" Try '{context.command_path} --help'."


def _colon(error: click.ClickException, args: Sequence[str]) -> str:
    """Say so where an argument is too many because a deal number was written with a blank."""
    if type(error) is not click.UsageError or "extra argument" not in error.message:
        return ""
    from ..numbering import SCHEMES  # Where nothing is wrong, commands that need no deal start without it.

    for word, number in pairwise(args):
        if word.strip().lower() in SCHEMES and number.isascii() and number.isdigit():
            begin = f"{number[:4]}{'…' * (len(number) > 4)}"
            return f"; a deal number has a colon after its scheme: {word.strip().lower()}:{begin}."
    return ""


def _described(error: Exception) -> str:
    if isinstance(error, InternalError):
        return str(error)
    return f"{type(error).__name__}: {error}; please report it with what you asked for (-v shows the traceback)"


_EPILOG = """\
'klondike COMMAND --help' tells more.

\b
Examples:
  klondike solve solvitaire:2
  klondike show solvitaire:2
  klondike solve --help
"""


@click.group(
    cls=_Klondike,
    commands=Commands(),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EPILOG,
)
@click.version_option(__version__, prog_name="klondike", message="%(prog)s %(version)s")
@verbose_option
@click.pass_context
def cli(context: click.Context) -> None:
    """Klondike: is this deal winnable, and how?"""
    if context.invoked_subcommand is None:
        names = list(cli.commands)
        raise click.UsageError(f"a command is missing: {', '.join(names[:-1])} or {names[-1]}.", context)


def main() -> None:
    """Run the command ``klondike`` with the arguments of this process, and exit."""
    cli.main()
