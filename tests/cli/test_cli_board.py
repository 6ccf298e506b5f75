"""Pictures of boards in a terminal: with boxes and without, in colour and not, as wide and as high as there is room."""

from __future__ import annotations

import re

import pytest
from klondike_solver import Card, Column, Deal, Position, Rules, Shape, Solution
from klondike_solver.cards import full_deck
from klondike_solver.cli.board import WIDTH, board
from klondike_solver.moves import Draw

START = Position.start(Deal.parse("solvitaire:2"))


def middle() -> Position:
    """A board with some of everything: a stock, a waste, foundations filled and empty, an empty column."""
    letters = "GI IH GJ @AH @AG @@@@@AG @@@@AK @AG JG HJ @@@AJ FJ IF IH AI AE @@@@@AF"
    return Solution.parse(letters, START).final


def high() -> Position:
    """A board with the longest column that there can be: 19 cards, six of them face down."""
    run = [Card.parse(f"{rank}{suit}") for rank, suit in zip("KQJT98765432A", "SHSHSHSHSHSHS", strict=True)]
    rest = [card for card in full_deck() if card not in run]
    others = [Column((first, second), 1) for first, second in zip(rest[6:9], rest[9:12], strict=True)]
    columns = [*(Column((card,)) for card in rest[12:15]), *others, Column((*rest[:6], *run), 6)]
    return Position(columns, [0] * 4, rest[18:], rest[15:18])


def test_a_board_with_boxes() -> None:
    assert board(middle(), unicode=True).plain.splitlines() == [
        " Stock   Waste           Foundations",
        " ┌────┐  ┌──┌──┌────┐    ┌    ┐  ┌    ┐  ┌────┐  ┌    ┐",
        " │░1 ░│  │5♠│6♥│ 6♣ │      ♣       ♦     │ A♥ │    ♠",
        " └────┘  └──└──└────┘    └    ┘  └    ┘  └────┘  └    ┘",
        "   1       2       3       4       5       6       7",
        " ┌────┐  ┌────┐  ┌────┐  ┌────┐  ┌────┐  ┌────┐  ┌────┐",
        " │ K♦ │  │ K♠ │  │░T♣░│  │ 4♠ │  │░Q♦░│  │░J♥░│  │░A♦░│",
        " │ Q♣ │  │ Q♥ │  │ J♣ │  │ 3♥ │  │░9♦░│  │░Q♠░│  │░2♥░│",
        " └────┘  │ J♠ │  │ T♦ │  └────┘  │░4♣░│  │░K♥░│  │░A♠░│",
        "         │ T♥ │  └────┘          │ J♦ │  │░7♣░│  │░A♣░│",
        "         │ 9♠ │                  │ T♠ │  │░9♣░│  │░3♦░│",
        "         └────┘                  │ 9♥ │  │ 8♣ │  │░8♥░│",
        "                                 │ 8♠ │  │ 7♦ │  │ 2♦ │",
        "                                 │ 7♥ │  └────┘  └────┘",
        "                                 │ 6♠ │",
        "                                 │ 5♥ │",
        "                                 └────┘",
        "",
        "Stock (1)    7♠",
        "Waste (14)   8♦ 4♦ 5♦ K♣ 5♣ 3♠ 2♣ 6♦ 3♣ 2♠ 4♥ 5♠ 6♥ 6♣",
    ]


def test_a_board_in_ascii() -> None:
    assert board(middle(), unicode=False).plain.splitlines()[:10] == [
        " Stock   Waste           Foundations",
        " +----+  +--+--+----+    .    .  .    .  +----+  .    .",
        " |[1 ]|  |5S|6H| 6C |      C       D     | AH |    S",
        " +----+  +--+--+----+    '    '  '    '  +----+  '    '",
        "   1       2       3       4       5       6       7",
        " +----+  +----+  +----+  +----+  +----+  +----+  +----+",
        " | KD |  | KS |  |[TC]|  | 4S |  |[QD]|  |[JH]|  |[AD]|",
        " | QC |  | QH |  | JC |  | 3H |  |[9D]|  |[QS]|  |[2H]|",
        " +----+  | JS |  | TD |  +----+  |[4C]|  |[KH]|  |[AS]|",
        "         | TH |  +----+          | JD |  |[7C]|  |[AC]|",
    ]


def test_a_board_without_boxes() -> None:
    """The bare names say the same in 35 columns, and in half the lines."""
    assert board(middle(), unicode=True, width=36).plain.splitlines() == [
        "░1 ░  5♠ 6♥ 6♣  -♣   -♦   A♥   -♠",
        " 1    2    3    4    5    6    7",
        " K♦   K♠  ░T♣░  4♠  ░Q♦░ ░J♥░ ░A♦░",
        " Q♣   Q♥   J♣   3♥  ░9♦░ ░Q♠░ ░2♥░",
        "      J♠   T♦       ░4♣░ ░K♥░ ░A♠░",
        "      T♥             J♦  ░7♣░ ░A♣░",
        "      9♠             T♠  ░9♣░ ░3♦░",
        "                     9♥   8♣  ░8♥░",
        "                     8♠   7♦   2♦ ",
        "                     7♥ ",
        "                     6♠ ",
        "                     5♥ ",
        "Stock (1)    7♠",
        "Waste (14)   8♦ 4♦ 5♦ K♣ 5♣ 3♠ 2♣ 6♦",
        "             3♣ 2♠ 4♥ 5♠ 6♥ 6♣",
    ]


def test_an_empty_board() -> None:
    won = Position([Column(())] * 7, [13] * 4, [], [])
    lines = board(won, unicode=True).plain.splitlines()
    assert lines[1] == f" ┌    ┐  ┌    ┐{' ' * 10}┌────┐  ┌────┐  ┌────┐  ┌────┐"
    assert lines[2].split() == ["│", "K♣", "│", "│", "K♦", "│", "│", "K♥", "│", "│", "K♠", "│"]
    assert lines[5:7] == [" " + "  ".join(["┌    ┐"] * 7), " " + "  ".join(["└    ┘"] * 7)]
    assert board(won, unicode=False, height=5).plain.splitlines()[2].split() == ["--"] * 7


@pytest.mark.parametrize("width", [1, 2, 12, 13, 14, 15, 34])
def test_no_terminal_is_too_narrow(width: int) -> None:
    lines = board(START, unicode=True, width=width).plain.splitlines()
    stock = [line.split()[-1] for line in lines[next(i for i, line in enumerate(lines) if "Stock (" in line) :]]
    assert {card.symbol for card in START.stock} - set(" ".join(lines).split()) == set()
    # One card to a line where there is no room for two.
    assert (stock[:24] == [card.symbol for card in START.stock]) is (width < 13 + 5)


@pytest.mark.parametrize("unicode", [False, True])
@pytest.mark.parametrize("width", [35, 42, 43, 50, 56, 57, 58, 79, 80, 200])
@pytest.mark.parametrize("position", [START, middle(), high()], ids=["start", "middle", "high"])
def test_all_cards_are_there_in_any_width(position: Position, width: int, unicode: bool) -> None:
    text = board(position, unicode=unicode, width=width).plain
    assert max(map(len, text.splitlines())) <= min(width, WIDTH)
    assert text.isascii() is not unicode
    fan = position.waste[-3:]
    hidden = sum(position.foundations)
    shown = [text.count(card.symbol if unicode else str(card)) for card in full_deck()]
    assert shown.count(0) == hidden - sum(height > 0 for height in position.foundations)
    assert shown.count(2) == len(fan)
    assert max(shown) <= 2


@pytest.mark.parametrize("shape", [Shape(1, 1), Shape(4, 3), Shape(13, 1), Shape(13, 8), Shape(13, 9)])
@pytest.mark.parametrize("unicode", [False, True])
def test_other_decks(shape: Shape, unicode: bool) -> None:
    position = Position.start(Deal.random(1, shape=shape), Rules(draw=1, shape=shape))
    for place in (position, position.play(Draw()) if position.stock else position):
        text = board(place, unicode=unicode).plain
        assert max(map(len, text.splitlines())) <= WIDTH
        names = [card.symbol if unicode else str(card) for card in full_deck(shape.ranks)]
        # The waste's card is drawn, and in the list.
        assert sum(text.count(name) for name in names) == len(names) + len(place.waste)
        assert min(text.count(name) for name in names) == 1


def test_only_as_many_cards_of_the_waste_are_seen_as_are_drawn() -> None:
    for draw, seen in ((1, 1), (2, 2), (3, 3), (5, 3)):
        position = Position.start(Deal.parse("solvitaire:2"), Rules(draw=draw))
        for _ in range(4):
            position = position.play(Draw())
        line = board(position, unicode=True).plain.splitlines()[2]
        assert len(re.findall("[A2-9TJQK][♣♦♥♠]", line)) == seen


def test_what_is_too_high_gets_lower() -> None:
    lines = [board(high(), unicode=True, height=height).plain.splitlines() for height in (40, 30, 24, 20)]
    assert [len(picture) for picture in lines] == [29, 29, 23, 18]
    boxes, _, names, folded = lines
    assert boxes[-4] == f"{' ' * 49}└────┘"
    assert [name for name in names if name.startswith(" " * 48)][-1].strip() == "A♠"
    assert sum("A♠" in line for line in folded) == 1
    assert "░×6░" in folded[2]


def test_colours() -> None:
    def style(text: str) -> set[str]:
        picture = board(middle(), unicode=True)
        found = re.search(text, picture.plain)
        assert found is not None
        return {str(span.style) for span in picture.spans if span.start <= found.start() and found.end() <= span.end}

    assert style(" K♦ ") == {"red on bright_white"}
    assert style(" K♠ ") == {"black on bright_white"}
    assert style("░T♣░") == style("░Q♦░") == style("░1 ░") == {"bright_white on blue"}
    assert style("  ♣ ") == {"dim"}
    assert style("8♦ 4♦") == set()
    assert style("(?<= )8♦") == {"red"}
    assert style("Waste") == set()
