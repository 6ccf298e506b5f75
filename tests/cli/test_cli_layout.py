"""A position that was typed in, given to every command, and how a mistake in it is shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from klondike_solver import Deal, Place, Position, Rules, Solution
from klondike_solver.cli.excerpt import excerpt
from klondike_solver.formats import write_position

Runner = Callable[..., Any]

LAYOUT = """\
# PySolFC, ms1
foundations: AC 2D 3H 5S
waste: 4H 7S TD 8H 2C JH
stock: 8D QS 6C 3D 8C TC 6H
pass: 3
1: QH JS TH 9C
2: 7H | TS 9D 8S 7D 6S 5H 4C
3: 5D | 9S
4: JC KC | KH
5: 9H KD QC | KS QD
7: JD | 7C 6D 5C 4D 3C
"""
POSITION = Position.parse(LAYOUT, Rules(passes=3))


@pytest.fixture(params=["a file", "standard input", "JSON", "a drawing"])
def given(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """The position as a DEAL: what stands on the command line, and standard input."""
    if request.param == "standard input":
        return "-", LAYOUT
    texts = {"a file": LAYOUT, "JSON": write_position(POSITION, "solvitaire"), "a drawing": str(POSITION)}
    file = tmp_path / "position.txt"
    file.write_text(texts[request.param], encoding="utf-8")
    return str(file), ""


def test_every_command_takes_it(run: Runner, given: tuple[str, str], tmp_path: Path) -> None:
    deal, stdin = given
    name = "standard input" if deal == "-" else deal
    rules = ("--passes", 3)

    done = run("solve", deal, *rules, stdin=stdin)
    assert (done.status, done.out.splitlines()[0], done.err) == (0, f"{name} is winnable.", "")
    assert "passes   3" in done.out

    done = run("solve", deal, *rules, "--format", "moves", stdin=stdin)
    assert Solution.parse(done.out, POSITION).is_won
    moves = tmp_path / "moves.txt"
    moves.write_text(done.out)

    done = run("verify", deal, moves, *rules, stdin=stdin)
    assert (done.status, done.out.splitlines()[0]) == (0, f"{name}: the moves are legal and win.")
    done = run("replay", deal, moves, *rules, stdin=stdin)
    assert done.status == 0
    done = run("review", deal, moves, *rules, stdin=stdin)
    assert (done.status, done.out.splitlines()[0]) == (0, f"{name}: the game was won.")

    done = run("analyse", deal, *rules, "--format", "json", stdin=stdin)
    assert done.status == 0
    assert json.loads(done.out)["verdict"] == "winnable"
    done = run("analyse", "--position", deal, *rules, stdin=stdin)
    assert (done.status, done.out.splitlines()[0]) == (0, f"{name} is winnable.")
    # Under the default of unlimited passes, it is another question.
    assert run("solve", deal, stdin=stdin).status == 0

    assert run("show", deal, "--to", "layout", stdin=stdin).out == f"{write_position(POSITION, 'layout')}\n"
    done = run("show", deal, stdin=stdin)
    assert done.out.splitlines()[-1] == "A position in the middle of a game; the waste was turned over 2 times."


@pytest.mark.parametrize("seed", range(12))
def test_what_show_draws_is_read(run: Runner, seed: int) -> None:
    generator = Random(seed)
    position = Position.start(Deal.random(generator), Rules(draw=1 + seed % 3, passes=3))
    for _ in range(10 * seed):
        if moves := position.legal_moves():
            position = position.play(moves[0] if generator.random() < 0.3 else generator.choice(moves))
    text = f"{write_position(position, 'layout')}\n"
    for option in ("--ascii", "--color=never"):
        picture = run("show", "-", option, stdin=text).out
        assert run("show", "-", "--to", "layout", stdin=picture).out == text


def test_a_coloured_drawing_is_read(run: Runner) -> None:
    text = f"{write_position(POSITION, 'layout')}\n"
    for option in ("--ascii", "--color=always"):
        picture = run("show", "-", option, "--color=always", stdin=text).out
        assert "\x1b[" in picture
        assert run("show", "-", "--to", "layout", stdin=picture).out == text
    # Marks stand where the text without its colours has the mistake.
    done = run("solve", "-", stdin=LAYOUT.replace("KC |", "\x1b[31mCK\x1b[0m |"))
    assert "line 9, character 7 (column 4): 'CK'" in done.err
    assert done.err.endswith("  9 | 4: JC CK | KH\n    |       ^\n")
    # No other escape sequence is passed over.
    assert "has no place in a text" in run("solve", "-", stdin=LAYOUT.replace("KC |", "\x1b[2JKC |")).err


def test_a_mistake_is_shown_with_its_line(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(LAYOUT.replace("KC |", "CK |"), encoding="utf-8")
    for command in ("solve", "analyse", "show"):
        done = run(command, file)
        assert (done.status, done.out) == (2, "")
        assert done.err == (
            f"Error: {file}: line 9, character 7 (column 4): 'CK' is not a card, but KC is one; write the rank A 2 … 9 "
            "T J Q K, then the suit C D H S\n"
            "  9 | 4: JC CK | KH\n"
            "    |       ^\n"
        )


def test_all_places_of_a_mistake_are_shown(run: Runner) -> None:
    done = run("solve", "-", stdin=LAYOUT.replace("5D | 9S", "5H | 9S"))
    assert done.err == (
        "Error: standard input: 5H is there twice: line 7, character 24 (column 2) and line 8, character 4 (column 3); "
        "5D is missing\n"
        "  7 | 2: 7H | TS 9D 8S 7D 6S 5H 4C\n"
        "    |                        ^\n"
        "  8 | 3: 5H | 9S\n"
        "    |    ^\n"
    )
    assert run("show", "-", stdin=LAYOUT.replace("5D | 9S", "?? | 9S")).status == 0
    done = run("show", "-", stdin=LAYOUT.replace("5D | 9S", "?? | ?"))
    assert "2 cards are unknown, which is not supported yet" in done.err
    assert done.err.endswith("\n  8 | 3: ?? | ?\n    |    ^    ^\n")


def test_a_mistake_in_a_very_long_line_is_shown(run: Runner) -> None:
    done = run("solve", "-", stdin=f"stock: {'4C ' * 30_000}4X")
    assert done.err.splitlines()[1:] == [f"  1 | …{'4C ' * 22}4X"[:75].rstrip(), f"    | {' ' * 67}^"]


def test_a_mistake_in_json_is_shown(run: Runner) -> None:
    text = write_position(POSITION, "solvitaire")
    done = run("solve", "-", stdin=text.replace('"8S"', '"8X"'))
    assert done.err == (
        "Error: standard input: line 4, character 25 (\"tableau piles\", column 2): '8X' is not a card; write the rank "
        "A 2 … 9 T J Q K, then the suit C D H S\n"
        '  4 |     ["7h", "10S", "9D", "8X", "7D", "6S", "5H", "4C"],\n'
        "    |                         ^\n"
    )
    done = run("solve", "-", stdin=text.replace('"10S", ', '"10S" '))
    assert done.err.startswith("Error: standard input: line 4, character 18: JSON: expected a comma, ")
    assert done.err.endswith("    |                  ^\n")


@pytest.mark.parametrize(
    ("text", "places", "shown"),
    [
        ("a\tb", [(1, 3)], ["  1 | a b", "    |   ^"]),
        ("a\x1bb c", [(1, 5)], ["  1 | a\\x1bb c", "    |        ^"]),
        ("♥️9 4", [(1, 5)], ["  1 | ♥️9 4", "    |    ^"]),
        ("a\r\nb", [(2, 2)], ["  2 | b", "    |  ^"]),
        ("a", [(2, 1)], []),
        ("a\n" * 9 + "b", [(10, 1), (9, 1)], ["   9 | a", "     | ^", "  10 | b", "     | ^"]),
        (
            "a\n" * 9,
            [(4, 1), (3, 1), (2, 1), (1, 1)],
            ["  2 | a", "    | ^", "  3 | a", "    | ^", "  4 | a", "    | ^"],
        ),
        (
            "1234567890" * 20,
            [(1, 100)],
            ["  1 | …67890123456789012345678901234567890123456789012345678901234567890123…", f"    | {' ' * 35}^"],
        ),
        ("1234567890" * 20, [(1, 1)], [f"  1 | {'1234567890' * 6}12345678…", "    | ^"]),
        ("1234567890" * 20, [(1, 200)], [f"  1 | …34567890{'1234567890' * 6}", f"    | {' ' * 68}^"]),
    ],
    ids=range(10),
)
def test_excerpts(text: str, places: list[tuple[int, int]], shown: list[str]) -> None:
    assert excerpt(text, [Place(*place) for place in places]) == shown
