"""What is said about every mistake in a layout, and where it is."""

import pytest
from klondike_solver.deal import Deal
from klondike_solver.errors import DealError, InputError, PositionError
from klondike_solver.formats import FORMATS, write_position
from klondike_solver.position import Position
from klondike_solver.rules import Rules, Shape

from .example import POSITION, RULES, changed, without_numbers

CARD = "write the rank A 2 … 9 T J Q K, then the suit C D H S"
RUN = "the face-up cards of a column go down by one and change colour; face-down cards stand before a | in their column"

MISTAKES = [
    # Cards
    ([("QH JS", "Q JS")], [(5, 4)], f"5, 4 (column 1): 'Q' is not a card: its suit is missing; {CARD}"),
    ([("8D QS", "8D H QS")], [(3, 11)], f"3, 11 (stock): 'H' is not a card: its rank is missing; {CARD}"),
    ([("JH\n", "HJ\n")], [(2, 23)], f"2, 23 (waste): 'HJ' is not a card, but JH is one; {CARD}"),
    ([("TC 6H", "0C 6H")], [(3, 23)], f"3, 23 (stock): '0C' is not a card, but TC is one; {CARD}"),
    ([("6S 5H", "6S5 5H")], [(6, 21)], f"6, 21 (column 2): '6S5' is not a card; {CARD}"),
    (
        [("JC KC |", "JC KC /")],
        [(8, 10)],
        f"8, 10 (column 4): '/' is not a card: if a | is meant, type | itself; {CARD}",
    ),
    ([("KC |", "KC I")], [(8, 10)], f"8, 10 (column 4): 'I' is not a card: if a | is meant, type | itself; {CARD}"),
    (
        [("5D | 9S", "5D¦9S")],
        [(7, 4)],
        f"7, 4 (column 3): '5D¦9S' is not a card: if a | is meant, type | itself; {CARD}",
    ),
    (
        [("3H 5S", "3H S!")],
        [(1, 23)],
        "1, 23 (foundations): 'S!' is not the top card of a foundation; write rank and"
        " suit, such as 3H, and nothing for an empty one",
    ),
    (
        [("QH JS", "12H 11S"), ("9S", "9")],
        [(5, 4), (5, 8), (7, 9)],
        f"5, 4 (column 1): '12H' is not a card, but QH is one; {CARD}; no cards either: '11S', line 5, character 8 "
        "(column 1); '9', line 7, character 9 (column 3)",
    ),
    # Cards that are there twice, or not at all
    (
        [("7H |", "7D |")],
        [(6, 4), (6, 18)],
        "7D is there twice: line 6, character 4 (column 2) and line 6, character 18 (column 2); 7H is missing",
    ),
    (
        [("7H |", "7D |"), ("8D QS", "5H QS")],
        [(6, 4), (6, 18), (6, 24), (3, 8)],
        "7D is there twice: line 6, character 4 (column 2) and line 6, character 18 (column 2); 5H is there twice: "
        "line 6, character 24 (column 2) and line 3, character 8 (stock); 7H, 8D are missing",
    ),
    (
        [("3H 5S", "4H 5S")],
        [(2, 8), (1, 20)],
        "53 cards, but a deal has 52; 4H is there twice: line 2, character 8 (waste) and line 1, character 20 "
        "(foundations)",
    ),
    (
        [("3H 5S", "5H 5S")],
        [(6, 24), (1, 20), (2, 8), (1, 20)],
        "54 cards, but a deal has 52; 5H is there twice: line 6, character 24 (column 2) and line 1, character 20 "
        "(foundations); 4H is there twice: line 2, character 8 (waste) and line 1, character 20 (under 5H of the "
        "foundations)",
    ),
    ([("8D QS 6C", "8D QS")], [], "51 cards, but a deal has 52; 6C is missing"),
    (
        [("TS 9D 8S", "TS 8S")],
        [(6, 12)],
        "51 cards, but a deal has 52; 9D is missing; line 6, character 12: 8S cannot lie on TS in column 2",
    ),
    (
        [("stock: 8D QS 6C 3D 8C TC 6H\n", "")],
        [],
        "45 cards, but a deal has 52; 3D, 6C, 6H, 8C, 8D, TC, QS are missing; there is no line for the stock "
        "(stock: …)",
    ),
    # Cards that are unknown
    (
        [("QH JS", "? JS"), ("KC |", "?? |")],
        [(5, 4), (8, 7)],
        "5, 4 (column 1): 2 cards are unknown, which is not supported yet; only one can be, as the others tell which "
        "it is; cards that stand nowhere: QH, KC",
    ),
    (
        [("QH JS", "? JS"), ("JC KC", "JC")],
        [(5, 4)],
        "5, 4 (column 1): the others do not tell which card this is; 2 cards of the deck stand nowhere: QH, KC",
    ),
    (
        [("4: JC", "4: ? JC")],
        [(8, 4)],
        "8, 4 (column 4): the others do not tell which card this is; 0 cards of the deck stand nowhere: none",
    ),
    (
        [("QH JS", "?S JS")],
        [(5, 4)],
        "5, 4 (column 1): '?S' cannot be QH, the one card that stands nowhere",
    ),
    # Which cards are face down
    ([("7H |", "7H")], [(6, 7)], f"6, 7: TS cannot lie on 7H in column 2: {RUN}"),
    (
        [("7H |", "7H"), ("9H KD QC |", "9H KD QC")],
        [(6, 7), (9, 7)],
        f"6, 7: TS cannot lie on 7H in column 2, KD cannot lie on 9H in column 5: {RUN}",
    ),
    (
        [("JC KC | KH", "JC KC KH |")],
        [(8, 10)],
        "8, 10: the last card of column 4, KH, must be face up; face-down cards stand before a | in their column",
    ),
    (
        [("JC KC | KH", "JC | KC | KH")],
        [(8, 12), (8, 7)],
        "8, 12 (column 4): a second | in this column; one stands after all its face-down cards",
    ),
    ([("JC KC |", "[JC KC")], [(8, 4)], "8, 4 (column 4): [ without a ] after the face-down cards"),
    ([("JC KC |", "JC KC]")], [(8, 9)], "8, 9 (column 4): a ], where nothing is open"),
    ([("JC KC |", "[JC KC>")], [(8, 10)], "8, 10 (column 4): a >, where ] closes it"),
    ([("JC KC |", "[JC [KC]")], [(8, 8), (8, 4)], "8, 8 (column 4): [ inside of [, which is still open"),
    ([("JC KC |", "JC <KC>")], [(8, 8)], "8, 8 (column 4): KC is face down, but a card above it is face up"),
    ([("TD 8H", "TD | 8H")], [(2, 17)], "2, 17 (waste): | marks face-down cards, in columns only"),
    ([("stock: 8D", "stock: <8D>")], [(3, 8)], "3, 8 (stock): < marks face-down cards, in columns only"),
    (
        [("QH JS TH 9C", "9C TH JS QH")],
        [(5, 7)],
        "5, 7: TH cannot lie on 9C in column 1: the face-up cards of a column go down by one and change colour; a "
        "column begins with the card farthest from the player, so this one may be upside down",
    ),
    (
        [("stock: 8D QS 6C 3D 8C TC 6H", "stock: 7 cards")],
        [(3, 8)],
        "3, 8 (stock): 7 is how many cards; which ones they are must be given, too",
    ),
    # Foundations
    (
        [("foundations: AC", "clubs: A")],
        [(1, 1)],
        "1, 1: 'clubs' is no label; the foundations are on one line, such as foundations: 3H AS",
    ),
    (
        [("3H 5S", "H 5S")],
        [(1, 20)],
        "1, 20 (foundations): 'H' is not the top card of a foundation; write rank and suit, such as 3H, and nothing "
        "for an empty one",
    ),
    (
        [("3H 5S", "3H 2H")],
        [(1, 23)],
        "1, 23 (foundations): the foundation of hearts is there twice; only its top card is written",
    ),
    # Recycles
    (
        [("recycles: 2", "recycles:  twice")],
        [(4, 12)],
        "4, 12: 'twice' is not a number that says how often the waste was turned over, 0 or more",
    ),
    (
        [("recycles: 2", "pass: 0")],
        [(4, 7)],
        "4, 7: '0' is not a number that says the pass the game is in, 1 or more",
    ),
    (
        [("recycles: 2", "pass: 3\nrecycles: 2")],
        [(4, 7), (5, 11)],
        "4, 7: how often the waste was turned over is said twice",
    ),
    ([("recycles: 2", "pass: 4")], [(4, 7)], "4, 7: 3 recycles are too many: the rules allow 3 passes"),
    # Lines
    ([("waste:", "wast:")], [(2, 1)], "2, 1: 'wast' is no label; did you mean waste?"),
    (
        [("waste:", "discards:")],
        [(2, 1)],
        "2, 1: 'discards' is no label; a line begins with stock:, waste:, foundations:, recycles:, pass: or the number "
        "of a column, as 1:",
    ),
    ([("waste:", "stock:")], [(3, 1)], "3, 1: a second line for the stock; the first is line 2"),
    ([("7: JD", " 1: JD")], [(11, 2)], "11, 2: a second line for column 1; the first is line 5"),
    ([("7: JD", "17: JD")], [(11, 1)], "11, 1: column 17: the columns are numbered from 1 to 7"),
    (
        [("7: JD", "JD")],
        [(11, 1)],
        "11, 1: 'JD | 7C 6D 5C 4D 3C' has no label; it needs stock:, waste: or foundations:, or its number, as the "
        "other columns have",
    ),
    (
        [("recycles: 2", "draw: 3")],
        [(4, 1)],
        "4, 1: 'draw': the rules are no part of a position; give them beside it, such as --draw 1",
    ),
    # Columns too many or too few
    (
        [("7: JD | 7C", "7: JD\n8: 7C")],
        [],
        "8 columns, but a game of 52 cards has 7, empty ones too; 1 column is empty (6), which is 1 too many",
    ),
    (
        [("6: -\n", "6: 7C\n"), ("7: JD | 7C", "7: JD\n8: ")],
        [],
        "8 columns, but a game of 52 cards has 7, empty ones too",
    ),
]


@pytest.mark.parametrize(("changes", "places", "message"), MISTAKES, ids=[message[:40] for *_, message in MISTAKES])
def test_mistakes(changes, places, message):
    if message[0].isdigit() and message.split()[0].endswith(",") and ", " in message:
        line, character = message.split(", ", 1)
        message = f"line {line}, character {character}"
    with pytest.raises(InputError) as caught:
        Position.parse(changed(*changes), RULES)
    assert str(caught.value) == message
    assert list(caught.value.places) == places


def test_too_many_cards_where_a_game_cannot_have_them():
    text = Deal.parse("solvitaire:1").to("layout")
    with pytest.raises(
        PositionError, match=r"^line 2, character 7: stock and waste have 24 and 1 cards; a game"
    ) as caught:
        Position.parse(text.replace("7: 2H", "waste: 2H\n7:").replace("stock", "# S\nstock"))
    assert caught.value.places == ((2, 7),)
    text = text.replace("TS 6C 3H", "3H").replace("4C | AS", "TS 4C | AS").replace("9D", "6C | 9D")
    with pytest.raises(
        PositionError, match=r"^line 2, character 3: 23 cards are face down; a game starts with 21"
    ) as caught:
        Position.parse(f"{text}\nwaste: -\npass: 2", RULES)
    assert caught.value.places == ((2, 3), (3, 3))


def test_an_empty_column_too_many():
    text = without_numbers()
    with pytest.raises(
        PositionError, match=r"has 7, empty ones too; 2 columns are empty \(6, 7\), which is 1 too many$"
    ):
        Position.parse(text.replace("\n-\n", "\n-\n-\n"), RULES)
    # A pile without its label is taken for a column.
    with pytest.raises(PositionError, match=r"^8 columns, .*; every line without a label .* is a column$"):
        Position.parse(text.replace("waste: ", "").replace("\n-\n", "\nKC\n").replace("JC KC |", "JC |"), RULES)


@pytest.mark.parametrize("label", ["f", "F ", "foundation", "foundations"])
@pytest.mark.parametrize("tops", ["KC KD KH KS", "C-K D-K H-K S-K", "♣K ♦K ♥K ♠K", "kc, kd, kh, ks"])
def test_a_won_game_on_one_line(label, tops):
    assert Position.parse(f"{label}: {tops}\n").is_won


def test_a_short_label_with_a_number_is_an_unknown_scheme():
    for text in ("f: 5", "s:17", "w: 2S3", "s:", "t: 2S"):
        with pytest.raises(InputError, match=r"unknown scheme of deal numbers|is not a deal number"):
            Position.parse(text)


def test_an_empty_column_that_was_left_out():
    text = without_numbers()
    assert Position.parse(text, RULES) == POSITION
    for kind in (text, FORMATS["pysol"].write_board(FORMATS["layout"].read_board(text))):
        with pytest.raises(PositionError, match=r"^6 columns, but a game of 52 cards has 7, empty ones too: number"):
            Position.parse(kind.replace("\n-\n", "\n").replace("\n:\n", "\n"), RULES)
    # With a column that has cards, these are missing, too.
    with pytest.raises(PositionError, match=r"^50 cards, .*; 5D, 9S are missing; 6 columns, but a game of 52"):
        Position.parse(text.replace("5D | 9S\n", ""), RULES)
    # Where the rules say how many columns there are, there may be others.
    rules = Rules(shape=Shape(13, 6))
    position = Position.start(Deal.random(1, shape=rules.shape), rules)
    while not position.waste:
        position = position.play(position.legal_moves()[-1])
    assert Position.parse(write_position(position, "layout"), rules) == position


def test_many_mistakes_at_once_are_told_in_a_few_words():
    for text in (
        "1: " + "4X " * 6_000,
        "stock: " + "4C " * 6_000,
        "\n".join("4C|" * 2000 for _ in range(2)),
        "1: " + "? " * 8_000,
        "1 2 3 4 5 6 7\n" + "4C\n" * 6_000,
        "1: " + "[" * 90_000,
        "1: " + "4C" * 8_000,
        "foundations: " + "(" * 90_000,
        "recycles: " + " of" * 6_000,
        "recycles: " + " " * 90_000 + "x",
        "recycles: x" + " " * 90_000 + "y\n1: -",
        "a" + " " * 90_000 + "b\nstock: 4C",
        "a" + " " * 90_000 + ":\nstock: 4C",
        "Stock Waste Foundations\n" + "-" * 90_000 + "x",
        "Stock Waste Foundations\n\n" + "░" * 90_000,
        "foundations: (draw 1)" + " " * 90_000 + "x\n1: -",
        "stock: -\n" + " ".join(map(str, range(1, 99))) + "\n" + "4C " * 3_000,
        "\n" * 99_000 + "1: 4X",
    ):
        with pytest.raises(InputError) as caught:
            Position.parse(text)
        assert len(str(caught.value)) < 1000


def test_a_deck_that_is_missing_altogether():
    with pytest.raises(InputError, match=r"^1 card, but a deal has 52; AC, AD, .* are missing$"):
        Position.parse("stock: KH\n1: -\n")


def test_errors_of_deals_have_places_too():
    for name, place in (("layout", (3, 4)), ("pysol", (3, 2)), ("piles", (1, 6)), ("digits", (1, 4))):
        text = Deal.parse("solvitaire:1").to(name)
        wrong = text[:3] + text[:3] + text[6:] if name == "digits" else text.replace("4C", "9D", 1)
        with pytest.raises(DealError, match=r"^9D is there twice: line") as caught:
            Deal.parse(wrong)
        assert place in caught.value.places
