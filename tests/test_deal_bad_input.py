"""Bad deal texts: one clear, short message that says what is wrong, where, and what would be right."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver.deal import Deal
from klondike_solver.errors import DealError, FormatError, InputError
from klondike_solver.formats import FORMATS
from klondike_solver.position import Position

DEAL = Deal.parse("solvitaire:1")
TEXT = {name: DEAL.to(name) for name in FORMATS}
BOARD = json.loads(TEXT["solvitaire"])
ACCEPTED = (
    r"a deal is a number with its scheme \(solvitaire:22; solvitaire, .*\), "
    r"or 156 digits .*, Solvitaire's JSON, .*Talon"
)


def refuse(text, error, message):
    """Check that both ways of reading refuse a text alike, in few words."""
    for parse in (Deal.parse, Position.parse):
        with pytest.raises(error, match=message) as caught:
            parse(text)
        assert len(str(caught.value)) < 500
        assert "\x1b" not in str(caught.value)


# What every format can get wrong. Cards of solvitaire:1: the 9D alone in column 1, then 4C AS, then QD TC JC.
CARDS = {
    "digits": ("094", "091", "131"),
    "solvitaire": ('"4c"', '"9d"', '"xx"'),
    "pysol": ("<4C>", "<9D>", "<XX>"),
    "piles": ("4C", "9D", "XX"),
}


@pytest.mark.parametrize("name", ["solvitaire", "pysol", "piles"])
def test_a_duplicate_card(name):
    card, again, _ = CARDS[name]
    message = "^9D is there twice, as column 1, card 1 and as column 2, card 1; 4C is missing$"
    refuse(TEXT[name].replace(card, again, 1), DealError, message)


def test_a_duplicate_card_in_digits():
    message = "^9D is there twice, as column 1, card 1 and as column 2, card 1; 4C is missing$"
    refuse("092092" + TEXT["digits"][6:], DealError, message)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("solvitaire", '"6H", ', ""), ("pysol", " 6H", ""), ("piles", " 6H", "")],
)
def test_51_cards(name, old, new):
    assert TEXT[name].count(old) == 1
    refuse(TEXT[name].replace(old, new), DealError, "^51 cards, but a deal has 52; 6H is missing$")


def test_51_cards_in_digits():
    refuse(
        TEXT["digits"][:-3], FormatError, r"^153 digits \(51 cards\), but a deal is 156, three for each of 52 cards$"
    )


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("solvitaire", '"4c"', '"4c", "6h"'), ("pysol", "<4C>", "<4C> <6H>"), ("piles", "4C", "4C 6H")],
)
def test_a_column_of_the_wrong_length(name, old, new):
    text = TEXT[name].replace('"6H", ', "").replace(" 6H", "").replace(old, new)
    refuse(
        text, DealError, "^column 2 has 3 cards instead of 2; column 1 of a deal has 1 card, column 2 has 2, and so on$"
    )


@pytest.mark.parametrize("name", ["solvitaire", "pysol", "piles"])
def test_a_column_too_few(name):
    text = TEXT[name]
    if name == "solvitaire":
        text = json.dumps({**BOARD, "tableau piles": BOARD["tableau piles"][:-1]})
    elif name == "pysol":
        text = text.rpartition("\n")[0]
    else:
        text = text.replace(" | 2H 5D KD 7S 2C KH JD", "")
    refuse(text, DealError, "^45 cards, but a deal has 52; .* are missing$")


@pytest.mark.parametrize("name", ["solvitaire", "pysol", "piles"])
def test_columns_too_many(name):
    text = TEXT[name]
    if name == "solvitaire":
        text = json.dumps({**BOARD, "tableau piles": [*BOARD["tableau piles"], *[["AS"]] * 3]})
    elif name == "pysol":
        text += "\nAS" * 3
    else:
        text = text.replace("||", "| AS | AS | AS ||")
    refuse(text, FormatError, "^10 columns: 52 cards are too few for 10 columns .*; a deal of 52 cards has 7 columns$")


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("solvitaire", '"tableau piles", column 2, card 1'),
        ("pysol", r"line 3 \(column 2\), card 1"),
        ("piles", "column 2, card 1"),
    ],
)
@pytest.mark.parametrize("wrong", ["1S", "XX", "4", "C4", "4CS", "14C", "0C", "4\u00e7", "4" * 1000])
def test_what_is_no_card(name, where, wrong):
    card, _, pattern = CARDS[name]
    text = TEXT[name].replace(card, pattern.replace("XX", wrong).replace("xx", wrong), 1)
    refuse(
        text, FormatError, rf"^{where}: '.*'…? is not a card; write the rank A 2 … 9 T J Q K, then the suit C D H S$"
    )


@pytest.mark.parametrize("wrong", ["000", "140", "991", "015", "010"])
def test_digits_that_are_no_card(wrong):
    text = TEXT["digits"][:12] + wrong + TEXT["digits"][15:]
    message = rf"^card 5 \(digits 13 to 15\) is {wrong}, which is no card: a rank is 01 to 13, a suit 1 to 4$"
    refuse(text, FormatError, message)


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("unknown", ["??", "?", "?C", "4?"])
def test_unknown_cards_are_refused(name, unknown):
    card, _, pattern = CARDS[name]
    if name == "digits":
        card, pattern = TEXT[name][3:6], "xx"
    text = TEXT[name].replace(card, pattern.replace("XX", unknown).replace("xx", unknown), 1)
    message = r"unknown cards are not supported yet; every card must be given$"
    if name == "digits" and unknown.isascii() and unknown.strip("?4"):
        message = ACCEPTED  # With a letter in them these are no digits.
    refuse(text, FormatError, message)


def test_unknown_cards_in_no_format_at_all():
    refuse("?? ?? ??\n?? ??", FormatError, "this is no deal: .*; unknown cards are not supported yet$")


@pytest.mark.parametrize("text", ["", " \n\t ", "\ufeff", "\ufeff\n"])
def test_an_empty_text(text):
    refuse(text, FormatError, f"^the text is empty; {ACCEPTED}")


@pytest.mark.parametrize(
    "text", ["hello", "hello, world: 1", "4C AS\nQD", "-", "[]", '"4C"', "null", "<html>", "a" * 50000]
)
def test_a_text_in_no_format(text):
    refuse(text, FormatError, rf"^this is no deal: '.*'…?; {ACCEPTED}")


@pytest.mark.parametrize("number", ["22", "1" * 68, "0" * 5000])
def test_a_number_without_a_scheme(number):
    hint = "a deal number is written with its scheme, for example solvitaire:22" if len(number) < 100 else "52 cards$"
    refuse(number, FormatError, rf"^{len(number)} digits.*, but a deal is 156, .*{hint}")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("\x00\x01\x02", r"line 1, character 1: '\\x00'"),
        (TEXT["pysol"].replace("4C", "4\x1b[31mC"), r"line 3, character 3: '\\x1b'"),
        (b"\x89PNG\r\n\xff".decode("utf-8", "replace"), "line 1, character 1: '\ufffd'"),
        (b"4C \xff".decode("utf-8", "surrogateescape"), r"line 1, character 4: '\\udcff'"),
        ("solvitaire:\x7f1", r"line 1, character 12: '\\x7f'"),
        (TEXT["solvitaire"].replace("4c", "4\x9bc"), r"line 4, character 8: '\\x9b'"),
    ],
)
def test_control_characters_and_binary_garbage(text, place):
    refuse(text, FormatError, rf"^{place} has no place in a text; {ACCEPTED}")


def test_invisible_characters_are_escaped_in_the_message():
    refuse("4C\u202e AS", FormatError, r"this is no deal: '4C\\u202e AS'")


@pytest.mark.parametrize("text", ["4C | " * 50000, "{" * 1000000, "0" * 200000, TEXT["pysol"] + "\n" * 100000])
def test_a_very_long_text(text):
    refuse(text, FormatError, rf"^a text of {len(text)} characters is no deal")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "^JSON, line 1, column 2: Expecting property name"),
        (TEXT["solvitaire"].replace("],\n", "]\n", 1), "^JSON, line 4, column 5: Expecting ',' delimiter"),
        (TEXT["solvitaire"] + "}", r"^JSON, line \d+, column 2: Extra data"),
        (
            "{}",
            '^JSON: there is no "tableau piles"; a Klondike deal has "tableau piles", "stock", "waste", "foundation"$',
        ),
        ('{"tableau piles": []}', "^0 columns: a tableau has at least 1 column"),
        ('{"tableau piles": {}}', '^"tableau piles": an object instead of a list$'),
        ('{"tableau piles": "4C"}', '^"tableau piles": a string instead of a list$'),
        ('{"tableau piles": null}', '^"tableau piles": null instead of a list$'),
        ('{"tableau piles": ["4C"]}', '^"tableau piles", column 1: a string instead of a list$'),
        (
            '{"tableau piles": [[4]]}',
            '^"tableau piles", column 1, card 1: a number instead of a card in quotes, such as 10H$',
        ),
        ('{"tableau piles": [[true]]}', '^"tableau piles", column 1, card 1: true or false instead of a card'),
        ('{"tableau piles": [[[]]]}', '^"tableau piles", column 1, card 1: a list instead of a card'),
        ('{"tableau piles": [[""]]}', "^\"tableau piles\", column 1, card 1: '' is not a card"),
        ('{"tableau piles": [[" "]]}', "^\"tableau piles\", column 1, card 1: ' ' is not a card"),
        ('{"tableau piles": [], "stock": 5}', '^"stock": a number instead of a list$'),
        ('{"tableau piles": [], "stock": [null]}', '^"stock", card 1: null instead of a card'),
        ('{"tableau piles": [], "stock": [], "stock": []}', "^JSON: the key 'stock' is there twice$"),
        ('{"tableau piles": [], "hole": ["4C"]}', "^JSON: unknown key 'hole'; a Klondike deal has"),
        (json.dumps({"x" * 9000: 1}), "^JSON: unknown key 'x{24}'…; a Klondike deal has"),
        ('{"a":' * 19000, "^JSON: nothing like a deal"),
        ('{"tableau piles": ' + "[" * 50000, "^JSON: nothing like a deal"),
        ('{"tableau piles": ' + "[" * 40000 + "]" * 40000 + "}", "^JSON: nothing like a deal"),
        ('{"tableau piles": ' + "9" * 9000 + "}", "^JSON: nothing like a deal"),
        ('{"tableau piles": NaN}', '^"tableau piles": a number instead of a list$'),
    ],
)
def test_json_that_is_no_board(text, message):
    refuse(text, InputError, message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("||", "", r'^piles: there is no "\|\|" between the last column and the stock$'),
        ("|| ", "|| | ", r'^piles: there is a "\|" after the "\|\|", where only the stock is left$'),
        ("| 4C", "|| 4C", r'^piles: there is a "\|" after the "\|\|"'),
        ("9D |", "|", "^column 1 has 0 cards instead of 1; "),
    ],
)
def test_piles_with_bars_in_the_wrong_place(old, new, message):
    refuse(TEXT["piles"].replace(old, new), InputError, message)


def test_a_board_without_columns():
    refuse(TEXT["pysol"].partition("\n")[0], InputError, "^0 columns: a tableau has at least 1 column")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_few_words(text):
    for parse in (Deal.parse, Position.parse):
        message = "read"
        try:
            parse(text)
        except InputError as error:
            message = str(error)
        assert 0 < len(message) < 700


@given(st.sampled_from(sorted(TEXT)), st.data())
def test_a_damaged_deal_is_never_another_deal_by_accident(name, data):
    """Take one character out, or put another in its place: the text is refused, or names every card as before."""
    text = TEXT[name]
    place = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from(["", "?", "x", "9", "H", "<", "|", "\n", " ", "\x00", "\u0663"]))
    damaged = text[:place] + new + text[place + 1 :]
    try:
        read = Deal.parse(damaged)
    except InputError:
        return
    if name != "exact":  # Every number below 52! is a deal of its own.
        assert read == DEAL
