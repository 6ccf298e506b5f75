"""Analyses, reviews and numbers of passes as plain data, and the page that documents them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from klondike_solver import Deal, Position, Rules, analyse, fewest_passes, review
from klondike_solver.export_analysis import analysis_to_dict, passes_to_dict, review_to_dict
from klondike_solver.moves import Draw

DEAL = Deal.parse("3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C")


def test_json_keeps_all_of_it():
    for data in (
        analysis_to_dict(analyse(DEAL)),
        review_to_dict(review(DEAL, "@ HF @")),
        passes_to_dict(fewest_passes(DEAL)),
    ):
        assert json.loads(json.dumps(data)) == data


def test_what_is_not_known_is_null():
    data = analysis_to_dict(analyse(Deal.parse("solvitaire:3"), max_nodes=1))
    assert (data["moves"], data["played"]) == (None, None)
    assert [option["moves"] for option in data["options"]] == [None]
    later = Position.start(Deal.parse("solvitaire:3")).play(Draw())
    assert analysis_to_dict(analyse(later, max_nodes=1))["deal"] is None
    data = review_to_dict(review(later, [], max_nodes=1))
    assert [data[key] for key in ("deal", "winnable_after", "lost_after", "losing_move", "alternatives")] == [None] * 5
    assert (data["played"], data["length"], data["outcome"]) == ("", 0, "undecided")


def test_recycles_that_were_used_up_are_kept():
    """Where passes are limited the position says how many are left."""
    start = Position.start(DEAL, Rules(draw=3, passes=2))
    found = review(start, "@@ @")
    turned = list(found.line.positions())[3]
    data = analysis_to_dict(analyse(turned))
    assert turned.recycles == 1
    assert Position.parse(data["position"], start.rules) == turned


@pytest.mark.parametrize("part", ["analyse", "review", "solve --fewest-passes"])
def test_the_page_has_every_key(source_tree: Path, part: str):
    page = (source_tree / "docs" / "analysis.md").read_text(encoding="utf-8").partition("\n## JSON\n")[2]
    shared = set(re.findall(r"`(\w+)`", page.split("\n\n")[0]))
    sections = re.split(r"^`klondike (.*?)`", page, flags=re.MULTILINE)
    section = dict(zip(sections[1::2], sections[2::2], strict=True))[part]
    named = {
        key for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for key in re.findall(r"`([a-z_.]+)`", row)
    }
    if part == "analyse":
        data = analysis_to_dict(analyse(DEAL))
        assert {key.partition(".")[2] for key in named if "." in key} == set(data["options"][0])
    elif part == "review":
        data = review_to_dict(review(DEAL, "@ HF @"))
        assert set(data["losing_move"]) - set(data["alternatives"][0]) == {"number", "position"}
    else:
        data = {"fewest_passes": passes_to_dict(fewest_passes(DEAL))}
        assert {key.partition(".")[2] for key in named} == set(data["fewest_passes"])
    assert {key.partition(".")[0] for key in named} == set(data) - shared
