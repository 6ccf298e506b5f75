"""What the tests of the store share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from klondike_solver.store import Run, Store

from .results import RULES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path, "write") as store:
        yield store


@pytest.fixture
def run(store: Store) -> Run:
    return store.run(RULES)
