"""Deals: what they are made of, their exact numbers, and what is refused."""

import copy
import pickle
from itertools import permutations
from math import factorial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver.cards import Card, full_deck
from klondike_solver.deal import Deal
from klondike_solver.errors import DealError, KlondikeError, NumberingError
from klondike_solver.rules import Shape

DECK = full_deck()
TINY = Shape(ranks=2, columns=2)


def cards(text):
    return [Card.parse(word) for word in text.split()]


def test_cards_lie_column_by_column_and_then_in_the_stock():
    deal = Deal(DECK)
    assert [len(column) for column in deal.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert sum(deal.columns, ()) + deal.stock == DECK == deal.cards
    assert Deal.from_piles(deal.columns, deal.stock) == deal


def test_a_small_deal():
    deal = Deal(cards("AS 2H AC AD AH 2C 2D 2S"), shape=TINY)
    assert [[str(card) for card in column] for column in deal.columns] == [["AS"], ["2H", "AC"]]
    assert [str(card) for card in deal.stock] == ["AD", "AH", "2C", "2D", "2S"]
    assert deal.shape == TINY


def test_a_deal_without_a_stock():
    shape = Shape(ranks=7, columns=7)
    deal = Deal(full_deck(7), shape=shape)
    assert deal.stock == ()
    assert Deal.parse(str(deal)) == deal


def test_equality_is_cards_and_shape_and_not_the_name():
    deal = Deal.parse("solvitaire:22")
    unnamed = Deal(deal.cards)
    assert unnamed.name is None
    assert unnamed == deal
    assert hash(unnamed) == hash(deal)
    assert unnamed != Deal.parse("solvitaire:23")
    small = full_deck(7)
    assert Deal(small, shape=Shape(7, 6)) != Deal(small, shape=Shape(7, 5))
    assert deal != deal.cards


def test_a_deal_cannot_be_changed():
    deal = Deal(DECK)
    for attribute in ("cards", "columns", "stock", "shape", "name", "exact", "other"):
        with pytest.raises(AttributeError):
            setattr(deal, attribute, None)


def test_a_deal_can_be_copied_and_pickled():
    deal = Deal.parse("shootme:8")
    for again in (pickle.loads(pickle.dumps(deal)), copy.copy(deal), copy.deepcopy(deal)):
        assert again == deal
        assert again.name == deal.name


def test_repr_and_str_name_the_deal():
    deal = Deal.parse("shootme:8")
    assert repr(deal) == "Deal('shootme:8')"
    assert str(Deal(deal.cards)) == f"exact:{deal.exact}"
    assert repr(Deal(cards("AS 2H AC AD AH 2C 2D 2S"), shape=TINY)) == "Deal('AS | 2H AC || AD AH 2C 2D 2S')"


@given(st.integers(0, factorial(52) - 1))
def test_every_exact_number_is_the_number_of_its_deal(number):
    deal = Deal.from_exact(number)
    assert deal.exact == number
    assert deal == Deal.from_number("exact", number)


@given(st.permutations(DECK))
def test_every_deal_has_an_exact_number(order):
    deal = Deal(order)
    assert 0 <= deal.exact < factorial(52)
    assert Deal.from_exact(deal.exact) == deal


def test_exact_numbers_of_a_deck_of_four_count_its_deals_once_each():
    shape = Shape(ranks=1, columns=1)
    numbers = [Deal(order, shape=shape).exact for order in permutations(full_deck(1))]
    assert sorted(numbers) == list(range(24))
    assert all(Deal.from_exact(number, shape=shape).exact == number for number in numbers)


@pytest.mark.parametrize("number", [-1, factorial(8)])
def test_an_exact_number_of_a_small_deck_out_of_range(number):
    with pytest.raises(NumberingError, match="from 0 to 8! − 1"):
        Deal.from_exact(number, shape=TINY)


def test_random_deals():
    assert Deal.random(5) == Deal.random(5) == Deal.random(Random(5))
    assert Deal.random(5) != Deal.random(6)
    assert Deal.random() != Deal.random()
    generator = Random(1)
    assert Deal.random(generator) != Deal.random(generator)
    shape = Shape(ranks=1, columns=2)
    assert len({Deal.random(generator, shape=shape) for _ in range(300)}) == 24


def without(*left_out):
    return [card for card in DECK if str(card) not in left_out]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (without("7H"), "^51 cards, but a deal has 52; 7H is missing$"),
        (without("7H", "KS"), "^50 cards, but a deal has 52; 7H, KS are missing$"),
        ([], "^0 cards, but a deal has 52; AC, AD, AH, AS, 2C, 2D … are missing$"),
        (
            [*DECK, DECK[0]],
            "^53 cards, but a deal has 52; AC is there twice, as column 1, card 1 and as stock card 25$",
        ),
        (
            [DECK[4], *DECK[1:]],
            "^2C is there twice, as column 1, card 1 and as column 3, card 2; AC is missing$",
        ),
        ([Card(13, DECK[0].suit), *DECK[1:]], r"^\(13, .*\) \(column 1, card 1\) is not in a deck of 13 ranks; AC is"),
    ],
)
def test_cards_that_are_no_deck_are_named(given, message):
    with pytest.raises(DealError, match=message):
        Deal(given)


def test_a_card_of_a_larger_deck_is_named():
    with pytest.raises(DealError, match=r"^3H \(stock card 1\) is not in a deck of 2 ranks; AD is missing$"):
        Deal(cards("AS 2H AC 3H AH 2C 2D 2S"), shape=TINY)


def test_an_error_stays_short_however_much_is_wrong():
    with pytest.raises(DealError) as caught:
        Deal([DECK[0]] * 1000)
    assert len(str(caught.value)) < 600
    assert str(caught.value).endswith("AD, AH, AS, 2C, 2D, 2H … are missing")


def test_a_column_of_the_wrong_length_is_named():
    deal = Deal(DECK)
    columns = [list(column) for column in deal.columns]
    columns[4].append(columns[2].pop())
    with pytest.raises(
        DealError,
        match=r"^column 3 has 2 cards instead of 3, column 5 has 6 cards instead of 5; column 1 of a deal has 1",
    ):
        Deal.from_piles(columns, deal.stock)
    with pytest.raises(DealError, match=r"^6 columns, but a deal has 7$"):
        Deal.from_piles(deal.columns[:-1], deal.columns[-1] + deal.stock)


def test_a_text_is_not_a_sequence_of_cards():
    with pytest.raises(TypeError, match=r"which Deal\.parse reads from a text, not str"):
        Deal("solvitaire:22")


def test_every_error_has_the_common_base():
    with pytest.raises(KlondikeError):
        Deal([])
