"""Bad deal texts: one clear, short message that says what is wrong, where, and what would be right."""

import json
import re

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
    "layout": ("4C", "9D", "XX"),
    "piles": ("4C", "9D", "XX"),
}


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        (
            "solvitaire",
            'line 3, character 6 ("tableau piles", column 1)',
            'line 4, character 6 ("tableau piles", column 2)',
        ),
        ("pysol", "line 2, character 1 (column 1)", "line 3, character 2 (column 2)"),
        ("layout", "line 2, character 4 (column 1)", "line 3, character 4 (column 2)"),
        ("piles", "line 1, character 1 (column 1)", "line 1, character 6 (column 2)"),
    ],
)
def test_a_duplicate_card(name, first, second):
    card, again, _ = CARDS[name]
    message = re.escape(f"9D is there twice: {first} and {second}; 4C is missing")
    refuse(TEXT[name].replace(card, again, 1), DealError, f"^{message}$")


def test_a_duplicate_card_in_digits():
    first, second = r"line 1, character 1 \(column 1, card 1\)", r"line 1, character 4 \(column 2, card 1\)"
    refuse("092092" + TEXT["digits"][6:], DealError, f"^9D is there twice: {first} and {second}; 4C is missing$")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("solvitaire", '"6H", ', ""), ("pysol", " 6H", ""), ("layout", " 6H", ""), ("piles", " 6H", "")],
)
def test_51_cards(name, old, new):
    assert TEXT[name].count(old) == 1
    refuse(TEXT[name].replace(old, new), DealError, "^51 cards, but a deal has 52; 6H is missing$")


def test_51_cards_in_digits():
    refuse(
        TEXT["digits"][:-3], FormatError, r"^153 digits \(51 cards\), but a deal is 156, three for each of 52 cards$"
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "place"),
    [
        ("solvitaire", '"4c"', '"4c", "6h"', "line 4, character 5"),
        ("pysol", "<4C>", "<4C> <6H>", "line 3, character 1"),
        ("layout", "4C", "4C 6H", "line 3, character 3"),
        ("piles", "4C", "4C 6H", "line 1, character 5"),
    ],
)
def test_a_column_of_the_wrong_length(name, old, new, place):
    text = TEXT[name].replace('"6H", ', "").replace(" 6H", "").replace(old, new)
    message = "column 2 has 3 cards instead of 2; column 1 of a deal has 1 card, column 2 has 2, and so on"
    refuse(text, DealError, f"^{place}: {message}$")


@pytest.mark.parametrize("name", ["solvitaire", "pysol", "layout", "piles"])
def test_a_column_too_few(name):
    text = TEXT[name]
    if name == "solvitaire":
        text = json.dumps({**BOARD, "tableau piles": BOARD["tableau piles"][:-1]})
    elif name != "piles":
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
        ("solvitaire", r'line 4, character 6 \("tableau piles", column 2\)'),
        ("pysol", r"line 3, character 2 \(column 2\)"),
        ("layout", r"line 3, character 4 \(column 2\)"),
        ("piles", r"line 1, character 6 \(column 2\)"),
    ],
)
@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("1S", ", but AS is one"),
        ("4X", ""),
        ("4", ": its suit is missing"),
        ("10", ": its suit is missing"),
        ("♥", ": its rank is missing"),
        ("C4", ", but 4C is one"),
        ("d10", ", but 10D is one"),
        ("4CS", ""),
        ("14C", ""),
        ("12c", ", but QC is one"),
        ("0C", ", but TC is one"),
        ("4\u00e7", ""),
        ("4" * 1000, ""),
    ],
)
def test_what_is_no_card(name, where, wrong, hint):
    card, _, pattern = CARDS[name]
    text = TEXT[name].replace(card, pattern.replace("XX", wrong).replace("xx", wrong), 1)
    message = f"is not a card{hint}; write the rank A 2 … 9 T J Q K, then the suit C D H S"
    refuse(text, FormatError, rf"^{where}: '.*'…? {message}$")


@pytest.mark.parametrize("wrong", ["000", "140", "991", "015", "010"])
def test_digits_that_are_no_card(wrong):
    text = TEXT["digits"][:12] + wrong + TEXT["digits"][15:]
    message = rf"card 5 \(digits 13 to 15\) is {wrong}, which is no card: a rank is 01 to 13, a suit 1 to 4$"
    refuse(text, FormatError, f"^line 1, character 13: {message}")
    broken = "digits:\n" + "\n".join(text[start : start + 9] for start in range(0, 156, 9))
    refuse(broken, FormatError, f"^line 3, character 4: {message}")


@pytest.mark.parametrize("name", ["digits", "solvitaire", "piles"])
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


def test_digits_without_any():
    refuse("digits:", FormatError, r"^0 digits.*, but a deal is 156, .*with its scheme, for example solvitaire:22$")


@pytest.mark.parametrize("number", ["22", "1" * 20, "1" * 21, "1" * 68, "9" * 68, "0" * 5000])
def test_a_number_without_a_scheme(number):
    hint = "a deal number is written with its scheme, for example solvitaire:22" if len(number) < 100 else "52 cards$"
    if len(number) in (21, 68) and number[0] == "1":
        hint = "may be one of the Microsoft Solitaire Collection: write microsoft:1111…, or exact:1111… if it is an"
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
        ("{", "^line 1, character 2: JSON: expected a key in double quotes$"),
        (
            TEXT["solvitaire"].replace("],\n", "]\n", 1),
            "^line 4, character 5: JSON: expected a comma, or the end of what is open$",
        ),
        (TEXT["solvitaire"] + "}", "^line 14, character 2: JSON: expected nothing more after the end$"),
        ('{"tableau piles": [["4C",]]}', "^line 1, character 25: JSON: a comma with nothing after it$"),
        ('{"stock": [],\n}', "^line 1, character 13: JSON: a comma with nothing after it$"),
        ("{'tableau piles': []}", "^line 1, character 2: JSON: a single quote; texts stand in double quotes$"),
        ("{\"tableau piles\": [['4C']]}", "^line 1, character 21: JSON: a single quote; texts stand in double quotes$"),
        ('{"tableau piles": [[4C]]}', "^line 1, character 22: JSON: expected a comma, or the end of what is open$"),
        (
            '{"tableau piles": [[KC]]}',
            "^line 1, character 21: JSON: expected a value: a list .*, or a card in double q",
        ),
        ('{"stock": ["KC]}', "^line 1, character 12: JSON: a string without a closing quote begins here$"),
        ('{"stock": []\n\n\n', "^line 1, character 13: JSON: expected a comma, or the end of what is open$"),
        (
            "{}",
            '^JSON: there is no "tableau piles"; a Klondike deal has "tableau piles", "stock", "waste", "foundation"$',
        ),
        ('{"tableau piles": []}', "^0 columns: a tableau has at least 1 column"),
        ('{"tableau piles": {}}', r'^line 1, character 19 \("tableau piles"\): an object instead of a list$'),
        ('{"tableau piles": "4C"}', r'^line 1, character 19 \("tableau piles"\): a string instead of a list$'),
        ('{"tableau piles": null}', r'^line 1, character 19 \("tableau piles"\): null instead of a list$'),
        (
            '{"tableau piles": ["4C"]}',
            r'^line 1, character 20 \("tableau piles", column 1\): a string instead of a list$',
        ),
        (
            '{"tableau piles": [[4]]}',
            r'^line 1, character 21 \("tableau piles", column 1\): a number instead of a card in quotes, such as 10H$',
        ),
        (
            '{"tableau piles": [[true]]}',
            r'^line 1, character 21 \("tableau piles", column 1\): true or false instead of a card',
        ),
        ('{"tableau piles": [[[]]]}', r'^line 1, character 21 \("tableau piles", column 1\): a list instead of a card'),
        ('{"tableau piles": [[""]]}', r"^line 1, character 21 \(.tableau piles., column 1\): '' is not a card"),
        ('{"tableau piles": [[" "]]}', r"^line 1, character 21 \(.tableau piles., column 1\): ' ' is not a card"),
        ('{"tableau piles": [], "stock": 5}', r'^line 1, character 32 \("stock"\): a number instead of a list$'),
        ('{"tableau piles": [], "stock": [null]}', r'^line 1, character 33 \("stock"\): null instead of a card'),
        (
            '{"tableau piles": [], "stock": [], "stock": []}',
            "^line 1, character 36: JSON: the key 'stock' is there twice$",
        ),
        (
            '{"tableau piles": [], "hole": ["4C"]}',
            "^line 1, character 23: JSON: unknown key 'hole'; a Klondike deal has",
        ),
        (json.dumps({"x" * 9000: 1}), "^line 1, character 2: JSON: unknown key 'x{24}'…; a Klondike deal has"),
        ('{"a":' * 19000, "^JSON: nothing like a deal"),
        ('{"tableau piles": ' + "[" * 50000, "^JSON: nothing like a deal"),
        ('{"tableau piles": ' + "[" * 40000 + "]" * 40000 + "}", "^JSON: nothing like a deal"),
        ('{"tableau piles": ' + "9" * 9000 + "}", "^JSON: nothing like a deal"),
        ('{"tableau piles": NaN}', r'^line 1, character 19 \("tableau piles"\): a number instead of a list$'),
        (
            '{"tableau piles": [],\n "foundation": [],\n "foundations": []}',
            "^line 3, character 2: JSON: the key 'foundations' means the same as 'foundation', which is there, too$",
        ),
    ],
)
def test_json_that_is_no_board(text, message):
    refuse(text, InputError, message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "||",
            "",
            r'^line 1, character 168: there is no "\|\|" between the last column and the stock of these piles; ',
        ),
        ("|| ", "|| | ", r'^line 1, character 100: there is a "\|" after the "\|\|", where only the stock is left$'),
        ("| 4C", "|| 4C", r'^line 1, character 13: there is a "\|" after the "\|\|"'),
        ("9D |", "|", "^line 1, character 1: column 1 has 0 cards instead of 1; "),
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
