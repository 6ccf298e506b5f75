"""Layouts: positions as a person types them in, and every way to write one."""

import pytest
from klondike_solver.deal import Deal
from klondike_solver.errors import FormatError, InputError
from klondike_solver.formats import write_position
from klondike_solver.position import Position

from .example import ASCII, LAYOUT, PICTURE, POSITION, RULES, changed, without_numbers


def test_a_layout_is_written_and_read():
    assert write_position(POSITION, "layout") == LAYOUT.rstrip("\n")
    assert Position.parse(LAYOUT, RULES) == POSITION


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(reversed(LAYOUT.splitlines())),
        LAYOUT.lower(),
        LAYOUT.replace(" ", ", ").replace("s:,", "s:").replace("T", "10"),
        LAYOUT.replace("C", "♣").replace("D", "♢").replace("H", "♥\ufe0f").replace("S", "♤"),
        changed(("6: -\n", "")),
        changed(("6: -\n", "6:\n")),
        changed(("foundations:", "F:"), ("waste:", "w:"), ("stock:", "Talon :"), ("recycles: 2", "pass: 3")),
        changed(("recycles: 2", "pass: 3 of 3")),
        changed(("AC 2D 3H 5S", "H-3 C-A D-2 S-5")),
        changed(("AC 2D 3H 5S", "H:3, C:A, D:2, S:5")),
        changed(("AC 2D 3H 5S", "h3 ♣A d=2 5s")),
        changed(("AC 2D 3H 5S", "ac2d3h5s"), ("waste: 4H 7S TD 8H 2C JH", "w:4h7s10d8h2cjh")),
        changed(("1:", "Column 1:"), ("2: ", "2) "), ("3: ", "col 3. "), ("4: JC", "4:JC")),
        changed(("TS 9D 8S 7D", "TS9D8S7D"), ("9H KD QC | KS QD", "9HKDQC|KSQD"), ("TH 9C", "10h9c")),
        changed(
            ("9H KD QC | KS QD", "[9H KD QC] KS QD"), ("JC KC |", "<JC> <KC>"), ("JD |", "(JD)|"), ("7H |", "[7H] ")
        ),
        changed(("1: QH", "1: | QH"), ("6: -", "6: |")),
        changed(("stock: 8D QS 6C", "stock: 8D\n   QS\n 6C"), ("TD 8H 2C JH", "TD 8H 2C\nJH # the card on top")),
        f"# typed on a train\n{LAYOUT.replace('|', '| # down')}".replace("# down", "") + "# the end: 7H | 7H\n",
        without_numbers(),
        without_numbers().replace("\n-\n", "\n:\n").replace("QH JS", ": QH JS"),
        changed(("KC |", "? |")),
        changed(("8C TC", "?? TC")),
        changed(("8C TC", "8? TC")),
        changed(("TD 8H", "?d 8H")),
        changed(("TD 8H", "xx 8H"), ("1: QH", "Tableau:\n1: QH")),
        changed(("JC KC | KH", "JC ##| KH # the king of clubs")),
        changed(("TD 8H", "10? 8H")),
        str(POSITION),
        POSITION.render(unicode=True),
        "\n".join(f"    {line}" for line in str(POSITION).splitlines()),
        str(POSITION).replace("QC]        [JD]", "QC]   --   [JD]"),
        PICTURE,
        f"My game:\n{PICTURE}".replace("My", "#"),
        PICTURE.replace("░5♦░", "░░░░"),
        PICTURE.translate(ASCII).replace("░5D░", "[  ]"),
        PICTURE.translate(ASCII).replace("░7 ░", "[7 ]").replace("Between ░", "In brackets"),
        PICTURE.translate(ASCII).partition("\nBetween")[0] + "\nrecycles: 2",
    ],
    ids=range(37),
)
def test_other_ways_to_write_the_same(text):
    assert Position.parse(text, RULES) == POSITION


def test_a_tableau_may_be_typed_as_it_lies():
    text = """\
stock: TS 6C 3H TH 7D 5S 9C 4S 7C KC 4D 2D 5C AD 3S QS QC 4H 2S AC QH TC KS 6H
1   2   3   4   5   6   7
9D  4C  QD  9S\t6S  3D  2H
    AS  TD  JS  8H  3C  5D
        JC  8S  5H  8C  KD
            6D  8D  7H  7S
                JH  9H  2C
                    AH  KH
                        JD"""
    assert Deal.parse(text) == Deal.parse("solvitaire:1")
    with pytest.raises(FormatError, match=r"^line 5, character 9 \(column 3\): there is no card above this one"):
        Deal.parse(text.replace("TD", "  "))
    with pytest.raises(FormatError, match=r"^line 4, character 6 \(column 2\): a second card in this row under 2"):
        Deal.parse(text.replace("    AS  TD", "  AS TD   "))
    with pytest.raises(FormatError, match=r"^line 2, character 9: 4 above a column, where 3 comes next"):
        Deal.parse(text.replace("1   2   3 ", "1   2   4 "))
    with pytest.raises(FormatError, match=r"^line 2, character 3: 3 above a column, where 2 comes next"):
        Deal.parse(text.replace("1   2   3 ", "1\t3 "))


def test_mistakes_in_a_picture_are_told_with_their_places():
    for old, new, message in (
        ("│ K♥ │", "│ X♥ │", r"^line 9, character 28 \(column 4\): 'X♥' is not a card"),
        ("│░Q♣░│", "│ Q♣ │", r"^line 10, character 36: KS cannot lie on QC in column 5: "),
        ("│ 3♥ │", "│ 4♥ │", r"; 4H is there twice: line 18, character 14 \(waste\) and line 3, character 44 \(found"),
        ("♦ Q♠ 6♣", "♦ 6♣", "^51 cards, but a deal has 52; QS is missing$"),
        (
            "░7♥░│  │░5♦░",
            "░░░░│  │░░░░",
            r"^line 7, character 12 \(column 2\): 2 cards are unknown, .* nowhere: 5D, 7H$",
        ),
        ("   1       2", "   1       3", "^line 5, character 12: 3 above a column, where 2 comes next"),
        ("over 2 times", "over 3 times", "^line 21, character 63: 3 recycles are too many"),
        ("Between", f"{PICTURE}\nBetween", "^line 20, character 2: a second line for the stock; the first is line 17"),
    ):
        assert old in PICTURE
        with pytest.raises(InputError, match=message):
            Position.parse(PICTURE.replace(old, new, 1), RULES)


def test_a_deal_is_a_layout_too():
    deal = Deal.parse("solvitaire:1")
    assert deal.to("layout").splitlines()[:4] == [
        "stock: TS 6C 3H TH 7D 5S 9C 4S 7C KC 4D 2D 5C AD 3S QS QC 4H 2S AC QH TC KS 6H",
        "1: 9D",
        "2: 4C | AS",
        "3: QD TD | JC",
    ]
    assert Deal.parse(deal.to("layout").replace("|", "")) == deal
    with pytest.raises(FormatError, match=r"^line 2, character 7: this is a position in the middle of a game"):
        Deal.parse(LAYOUT)


def test_a_won_game_has_no_columns():
    won = Position.parse("foundations: KC KD KH KS")
    assert won.is_won
    assert Position.parse(write_position(won, "layout")) == won
