"""What a batch takes itself of a machine, also in a container; the system's files are made up here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from klondike_solver.batch import default_jobs, default_memory, machine_memory

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def machine(root: Path, mib: int, files: dict[str, str]) -> Path:
    for name, text in {"proc/meminfo": f"MemTotal: {mib << 10} kB\nMemFree: 1 kB\n", **files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


V2 = {"proc/self/cgroup": "0::/jobs/one\n"}
V1 = {"proc/self/cgroup": "9:memory:/jobs/one\n8:cpu,cpuacct:/jobs/one\n1:name=systemd:/\n"}


@pytest.mark.parametrize(
    ("files", "mib"),
    [
        ({}, 8192),
        (V2, 8192),
        (V2 | {"sys/fs/cgroup/jobs/one/memory.max": "max\n"}, 8192),
        (V2 | {"sys/fs/cgroup/jobs/one/memory.max": f"{1 << 30}\n"}, 1024),
        (V2 | {"sys/fs/cgroup/jobs/memory.max": f"{2 << 30}\n", "sys/fs/cgroup/jobs/one/memory.max": "max\n"}, 2048),
        # In a container the group is at the top, and its path is that of the machine around.
        (V2 | {"sys/fs/cgroup/memory.max": f"{3 << 30}\n"}, 3072),
        (V1 | {"sys/fs/cgroup/memory/jobs/one/memory.limit_in_bytes": f"{1 << 30}\n"}, 1024),
        (V1 | {"sys/fs/cgroup/memory/memory.limit_in_bytes": f"{2**63 - 4096}\n"}, 8192),
        (V1 | {"sys/fs/cgroup/memory/memory.limit_in_bytes": "nonsense\n"}, 8192),
    ],
)
def test_memory(tmp_path: Path, files: dict[str, str], mib: int) -> None:
    root = machine(tmp_path, 8192, files)
    assert machine_memory(root) == mib << 20
    for jobs in (1, 2, 3, 64):
        assert 1 <= default_memory(jobs, root) <= 2048
        assert jobs * default_memory(jobs, root) <= max(mib // 2, jobs)


def test_memory_of_a_large_machine_is_that_of_a_single_search(tmp_path: Path) -> None:
    assert default_memory(4, machine(tmp_path, 64 << 10, {})) == 2048


@pytest.mark.parametrize(
    ("files", "jobs"),
    [
        ({}, CORES),
        (V2 | {"sys/fs/cgroup/jobs/one/cpu.max": "max 100000\n"}, CORES),
        (V2 | {"sys/fs/cgroup/jobs/one/cpu.max": "50000 100000\n"}, 1),
        (V2 | {"sys/fs/cgroup/cpu.max": "100000 100000\n"}, 1),
        (V2 | {"sys/fs/cgroup/cpu.max": "9900000000 100000\n"}, CORES),
        (
            V1
            | {
                "sys/fs/cgroup/cpu,cpuacct/jobs/one/cpu.cfs_quota_us": "100000\n",
                "sys/fs/cgroup/cpu,cpuacct/jobs/one/cpu.cfs_period_us": "100000\n",
            },
            1,
        ),
        (V1 | {"sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n"}, CORES),
    ],
)
def test_processors(tmp_path: Path, files: dict[str, str], jobs: int) -> None:
    assert default_jobs(machine(tmp_path, 8192, files)) == jobs


def test_this_machine() -> None:
    assert 1 <= default_jobs() <= CORES
    memory = machine_memory()
    assert memory is None or memory > 1 << 26
