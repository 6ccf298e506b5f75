"""Options and the report that all benchmarks share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

REPORT = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="small sets of deals: does every benchmark still run?")


def pytest_xdist_auto_num_workers() -> int:
    """One after the other: what runs beside a benchmark slows it down."""
    return 0


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPORT] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash[REPORT]:
        terminalreporter.section("measurements")
        for text in config.stash[REPORT]:
            terminalreporter.write_line(text)


@pytest.fixture(scope="session")
def quick(pytestconfig: pytest.Config) -> bool:
    """Whether to take small sets of deals."""
    return bool(pytestconfig.getoption("--quick"))


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Callable[[object], None]:
    """Show something under the name of the benchmark when all have run."""
    lines = request.config.stash[REPORT]

    def show(what: object) -> None:
        lines.append(f"\n{request.node.name}\n{what}")

    return show
