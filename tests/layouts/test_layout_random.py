"""Layouts of random positions, damaged ones, and other texts beside them."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from klondike_solver.deal import Deal
from klondike_solver.errors import InputError
from klondike_solver.formats import FORMATS, write_position
from klondike_solver.moves import Draw, Recycle
from klondike_solver.position import Position
from klondike_solver.rules import Rules

from .example import PICTURE, RULES


def played(generator, rules, deal):
    """Return a position that random play leads to; it goes up and draws more often than by chance."""
    position = Position.start(deal, rules)
    for _ in range(generator.randrange(150)):
        moves = position.legal_moves()
        if not moves:
            break
        drawing = [move for move in moves if isinstance(move, (Draw, Recycle))]
        kind = generator.random()
        some = moves[:1] if kind < 0.3 else drawing if kind < 0.6 else moves
        position = position.play(generator.choice(some or moves))
    return position


@st.composite
def positions(draw):
    generator = Random(draw(st.integers(0, 2**32)))
    rules = Rules(draw=draw(st.sampled_from([1, 3])), passes=draw(st.sampled_from([None, 2, 4])))
    return played(generator, rules, Deal.random(generator))


@given(positions())
def test_whole_decks_are_read_as_they_were_written(position):
    for text in (write_position(position, "layout"), str(position), position.render(unicode=True)):
        assert Position.parse(text, position.rules) == position


@given(positions(), st.data())
def test_one_unknown_card_is_told_by_the_others(position, data):
    text = write_position(position, "layout")
    piles = text[text.index("stock") :]
    named = sorted({card for column in position.columns for card in column.cards} | {*position.stock, *position.waste})
    names = [str(card) for card in named if piles.count(str(card)) == 1]
    if names:
        unknown = text[: text.index("stock")] + piles.replace(data.draw(st.sampled_from(names)), "??")
        assert Position.parse(unknown, position.rules) == position


def test_random_positions_have_empty_columns_and_late_passes():
    # The property tests above say little if play hardly ever leads there.
    generator = Random(5)
    seen = [played(generator, Rules(draw=1, passes=4), Deal.random(generator)) for _ in range(60)]
    assert sum(any(not column.cards for column in position.columns) for position in seen) > 5
    assert sum(position.recycles > 1 for position in seen) > 5
    assert sum(sum(position.foundations) > 4 for position in seen) > 5


PIECES = [
    "|",
    "||",
    ":",
    "#",
    "?",
    "??",
    "-",
    "\n",
    " ",
    "\t",
    "1:",
    "3:",
    "8)",
    "stock:",
    "waste:",
    "pass: 2",
    "recycles:",
]
PIECES += [
    "foundations: 3H",
    "4H",
    "10",
    "T",
    "x",
    "<",
    ">",
    "[",
    "]",
    "{",
    "}",
    '"',
    ",",
    "1 2 3",
    "♥",
    "\u2028",
    "é",
    "0",
]


@st.composite
def damaged(draw):
    """A text of any format with a few pieces of it taken out, doubled, moved or replaced."""
    name = draw(st.sampled_from(["layout", "pysol", "solvitaire", "piles", "digits", "drawing", "picture"]))
    generator = Random(draw(st.integers(0, 2**32)))
    if name == "picture":
        text = PICTURE
    elif name in ("piles", "digits"):
        text = Deal.random(generator).to(name)
    else:
        position = played(generator, RULES, Deal.random(generator))
        text = str(position) if name == "drawing" else write_position(position, name)
    for _ in range(draw(st.integers(1, 4))):
        start = generator.randrange(len(text) + 1)
        end = min(len(text), start + generator.choice([0, 0, 1, 1, 2, 3, 10, 100]))
        new = generator.choice([*PIECES, "", text[start:end] * 2, text[end : end + 20]])
        text = text[:start] + new + text[end:]
    return text


def check_error(error, text):
    assert 0 < len(str(error)) < 2000
    lines = text.splitlines()
    for place in error.places:
        # An error may be at the end of a text, behind its last character.
        assert 1 <= place.line <= len(lines)
        assert 1 <= place.character <= len(lines[place.line - 1]) + 1


@given(damaged())
def test_a_damaged_text_is_refused_with_places_or_read(text):
    try:
        position = Position.parse(text, RULES)
    except InputError as error:
        check_error(error, text)
        return
    # Whatever was read is a position that can be written and read again.
    assert Position.parse(write_position(position, "layout"), position.rules) == position


@given(st.text(alphabet="1234567:|[]<>?-#acdhsTJQK \n", max_size=80))
def test_any_layout_is_read_or_refused(text):
    for head in ("stock:", "1:", "1 2 3 4 5 6 7\n", "Foundations  ", ""):
        try:
            Position.parse(head + text)
        except InputError as error:
            check_error(error, head + text)


@given(positions(), st.integers(0, 2**32))
def test_every_text_is_still_taken_for_what_it_is(position, seed):
    def kind(text):
        return next(name for name, known in FORMATS.items() if known.detect(text))

    deal = Deal.random(seed)
    for name in ("digits", "solvitaire", "pysol", "piles", "exact"):
        assert kind(deal.to(name)) == name
    for name in ("solvitaire", "pysol"):
        assert kind(write_position(position, name)) == name
    # Piles may be on several lines, too.
    assert kind(deal.to("piles").replace("| ", "|\n")) == "piles"
    assert Deal.parse(deal.to("piles").replace("| ", "|\n")) == deal
