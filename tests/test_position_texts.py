"""Texts of positions in the middle of a game: written and read back, and told apart from deals."""

import json
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver.cards import Card, Suit
from klondike_solver.deal import Deal
from klondike_solver.errors import DealError, FormatError, PositionError, UnsupportedError
from klondike_solver.formats import FORMATS, parse_deal, parse_position, write_position
from klondike_solver.position import Column, Position
from klondike_solver.rules import Rules, Shape

SHAPES = [Shape(), Shape(5, 5), Shape(4, 3), Shape(7, 7), Shape(2, 2), Shape(1, 1)]


@st.composite
def positions(draw):
    """A position that play leads to, from a deal of any of the shapes."""
    generator = Random(draw(st.integers(0, 2**32)))
    shape = draw(st.sampled_from(SHAPES))
    rules = Rules(draw=draw(st.sampled_from([1, 3])), passes=draw(st.sampled_from([None, 3])), shape=shape)
    position = Position.start(Deal.random(generator, shape=shape), rules)
    for _ in range(draw(st.integers(0, 60))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(generator.choice(moves))
    return position


@given(positions(), st.sampled_from(["pysol", "layout", "solvitaire"]))
def test_reading_what_was_written_gives_the_same_position(position, name):
    text = write_position(position, name)
    assert parse_position(text, position.rules) == position
    # The text tells the shape where the rules do not.
    rules = Rules(draw=position.rules.draw, passes=position.rules.passes)
    assert Position.parse(text, rules) == position


@given(positions(), st.sampled_from(["pysol", "layout", "solvitaire"]))
def test_only_a_start_is_read_as_a_deal(position, name):
    text = write_position(position, name)
    if position.is_start:
        assert parse_deal(text) == position.deal()
    else:
        with pytest.raises(FormatError, match="a position in the middle of a game, not a deal"):
            parse_deal(text)


@given(positions(), st.sampled_from(["digits", "piles", "exact"]))
def test_formats_that_hold_deals_only(position, name):
    if position.is_start and (name == "piles" or position.rules.shape == Shape()):
        assert Position.parse(write_position(position, name), position.rules) == position
    else:
        with pytest.raises(UnsupportedError):
            write_position(position, name)


@pytest.mark.parametrize("name", FORMATS)
def test_every_deal_text_is_the_text_of_its_first_position(name):
    deal = Deal.parse("solvitaire:3")
    assert Position.parse(deal.to(name)) == Position.start(deal)
    assert Position.parse("solvitaire:3", Rules(draw=1)) == Position.start(deal, Rules(draw=1))


MIDDLE_PYSOL = """\
Talon: 2C 2D
Waste: 2S AS
Foundations: H-2
<AD> AC
:
"""
SMALL = Rules(draw=1, passes=3, shape=Shape(2, 2))


def middle():
    return Position(
        [Column((Card.parse("AD"), Card.parse("AC")), 1), Column((), 0)],
        [0, 0, 2, 0],
        [Card.parse("2C"), Card.parse("2D")],
        [Card.parse("2S"), Card.parse("AS")],
        SMALL,
        recycles=1,
    )


def test_pysols_board_text_in_the_middle_of_a_game():
    assert write_position(middle(), "pysol") == (
        "Talon: 2C 2D\nWaste: 2S AS\nFoundations: H-2\nRecycles: 1\n<AD> AC\n:"
    )
    text = MIDDLE_PYSOL.replace("<AD>", "Recycles: 1\n\n<ad>").replace("Foundations: H-2", "founds: h-2 c-0 -")
    assert Position.parse(text, SMALL) == middle()


def test_solvitaires_json_in_the_middle_of_a_game():
    written = write_position(middle(), "solvitaire")
    assert json.loads(written) == {
        "tableau piles": [["Ad", "AC"], []],
        "stock": ["2D", "2C"],
        "waste": ["2S", "AS"],
        "foundation": [[], ["AH", "2H"], [], []],
        "recycles": 1,
    }
    assert Position.parse(written, SMALL) == middle()


def test_the_passes_that_are_used_up_are_not_forgotten():
    rules = Rules(draw=3, passes=2)
    position = Position.start(Deal.parse("solvitaire:3"), rules)
    again = Position(position.columns, position.foundations, position.stock, position.waste, rules, recycles=1)
    for name in ("pysol", "layout", "solvitaire"):
        assert Position.parse(write_position(again, name), rules).recycles == 1
        with pytest.raises(FormatError, match="middle of a game"):
            Deal.parse(write_position(again, name))
    with pytest.raises(UnsupportedError, match=r"digits holds deals only.*; solvitaire, pysol, layout do"):
        write_position(again, "digits")


def test_a_board_without_marks_is_a_deal_unless_all_its_columns_are_runs():
    shape = Shape(4, 2)
    deal = Deal.parse("AC | 4C 2S || 2C 3C AD 2D 3D 4D AH 2H 3H 4H AS 3S 4S")
    assert deal.shape == shape
    unmarked = deal.to("pysol").replace("<", "").replace(">", "")
    assert Deal.parse(unmarked) == deal
    assert Position.parse(unmarked) == Position.start(deal, Rules(shape=shape))
    run = unmarked.replace("4C 2S", "3H 2S").replace("2H 3H", "2H 4C")
    with pytest.raises(FormatError, match=r"middle of a game, not a deal.*: column 2 has 2 face-up cards"):
        Deal.parse(run)
    assert Position.parse(run).columns[1] == Column((Card.parse("3H"), Card.parse("2S")), 0)


def test_a_deal_with_a_column_of_the_wrong_length_is_no_position_either():
    # Hand-made positions may have columns of any length, but a deal that went wrong is not taken for one.
    talon, *columns = Deal.parse("solvitaire:3").to("pysol").splitlines()
    swapped = [*columns[:3], columns[4].replace("> <", ">  <"), columns[3], *columns[5:]]
    shorter = [*columns[:6], columns[6].split(" ", 1)[1]]
    moved = talon + " " + columns[6].split()[0].strip("<>")
    for text, message in [
        ("\n".join([talon, *swapped]), "column 4 has 5 cards instead of 4, column 5 has 4 cards instead of 5"),
        ("\n".join([moved, *shorter]), "column 7 has 6 cards instead of 7"),
    ]:
        for parse in (Deal.parse, Position.parse):
            with pytest.raises(DealError, match=message):
                parse(text)


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        (":\n", "", PositionError, "2 columns, not 1"),
        (
            "2S AS",
            "2S AS AS",
            PositionError,
            r"9 cards, .*; AS is there twice: line 2, character 11 \(waste\) and line 2, character 14 \(waste\)$",
        ),
        ("H-2", "H-A", PositionError, "2H is missing"),
        ("H-2", "H-3", PositionError, r"; 3H is not in a deck of 2 ranks: line 3, character 14 \(foundations\)$"),
        (
            "H-2",
            "H-2 h-a",
            FormatError,
            r"^line 3, character 18 \(foundations\): the foundation of hearts is there twice; only its top card .*",
        ),
        (
            "H-2",
            "H",
            FormatError,
            r"^line 3, character 14 \(foundations\): 'H' is not the top card of a foundation; .* 3H",
        ),
        ("<AD> AC", "AD <AC>", FormatError, r"^line 4, character 5 \(column 1\): AC is face down, but a card above"),
        (
            "<AD> AC",
            "<AD> <AC>",
            PositionError,
            "^line 4, character 7: the last card of column 1, AC, must be face up; face-down cards stand before a",
        ),
        ("<AD> AC", "AD AC", PositionError, "^line 4, character 4: AC cannot lie on AD in column 1"),
        ("Waste", "Talon", FormatError, "^line 2, character 1: a second line for the stock; the first is line 1$"),
        ("Waste:", "Recycles: 3\nWaste:", PositionError, "^line 2, character 11: 3 recycles are too many"),
        (
            "Waste:",
            "Recycles: -1\nWaste:",
            FormatError,
            "^line 2, character 11: '-1' is not a number that says how often",
        ),
        ("Waste:", "Recycles: " + "9" * 5000 + "\nWaste:", FormatError, "^line 2, character 11: '9{24}'… is not"),
        ("Waste:", "Freecells:\nWaste:", FormatError, "^line 2, character 1: Klondike has no free cells$"),
        ("2S AS", "<2S> AS", FormatError, r"^line 2, character 8 \(waste\): < marks face-down cards, in columns only$"),
        (
            "2S AS",
            "?? ?",
            FormatError,
            r"^line 2, character 8 \(waste\): 2 cards are unknown, which is not supported yet; .*: AS, 2S$",
        ),
    ],
)
def test_a_wrong_position_text_is_refused(old, new, error, message):
    assert Position.parse(MIDDLE_PYSOL, SMALL).waste == middle().waste
    with pytest.raises(error, match=message):
        Position.parse(MIDDLE_PYSOL.replace(old, new), SMALL)


@pytest.mark.parametrize(
    ("foundation", "message"),
    [
        (
            [["2H"]],
            r'^line 1, character 101 \("foundation", pile 1\): 2H instead of AH: a foundation has all its cards',
        ),
        ([[], ["AH", "2S"]], r'^line 1, character 111 \("foundation", pile 2\): 2S instead of 2H'),
        ([["AH", "2H"], ["AH"]], r'^line 1, character 115 \("foundation", pile 2\): a second foundation of hearts'),
        (["AH"], r'^line 1, character 100 \("foundation", pile 1\): a string instead of a list'),
        ({"H": 2}, r'^line 1, character 99 \("foundation"\): an object instead of a list'),
    ],
)
def test_a_wrong_foundation_in_json_is_refused(foundation, message):
    board = json.loads(write_position(middle(), "solvitaire"))
    with pytest.raises(FormatError, match=message):
        Position.parse(json.dumps({**board, "foundation": foundation}), SMALL)


@pytest.mark.parametrize("recycles", [-1, 1.5, "1", True, None, [], 10**30])
def test_wrong_recycles_in_json_are_refused(recycles):
    board = json.loads(write_position(middle(), "solvitaire"))
    with pytest.raises(
        FormatError,
        match=r'^line 1, character 139: "recycles" is not the number of times the waste was turned over, 0 or more',
    ):
        Position.parse(json.dumps({**board, "recycles": recycles}), SMALL)


def test_the_random_positions_of_this_file_go_deep_enough():
    # The property tests above say little if play hardly ever starts; count what they can reach.
    generator = Random(1)
    position = Position.start(Deal.random(generator), Rules(draw=1))
    for _ in range(60):
        position = position.play(generator.choice(position.legal_moves()))
    assert position.face_down_total < 21
    assert sum(position.foundations[suit] for suit in Suit) + len(position.waste) > 0
    assert all(lower.fits_on(upper) for column in position.columns for upper, lower in pairwise(column.face_up))
