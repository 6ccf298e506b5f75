"""``klondike batch``: many deals into one store."""

from __future__ import annotations

import json
from typing import Any

import click

from .._text import plural
from ..batch import BatchError, Progress, default_jobs, machine_memory, retry_batch, solve_batch
from ..deal_sets import SETS
from ..describe import rules_in_words
from ..export_batch import batch_to_dict
from ..result import Reason, Verdict
from ..rules import Preset
from ..statistics.wording import interval_in_words, shares_in_words
from .batch_display import progress_display, time_in_words, winnability_of
from .completing import complete_deals, complete_file
from .deal_lists import read_deals
from .files import file_name
from .log import is_verbose, verbose_option
from .options import batch_options, data_option, rules_options
from .output import Output, complain, printable
from .status import Status
from .stopping import stopping
from .wording import facts

__all__ = ["batch"]

_EPILOG = f"""\
DEALS is scheme:first-last, several of them with commas between, one of {", ".join(SETS)}, a file with a deal or
such a set on each line, or - for standard input. Deals that the store has results of are not solved again: after
whatever has stopped it, the same command goes on.

Exit status: 0 all done; 2 wrong use, bad input, or a store that cannot be used; 70 internal error, also with a single
deal; 130 interrupted.

\b
Examples:
  klondike batch solvitaire:1-50 --store results.db
  klondike show ms:17 --to digits > deals.txt
  klondike batch deals.txt greenfelt:1-9 --draw 1 --store results.db
  klondike batch --retry --max-nodes 100000000 --store results.db
"""


@click.command(epilog=_EPILOG)
@click.argument("arguments", metavar="[DEALS]...", nargs=-1, shell_complete=complete_deals)
@click.option(
    "--store",
    type=file_name("what is found", "results.db"),
    required=True,
    metavar="FILE",
    shell_complete=complete_file,
    help="The file for the results; made if there is none.",
)
@rules_options
@batch_options
@click.option(
    "--retry",
    is_flag=True,
    help="Solve undecided deals of the store again, all of them or those of DEALS, with what limits are given now. "
    "Deals that were given as much before are passed over.",
)
@click.option(
    "--new-run",
    is_flag=True,
    help="If the store has results of these rules by another version, keep the new ones beside them.",
)
@data_option
@verbose_option
@click.pass_context
def batch(
    context: click.Context,
    *,
    arguments: tuple[str, ...],
    store: str,
    preset: Preset,
    limits: dict[str, Any],
    retry: bool,
    new_run: bool,
    style: str,
) -> Status:
    """Solve many deals with all processors, and keep the results in a file."""
    if not arguments and not retry:
        raise click.UsageError("DEALS is missing, for example solvitaire:1-1000.", context)
    if retry and new_run:
        raise click.UsageError("--new-run begins a run, and --retry goes on with one.", context)
    deals = read_deals(arguments, preset.rules) if arguments else None
    _warn_of_memory(limits)
    output = Output()
    with (
        stopping() as stopped,
        progress_display(output, wanted=style == "text", live=not is_verbose(context)) as show,
    ):
        options = {**limits, "store": store, "on_progress": show, "cancel": stopped}
        try:
            if retry or deals is None:
                progress = retry_batch(preset.rules, deals=deals, **options)
            else:
                progress = solve_batch(deals, preset.rules, new_run=new_run, **options)
        except BatchError as error:
            raise click.ClickException(str(error)) from error
    if style == "json":
        output.line(json.dumps(batch_to_dict(progress, retry=retry), indent=2))
    else:
        _tell(output, store, progress, retry=retry)
    return _status(progress, store)


def _tell(output: Output, store: str, progress: Progress, *, retry: bool) -> None:
    """Write what has come of it."""
    found = winnability_of(progress)
    output.line(f"{printable(store)}: {rules_in_words(progress.run.rules)}")
    known: dict[str, object] = {"search": progress.run.search}
    if retry:
        known["tried again"] = f"{progress.done:,} of {_deals(progress.total, 'undecided deal')}"
        if progress.passed_over:
            known["passed over"] = f"{progress.passed_over:,} that were given as much before"
    else:
        now = "" if not progress.before else f", {progress.solved:,} of them now"
        known["done"] = f"{progress.done:,} of {_deals(progress.total, 'deal')}{now}"
    known.update({str(verdict): f"{progress.counts[verdict]:,}" for verdict in Verdict})
    if found.deals and not retry:
        known["winnability"] = f"{shares_in_words(found)}, 95 % interval {interval_in_words(found)}"
    for reason, count in progress.failures.items():
        known[str(reason)] = f"{count:,}, counted as undecided"
    if progress.solved:
        known["nodes"] = f"{progress.nodes:,}"
        known["time"] = f"{time_in_words(progress.seconds)}, {progress.rate:,.1f} deals a second"
    facts(output, **known)


def _deals(count: int, one: str) -> str:
    return f"{count:,} {one}{'s' * (count != 1)}"


def _status(progress: Progress, store: str) -> Status:
    """Return the exit status, and say on standard error why, if it is not the usual one."""
    wrong = progress.failures.get(Reason.INTERNAL_ERROR, 0)
    if wrong:
        complain(
            f"internal error: in {plural(wrong, 'deal')}; please report them with what"
            f" \"SELECT scheme, number, exact, detail FROM deal WHERE reason = 'internal error'\" says about {store}"
        )
    if progress.is_stopped:
        complain("interrupted; what was done is stored, and the same command goes on from there")
        return Status.INTERRUPTED
    return Status.INTERNAL if wrong else Status.DONE


def _warn_of_memory(limits: dict[str, Any]) -> None:
    """Say so if the searches together may take more memory than there is."""
    jobs = limits["jobs"] or default_jobs()
    memory, machine = limits["memory"], machine_memory()
    if memory is None or machine is None or limits["scheduler"] is not None or memory * jobs <= machine >> 20:
        return
    complain(
        f"{plural(jobs, 'search', 'searches')} of {memory:,} MiB may together take more than the {machine >> 20:,} MiB"
        " that there are; the system may then kill some of them"
    )
