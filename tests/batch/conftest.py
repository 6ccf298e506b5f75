"""What the tests of batches share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from klondike_solver.batch import process


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Worker processes need a POSIX system."""
    for item in items:
        if sys.platform == "win32" and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="worker processes need POSIX"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Return the list of the worker processes, which grows as they are started."""
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def popen(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(start(*args, **options))
        return started[-1]

    monkeypatch.setattr(process.subprocess, "Popen", popen)
    return started
