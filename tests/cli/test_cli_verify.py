"""``klondike verify``: legal, won, and what it counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import SCORINGS, Deal, Position, Rules, Solution

Runner = Callable[..., Any]

DEAL = "solvitaire:2"


@pytest.fixture
def moves(run: Runner, tmp_path: Path) -> Path:
    """A file with a win under the rules of Vegas."""
    file = tmp_path / "moves.txt"
    file.write_text(run("solve", DEAL, "--rules", "vegas", "--format", "moves").out)
    return file


def test_a_win(run: Runner, moves: Path) -> None:
    line = Solution.parse(moves.read_text(), Position.start(Deal.parse(DEAL), Rules(draw=3, passes=3)))
    done = run("verify", DEAL, moves, "--rules", "vegas")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{DEAL}: the moves are legal and win.",
        "  rules   draw 3, 3 passes",
        "  legal   yes",
        "  won     yes",
        f"  length  {line.length()} moves",
        f"  passes  {line.passes}",
        "  score   208 dollars (vegas)",
    ]
    counted = run("verify", DEAL, moves, "--scoring", "standard", "--count-recycles").out
    assert f"  length  {line.length() + line.recycles} moves\n" in counted
    assert f"  score   {line.score(SCORINGS['standard'])} (standard)\n" in counted
    assert "score" not in run("verify", DEAL, moves).out


def test_legal_but_not_won(run: Runner, moves: Path) -> None:
    words = moves.read_text().replace("@", " @ ").split()
    done = run("verify", DEAL, "-", stdin=" ".join(words[:-3]))
    assert done.status == 4
    assert "the moves are legal and do not win" in done.out
    assert "  won     no (49 cards up)\n" in done.out
    line = Solution.parse(moves.read_text(), Position.start(Deal.parse(DEAL)))
    first = next(index for index, position in enumerate(line.positions()) if sum(position.foundations) == 1)
    one = run("verify", DEAL, "-", stdin=Solution(line.position, line.moves[:first]).letters)
    assert one.status == 4
    assert "  won     no (1 card up)\n" in one.out
    nothing = run("verify", DEAL, "-", stdin="\n# not yet\n")
    assert nothing.status == 4
    assert "  won     no (0 cards up)\n" in nothing.out
    assert "  length  0 moves\n" in nothing.out


def test_illegal_moves_say_which_and_why(refused: Runner, moves: Path) -> None:
    text = moves.read_text()
    moves.write_text(f"{text.strip()} FG")
    line = Solution.parse(text, Position.start(Deal.parse(DEAL)))
    message = refused("verify", DEAL, moves)
    assert message.startswith(f"Error: {moves}: move {line.length() + 1} (FG, line 1, character ")
    assert "column 1 is empty" in message
    assert "move 1 (AF" in refused("verify", DEAL, "-", stdin="AF")
    assert "the waste is empty" in refused("verify", DEAL, "-", stdin="AF")


def test_the_rules_matter(run: Runner, refused: Runner, moves: Path) -> None:
    assert run("verify", DEAL, moves, "--passes", 3).status == 0
    assert "no pass is left: the rules allow 1" in refused("verify", DEAL, moves, "--passes", 1)
    assert "move " in refused("verify", DEAL, moves, "--draw", 1)


def test_what_is_no_move(refused: Runner, tmp_path: Path) -> None:
    file = tmp_path / "moves"
    file.write_text("@@ A?")
    message = refused("verify", DEAL, file)
    assert f"{file}: line 1, character 5: '?' is no pile" in message
    assert "lacks the pile that it goes to" in refused("verify", DEAL, "-", stdin="@A")
    assert "cannot be read" in refused("verify", DEAL, tmp_path / "none")
    assert "directory" in refused("verify", DEAL, tmp_path)


def test_from_the_middle_of_a_game(run: Runner, moves: Path, tmp_path: Path) -> None:
    from klondike_solver.formats import write_position
    from klondike_solver.notation import format_moves

    rules = Rules(draw=3, passes=3)
    line = Solution.parse(moves.read_text(), Position.start(Deal.parse(DEAL), rules))
    middle = list(line.positions())[60]
    file = tmp_path / "later.json"
    file.write_text(write_position(middle, "solvitaire"))
    done = run("verify", file, "-", "--rules", "vegas", stdin=format_moves(line.moves[60:], middle))
    assert (done.status, done.err) == (0, "")
    assert f"  passes  {line.passes}\n" in done.out
