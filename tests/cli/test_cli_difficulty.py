"""``klondike difficulty``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from klondike_solver import Deal, Position, Rules, measure_difficulty
from klondike_solver.export_difficulty import difficulty_to_dict
from klondike_solver.formats import write_position
from klondike_solver.moves import Draw

Runner = Callable[..., Any]


def test_one_deal_gets_an_account(run: Runner) -> None:
    done = run("difficulty", "solvitaire:4", "--draw", "1")
    found = measure_difficulty(Deal.parse("solvitaire:4"), Rules(draw=1))
    lines = done.out.splitlines()
    assert (done.status, done.err, lines[0]) == (0, "", "solvitaire:4 is easy.")
    assert lines[1:4] == [
        "  rules      draw 1, unlimited passes",
        "  games      1,000",
        f"  won        {found.won} ({100 * found.share:.1f} %, 95 % interval 89.9 to 93.3 %)",
    ]
    assert lines[4].startswith(f"  cards up   {found.mean_cards_up:.1f} ")
    assert lines[5].startswith(f"  face down  {found.mean_face_down:.1f} ")


def test_several_deals_get_a_line_each(run: Runner) -> None:
    done = run("difficulty", "solvitaire:1", "shootme:1", "solvitaire:2", "--max-nodes", "20000")
    assert done.status == 0
    assert [line.split()[:2] for line in done.out.splitlines()] == [
        ["solvitaire:1", "lost"],
        ["shootme:1", "medium"],
        ["solvitaire:2", "expert"],
    ]


def test_a_lost_deal_has_no_difficulty(run: Runner) -> None:
    done = run("difficulty", "solvitaire:1")
    assert (done.status, done.out.splitlines()[0]) == (0, "solvitaire:1 is lost, so it has no difficulty.")
    data = json.loads(run("difficulty", "solvitaire:1", "--format", "json").out)["deals"][0]
    assert (data["verdict"], data["difficulty"]["level"], data["difficulty"]["won"]) == ("lost", None, 0)


def test_what_is_not_decided_is_not_called_winnable(run: Runner) -> None:
    done = run("difficulty", "solvitaire:2", "--max-nodes", "1")
    head = "solvitaire:2 is for experts, if it can be won at all: undecided (node limit)."
    assert (done.status, done.out.splitlines()[0]) == (0, head)
    done = run("difficulty", "solvitaire:2", "--max-nodes", "1", "--format", "json")
    data = json.loads(done.out)["deals"][0]
    assert (data["verdict"], data["difficulty"]["level"]) == ("undecided", None)
    assert "undecided" in run("difficulty", "solvitaire:2", "ms:3", "--max-nodes", "1").out.splitlines()[0]


def test_json_has_every_deal(run: Runner) -> None:
    done = run("difficulty", "shootme:1", "ms:3", "--rules", "vegas", "--games", "50", "--format", "json")
    data = json.loads(done.out)
    assert (done.status, list(data)) == (0, ["schema", "measure", "rules", "deals"])
    assert (data["schema"], data["measure"], data["rules"]["passes"]) == (1, 1, 3)
    for name, one in zip(("shootme:1", "ms:3"), data["deals"], strict=True):
        deal = Deal.parse(name)
        assert one["deal"] == {"name": name, "exact": str(deal.exact)}
        expected = difficulty_to_dict(measure_difficulty(deal, Rules.preset("vegas"), games=50))
        assert {**one["difficulty"], "level": None} == {**expected, "level": None}


def test_a_position_in_the_middle_of_a_game(run: Runner, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    position = Position.start(Deal.parse("solvitaire:4"), Rules(draw=1)).play(Draw())
    board.write_text(write_position(position, "pysol"))
    done = run("difficulty", board, "--draw", "1", "--format", "json")
    data = json.loads(done.out)["deals"][0]
    assert (data["deal"], data["difficulty"]) == (None, difficulty_to_dict(measure_difficulty(position)))
    done = run("difficulty", "-", "solvitaire:4", "--draw", "1", stdin=board.read_text())
    assert done.out.splitlines()[0].startswith("standard input  easy")


def test_wrong_use(run: Runner, refused: Callable[..., str]) -> None:
    assert "Missing argument 'DEAL...'" in refused("difficulty")
    assert "0 is out of range; it takes 1 to" in refused("difficulty", "solvitaire:2", "--games", "0")
    assert "solvitaire takes a whole number" in refused("difficulty", "solvitaire:2", "solvitaire:-3")
    assert "only one DEAL can be standard input" in refused("difficulty", "-", "-")
