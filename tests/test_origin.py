"""Whether a position can come from a deal."""

from __future__ import annotations

from random import Random

import pytest
from klondike_solver import Card, Column, Deal, Position, PositionError, Rules, Shape
from klondike_solver.moves import Draw
from klondike_solver.origin import check_origin

from .brute import random_play


def test_every_position_of_a_game_comes_from_its_deal():
    random = Random("origin")
    for _ in range(40):
        deal = Deal.random(random)
        check_origin(random_play(random, Position.start(deal), random.randint(0, 120)), deal)


def test_no_position_early_in_a_game_comes_from_another_deal():
    random = Random("another")
    for _ in range(40):
        deal, other = Deal.random(random), Deal.random(random)
        with pytest.raises(PositionError, match="not from this deal"):
            check_origin(random_play(random, Position.start(deal), random.randint(0, 10)), other)


DEAL = Deal.parse("3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C")


def test_the_lowest_card_that_is_face_up_counts():
    """What lies on it may have come from anywhere, but that card lay there when the deal was dealt."""
    swapped = Position.start(Deal.parse("3H | AS 2S | 2D 2H 2C || AC AD 3S 3D AH 3C"))
    with pytest.raises(PositionError, match="card 2 of column 2 is 2S, not 2C"):
        check_origin(swapped, DEAL)


def test_the_order_of_stock_and_waste_counts():
    start = Position.start(DEAL, Rules(draw=2))
    drawn = start.play(Draw())
    check_origin(drawn, DEAL)
    turned = Position(drawn.columns, drawn.foundations, drawn.stock, drawn.waste[::-1], drawn.rules)
    with pytest.raises(PositionError, match="AC cannot be in this place of stock and waste"):
        check_origin(turned, DEAL)


def test_a_card_of_a_column_cannot_be_in_the_stock():
    start = Position.start(DEAL)
    # 2C and AS are in the stock, and 3S and 3D have taken their places.
    cards = {name: Card.parse(name) for name in ("AS", "2C", "3S", "3D")}
    columns = [start.columns[0], Column((cards["3S"], cards["3D"]), 1), start.columns[2]]
    stock = [cards.get({"3S": "AS", "3D": "2C"}.get(str(card), ""), card) for card in start.stock]
    with pytest.raises(PositionError, match="card 1 of column 2 is 3S, not AS"):
        check_origin(Position(columns, start.foundations, stock, [], start.rules), DEAL)


def test_more_cards_face_down_than_were_dealt():
    columns = [Column((Card.parse("3H"), Card.parse("2C")), 1), Column((Card.parse("AS"),), 0)]
    start = Position.start(DEAL)
    position = Position([*columns, start.columns[2]], start.foundations, start.stock, [], start.rules)
    with pytest.raises(PositionError, match="column 1 has more cards face down"):
        check_origin(position, DEAL)


def test_another_size():
    with pytest.raises(PositionError, match="another size"):
        check_origin(Position.start(Deal.random(1, shape=Shape(4, 3))), DEAL)
