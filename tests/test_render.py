"""The board as plain text."""

import pytest
from klondike_solver.cards import full_deck
from klondike_solver.deal import Deal
from klondike_solver.moves import Draw, TableauToFoundation
from klondike_solver.position import Position
from klondike_solver.rules import Rules, Shape

START = Position.start(Deal.from_number("shootme", 1), Rules(passes=3))


def test_board_with_letters():
    assert str(START.play(TableauToFoundation(4)).play(Draw())).splitlines() == [
        "Foundations  C-  D-  H-  AS    (draw 3, pass 1 of 3)",
        "Stock        QC KH 5S 9C AC QH QD 8S 6D 7C 9H JS QS 8C 5H TD 3D KC 7H 8D TH",
        "Waste        9D TC 2S",
        "",
        "    1     2     3     4     5     6     7",
        "   4D   [3C]  [9S]  [AH]  [AD]  [4H]  [3H]",
        "         4C   [7D]  [7S]  [6S]  [8H]  [4S]",
        "               6H   [2C]  [2H]  [2D]  [3S]",
        "                     JD    TS   [KS]  [5D]",
        "                                [JC]  [JH]",
        "                                 5C   [6C]",
        "                                       KD",
    ]


def test_board_with_symbols():
    first, *_, last = START.play(TableauToFoundation(4)).render(unicode=True).splitlines()
    assert first == "Foundations  ♣-  ♦-  ♥-  A♠    (draw 3, pass 1 of 3)"
    assert last.split() == ["K♦"]


@pytest.mark.parametrize("shape", [Shape(), Shape(13, 1), Shape(13, 9), Shape(1, 1)])
@pytest.mark.parametrize("unicode", [False, True])
def test_every_card_is_shown_and_no_line_is_too_long(shape, unicode):
    position = Position.start(Deal.random(1, shape=shape))
    text = position.render(unicode=unicode)
    assert max(map(len, text.splitlines())) <= 80
    shown = text.replace("[", " ").replace("]", " ").split()
    for card in full_deck(shape.ranks):
        assert shown.count(card.symbol if unicode else str(card)) == 1


def test_a_long_column_fits():
    position = Position.start(Deal.random(1))
    while Draw() in position.legal_moves():
        position = position.play(Draw())
    text = position.render()
    assert max(map(len, text.splitlines())) <= 80
    assert text.splitlines()[1] == "Stock        -"
