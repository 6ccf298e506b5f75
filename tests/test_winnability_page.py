"""The tables of docs/winnability.md: what they say follows from their counts, and agrees with the literature."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from klondike_solver import Rules
from klondike_solver.describe import rules_in_words
from klondike_solver.statistics import Winnability, published
from klondike_solver.statistics.wording import errors_in_words, interval_in_words, published_in_words, shares_in_words

UNLIMITED = [*(Rules(draw=draw) for draw in range(1, 8)), Rules(draw=1, take_back=False), Rules(take_back=False)]
LIMITED = [
    Rules(draw=draw, passes=passes, take_back=take_back)
    for take_back in (True, False)
    for draw in (1, 3)
    for passes in (1, 2, 3, 4)
]


def rows(source_tree: Path, name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the page."""
    text = (source_tree / "docs" / "winnability.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"<!-- begin stats {name} -->\n(.*?)<!-- end stats {name} -->", text, re.DOTALL)
    lines = [line.strip("| ").split(" | ") for line in found.splitlines() if line.startswith("|")]
    headings, _, *cells = lines
    return [dict(zip(headings, line, strict=True)) for line in cells]


def counted(row: dict[str, str]) -> Winnability:
    counts = (int(row[name].partition(" ")[0].replace(",", "")) for name in ("winnable", "lost", "undecided"))
    found = Winnability(*counts)
    assert found.deals == int(row["deals"].replace(",", ""))
    return found


@pytest.mark.parametrize(
    ("name", "wanted", "deals"), [("unlimited.db", UNLIMITED, 10_000), ("limited.db", LIMITED, 1_000)]
)
def test_shares_follow_from_the_counts(source_tree: Path, name: str, wanted: list[Rules], deals: int) -> None:
    found = rows(source_tree, name)
    assert [row["rules"] for row in found] == [rules_in_words(rules) for rules in wanted]
    for row in found:
        counts = counted(row)
        assert counts.deals >= deals
        assert row["winnable, %"] == shares_in_words(counts).removesuffix(" %")
        assert row["95 % interval, %"] == interval_in_words(counts).removesuffix(" %")


def test_published_values_are_met_within_three_standard_errors(source_tree: Path) -> None:
    for row, rules in zip(rows(source_tree, "unlimited.db"), UNLIMITED, strict=True):
        known = published(rules)
        assert known is not None
        differences = counted(row).differences(known.share, known.half_width)
        assert row["published, %"] == published_in_words(known).removesuffix(" %")
        assert row["differs by standard errors"] == errors_in_words(differences)
        assert max(map(abs, differences)) <= 3


def test_what_allows_more_wins_more(source_tree: Path) -> None:
    """On the same deals: one more pass, or take-back, loses no win."""
    found = [counted(row) for row in rows(source_tree, "limited.db")]
    most = [counts.winnable + counts.undecided for counts in found]
    for first in range(0, 16, 4):
        for fewer, more in pairwise(range(first, first + 4)):
            assert found[fewer].winnable <= most[more]
    for allowed in range(8):
        assert found[allowed + 8].winnable <= most[allowed]
