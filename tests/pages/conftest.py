"""What the tests of pages share: a line of play, its page, and a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import SCORINGS, Deal, Rules, Solution, solve, to_html

from .viewer import Viewer, start


@pytest.fixture(scope="session")
def name() -> str:
    """What the deal of the page is called."""
    return "solvitaire:2"


@pytest.fixture(scope="session")
def line(name: str) -> Solution:
    """A way to win with all that there is: recycles, runs, cards that come back from a foundation."""
    solution = solve(Deal.parse(name), Rules.preset("vegas")).solution
    assert solution is not None
    return solution


@pytest.fixture(scope="session")
def page(name: str, line: Solution) -> str:
    """The page of it."""
    return to_html(line, title=name, scoring=SCORINGS["vegas"])


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    """A browser without a window."""
    chrome = start()
    yield chrome
    chrome.quit()


@pytest.fixture
def viewer(chrome: Any, page: str, tmp_path: Path) -> Iterator[Viewer]:
    """The page, opened; at the end nothing was loaded besides it, and the browser has nothing to complain of."""
    file = tmp_path / "out.html"
    file.write_text(page, encoding="utf-8")
    for log in ("browser", "performance"):
        chrome.get_log(log)
    viewer = Viewer(chrome, file)
    viewer.open()
    yield viewer
    assert chrome.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in chrome.get_log("performance")]
    requests = [
        message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"
    ]
    assert {url.partition("?")[0] for url in requests if not url.startswith("data:")} == {file.as_uri()}
