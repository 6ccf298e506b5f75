"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Tests assert behaviour, never seconds, and machines are slow at times; where nobody reads the output as it comes,
# every run takes the same examples, so that a failure belongs to the change that it is shown for.
settings.register_profile(
    "project",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("project"), max_examples=5000, derandomize=False)
settings.load_profile("project")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One file is tested in this process, without waiting for others to start; more on all processors, up to eight."""
    if len(config.args) == 1 and config.args[0].partition("::")[0].endswith(".py"):
        return 0
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, 8)


@pytest.fixture(scope="session")
def source_tree() -> Path:
    """The folder that the project's sources are in: of the tests, only those of packaging and of the docs need it."""
    return Path(__file__).resolve().parent.parent
