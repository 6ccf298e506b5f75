"""The rules of Klondike as ``Position`` has them."""

import pickle
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from klondike_solver.cards import Card, Suit, full_deck
from klondike_solver.deal import Deal
from klondike_solver.errors import IllegalMoveError, PositionError, RulesError
from klondike_solver.moves import (
    Draw,
    FoundationToTableau,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from klondike_solver.position import Column, Position
from klondike_solver.rules import Rules, Shape

SHAPES = [Shape(), Shape(13, 3), Shape(8, 5), Shape(5, 4), Shape(4, 3), Shape(2, 2), Shape(1, 1)]

rules_of_all_kinds = st.builds(
    Rules,
    draw=st.integers(1, 5),
    passes=st.sampled_from([None, 1, 2, 3]),
    take_back=st.booleans(),
    part_runs=st.booleans(),
    shape=st.sampled_from(SHAPES),
)


def cards(text):
    return tuple(Card.parse(name) for name in text.split())


def column(text):
    """A column from its cards, the head first; what stands before a bar is face down."""
    face_down, _, face_up = text.rpartition("|")
    return Column(cards(face_down) + cards(face_up), len(cards(face_down)))


def board(columns, waste, up):
    """A position in a small deck of five ranks; the five is the king. The cards that are not named are the stock."""
    columns = [column(text) for text in columns]
    named = {card for pile in columns for card in pile.cards} | set(cards(waste))
    stock = [card for card in full_deck(5) if card not in named and card.rank >= up[card.suit]]
    return Position(columns, up, stock, cards(waste), Rules(draw=1, shape=Shape(5, 4)))


def random_play(data, start, length):
    """Play at random; return all positions, the first one included."""
    positions = [start]
    for _ in range(length):
        moves = positions[-1].legal_moves()
        if not moves:
            break
        positions.append(positions[-1].play(data.draw(st.sampled_from(moves))))
    return positions


def every_move(shape):
    """Every move that can be written down for this shape, and some that name columns beyond it."""
    columns = range(-1, shape.columns + 1)
    yield from [Draw(), Recycle(), WasteToFoundation()]
    for target in columns:
        yield WasteToTableau(target)
        yield TableauToFoundation(target)
        yield from (FoundationToTableau(suit, target) for suit in Suit)
        yield from (TableauToTableau(source, target, count) for source in columns for count in range(shape.ranks + 2))


@settings(max_examples=60, deadline=None)
@given(st.data(), rules_of_all_kinds, st.integers(0, 2**32))
def test_whatever_is_reached_is_a_sound_position_and_can_be_undone(data, rules, seed):
    positions = random_play(data, Position.start(Deal.random(seed, shape=rules.shape), rules), 60)
    for before, after in pairwise(positions):
        assert after.undo() is before
        assert after != before
    for position in positions:
        # The constructor checks that every card is there once and that what is face up is a run.
        rebuilt = Position(
            position.columns, position.foundations, position.stock, position.waste, rules, position.recycles
        )
        assert rebuilt == position
        assert hash(rebuilt) == hash(position)
        assert pickle.loads(pickle.dumps(position)) == position
        assert position.passes_used <= (rules.passes or 1)


@settings(max_examples=60, deadline=None)
@given(st.data(), rules_of_all_kinds, st.integers(0, 2**32))
def test_legal_moves_are_those_that_can_be_played(data, rules, seed):
    position = random_play(data, Position.start(Deal.random(seed, shape=rules.shape), rules), 40)[-1]
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves)
    for move in every_move(rules.shape):
        if move in moves:
            position.play(move)
        else:
            with pytest.raises(IllegalMoveError, match=r"\w"):
                position.play(move)


@settings(max_examples=60, deadline=None)
@given(rules_of_all_kinds, st.integers(0, 2**32))
def test_drawing_and_recycling_goes_round_the_stock_in_its_order(rules, seed):
    start = Position.start(Deal.random(seed, shape=rules.shape), rules)
    position = start
    for _ in range(rules.passes or 4):
        seen = 0
        while position.stock:
            position = position.play(Draw())
            seen = min(seen + rules.draw, len(start.stock))
            assert position.waste == start.stock[:seen]
            assert position.stock == start.stock[seen:]
        if start.stock and Recycle() in position.legal_moves():
            position = position.play(Recycle())
            assert (position.stock, position.waste) == (start.stock, ())
    if start.stock and rules.passes is not None:
        assert position.passes_used == rules.passes
        with pytest.raises(IllegalMoveError, match="no pass is left"):
            position.play(Recycle())
    elif start.stock:
        assert position == start


# Moves, one kind after the other. The deck has five ranks, so that a five is a king.

BOARD = board(["5S 4D", "3H | 4H 3C 2D", "5H 4S", ""], waste="5D 4C 3S", up=(1, 1, 2, 1))
FULL = board(["5S", "3H | 4H 3C 2D", "5H 4S", "4D"], waste="5D 4C 3S", up=(1, 1, 2, 1))


def test_legal_moves_in_their_order():
    assert BOARD.legal_moves() == [
        TableauToFoundation(1),
        TableauToTableau(0, 3, 2),
        TableauToTableau(1, 0, 2),
        TableauToTableau(2, 3, 2),
        WasteToTableau(0),
        Draw(),
        FoundationToTableau(Suit.CLUBS, 1),
        FoundationToTableau(Suit.SPADES, 1),
    ]


def test_a_draw_turns_one_card_after_the_other_and_the_last_one_may_be_short():
    first = BOARD.with_rules(replace(BOARD.rules, draw=3)).play(Draw())
    assert first.waste == cards("5D 4C 3S 2C 2S 3D")
    last = first.play(Draw())
    assert last.waste == cards("5D 4C 3S 2C 2S 3D 5C")
    assert last.stock == ()


def test_a_card_goes_from_the_waste_to_a_column():
    after = BOARD.play(WasteToTableau(0))
    assert after.columns[0] == column("5S 4D 3S")
    assert after.waste == cards("5D 4C")


def test_a_card_goes_from_the_waste_up():
    after = BOARD.play(Draw()).play(WasteToFoundation())
    assert after.foundations == (2, 1, 2, 1)
    assert after.waste == BOARD.waste


def test_a_card_goes_from_a_column_up():
    after = BOARD.play(TableauToFoundation(1))
    assert after.foundations == (1, 2, 2, 1)
    assert after.columns[1] == column("3H | 4H 3C")


def test_part_of_a_run_moves():
    after = BOARD.play(TableauToTableau(1, 0, 2))
    assert after.columns == (column("5S 4D 3C 2D"), column("3H | 4H"), *BOARD.columns[2:])


def test_uncovering_a_face_down_card_turns_it_up():
    after = FULL.play(TableauToTableau(1, 0, 3))
    assert after.columns[:2] == (column("5S 4H 3C 2D"), column("3H"))
    assert after.face_down_total == FULL.face_down_total - 1
    assert TableauToTableau(1, 2, 1) in after.legal_moves()


def test_a_king_leads_his_run_to_an_empty_column():
    after = BOARD.play(TableauToTableau(0, 3, 2))
    assert after.columns == (column(""), *BOARD.columns[1:3], column("5S 4D"))
    assert after != BOARD


def test_a_card_comes_back_from_its_foundation():
    after = BOARD.play(FoundationToTableau(Suit.SPADES, 1))
    assert after.foundations == (1, 1, 2, 0)
    assert after.columns[1] == column("3H | 4H 3C 2D AS")


def test_whole_runs_only():
    position = FULL.with_rules(replace(FULL.rules, part_runs=False))
    between_columns = [move for move in position.legal_moves() if isinstance(move, TableauToTableau)]
    assert between_columns == [TableauToTableau(1, 0, 3), TableauToTableau(3, 0, 1)]
    with pytest.raises(IllegalMoveError, match=r"only whole runs .* column 2 has 3 cards face up, not 2"):
        position.play(TableauToTableau(1, 3, 2))
    assert position.play(TableauToFoundation(1)).foundations == (1, 2, 2, 1)


def test_without_take_back_nothing_comes_back():
    position = BOARD.with_rules(replace(BOARD.rules, take_back=False))
    assert not any(isinstance(move, FoundationToTableau) for move in position.legal_moves())
    with pytest.raises(IllegalMoveError, match="do not allow a card to come back"):
        position.play(FoundationToTableau(Suit.SPADES, 1))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Recycle(), "turned over when the stock is empty; it has 4 cards"),
        (WasteToFoundation(), "3S cannot go up: the next card of its foundation is 2S"),
        (WasteToTableau(2), "3S does not fit on 4S in column 3: both are black"),
        (WasteToTableau(3), "column 4 is empty, so it takes a king and not 3S"),
        (WasteToTableau(4), "there is no column 5: the tableau has columns 1 to 4"),
        (WasteToTableau(-1), "there is no column 0"),
        (TableauToFoundation(0), "4D cannot go up: the next card of its foundation is 2D"),
        (TableauToFoundation(3), "column 4 is empty"),
        (TableauToFoundation(-1), "there is no column 0"),
        (TableauToTableau(1, 0, 3), "4H does not fit on 4D in column 1: only 3C and 3S do"),
        (TableauToTableau(1, 0, 4), "column 2 has 3 cards face up, not 4"),
        (TableauToTableau(1, 0, 0), "column 2 has 3 cards face up, not 0"),
        (TableauToTableau(1, 3, 3), "column 4 is empty, so it takes a king and not 4H"),
        (TableauToTableau(1, 1, 1), "source and target are both column 2"),
        (TableauToTableau(4, 4, 1), "there is no column 5: the tableau has columns 1 to 4"),
        (TableauToTableau(-1, -1, 1), "there is no column 0"),
        (TableauToTableau(3, 0, 1), "column 4 is empty"),
        (FoundationToTableau(Suit.HEARTS, 0), "2H does not fit on 4D in column 1: only 3C and 3S do"),
    ],
)
def test_reasons_why_a_move_is_illegal(move, reason):
    with pytest.raises(IllegalMoveError, match=reason) as caught:
        BOARD.play(move)
    assert caught.value.index is None


def test_reasons_about_empty_piles():
    position = board(["5S 4D", "", "", ""], waste="", up=(5, 3, 5, 4))
    assert position.stock == cards("5D")
    with pytest.raises(IllegalMoveError, match="the waste is empty"):
        position.play(WasteToFoundation())
    drawn = position.play(Draw())
    with pytest.raises(IllegalMoveError, match="the stock is empty"):
        drawn.play(Draw())
    with pytest.raises(IllegalMoveError, match="stock and waste are both empty"):
        drawn.play(WasteToTableau(1)).play(Recycle())
    with pytest.raises(IllegalMoveError, match="the foundation of spades is empty"):
        board(["5S 4D", "3H | 4H 3C 2D", "5H 4S", ""], "5D 4C 3S 2S", (1, 1, 2, 0)).play(
            FoundationToTableau(Suit.SPADES, 0)
        )


def test_what_is_not_a_move():
    with pytest.raises(TypeError, match="not a move"):
        BOARD.play("draw")


def test_nothing_to_undo():
    with pytest.raises(IllegalMoveError, match="nothing has been played"):
        BOARD.undo()


def test_a_won_position_is_won_and_play_can_go_on():
    won = Position([Column(())] * 2, [2] * 4, [], [], Rules(shape=Shape(2, 2)))
    assert won.is_won
    assert won.legal_moves() == [FoundationToTableau(suit, target) for suit in Suit for target in (0, 1)]
    assert not won.play(won.legal_moves()[0]).is_won
    assert won.with_rules(Rules(take_back=False)).legal_moves() == []


# What a position is.


def test_equality_is_of_everything():
    parts = BOARD.foundations, BOARD.stock, BOARD.waste, BOARD.rules
    assert Position(BOARD.columns, *parts) == BOARD
    assert Position(BOARD.columns[::-1], *parts) != BOARD
    assert BOARD.with_rules(replace(BOARD.rules, draw=2)) != BOARD
    assert BOARD.with_rules(replace(BOARD.rules, passes=2)) != BOARD
    assert BOARD.play(Draw()) == BOARD.play(Draw())
    assert BOARD != "board"
    turned = Position([Column(cards("5S 4D"), 1), *BOARD.columns[1:]], *parts)
    assert turned != BOARD


def test_recycles_count_where_passes_are_limited_only():
    rules = replace(BOARD.rules, passes=3)
    limited = Position(BOARD.columns, BOARD.foundations, BOARD.stock, BOARD.waste, rules, recycles=2)
    assert limited != BOARD.with_rules(rules)
    assert (limited.recycles, limited.passes_used) == (2, 3)
    assert limited.with_rules(replace(rules, passes=None)) == BOARD
    assert Position(BOARD.columns, BOARD.foundations, BOARD.stock, BOARD.waste, BOARD.rules, recycles=2) == BOARD
    with pytest.raises(PositionError, match="2 recycles are too many: the rules allow 2 passes"):
        limited.with_rules(replace(rules, passes=2))


def test_a_position_does_not_change():
    with pytest.raises(AttributeError, match="does not change"):
        BOARD.stock = ()
    with pytest.raises(AttributeError, match="does not change"):
        del BOARD.stock


def test_start_of_a_deal():
    deal = Deal.from_number("solvitaire", 22)
    start = Position.start(deal)
    assert start.rules == Rules()
    assert [pile.cards for pile in start.columns] == list(deal.columns)
    assert [pile.face_down for pile in start.columns] == [0, 1, 2, 3, 4, 5, 6]
    assert start.stock == deal.stock
    assert start.deal() == deal
    assert start.is_start
    assert not start.is_won
    drawn = start.play(Draw())
    assert not drawn.is_start
    assert drawn.deal() is None


def test_start_takes_the_shape_of_the_deal():
    deal = Deal.random(1, shape=Shape(5, 4))
    assert Position.start(deal, Rules(draw=2)).rules == Rules(draw=2, shape=Shape(5, 4))
    with pytest.raises(RulesError, match="the rules are for"):
        Position.start(deal, Rules(shape=Shape(6, 4)))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"columns": ["5S 4D", "3H | 4H 3C 2D", "5H 4S"]}, "the tableau has 4 columns, not 3"),
        ({"columns": ["5S 4D |", "3H | 4H 3C 2D", "5H 4S", ""]}, "last card of column 1, 4D, must be face up"),
        ({"columns": ["5S 4D", "3H 4H 3C 2D", "5H 4S", ""]}, "4H cannot lie on 3H in column 2"),
        ({"columns": ["5S 4D", "3H | 4H 3C", "5H 4S", ""]}, "2D is missing"),
        ({"columns": ["5S", "3H | 4H 3C", "5H 4S", ""]}, "2D 4D are missing"),
        ({"columns": ["5S 4D", "3H | 4H 3C 2D", "5H 4S", "5S"]}, "5S is in column 1 and in column 4"),
        ({"columns": ["5S 4D", "3H | 4H 3C 2D", "5H 4S", "6S"]}, "6S in column 4 is not in a deck of 5 ranks"),
        ({"columns": ["5S 4D", "4H 3H 3C 5H 5C 4S 2C | 2D", "", ""], "stock": "2S 3D"}, "7 cards are face down"),
        ({"waste": "5D 4C 3S 3S"}, "3S is twice in the waste"),
        ({"waste": "5D 4C 3S AS"}, "AS is in the foundation of spades and in the waste"),
        ({"stock": "2C 2S 3D 5C 2C 2S 3D 5C"}, "stock and waste have 8 and 3 cards; a game starts with 10"),
        ({"up": (1, 1, 2)}, "4 foundations .* not 3"),
        ({"up": (1, 1, 6, 1)}, "the foundation of hearts has 0 to 5 cards, not 6"),
        ({"up": (1, -1, 2, 1)}, "the foundation of diamonds has 0 to 5 cards, not -1"),
        ({"recycles": 2}, "2 recycles are too many: the rules allow 2 passes"),
        ({"recycles": -1}, "recycles is 0 or more, not -1"),
    ],
)
def test_positions_that_no_game_can_reach_are_refused(change, reason):
    sound = {
        "columns": ["5S 4D", "3H | 4H 3C 2D", "5H 4S", ""],
        "up": (1, 1, 2, 1),
        "stock": "2C 2S 3D 5C",
        "waste": "5D 4C 3S",
        "recycles": 1,
    }

    def build(columns, up, stock, waste, recycles):
        rules = Rules(passes=2, shape=Shape(5, 4))
        return Position([column(text) for text in columns], up, cards(stock), cards(waste), rules, recycles)

    assert build(**sound).recycles == 1
    with pytest.raises(PositionError, match=reason):
        build(**{**sound, **change})


def test_a_column_knows_how_many_cards_it_can_have_face_down():
    with pytest.raises(PositionError, match="column 1 has 1 cards, so -1 cannot be face down"):
        Position([Column(cards("2C"), -1), Column(())], [1, 2, 2, 2], [], [], Rules(shape=Shape(2, 2)))


def test_a_short_text_for_logs():
    assert repr(BOARD) == (
        "<Position: 5 of 20 cards up, 1 face down, stock 4, waste 3, Rules(draw=1, shape=Shape(ranks=5, columns=4))>"
    )
