"""Measure a batch: does it use all processors, what does its own process take, does its memory stay what it is?

    python bench/batch_scaling.py rate --deals 6000 --rounds 3
    python bench/batch_scaling.py memory --deals 110000

``rate`` lets one ``klondike batch --jobs 2`` and two of ``--jobs 1`` solve the same deals, all at the same time, so
that whatever else the machine does slows all of them alike, and compares the rates until the first of them has done.
``memory`` solves deals with at most a thousand nodes each, and looks at all
processes after 10,000 deals, 20,000, and so on. Both need a system with /proc.
"""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

TICKS = os.sysconf("SC_CLK_TCK")


class Batch:
    """A running ``klondike batch``, seen from outside."""

    def __init__(self, store: Path, first: int, last: int, jobs: int, max_nodes: int) -> None:
        self.store = store
        self.deals = last - first + 1
        self.started = time.monotonic()
        words = ["batch", f"solvitaire:{first}-{last}", "--jobs", str(jobs), "--max-nodes", str(max_nodes)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "klondike_solver", *words, "--store", str(store)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.ended: float | None = None
        self.processor_seconds = 0.0

    def look(self) -> bool:
        """Note what it has used so far; return whether it is still running."""
        if self.process.poll() is not None:
            if self.ended is None:
                self.ended = time.monotonic()
            if self.process.returncode:
                raise SystemExit(f"klondike batch has failed: {self.process.communicate()[1].decode()}")
            return False
        used = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        self.processor_seconds = sum(map(int, used)) / TICKS
        return True

    @property
    def seconds(self) -> float:
        """How long it has been running, or ran."""
        return (self.ended or time.monotonic()) - self.started

    @property
    def rate(self) -> float:
        """Deals a second, all in all."""
        return self.deals / self.seconds

    def done(self) -> int:
        """How many results are stored."""
        try:
            connection = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)
            try:
                return int(connection.execute("SELECT ifnull(max(id), 0) FROM result").fetchone()[0])
            finally:
                connection.close()
        except sqlite3.Error:  # It is being made.
            return 0

    def workers(self) -> list[str]:
        """Return the process ids of its workers."""
        return Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()

    def memory(self) -> list[int]:
        """Return the resident bytes of its process and of those of its workers."""
        return [_resident(pid) for pid in (str(self.process.pid), *self.workers())]


def _resident(pid: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) << 10
    raise SystemExit(f"process {pid} has no VmRSS")


@dataclass(frozen=True)
class Round:
    """What came of one run with two jobs beside two runs with one job each.

    Attributes:
        together: deals a second of the one run.
        apart: deals a second of the two runs.
        own_share: the processor time of the one run's own process, as a share of a core.
    """

    together: float
    apart: float
    own_share: float


def one_round(folder: Path, deals: int, max_nodes: int) -> Round:
    """Solve the same deals in both ways at the same time."""
    half = deals // 2
    parts = [(1, deals, 2), (1, half, 1), (half + 1, deals, 1)]
    running = [
        Batch(folder / f"{number}.db", first, last, jobs, max_nodes) for number, (first, last, jobs) in enumerate(parts)
    ]
    while not all(batch.done() for batch in running):
        time.sleep(0.05)
    start, before = time.monotonic(), [batch.done() for batch in running]
    while all(batch.look() for batch in running):
        if (now := time.monotonic()) - start > 1:  # As it is before the first one ends.
            seconds, after = now - start, [batch.done() for batch in running]
            own = running[0].processor_seconds / running[0].seconds
        time.sleep(0.05)
    for batch in running:
        batch.process.send_signal(signal.SIGINT)
        batch.process.communicate()
    rates = [(later - earlier) / seconds for earlier, later in zip(before, after, strict=True)]
    return Round(rates[0], rates[1] + rates[2], own)


def measure_rate(deals: int, rounds: int, max_nodes: int) -> None:
    """Print the ratio of the rates, round by round and in the middle."""
    found = []
    for number in range(1, rounds + 1):
        with TemporaryDirectory() as folder:
            each = one_round(Path(folder), deals, max_nodes)
        found.append(each)
        print(
            f"round {number}: --jobs 2 {each.together:.1f} deals a second, 2 x --jobs 1 {each.apart:.1f};"
            f" ratio {each.together / each.apart:.3f}; own process {100 * each.own_share:.2f} % of a core",
            flush=True,
        )
    ratios = sorted(each.together / each.apart for each in found)
    print(f"median ratio {statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})")


def measure_memory(deals: int, step: int, jobs: int, max_nodes: int) -> None:
    """Print what all processes hold as the batch goes on."""
    with TemporaryDirectory() as folder:
        batch = Batch(Path(folder) / "results.db", 1, deals, jobs, max_nodes)
        due = step
        while batch.look():
            time.sleep(0.5)
            if (done := batch.done()) >= due and batch.look():
                sizes = batch.memory()
                if len(sizes) <= jobs:  # The workers have ended.
                    continue
                held = ", ".join(f"{size / 2**20:.1f}" for size in sizes)
                share = batch.processor_seconds / batch.seconds
                print(
                    f"{done:>8,} deals: {held} MiB (own process, workers);"
                    f" own process {100 * share:.2f} % of a core; {done / batch.seconds:.0f} deals a second",
                    flush=True,
                )
                due = (done // step + 1) * step
        size = batch.store.stat().st_size / batch.deals
        print(f"{batch.deals:>8,} deals in {batch.seconds:.0f} s; {size:.0f} bytes each in the store")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    rate = kinds.add_parser("rate", help="--jobs 2 against two runs of --jobs 1")
    rate.add_argument("--rounds", type=int, default=3)
    memory = kinds.add_parser("memory", help="memory as the batch goes on")
    memory.add_argument("--step", type=int, default=10_000)
    memory.add_argument("--jobs", type=int, default=2)
    for each, deals in ((rate, 6000), (memory, 110_000)):
        each.add_argument("--deals", type=int, default=deals)
        each.add_argument("--max-nodes", type=int, default=1000)
    options = parser.parse_args()
    if options.kind == "rate":
        measure_rate(options.deals, options.rounds, options.max_nodes)
    else:
        measure_memory(options.deals, options.step, options.jobs, options.max_nodes)


if __name__ == "__main__":
    main()
