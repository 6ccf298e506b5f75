"""What this process may use of the machine: processors and memory, also where a container gets a part only."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..api import DEFAULT_MEMORY

__all__ = ["default_jobs", "default_memory", "machine_memory"]

_ROOT = Path("/")

_OVERHEAD = 48
"""MiB that a worker needs besides the memory of its search."""


def default_jobs(root: Path = _ROOT) -> int:
    """Return how many processes can work at a time.

    Args:
        root: where the system's files are.
    """
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # Not every system tells.
        cores = os.cpu_count() or 1
    shares = [
        math.ceil(int(quota) / int(period))
        for quota, period in _limits(root, "cpu.max", "cpu")
        if quota.isdigit() and period.isdigit() and int(period)
    ]
    return max(1, min([cores, *shares]))


def machine_memory(root: Path = _ROOT) -> int | None:
    """Return the bytes of memory that this process may use, or None where the system does not say.

    Args:
        root: where the system's files are.
    """
    known: list[int] = []
    with suppress(OSError, ValueError, IndexError):
        lines = (root / "proc/meminfo").read_text(encoding="ascii").splitlines()
        known += [int(line.split()[1]) << 10 for line in lines if line.startswith("MemTotal:")]
    if not known:
        with suppress(OSError, ValueError, AttributeError):
            known.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    known += [int(words[0]) for words in _limits(root, "memory.max", "memory") if words[0].isdigit()]
    return min(known, default=None)


def default_memory(jobs: int, root: Path = _ROOT) -> int:
    """Return the MiB that each of so many searches may take, so that all together fit in half of the memory.

    It is never more than a single search may take by default: then a batch has the same results on any large machine.

    Args:
        jobs: how many searches there are at a time.
        root: where the system's files are.
    """
    memory = machine_memory(root)
    if memory is None:
        return max(1, DEFAULT_MEMORY // jobs)
    return max(1, min(DEFAULT_MEMORY, (memory >> 20) // 2 // jobs - _OVERHEAD))


def _limits(root: Path, name: str, controller: str) -> Iterator[list[str]]:
    """Yield the words of each file with a limit of the control groups that this process is in.

    Args:
        root: where the system's files are.
        name: the file, as it is called since version 2 of control groups.
        controller: what has the limit, as it is called in version 1.
    """
    groups = root / "sys/fs/cgroup"
    try:
        own = (root / "proc/self/cgroup").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in own:
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0" and not controllers:
            folder, files = groups, [name]
        elif controller in controllers.split(","):
            folder = groups / controllers
            if not folder.exists():
                folder = groups / controller
            files = ["memory.limit_in_bytes"] if controller == "memory" else ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
        else:
            continue
        # A limit of any group around this one holds as well. In a container the path may be one of the machine around
        # it, and what can be seen is the group itself, at the top.
        group = folder / path.strip("/")
        while True:
            with suppress(OSError):
                words = " ".join((group / file).read_text(encoding="ascii") for file in files).split()
                if words:
                    yield words
            if group == folder or folder not in group.parents:
                break
            group = group.parent
