"""``klondike bench shortest``: what do shortest solutions take?"""

from __future__ import annotations

import json
from typing import Any

import click

from ..deal_sets import DealSet
from ..measure_shortest import (
    DEFAULT_MAX_STATES,
    ShortestCost,
    ShortestMeasurement,
    ablate_shortest,
    measure_shortest,
)
from ..result import Verdict
from ..rules import Preset
from .bench_options import help_ending, set_argument, write_option
from .log import is_verbose, verbose_option
from .options import count_recycles_option, data_option, memory_option, rules_options, whole_number
from .output import Output
from .pages import write_table
from .progress import progress
from .status import Status
from .wording import rules_in_words

__all__ = ["shortest"]


@click.command(epilog=help_ending("shortest shootme:1-4 --draw 1 --max-states 9999", "shortest shootme:3 --ablation"))
@set_argument
@rules_options
@count_recycles_option
@click.option(
    "--max-states",
    type=whole_number(0),
    metavar="N",
    default=DEFAULT_MAX_STATES,
    show_default=True,
    help="Positions to store for a deal at the most.",
)
@memory_option
@click.option("--ablation", is_flag=True, help="Switch off one idea after the other: what does each gain?")
@write_option
@data_option
@verbose_option
@click.pass_context
def shortest(
    context: click.Context,
    *,
    deals: DealSet,
    preset: Preset,
    count_recycles: bool,
    max_states: int,
    memory: int,
    ablation: bool,
    page: str | None,
    style: str,
) -> Status:
    """Look for the shortest solutions: states stored for each deal, rates, memory. Prints a table in Markdown."""
    options: dict[str, Any] = {"count_recycles": count_recycles, "max_states": max_states, "memory": memory}
    output = Output()
    table: list[str] = []

    def add(*lines: str) -> None:
        table.extend(lines)
        if style == "text":
            for line in lines:
                output.line(line)
            output.flush()

    add(f"`{deals}`, {rules_in_words(preset.rules)}, at most {max_states:,} states a deal:", "")
    # A sign of life would be drawn between the lines of a table in a terminal.
    with progress(wanted=style == "json" and not is_verbose(context)) as sign:
        if ablation:
            add(
                "| | settled | states | × | expanded | seconds | × | contradictions |",
                "|---|---|---|---|---|---|---|---|",
            )
            data: dict[str, Any] = {}
            for row in ablate_shortest(deals, preset.rules, cancel=sign, **options):
                found = row.measurement
                add(
                    f"| {row.name} | {found.settled} | {found.states:,} | {row.states_ratio:.2f} | {found.expanded:,} "
                    f"| {found.search_seconds:.2f} | {row.seconds_ratio:.2f} | {row.contradictions} |"
                )
                data[row.name] = {
                    **_data(found),
                    "states_ratio": round(row.states_ratio, 3),
                    "seconds_ratio": round(row.seconds_ratio, 3),
                    "contradictions": row.contradictions,
                }
        else:
            add("| deal | moves | states | expanded | seconds |", "|---|---|---|---|---|")
            found = measure_shortest(deals, preset.rules, on_cost=lambda cost: add(_row(cost)), cancel=sign, **options)
            add("", *_totals(found))
            data = {**_data(found), "costs": [_cost(cost) for cost in found.costs]}
    if style == "json":
        output.line(json.dumps(data, indent=2))
    write_table(page, f"shortest {'ablation ' * ablation}draw {preset.rules.draw}", table)
    return Status.DONE


def _row(cost: ShortestCost) -> str:
    moves = str(cost.verdict)
    if cost.length is not None:
        moves = f"{cost.length}" if cost.is_settled else f"{cost.lower_bound} to {cost.length}"
    elif cost.verdict is not Verdict.LOST and cost.lower_bound is not None:
        moves = f"undecided, at least {cost.lower_bound}"
    return f"| `{cost.deal}` | {moves} | {cost.states:,} | {cost.expanded:,} | {cost.search_seconds:.2f} |"


def _totals(found: ShortestMeasurement) -> list[str]:
    """Return the totals as a list in Markdown."""
    lines = [
        f"- settled: {found.settled} of {len(found.costs)}",
        f"- states: {found.states:,} stored, {found.expanded:,} expansions, {found.generated:,} generated",
        f"- rate: {found.rate(found.states):,.0f} stored, {found.rate(found.expanded):,.0f} expanded,"
        f" {found.rate(found.generated):,.0f} generated a second of search without the beams",
        f"- time: {found.seconds:.2f} s, {found.search_seconds:.2f} s of it search,"
        f" {found.beam_seconds:.2f} s of that for the beams",
    ]
    if found.bytes_per_state is not None:
        lines.append(
            f"- memory: {found.bytes_per_state:.1f} bytes for each of {found.most_states:,} stored states, all told"
        )
    return lines


def _data(found: ShortestMeasurement) -> dict[str, Any]:
    """Return a measurement as plain data; all but seconds, rates and memory are the same on every run."""
    return {
        "deals": len(found.costs),
        "settled": found.settled,
        "states": found.states,
        "expanded": found.expanded,
        "generated": found.generated,
        "seconds": round(found.seconds, 6),
        "search_seconds": round(found.search_seconds, 6),
        "beam_seconds": round(found.beam_seconds, 6),
        "states_per_second": round(found.rate(found.states)),
        "expanded_per_second": round(found.rate(found.expanded)),
        "generated_per_second": round(found.rate(found.generated)),
        "most_states": found.most_states,
        "bytes_per_state": None if found.bytes_per_state is None else round(found.bytes_per_state, 2),
    }


def _cost(cost: ShortestCost) -> dict[str, Any]:
    return {
        "deal": str(cost.deal),
        "verdict": cost.verdict.value,
        "length": cost.length,
        "lower_bound": cost.lower_bound,
        "states": cost.states,
        "expanded": cost.expanded,
        "generated": cost.generated,
        "table_bytes": cost.table_bytes,
        "seconds": round(cost.search_seconds, 6),
    }
