"""``klondike bench``: how fast is the engine?"""

from __future__ import annotations

import json
import time
from typing import Any

import click

from ..ablation import ablation
from ..compiled import Tuning, start_search
from ..measure import Cost, DealSet, Measurement, measure
from ..peers import compare_peers
from ..position import Position
from ..result import Result, Verdict
from ..rules import Preset
from .bench_options import help_ending, peers_option, set_argument, write_option
from .bench_shortest import shortest
from .log import is_verbose, verbose_option
from .options import data_option, rules_options, size_options
from .output import Output
from .pages import write_table
from .progress import progress
from .status import Status
from .wording import rules_in_words

__all__ = ["bench"]

_EPILOG = """\
SET is scheme:first-last, several of them with commas between, or one of small, standard and large. Seconds are
processor seconds and belong to the machine: compare ratios within one run, and node counts.

\b
Examples:
  klondike bench winnability solvitaire:1-50 --draw 3
  klondike bench prover solvitaire:1-50 --rules draw1
  klondike bench shortest shootme:1-4 --draw 1 --max-states 9999
"""


@click.group(epilog=_EPILOG, subcommand_metavar="KIND SET [OPTIONS]", invoke_without_command=True)
@click.pass_context
def bench(context: click.Context) -> None:
    """Measure the compiled engine on a set of deals."""
    if context.invoked_subcommand is None:
        raise click.UsageError(
            "what to measure is missing: winnability, prover, ablation, parts, peers or shortest.", context
        )


@bench.command(epilog=help_ending("winnability solvitaire:1-50 --draw 3", "winnability ms:1-20 --format json"))
@set_argument
@rules_options
@size_options
@data_option
@verbose_option
@click.pass_context
def winnability(
    context: click.Context, *, deals: DealSet, preset: Preset, max_nodes: int | None, memory: int, style: str
) -> Status:
    """Solve the deals: node rate, time for each, the worst, memory."""
    with progress(wanted=not is_verbose(context)) as sign:

        def show(_: Result) -> None:
            if sign is not None:
                sign()

        found = measure(deals, preset.rules, max_nodes=max_nodes, memory=memory, on_result=show)
    output = Output()
    if style == "json":
        output.line(json.dumps(_data(found), indent=2))
        return Status.DONE
    output.line(str(found))
    for cost in found.slowest(5):
        output.line(f"slow     {cost.seconds:.3f} s, {cost.nodes:,} nodes: {cost.deal} ({cost.verdict})")
    return Status.DONE


@bench.command(epilog=help_ending("prover solvitaire:1-50 --rules draw1", "prover kpat:1-20 --format json"))
@set_argument
@rules_options
@data_option
@verbose_option
def prover(deals: DealSet, preset: Preset, style: str) -> Status:
    """Ask the prover alone, without any search: how many deals does it show to be lost?"""
    output = Output()
    rows = {
        name: measure(deals, preset.rules, max_nodes=0, memory=1, tuning=tuning)
        for name, tuning in {"at the start": Tuning(), "with pairs probed": Tuning(deep_start=True)}.items()
    }
    if style == "json":
        output.line(json.dumps({name: _data(found) for name, found in rows.items()}, indent=2))
        return Status.DONE
    output.line(f"{len(deals)} deals, {rules_in_words(preset.rules)}")
    for name, found in rows.items():
        each = 1000 * found.seconds / max(1, len(found.costs))
        output.line(f"{name:<18} {found.count(Verdict.LOST):6} proven lost, {each:.2f} ms a deal")
    return Status.DONE


@bench.command(
    name="ablation",
    epilog=help_ending(
        "ablation solvitaire:2-5 --max-nodes 1000", "ablation solvitaire:2-3 --max-nodes 1000 --format json"
    ),
)
@set_argument
@rules_options
@size_options
@peers_option
@write_option
@data_option
@verbose_option
def ablation_(
    *,
    deals: DealSet,
    preset: Preset,
    max_nodes: int | None,
    memory: int,
    peers: DealSet | None,
    page: str | None,
    style: str,
) -> Status:
    """Switch off one idea after the other: what does each gain? Prints a table in Markdown."""
    output = Output()
    rows = ablation(deals, preset.rules, max_nodes=max_nodes, memory=memory)
    if style == "json":
        data: dict[str, Any] = {
            row.name: {
                **_data(row.measurement),
                "nodes_ratio": round(row.nodes_ratio, 3),
                "seconds_ratio": round(row.seconds_ratio, 3),
                "contradictions": row.contradictions,
            }
            for row in rows
        }
        if peers is not None:
            data["peers"] = _peers_data(peers, preset)
        output.line(json.dumps(data, indent=2))
        return Status.DONE
    limit = "no limit on nodes" if max_nodes is None else f"at most {max_nodes:,} nodes a deal"
    table = [
        f"`{deals}`, {rules_in_words(preset.rules)}, {limit}:",
        "",
        "| | undecided | nodes | × | seconds | × | contradictions |",
        "|---|---|---|---|---|---|---|",
    ]
    for line in table:
        output.line(line)
    for row in rows:
        found = row.measurement
        table.append(
            f"| {row.name} | {found.count(Verdict.UNDECIDED)} | {found.nodes:,} | {row.nodes_ratio:.2f} "
            f"| {found.seconds:.2f} | {row.seconds_ratio:.2f} | {row.contradictions} |"
        )
        output.line(table[-1])
        output.flush()
    write_table(page, f"ablation draw {preset.rules.draw}", table)
    if peers is not None:
        output.line()
        _tell_peers(output, peers, preset, page)
    return Status.DONE


@bench.command(name="peers", epilog=help_ending("peers solvitaire:1-5", "peers shootme:1-5 --draw 1 --format json"))
@set_argument
@rules_options
@write_option
@data_option
@verbose_option
def peers_(deals: DealSet, preset: Preset, page: str | None, style: str) -> Status:
    """Compare with the Python peer pyksolve, if it is installed. Prints a table in Markdown."""
    output = Output()
    if style == "json":
        output.line(json.dumps(_peers_data(deals, preset), indent=2))
    else:
        _tell_peers(output, deals, preset, page)
    return Status.DONE


def _peers_data(deals: DealSet, preset: Preset) -> dict[str, Any]:
    return {
        peer.name: {
            "decided": peer.decided,
            "contradictions": len(peer.wrong),
            "seconds": round(peer.seconds, 6),
        }
        for peer in compare_peers(deals, preset.rules)
    }


def _tell_peers(output: Output, deals: DealSet, preset: Preset, page: str | None) -> None:
    table = [
        f"`{deals}`, {rules_in_words(preset.rules)}:",
        "",
        "| | decided | contradictions | seconds | × |",
        "|---|---|---|---|---|",
    ]
    first = 0.0
    for peer in compare_peers(deals, preset.rules):
        if not first:
            for line in table:
                output.line(line)
            first = max(peer.seconds, 1e-9)
        ratio = peer.seconds / first
        table.append(
            f"| {peer.name} | {peer.decided} of {len(deals)} | {len(peer.wrong)} | {peer.seconds:.2f} | {ratio:.1f} |"
        )
        output.line(table[-1])
        output.flush()
    write_table(page, f"peers draw {preset.rules.draw}", table)


@bench.command(epilog=help_ending("parts solvitaire:1-5", "parts solvitaire:1-5 --draw 1 --format json"))
@set_argument
@rules_options
@data_option
@verbose_option
def parts(deals: DealSet, preset: Preset, style: str) -> Status:
    """Measure parts of the engine alone: keys with their hashes, and move generation."""
    searches = [
        search
        for deal in deals
        if (search := start_search(Position.start(deal, preset.rules), 1, Tuning(prover=False))).run(0) is None
    ]
    times = 1 + 2_000_000 // max(1, len(searches))
    started = time.process_time()
    for search in searches:
        search.repeat_key(times)
    keys = time.process_time() - started
    started = time.process_time()
    children = sum(search.repeat_children(1 + times // 20) for search in searches)
    moves = time.process_time() - started
    components = (1 + times // 20) * len(searches)
    data = {
        "keys_per_second": round(times * len(searches) / max(keys, 1e-9)),
        "components_per_second": round(components / max(moves, 1e-9)),
        "children_per_second": round(children / max(moves, 1e-9)),
    }
    output = Output()
    if style == "json":
        output.line(json.dumps(data, indent=2))
        return Status.DONE
    for name, rate in data.items():
        output.line(f"{name.replace('_per_second', ''):<11} {rate:>13,} a second")
    return Status.DONE


bench.add_command(shortest)


def _data(found: Measurement) -> dict[str, Any]:
    """Return a measurement as plain data; all but seconds, rate and memory are the same on every run."""

    def plain(cost: Cost) -> dict[str, Any]:
        return {
            "deal": str(cost.deal),
            "verdict": cost.verdict.value,
            "nodes": cost.nodes,
            "seconds": round(cost.seconds, 6),
        }

    return {
        "deals": len(found.costs),
        **{verdict.value: found.count(verdict) for verdict in Verdict},
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "nodes_per_second": round(found.node_rate),
        "search_seconds": round(found.search_seconds, 6),
        "search_nodes_per_second": round(found.search_rate),
        "slice_seconds": None if found.slice_seconds is None else round(found.slice_seconds, 6),
        "median_seconds": round(found.percentile(50).seconds, 6),
        "p99_seconds": round(found.percentile(99).seconds, 6),
        "hardest": plain(found.hardest),
        "slowest": [plain(cost) for cost in found.slowest(5)],
        "stored": found.largest.stored,
        "table_bytes": found.largest.table_bytes,
        "peak_memory": found.peak_memory,
    }
