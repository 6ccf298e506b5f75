"""``--html``: a page beside the answer, or instead of the boards."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Runner = Callable[..., Any]

WON, LOST = "solvitaire:2", "solvitaire:1"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return tmp_path / "game.html"


def last(page: Path) -> dict[str, Any]:
    """Return the last step that a page shows."""
    found = re.search('id="data">(.*)</script>', page.read_text(encoding="utf-8"))
    assert found is not None
    step: dict[str, Any] = json.loads(found[1])["steps"][-1]
    return step


def title(page: Path) -> str:
    found = re.search("<h1>(.*)</h1>", page.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("style", ["text", "json", "moves"])
def test_the_answer_is_the_same_with_a_page(run: Runner, page: Path, style: str) -> None:
    def without_time(out: str) -> str:
        return re.sub(r"(time +|\"seconds\": )[0-9.]+", "", out)

    plain = run("solve", WON, "--format", style)
    done = run("solve", WON, "--format", style, "--html", page)
    assert (done.status, done.err, without_time(done.out)) == (0, "", without_time(plain.out))
    assert last(page)["up"] == [13] * 4
    assert title(page) == f"Klondike {WON}"


@pytest.mark.parametrize(
    ("args", "score"),
    [
        ((), r"\d+"),
        (("--scoring", "none"), None),
        (("--scoring", "vegas"), r"\$208"),
        (("--rules", "vegas"), r"\$208"),
        (("--rules", "vegas", "--scoring", "standard"), r"\d+"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "replay"])
def test_the_score_is_the_one_that_was_asked_for(
    run: Runner, page: Path, command: str, args: tuple[str, ...], score: str | None
) -> None:
    assert run(command, WON, *args, "--html", page).status == 0
    shown = last(page)["score"]
    assert shown is None if score is None else re.fullmatch(score, shown)


def test_lines_of_other_questions(run: Runner, page: Path) -> None:
    fewest = run("solve", "solvitaire:5", "--fewest-passes", "--html", page)
    assert (fewest.status, last(page)["pass"]) == (0, 3)
    most = run("solve", "greenfelt:2095819838", "--rules", "vegas", "--most-cards", "--html", page)
    assert most.status == 1
    assert sum(last(page)["up"]) == int(re.search(r"cards up +(\d+)", most.out)[1])
    assert "won" not in last(page)["say"]


@pytest.mark.parametrize(
    ("words", "known"),
    [
        (("shootme:29", "--draw", 1, "--shortest"), "proven: no way to win is shorter"),
        (("greenfelt:1492773577", "--draw", 1, "--shortest", "--max-states", 5000), r"at least \d+ moves are needed"),
        (("solvitaire:5", "--fewest-passes"), "fewer passes will not do"),
        (("solvitaire:1", "--most-cards"), "the game is lost; no more cards can go up"),
        (
            ("greenfelt:2095819838", "--draw", 1, "--most-cards", "--shortest"),
            "the game is lost; no more cards can go up, nor as many in fewer moves",
        ),
        (("shootme:5", "--draw", 1, "--scoring", "standard", "--best-score"), "no line of play scores more"),
        (
            ("shootme:11", "--draw", 1, "--scoring", "standard", "--best-score", "--max-nodes", 1000),
            r"no line scores more than \d+",
        ),
    ],
)
def test_what_is_proven_stands_at_the_top(run: Runner, page: Path, words: tuple[object, ...], known: str) -> None:
    run("solve", *words, "--html", page)
    (found,) = re.findall('<p class="known">(.*)</p>', page.read_text(encoding="utf-8"))
    assert re.fullmatch(known, found)


def test_without_a_line_of_play_there_is_no_page(run: Runner, page: Path) -> None:
    for args, status in (((LOST,), 1), ((WON, "--max-nodes", 1), 3)):
        done = run("solve", *args, "--html", page)
        assert done.status == status
        assert done.out.startswith(f"{args[0]} is ")
        assert "there are no moves to show" in done.err
        assert ("--most-cards" in done.err) is (status == 1)
        assert not page.exists()


def test_replay_writes_a_page_instead_of_boards(run: Runner, page: Path) -> None:
    done = run("replay", WON, "-", "--html", page, stdin="GI @@")
    assert (done.status, done.out, done.err) == (0, f"{WON}: {page} shows 4 boards.\n", "")
    assert last(page)["move"] == 3
    run("replay", WON, "-", "--html", page, "--count-recycles", stdin="@" * 9)
    assert last(page)["move"] == 10
    run("replay", WON, "-", "--html", page, stdin="@" * 9)
    assert last(page)["move"] == 9


def test_what_the_page_calls_the_deal(run: Runner, page: Path, tmp_path: Path) -> None:
    digits = run("show", WON, "--to", "digits").out.strip()
    file = tmp_path / "a<b>.txt"
    file.write_text(digits)
    # The folders of a file are nobody's business to whom the page is given.
    for deal, name in ((digits, "Klondike"), (file, "Klondike a&lt;b&gt;.txt"), ("ms:3", "Klondike ms:3")):
        assert run("replay", deal, "-", "--html", page, stdin="@").status == 0
        assert title(page) == name
    moves = tmp_path / "moves.txt"
    moves.write_text("@")
    assert run("replay", "-", moves, "--html", page, stdin=digits).status == 0
    assert title(page) == "Klondike"


def test_names_that_no_page_can_have(refused: Callable[..., str], tmp_path: Path) -> None:
    """They are refused before a search that may take long."""
    for command in ("solve", "replay"):
        assert "is a directory" in refused(command, WON, "--html", tmp_path)
        assert "there is no directory" in refused(command, WON, "--html", tmp_path / "none" / "game.html")
        assert "goes into a file" in refused(command, WON, "--html", "-")
        assert "goes into a file" in refused(command, WON, "--html", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_an_answer_is_not_lost_with_its_page(run: Runner) -> None:
    done = run("solve", WON, "--html", "/dev/full")
    assert done.status == 2
    assert done.out.startswith(f"{WON} is winnable.\n")
    assert done.err == "Error: /dev/full cannot be written: No space left on device\n"
