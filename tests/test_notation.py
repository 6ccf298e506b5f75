"""Move letters, read and written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from klondike_solver.cards import Card, Suit
from klondike_solver.deal import Deal
from klondike_solver.errors import FormatError, IllegalMoveError
from klondike_solver.moves import (
    Draw,
    FoundationToTableau,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from klondike_solver.notation import format_moves, parse_moves
from klondike_solver.position import Column, Position
from klondike_solver.rules import Rules, Shape


def cards(text):
    return tuple(Card.parse(name) for name in text.split())


# Five ranks, so that the five is the king.
BOARD = Position(
    [Column(cards("5S 4D")), Column(cards("3H 4H 3C 2D"), 1), Column(cards("5H 4S")), Column(())],
    [1, 1, 2, 1],
    cards("2C 2S 3D 5C"),
    cards("5D 4C 3S"),
    Rules(draw=3, shape=Shape(5, 4)),
)

LINE = [
    TableauToFoundation(1),
    TableauToTableau(0, 3, 2),
    TableauToTableau(1, 3, 1),
    FoundationToTableau(Suit.DIAMONDS, 3),
    FoundationToTableau(Suit.CLUBS, 3),
    Draw(),
    WasteToTableau(2),
    TableauToFoundation(3),
    Draw(),
    WasteToTableau(0),
    Recycle(),
    Draw(),
    WasteToTableau(1),
    Draw(),
    WasteToFoundation(),
]
LETTERS = "GC FI GI CI BI @AH IB @AF @AG @AD"


def put_recycles_before_draws(moves):
    """Move every recycle to the draw that follows it, as reading does; a recycle without one goes."""
    result, waiting = [], []
    for move in moves:
        if isinstance(move, Recycle):
            waiting.append(move)
        else:
            if isinstance(move, Draw):
                result += waiting
                waiting = []
            result.append(move)
    return result


def test_every_kind_of_move():
    assert format_moves(LINE, BOARD) == LETTERS
    assert parse_moves(LETTERS, BOARD) == LINE


@pytest.mark.parametrize(
    "text",
    [
        LETTERS.lower(),
        LETTERS.replace(" ", ""),
        "\n ".join(LETTERS),
        "# a line of play\nGC FI GI  # up to here: B C @ ?\n\tCI BI @AH IB\r\n@AF @AG @AD#",
    ],
)
def test_layout_and_case_are_free(text):
    assert parse_moves(text, BOARD) == LINE


def test_nothing_is_a_line_without_moves():
    assert parse_moves(" \n# nothing\n", BOARD) == []
    assert format_moves([], BOARD) == ""


def test_a_recycle_without_a_draw_is_not_written():
    draws = [Draw(), Draw(), Recycle()]
    assert format_moves(draws, BOARD) == "@@"
    assert format_moves([*draws, TableauToFoundation(1), Draw()], BOARD) == "@@GC @"
    assert parse_moves("@@GC @", BOARD) == [Draw(), Draw(), TableauToFoundation(1), Recycle(), Draw()]


def test_foundations_have_the_letters_of_the_notation():
    # The one of spades comes before the one of hearts here, unlike in the letters C D H S.
    aces = Position.start(Deal.parse("AC | 2C AD | 2D 2H AH || 2S AS"), Rules(draw=2))
    moves = [TableauToFoundation(0), TableauToFoundation(1), TableauToFoundation(2), Draw(), WasteToFoundation()]
    assert format_moves(moves, aces) == "FB GC HE @AD"


@settings(max_examples=60, deadline=None)
@given(
    st.data(),
    st.integers(0, 2**32),
    st.sampled_from([Shape(), Shape(5, 4), Shape(4, 3), Shape(13, 9), Shape(2, 1)]),
    st.builds(Rules, draw=st.integers(1, 4), passes=st.sampled_from([None, 2]), part_runs=st.booleans()),
)
def test_what_is_written_is_read_as_the_same_line(data, seed, shape, rules):
    start = position = Position.start(Deal.random(seed, shape=shape), rules)
    moves = []
    for _ in range(80):
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(data.draw(st.sampled_from(legal)))
        position = position.play(moves[-1])
    letters = format_moves(moves, start)
    assert parse_moves(letters, start) == put_recycles_before_draws(moves)
    written = sum(not isinstance(move, Recycle) for move in moves)
    draws = letters.count("@")
    assert len(letters.replace(" ", "")) == draws + 2 * (written - draws)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("GC FZ", "line 1, character 5: 'Z' is no pile; piles are A to I, a draw is @"),
        ("GC\n  FI JK", "line 2, character 6: 'J' is no pile"),
        ("GC 10", "line 1, character 4: '1' is no pile"),
        ("GC F\n", "line 1, character 4: the move F… lacks the pile that it goes to"),
        ("GC F@", "line 1, character 4: the move F… lacks the pile that it goes to"),
        ("GA", "line 1, character 1: GA goes to the waste"),
        ("AA", "line 1, character 1: AA goes to the waste"),
        ("@B # comment\nE", "line 1, character 2: BE goes from one foundation to another"),
        ("ﬀ", "line 1, character 1: 'FF' is no pile"),
    ],
)
def test_texts_that_are_no_move_letters(text, message):
    with pytest.raises(FormatError) as caught:
        parse_moves(text, BOARD)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "index", "message"),
    [
        ("GC\nGF FH", 2, "move 3 (FH, line 2, character 4): 3C does not fit on 4S in column 3"),
        ("@@@@GB", 5, "move 5 (GB, line 1, character 5): 2D goes to foundation C; B is the one of clubs"),
        ("AC", 0, "move 1 (AC, line 1, character 1): 3S goes to foundation D; C is the one of diamonds"),
        ("AD", 0, "move 1 (AD, line 1, character 1): 3S cannot go up: the next card of its foundation is 2S"),
        ("GI", 0, "no face-up card of column 2 fits on column 4, which is empty"),
        ("IF", 0, "column 4 is empty"),
        ("ID", 0, "column 4 is empty"),
        ("FF", 0, "source and target are both column 1"),
        ("AF AF", 1, "4C does not fit on 3S in column 1"),
        ("EF", 0, "2H does not fit on 4D in column 1"),
    ],
)
def test_letters_of_illegal_moves(text, index, message):
    with pytest.raises(IllegalMoveError) as caught:
        parse_moves(text, BOARD)
    assert message in str(caught.value)
    assert caught.value.index == index


def test_a_draw_that_would_need_one_more_pass():
    position = BOARD.with_rules(Rules(draw=3, passes=1))
    with pytest.raises(IllegalMoveError, match=r"move 3 .*no pass is left: the rules allow 1") as caught:
        parse_moves("@@@", position)
    assert caught.value.index == 2


def test_a_draw_when_stock_and_waste_are_empty():
    position = Position([Column(cards("2C")), Column(())], [1, 2, 2, 2], [], [], Rules(shape=Shape(2, 2)))
    with pytest.raises(IllegalMoveError, match="stock and waste are both empty"):
        parse_moves("@", position)


def test_writing_an_illegal_move():
    with pytest.raises(IllegalMoveError, match=r"move 2 .*the next card of its foundation") as caught:
        format_moves([Draw(), WasteToFoundation()], BOARD)
    assert caught.value.index == 1
