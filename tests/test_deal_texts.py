"""Deal texts: what was written is read back, and what other programs write is read."""

import doctest
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver.cards import full_deck
from klondike_solver.deal import Deal
from klondike_solver.errors import FormatError, UnsupportedError
from klondike_solver.formats import FORMATS
from klondike_solver.rules import Shape

# The digits of a deal that is known from Klondike-Solver's issue 10.
DIGITS = (
    "011061012013133132131021051014053042134023043033032062031034022052024041054064063044"
    "121122123124111112113114101102103104091092093094081082083084071072073074"
)
SHAPES = [
    Shape(ranks, columns)
    for ranks in range(1, 14)
    for columns in range(1, 10)
    if columns * (columns + 1) // 2 <= 4 * ranks
]


@st.composite
def deals(draw, shapes):
    shape = draw(st.sampled_from(shapes))
    return Deal(draw(st.permutations(full_deck(shape.ranks))), shape=shape)


@given(deals([Shape()]), st.sampled_from(sorted(FORMATS)))
def test_reading_what_was_written_gives_the_same_deal(deal, name):
    assert Deal.parse(deal.to(name)) == deal


@given(deals(SHAPES), st.sampled_from(["piles", "pysol", "layout", "solvitaire"]))
def test_reading_a_small_deal_gives_the_same_deal(deal, name):
    assert Deal.parse(deal.to(name)) == deal


@pytest.mark.parametrize("name", ["digits", "exact"])
def test_formats_without_a_shape_refuse_small_deals(name):
    with pytest.raises(UnsupportedError, match="small deck; write it as piles"):
        Deal.random(1, shape=Shape(5, 5)).to(name)


def test_an_unknown_format():
    with pytest.raises(
        FormatError, match="unknown format 'xml': there are digits, solvitaire, pysol, layout, piles, exact"
    ):
        Deal.random(1).to("xml")


def test_texts_keep_a_deal_that_has_no_number():
    deal = Deal.parse(DIGITS)
    assert deal.name is None
    for name in FORMATS:
        assert Deal.parse(deal.to(name)).to("digits") == DIGITS


def test_digits_are_dealt_row_by_row():
    deal = Deal.parse(DIGITS)
    assert [" ".join(str(column[row]) for column in deal.columns[row:]) for row in range(7)] == [
        "AC 6C AD AH KH KD KC",
        "2C 5C AS 5H 4D KS",
        "2H 4H 3H 3D 6D",
        "3C 3S 2D 5D",
        "2S 4C 5S",
        "6S 6H",
        "4S",
    ]
    assert " ".join(map(str, deal.stock[:5])) == "QC QD QH QS JC"
    assert deal.to("digits") == DIGITS


@pytest.mark.parametrize(
    "text",
    [
        "digits:" + DIGITS,
        "DIGITS: " + DIGITS + "\n",
        " ".join(DIGITS[start : start + 3] for start in range(0, 156, 3)),
        DIGITS[:84] + "\r\n" + DIGITS[84:] + "\r\n",
        "\ufeff" + DIGITS,
    ],
)
def test_digits_may_be_announced_and_broken_up(text):
    assert Deal.parse(text) == Deal.parse(DIGITS)


def test_solvitaires_json():
    deal = Deal.parse("solvitaire:1")
    board = json.loads(deal.to("solvitaire"))
    assert list(board) == ["tableau piles", "stock", "waste", "foundation"]
    assert board["tableau piles"][:4] == [["9D"], ["4c", "AS"], ["Qd", "10d", "JC"], ["9s", "Js", "8s", "6D"]]
    assert board["stock"][-3:] == ["3H", "6C", "10S"]
    assert (board["waste"], board["foundation"]) == ([], [[], [], [], []])


def test_solvitaires_json_is_read_with_what_it_may_leave_out():
    deal = Deal.parse("solvitaire:1")
    board = json.loads(deal.to("solvitaire"))
    least = {key: board[key] for key in ("tableau piles", "stock")}
    assert Deal.parse(json.dumps(least)) == deal
    assert Deal.parse("\n" + json.dumps({**board, "cells": []})) == deal
    unmarked = {**least, "tableau piles": [[card.upper() for card in pile] for pile in board["tableau piles"]]}
    assert Deal.parse(json.dumps(unmarked)) == deal
    with_t = json.dumps(board).replace("10", "t")
    assert Deal.parse(with_t) == deal


def test_pysols_board_text():
    assert Deal.parse("pysol:32000").to("pysol").splitlines() == [
        "Talon: AD QH TC 4C AH JD 4S JH TD 3S 7H 8C 6C 2H 2D 5D KS QC KH 5C 7C 8H KC AS",
        "QS",
        "<3H> 5H",
        "<6D> <2C> 7D",
        "<8D> <3C> <9C> 6H",
        "<JS> <JC> <AC> <6S> QD",
        "<4D> <TH> <9D> <4H> <9S> KD",
        "<7S> <3D> <5S> <2S> <8S> <TS> 9H",
    ]


def test_pysols_board_text_is_read_however_it_is_dressed_up():
    deal = Deal.parse("pysol:32000")
    talon, *columns = deal.to("pysol").splitlines()
    dressed = [
        "\n".join([*columns, talon, ""]),
        "\r\n\r\n".join([talon, *columns]),
        "\n".join([talon.replace("Talon", " STOCK "), "Waste: -", "Foundations: H-0 C-0 D-0 S-0", *columns]),
        "\n".join([talon, *(f":  {column}" for column in columns)])
        .lower()
        .replace("t", "10")
        .replace("10alon", "talon"),
        "\n".join([talon, *columns]).replace("S", "♠").replace("H", "♥").replace("D", "♦").replace("C", "♣"),
        "\n".join([talon, *columns]).replace("S", "♤").replace("H", "♥\ufe0f").replace("D", "♢").replace("C", "♧"),
        "\n".join([talon, *columns]).replace("<", "").replace(">", ""),
        "\ufeff" + "\n".join([talon, *columns]).replace(" ", " \t\u00a0"),
    ]
    assert [Deal.parse(text) == deal for text in dressed] == [True] * len(dressed)


def test_piles():
    text = "AS | 2H AC || AD AH 2C 2D 2S"
    deal = Deal.parse(text)
    assert (deal.shape, deal.to("piles")) == (Shape(2, 2), text)
    assert Deal.parse("as|2♥\nac||ad ah\n2c 2d 2s\n") == deal
    assert Deal.parse(Deal.parse("kpat:1").to("piles").replace("T", "10")) == Deal.parse("kpat:1")


def test_piles_without_a_stock_end_in_two_bars():
    deal = Deal.random(3, shape=Shape(1, 1))
    assert deal.to("piles").startswith(f"{deal.columns[0][0]} || ")
    full = Deal.random(3, shape=Shape(7, 7))
    assert full.to("piles").endswith(" ||")
    assert Deal.parse(full.to("piles")) == full


def test_the_order_of_detection():
    text = Deal.parse("solvitaire:1").to("pysol")
    # A Talon line is looked for before the bars of piles, and a brace before both.
    with pytest.raises(FormatError, match=r"^line 9, character 3 \(column 8\): a second \| in this column"):
        Deal.parse(text + "\n| |")
    with pytest.raises(FormatError, match=r"^line 1, character 2: JSON"):
        Deal.parse("{" + text)
    with pytest.raises(FormatError, match=r"^line 1, character 8: digits: character 1 is 'T', not a digit"):
        Deal.parse("digits:" + text)


def test_the_examples_of_the_documentation():
    page = Path(__file__).parent.parent / "docs" / "formats.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (failed, tried > 10) == (0, True)
