"""A layout in the middle of a game, how it is drawn, and the position that it is."""

from klondike_solver.cards import Card
from klondike_solver.position import Column, Position
from klondike_solver.rules import Rules

LAYOUT = """\
foundations: AC 2D 3H 5S
waste: 4H 7S TD 8H 2C JH
stock: 8D QS 6C 3D 8C TC 6H
recycles: 2
1: QH JS TH 9C
2: 7H | TS 9D 8S 7D 6S 5H 4C
3: 5D | 9S
4: JC KC | KH
5: 9H KD QC | KS QD
6: -
7: JD | 7C 6D 5C 4D 3C
"""
"""A position of ms:1; the tests of mistakes change it."""

PICTURE = """\
 Stock   Waste           Foundations
 ┌────┐  ┌──┌──┌────┐    ┌────┐  ┌────┐  ┌────┐  ┌────┐
 │░7 ░│  │8♥│2♣│ J♥ │    │ A♣ │  │ 2♦ │  │ 3♥ │  │ 5♠ │
 └────┘  └──└──└────┘    └────┘  └────┘  └────┘  └────┘
   1       2       3       4       5       6       7
 ┌────┐  ┌────┐  ┌────┐  ┌────┐  ┌────┐  ┌    ┐  ┌────┐
 │ Q♥ │  │░7♥░│  │░5♦░│  │░J♣░│  │░9♥░│  └    ┘  │░J♦░│
 │ J♠ │  │ T♠ │  │ 9♠ │  │░K♣░│  │░K♦░│          │ 7♣ │
 │ T♥ │  │ 9♦ │  └────┘  │ K♥ │  │░Q♣░│          │ 6♦ │
 │ 9♣ │  │ 8♠ │          └────┘  │ K♠ │          │ 5♣ │
 └────┘  │ 7♦ │                  │ Q♦ │          │ 4♦ │
         │ 6♠ │                  └────┘          │ 3♣ │
         │ 5♥ │                                  └────┘
         │ 4♣ │
         └────┘

Stock (7)    8♦ Q♠ 6♣ 3♦ 8♣ T♣ 6♥
Waste (6)    4♥ 7♠ T♦ 8♥ 2♣ J♥

Between ░: face down. Stock: drawn from the left. Waste: the last one on top.
A position in the middle of a game; the waste was turned over 2 times.
"""
"""How ``klondike show`` draws it."""

ASCII = str.maketrans("┌┐└┘─│♣♦♥♠", "++++-|CDHS")

RULES = Rules(draw=3, passes=3)


def cards(text):
    return tuple(map(Card.parse, text.split()))


POSITION = Position(
    [
        Column(cards("QH JS TH 9C")),
        Column(cards("7H TS 9D 8S 7D 6S 5H 4C"), 1),
        Column(cards("5D 9S"), 1),
        Column(cards("JC KC KH"), 2),
        Column(cards("9H KD QC KS QD"), 3),
        Column(()),
        Column(cards("JD 7C 6D 5C 4D 3C"), 1),
    ],
    [1, 2, 3, 5],
    cards("8D QS 6C 3D 8C TC 6H"),
    cards("4H 7S TD 8H 2C JH"),
    RULES,
    recycles=2,
)


def changed(*changes):
    """Return the layout with pieces of it changed, each of which is there once."""
    text = LAYOUT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def without_numbers():
    return "".join(
        f"{line.partition(': ')[2] if line[0].isdigit() else line}" for line in LAYOUT.splitlines(keepends=True)
    )
