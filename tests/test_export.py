"""Results as plain data, and the page that documents them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import SCORINGS, Deal, Position, Reason, Result, Rules, Solution, solve
from klondike_solver.export import SCHEMA, result_to_dict


@pytest.fixture(scope="module")
def won() -> Result:
    """A deal that is won."""
    return solve(Deal.parse("solvitaire:2"), Rules(draw=3, passes=3))


def test_a_solution_is_written_in_full(won: Result) -> None:
    assert won.solution is not None
    data = result_to_dict(won, scoring=SCORINGS["standard"])
    assert data["moves"] == won.solution.letters
    assert data["length"] == won.solution.length()
    assert data["score"] == won.solution.score(SCORINGS["standard"])
    assert result_to_dict(won, count_recycles=True)["length"] == won.solution.length(count_recycles=True)
    assert result_to_dict(won)["score"] is None


def test_json_keeps_all_of_it(won: Result) -> None:
    data = result_to_dict(won, scoring=SCORINGS["vegas"])
    assert json.loads(json.dumps(data)) == data
    # Also for readers to whom every number is a floating-point one.
    read: dict[str, Any] = json.loads(json.dumps(data), parse_int=float)
    assert Deal.from_exact(int(read["deal"]["exact"])) == won.deal


def test_a_position_in_the_middle_of_a_game_is_no_deal() -> None:
    start = Position.start(Deal.parse("solvitaire:2"))
    later = start.play(start.legal_moves()[0])
    data = result_to_dict(solve(later, max_nodes=1))
    assert (data["deal"], data["moves"], data["verdict"]) == (None, None, "undecided")


def test_the_page_shows_all_there_is(source_tree: Path, won: Result) -> None:
    """Moves, nodes and seconds change from version to version; what is shown must be right all the same."""
    page = (source_tree / "docs" / "json.md").read_text(encoding="utf-8")
    found = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert found is not None
    shown = json.loads(found[1])
    data = result_to_dict(won, scoring=SCORINGS["vegas"])
    assert json.dumps(shown, indent=2) == found[1].strip()
    assert list(shown) == list(data)
    line = Solution.parse(shown["moves"], won.position)
    assert line.is_won
    counts = {"length": line.length(), "passes": line.passes, "score": line.score(SCORINGS["vegas"])}
    changing = ("moves", "nodes", "seconds", *counts)
    assert {key: shown[key] for key in counts} == counts
    assert {key: shown[key] for key in data if key not in changing} == {
        key: data[key] for key in data if key not in changing
    }
    assert shown["schema"] == SCHEMA
    # Nobody can cancel from the command line, other than by an interrupt, and then there is no result.
    assert all(f"`{reason}`" in page for reason in Reason if reason is not Reason.CANCELLED)
    # Other commands have sections of their own, and keys of their own in them.
    rows = re.findall(r"^\| `([a-z_.]+)` \|", page.partition("\n## ")[0], re.MULTILINE)
    assert {row.split(".")[0] for row in rows} == set(data)
    for key in ("deal", "rules"):
        assert {row.split(".")[1] for row in rows if row.startswith(f"{key}.")} == set(data[key])
