"""``klondike show``: the board, the numbers and the formats of a deal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, Position, Rules, Solution
from klondike_solver.cards import full_deck
from klondike_solver.formats import FORMATS, write_position

Runner = Callable[..., Any]

SOLVITAIRE_22 = 75815935119064350470717521029623259780400326814603147288883495865917
"""The exact number that is published with this deal."""


def test_the_board_has_every_card_and_the_numbers(run: Runner) -> None:
    done = run("show", "solvitaire:22")
    assert (done.status, done.err) == (0, "")
    assert all(done.out.count(card.symbol) == 1 for card in full_deck())
    assert max(map(len, done.out.splitlines())) <= 80
    assert done.out.splitlines()[-2:] == ["solvitaire:22", f"exact:{SOLVITAIRE_22}"]
    assert "Stock (24)   A♦ 9♠ 2♣ J♣ T♥" in done.out
    assert len(re.findall("│░..░│", done.out)) == 22  # The stock among them.
    assert "\x1b" not in done.out


def test_columns_stand_below_their_numbers(run: Runner) -> None:
    lines = run("show", "solvitaire:1").out.splitlines()
    start = next(index for index, line in enumerate(lines) if line.split() == list("1234567"))
    deal = Deal.parse("solvitaire:1")
    for number, cards in enumerate(deal.columns, 1):
        place = lines[start].index(str(number))
        column = [line[place - 2 : place + 4] for line in lines[start + 1 : start + 10]]
        assert column[: number + 2] == [
            "┌────┐",
            *(f"│░{card.symbol}░│" for card in cards[:-1]),
            f"│ {cards[-1].symbol} │",
            "└────┘",
        ]


def test_ascii(run: Runner) -> None:
    out = run("show", "solvitaire:22", "--ascii").out
    assert out.isascii()
    assert "Stock (24)   AD 9S 2C JC TH" in out


def test_a_deal_without_a_name_shows_its_exact_number(run: Runner) -> None:
    digits = Deal.parse("solvitaire:22").to("digits")
    assert run("show", digits).out.splitlines()[-2:][1] == f"exact:{SOLVITAIRE_22}"
    out = run("show", f"exact:{SOLVITAIRE_22}").out
    assert out.count(f"exact:{SOLVITAIRE_22}") == 1


@pytest.mark.parametrize("form", list(FORMATS))
def test_every_format_is_read_again(run: Runner, form: str) -> None:
    deal = Deal.parse("ms:17")
    done = run("show", "ms:17", "--to", form)
    assert (done.status, done.out) == (0, f"{deal.to(form)}\n")
    assert run("show", "-", "--to", "exact", stdin=done.out).out == f"exact:{deal.exact}\n"


def test_a_small_deck(run: Runner, refused: Runner) -> None:
    small = "3C | 4S 3S | 2C 3D 4C || 2S AC 4D AS 4H AD 2D AH 2H 3H"
    exact = Deal.parse(small).exact
    assert run("show", small).out.splitlines()[-1] == f"exact:{exact} (of the deals of 4 ranks in 3 columns)"
    assert run("show", small, "--to", "piles").out == f"{small}\n"
    assert "no place for a small deck" in refused("show", small, "--to", "digits")


def test_a_position_in_the_middle_of_a_game(run: Runner, refused: Runner, tmp_path: Path) -> None:
    letters = run("solve", "solvitaire:2", "--rules", "vegas", "--format", "moves").out
    start = Position.start(Deal.parse("solvitaire:2"), Rules(draw=3, passes=3))
    later = next(place for place in Solution.parse(letters, start).positions() if place.recycles == 2)
    file = tmp_path / "later"
    for form in ("pysol", "solvitaire"):
        text = write_position(later, form)
        file.write_text(text)
        # Also what only limited passes know: how often the waste was turned over.
        assert run("show", file, "--to", form).out == f"{text}\n"
    out = run("show", file).out
    assert out.splitlines()[-1] == "A position in the middle of a game; the waste was turned over 2 times."
    assert "exact" not in out
    assert "pysol, layout do" in refused("show", file, "--to", "digits")


def test_an_unknown_format(refused: Runner) -> None:
    message = refused("show", "solvitaire:2", "--to", "pdf")
    assert all(form in message for form in FORMATS)
