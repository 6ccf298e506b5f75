"""Deal numbers: the published examples, the ends of the ranges, and the shuffles against independent knowledge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver import numbering
from klondike_solver.deal import Deal
from klondike_solver.errors import NumberingError
from klondike_solver.numbering.solvitaire import _mt19937
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase

MICROSOFT = "37529377358585594134454298882350599254635682470701937210952436445911"

# The columns that the programs themselves show, or as many of them as were published, then the first stock cards.
EXAMPLES = {
    "solvitaire:1": (
        "9D | 4C AS | QD 10D JC | 9S JS 8S 6D | 6S 8H 5H 8D JH | 3D 3C 8C 7H 9H AH | 2H 5D KD 7S 2C KH JD",
        "10S 6C 3H 10H 7D",
    ),
    "shootme:1": (
        "4D | 3C 4C | 9S 7D 6H | AH 7S 2C JD | AD 6S 2H 10S AS | 4H 8H 2D KS JC 5C | 3H 4S 3S 5D JH 6C KD",
        "9D 10C 2S QC",
    ),
    "greenfelt:4": ("6D | 2H 4D | 10C 3S 5C | 8C KS AD 3D", "4C 3C 6C 9H"),
    f"microsoft:{MICROSOFT}": ("6C | QH AC | 4H KS 3H | 9H 5H 4C 4S", "7H 3D JD 2H"),
    "kpat:1": (
        "JD | 2D 5H | 9H KD QC | JC KC KH 9D | 5D 9S 3H QD AH | 7H 5S 2S JS 3C 5C | 7C AD KS AS 4C 10S QH",
        "4H AC 4D",
    ),
}

# The last card of each column, then the first stock cards.
TOPS = {
    "ms:1": ("QH TS 5C 4C 3C AH AS", "4H AC 4D 7S 3S TD"),
    "pysol:32000": ("QS 5H 7D 6H QD KD 9H", "AD QH TC 4C"),
    "pysol:100000": ("JH 7C 8S 7H 8C 4C 5D", "6H 2S AD KC"),
}

RANGES = {
    "solvitaire": (0, 2**32 - 1),
    "shootme": (1, 2**31 - 1),
    "greenfelt": (1, 2**31 - 2),
    "microsoft": (0, 80658175170943878571660636856403766975289505440883277824000000000000 - 1),
    "exact": (0, 80658175170943878571660636856403766975289505440883277824000000000000 - 1),
    "pysol": (1, 10**20),
    "ms": (1, 2**33 - 1),
    "kpat": (1, 2**31 - 1),
}


def words(cards):
    return " ".join(map(str, cards))


@pytest.mark.parametrize("name", EXAMPLES)
def test_published_deal(name):
    columns, stock = (text.replace("10", "T") for text in EXAMPLES[name])
    deal = Deal.parse(name)
    assert " | ".join(map(words, deal.columns)).startswith(columns)
    assert words(deal.stock).startswith(stock)
    assert deal.name == name


@pytest.mark.parametrize("name", TOPS)
def test_published_column_tops(name):
    tops, talon = TOPS[name]
    deal = Deal.parse(name)
    assert words(column[-1] for column in deal.columns) == tops
    assert words(deal.stock).startswith(talon)


def test_published_last_stock_card():
    assert str(Deal.parse("solvitaire:1").stock[-1]) == "6H"


def test_published_exact_number():
    deal = Deal.parse("solvitaire:22")
    assert deal.exact == 75815935119064350470717521029623259780400326814603147288883495865917
    assert Deal.from_exact(deal.exact) == deal


def test_mersenne_twister_is_seeded_as_in_its_reference_code():
    # The C++ standard requires this ten-thousandth output of std::mt19937 with its default seed.
    generator = _mt19937(5489)
    assert [generator.getrandbits(32) for _ in range(10000)][-1] == 4123659995


def test_kpat_1_begins_like_microsofts_freecell_deal_1():
    # The two share generator, swaps and deck, and deal the same first row.
    assert words(column[0] for column in Deal.parse("kpat:1").columns) == "JD 2D 9H JC 5D 7H 7C"


@pytest.mark.parametrize("number", [1, 2, 25, 31999, 32001, 100000, 10**19 + 7])
@pytest.mark.parametrize("print_ts", [True, False])
def test_pysol_deals_what_pysol_cards_prints(number, print_ts):
    printed = Game("klondike", number, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(print_ts))
    assert Deal.parse(printed) == Deal.from_number("pysol", number)


@pytest.mark.parametrize("number", [1, 31999, 32000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1])
def test_ms_deals_what_pysol_cards_prints(number):
    printed = Game("klondike", number, RandomBase.DEALS_MS).calc_layout_string(CardRenderer(True))
    assert Deal.parse(printed) == Deal.from_number("ms", number)


def test_pysol_takes_the_old_generator_below_32000_only():
    assert Deal.parse("pysol:31999") == Deal.parse("ms:31999")
    assert Deal.parse("pysol:32000") != Deal.parse("ms:32000")


def test_the_ranges_are_the_programs_own():
    assert {name: (scheme.minimum, scheme.maximum) for name, scheme in numbering.SCHEMES.items()} == RANGES


@pytest.mark.parametrize("name", RANGES)
def test_both_ends_of_a_range_are_dealt_and_what_lies_beyond_is_refused(name):
    minimum, maximum = RANGES[name]
    ends = {Deal.from_number(name, minimum), Deal.from_number(name, maximum)}
    assert len(ends) == 2
    for beyond in (minimum - 1, maximum + 1, 10 * maximum, -(10**5000), 10**5000):
        with pytest.raises(NumberingError, match=f"out of range: {name} takes a whole number from {minimum} to"):
            Deal.from_number(name, beyond)


@pytest.mark.parametrize("name", RANGES)
def test_neighbours_differ(name):
    first = RANGES[name][0]
    assert len({Deal.from_number(name, first + step) for step in range(50)}) == 50


@given(st.data(), st.sampled_from(sorted(RANGES)))
def test_every_number_deals_a_whole_deck_and_its_name_is_read_back(data, name):
    number = data.draw(st.integers(*RANGES[name]))
    deal = Deal.from_number(name, number)
    assert deal.name == f"{name}:{number}"
    again = Deal.parse(str(deal))
    assert again == deal
    assert again.name == deal.name


@pytest.mark.parametrize(
    "text", ["solvitaire:22", " SOLVITAIRE:22\n", "Solvitaire : 0022", "solvitaire:" + "0" * 9000 + "22"]
)
def test_a_name_is_read_in_any_case_with_spaces_and_leading_zeros(text):
    assert Deal.parse(text).name == "solvitaire:22"
    assert numbering.deal(text) == Deal.from_number("solvitaire", 22)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("solvitare:1", "unknown scheme of deal numbers 'solvitare': there are solvitaire, .*did you mean solvitaire"),
        ("windows:1", "unknown scheme of deal numbers 'windows': there are solvitaire, shootme, "),
        ("shootme:0", "^0 is out of range: shootme takes a whole number from 1 to 2147483647$"),
        ("shootme:2147483648", "^2147483648 is out of range: shootme takes"),
        ("shootme:-5", "^-5 is out of range: shootme takes"),
        ("shootme:" + "9" * 5000, "^a number of 5000 digits is out of range: shootme takes"),
        ("exact:" + "9" * 68, "^9{68} is out of range: exact takes a whole number from 0 to 52! − 1"),
        ("exact:1" + "0" * 6000, "^a number of 6001 digits is out of range: exact takes"),
        ("exact:-" + "9" * 6000, "^a number of 6000 digits is out of range: exact takes"),
        ("kpat:", "^'' is not a deal number: kpat takes"),
        ("kpat:1.5", "^'1.5' is not a deal number: kpat takes"),
        ("kpat:1e3", "^'1e3' is not a deal number: kpat takes"),
        ("kpat:1_000", "^'1_000' is not a deal number: kpat takes"),
        ("kpat:+1", r"^'\+1' is not a deal number: kpat takes"),
        ("kpat:1 2", "^'1 2' is not a deal number: kpat takes"),
        ("kpat:\u0663", "^'\u0663' is not a deal number: kpat takes"),
        ("kpat:" + "x" * 5000, "^'x{24}'… is not a deal number: kpat takes"),
    ],
)
def test_a_wrong_name_is_refused_with_what_would_be_right(text, message):
    with pytest.raises(NumberingError, match=message) as caught:
        Deal.parse(text)
    assert len(str(caught.value)) < 250


def test_numbering_alone_wants_a_scheme():
    with pytest.raises(NumberingError, match="'22' is no deal number: write scheme:number"):
        numbering.deal("22")


def test_a_number_is_an_integer():
    with pytest.raises(TypeError):
        Deal.from_number("solvitaire", 1.0)
