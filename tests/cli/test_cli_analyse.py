"""``klondike analyse`` and ``klondike review``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import klondike_solver.cli.analyse as analysing
import klondike_solver.cli.review as reviewing
import pytest
from klondike_solver import Deal, IllegalMoveError, Position, Rules, Solution, analyse, review
from klondike_solver.export_analysis import analysis_to_dict, review_to_dict
from klondike_solver.formats import write_position

Runner = Callable[..., Any]

DEAL = "solvitaire:8"
GAME = "FH HG HK ID @AG AI @"
"""Winnable, and only by a draw: the five of clubs, which fits, loses."""

SMALL = "3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C"

WRONG = [
    (RuntimeError("odd"), 70, "internal error: RuntimeError: odd"),
    (IllegalMoveError("no such move"), 70, "internal error: the engine played an illegal move"),
    (KeyboardInterrupt(), 130, "interrupted"),
]


def rows(out: str) -> dict[str, tuple[str, str]]:
    """Return the table of moves in an account: for each move its verdict and its notes."""
    lines = out.splitlines()
    head = next(line for line in lines if line.startswith("Move  "))
    verdict, text, note = (head.index(word) for word in ("Verdict", "What", "Note"))
    found: dict[str, tuple[str, str]] = {}
    move = ""
    for line in lines[lines.index(head) + 1 :]:
        if not line:
            break
        if line[:verdict].strip():
            move = line[:verdict].strip()
            found[move] = (line[verdict:text].strip(), line[note:].strip())
        else:  # The row goes on.
            found[move] = (found[move][0], f"{found[move][1]} {line[note:].strip()}".strip())
    return found


def without_time(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "seconds": 0}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    return file


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """The same position, as a board."""
    file = tmp_path / "board.txt"
    file.write_text(write_position(Solution.parse(GAME, Position.start(Deal.parse(DEAL))).final, "pysol"))
    return file


# analyse


def test_the_account_marks_the_only_winning_move(run: Runner, game: Path) -> None:
    done = run("analyse", DEAL, "--moves", game)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{DEAL} after 8 moves is winnable.\n  rules    draw 3, unlimited passes\n")
    assert "  moves    1 winnable, 1 lost\n" in done.out
    assert rows(done.out) == {"AK": ("lost", ""), "@": ("winnable", "only winning move")}
    assert "5♣ from the waste to column 6, onto 6♦" in done.out
    assert all(len(line) <= 80 and line == line.rstrip() for line in done.out.splitlines())
    plain = run("analyse", DEAL, "--moves", game, "--ascii").out
    assert "5C from the waste to column 6, onto 6D" in plain
    assert plain.isascii()


def test_the_account_marks_key_moves_and_moves_that_can_be_undone(run: Runner) -> None:
    done = run("analyse", SMALL)
    assert rows(done.out) == {
        "GF": ("winnable", "key move"),
        "HF": ("lost", ""),
        "@": ("winnable", "can be undone"),
    }
    assert re.findall(r"^(key move|can be undone): ", done.out, re.MULTILINE) == ["key move", "can be undone"]
    # With one pass a draw cannot be undone.
    assert rows(run("analyse", SMALL, "--passes", 1).out)["@"] == ("winnable", "")


def test_an_undecided_move_says_which_limit_it_was(run: Runner) -> None:
    done = run("analyse", "solvitaire:3", "--max-nodes", 1)
    assert done.status == 0
    assert done.out.startswith("solvitaire:3 is undecided.\n")
    assert rows(done.out) == {"@": ("undecided", "can be undone node limit")}


def test_a_lost_deal_is_no_failure(run: Runner) -> None:
    done = run("analyse", "solvitaire:1")
    assert done.status == 0
    assert done.out.startswith("solvitaire:1 is lost.\n")
    assert {verdict for verdict, _ in rows(done.out).values()} == {"lost"}


def test_a_won_position_has_no_moves_left(run: Runner, tmp_path: Path) -> None:
    end = tmp_path / "end.txt"
    end.write_text("Talon:\nWaste:\nFoundations: C-A D-A H-A S-A\n:\n:\n")
    done = run("analyse", "--position", end, "--no-take-back")
    assert (done.status, done.out.splitlines()[0]) == (0, f"{end} is won.")
    assert "  moves    none is legal\n" in done.out


def test_json_of_an_analysis(run: Runner, game: Path, board: Path) -> None:
    line = Solution.parse(GAME, Position.start(Deal.parse(DEAL)))
    data = json.loads(run("analyse", DEAL, "--moves", game, "--format", "json").out)
    expected = analysis_to_dict(analyse(line.final), deal=Deal.parse(DEAL), played=line)
    assert without_time(data) == without_time(expected)
    assert list(data) == list(expected)
    assert (data["deal"]["name"], data["played"]) == (DEAL, GAME)
    assert Position.parse(data["position"]) == line.final
    assert [(option["move"], option["verdict"], option["only"]) for option in data["options"]] == [
        ("AK", "lost", False),
        ("@", "winnable", True),
    ]
    for option in data["options"]:
        assert (option["moves"] is not None) is (option["verdict"] == "winnable")
        if option["moves"]:
            assert option["moves"].startswith(option["move"])
            assert Solution.parse(option["moves"], line.final).is_won
    # A board says nothing of the deal, unless it is named.
    data = json.loads(run("analyse", "--position", board, "--format", "json").out)
    assert without_time(data) == without_time({**expected, "deal": None, "played": None})
    data = json.loads(run("analyse", DEAL, "--position", board, "--format", "json").out)
    assert without_time(data) == without_time({**expected, "played": None})


def test_the_position_in_json_is_a_deal_for_every_command(run: Runner, game: Path) -> None:
    data = json.loads(run("analyse", DEAL, "--moves", game, "--format", "json").out)
    assert run("solve", "-", stdin=data["position"]).status == 0
    assert run("analyse", "-", stdin=data["position"]).out.startswith("standard input is winnable.\n")


def test_the_rules_hold(run: Runner, game: Path) -> None:
    for args, rules in (
        (["--rules", "vegas"], Rules(draw=3, passes=3)),
        (["--no-take-back"], Rules(draw=3, take_back=False)),
    ):
        data = json.loads(run("analyse", DEAL, "--moves", game, "--format", "json", *args).out)
        position = Solution.parse(GAME, Position.start(Deal.parse(DEAL), rules)).final
        assert [option["verdict"] for option in data["options"]] == [
            option.verdict.value for option in analyse(position).moves
        ]
        assert data["rules"]["passes"] == rules.passes


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "DEAL is missing"),
        (("solvitaire:8", "--moves", "-", "--position", "-"), "exclude each other"),
        (("-", "--moves", "-"), "only one of DEAL, --moves and --position can be standard input"),
        (("-", "--position", "-"), "only one of DEAL, --moves and --position can be standard input"),
        (("solvitaire:8", "--moves", "no-such-file"), "no-such-file cannot be read"),
        (("solvitaire:8", "--draw", "0"), "draw is 1 to 24"),
        (("solvitaire:8", "--timeout", "-1"), "seconds"),
        (("nothing",), "there is no file"),
    ],
)
def test_wrong_use(refused: Callable[..., str], args: tuple[str, ...], message: str) -> None:
    assert message in refused("analyse", *args)


def test_illegal_moves_and_boards_of_other_deals(refused: Callable[..., str], board: Path) -> None:
    assert "move 2 (FG" in refused("analyse", DEAL, "--moves", "-", stdin="@ FG")
    assert "not from solvitaire:9: " in refused("analyse", "solvitaire:9", "--position", board)
    assert "another size" in refused("analyse", SMALL, "--position", board)


@pytest.mark.parametrize(("error", "status", "message"), WRONG, ids=lambda value: str(value)[:20])
def test_failures(
    run: Runner, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, message: str
) -> None:
    def fail(*args: object, **limits: object) -> None:
        raise error

    monkeypatch.setattr(analysing, "analyse_position", fail)
    monkeypatch.setattr(reviewing, "review_game", fail)
    for done in (run("analyse", DEAL), run("review", DEAL, "-", stdin=GAME)):
        assert (done.status, done.out) == (status, "")
        assert done.err.startswith(message)


# review


def test_the_account_of_a_lost_game(run: Runner) -> None:
    done = run("review", DEAL, "-", stdin=f"{GAME} AK @@")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{DEAL}: move 9 lost the game.\n  rules     draw 3, unlimited passes\n")
    for line in ("game      11 moves", "winnable  until after move 8", "lost      from move 9 on"):
        assert f"  {line}\n" in done.out
    assert "\nMove 9: 5♣ from the waste to column 6, onto 6♦.\n" in done.out
    assert rows(done.out) == {"@": ("winnable", "only winning move")}


@pytest.mark.parametrize(
    ("args", "letters", "headline"),
    [
        ((DEAL,), GAME, "the game was not lost; it could still be won."),
        (("solvitaire:1",), "@", "the game was lost from the start; no move is to blame."),
        (("solvitaire:3", "--max-nodes", 1), "@@", "whether the game was lost is undecided."),
        ((DEAL, "--max-nodes", 1), f"{GAME} AK @@", "the game was lost; by which move, or whether from the start, is"),
        (("AC | AH AD || AS", "--draw", 1), "FB GC GE @AD", "the game was won."),
    ],
)
def test_other_games(run: Runner, args: tuple[object, ...], letters: str, headline: str) -> None:
    done = run("review", *args[:1], "-", *args[1:], stdin=letters)
    assert done.status == 0
    assert f": {headline}" in done.out.splitlines()[0]
    assert "Move " not in done.out


def test_turning_the_waste_over_has_a_number_only_if_it_counts(run: Runner) -> None:
    """The ace of clubs lies on the waste; turning it over instead of playing the ace loses."""
    args = ("review", "3S | 2D 3C | 3H AH 2S || AS 2H 2C AD 3D AC", "-", "--draw", 3, "--passes", 2)
    plain = run(*args, stdin="@@ @").out
    assert "turning the waste over after move 2 lost the game." in plain.splitlines()[0]
    assert rows(plain) == {"AB": ("winnable", "only winning move")}
    counted = run(*args, "--count-recycles", stdin="@@ @").out
    assert "move 3 lost the game." in counted.splitlines()[0]
    found = [
        json.loads(run(*args, "--format", "json", *extra, stdin="@@ @").out) for extra in ([], ["--count-recycles"])
    ]
    assert [data["losing_move"]["move"] for data in found] == ["", ""]
    numbers = [(data["length"], data["winnable_after"], data["lost_after"]) for data in found]
    assert numbers == [(3, 2, 2), (4, 2, 3)]


def test_json_of_a_review(run: Runner) -> None:
    letters = f"{GAME}AK @@"
    data = json.loads(run("review", DEAL, "-", "--format", "json", stdin=letters).out)
    expected = review_to_dict(review(Deal.parse(DEAL), letters))
    assert without_time(data) == without_time(expected)
    assert list(data) == list(expected)
    assert (data["outcome"], data["winnable_after"], data["lost_after"]) == ("lost", 8, 9)
    assert (data["losing_move"]["number"], data["losing_move"]["move"]) == (9, "AK")
    position = Position.parse(data["losing_move"]["position"])
    assert position == Solution.parse(GAME, Position.start(Deal.parse(DEAL))).final
    assert [Solution.parse(option["moves"], position).is_won for option in data["alternatives"]] == [True]
    kept = json.loads(run("review", DEAL, "-", "--format", "json", stdin=GAME).out)
    assert (kept["outcome"], kept["losing_move"], kept["alternatives"]) == ("winnable", None, None)


def test_reviews_of_bad_input(refused: Callable[..., str]) -> None:
    assert "move 3 (AK" in refused("review", DEAL, "-", stdin="@@ AK")
    assert "no pile" in refused("review", DEAL, "-", stdin="XY")
    assert "cannot both be standard input" in refused("review", "-", "-")
    assert "MOVES_FILE" in refused("review", DEAL)
