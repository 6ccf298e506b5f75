"""Lines of play: replay, length, passes, and leaving out what cancels out."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from klondike_solver.cards import Card
from klondike_solver.deal import Deal
from klondike_solver.errors import FormatError, IllegalMoveError
from klondike_solver.moves import Draw, Recycle, TableauToFoundation, TableauToTableau
from klondike_solver.position import Column, Position
from klondike_solver.rules import Rules, Shape
from klondike_solver.scoring import SCORINGS
from klondike_solver.solution import Solution

START = Position.start(Deal.parse("2C | 2H AC | 2D 2S AH || AS AD"), Rules(draw=1))
WON = "HE GB FB GE @AD HD @AC HC"

rules_of_all_kinds = st.builds(
    Rules,
    draw=st.integers(1, 4),
    passes=st.sampled_from([None, 2, 3]),
    take_back=st.booleans(),
    part_runs=st.booleans(),
    shape=st.sampled_from([Shape(), Shape(5, 4), Shape(4, 3), Shape(2, 2)]),
)

# A line as a careless search finds it: 177 moves, with runs moved to and fro and fifteen recycles.
LONG_DEAL = "shootme:7"
LONG_LINE = """
    @@@AD AJ @@@@@AF LF LJ IJ IC @@@@@AF GF @AK @AG AC @@@AC AJ LJ KL JK HJ JH JE FE GE JL @@@@@@@HL @@@@LJ @@@@FK KF
    @@@@JH @@@@FI @@@@@HJ @@@@JL @@@@LH @@@@IF @@@@HL @@@@CG KG KJ HJ KH LK LE LJ @AJ @@@@@AB GB GC @@@@@AD FD FC HD ID
    HC IE JD LD @@AE JE @AH AH AH @@AI AH AE @AB GB FB FC KB KC KD FB KE FC JB FB FE JC JB FB HC AD KD KE HD HE KD HD AE
    @AB AC FC FB IC
"""


def cards(text):
    return tuple(Card.parse(name) for name in text.split())


def line(letters, position=START):
    return Solution.parse(letters, position)


def places(position):
    """All that a position is, apart from the recycles used."""
    return position.columns, position.foundations, position.stock, position.waste


def check_shortened(original):
    """Check what ``shorten`` promises, and return the shortened line."""
    shortened = original.shorten()
    shortened.verify()
    assert shortened.position == original.position
    assert shortened.length() <= original.length()
    assert shortened.recycles <= original.recycles
    if original.is_won:
        assert shortened.is_won
    else:
        assert places(shortened.final) == places(original.final)
    return shortened


def win(start, choose):
    """Search for a win, depth first, in an order that ``choose`` makes; None if there is none among 800 positions."""
    seen, path = {start}, []
    stack = [iter(choose(start.legal_moves()))]
    position = start
    while stack and len(seen) < 800:
        if position.is_won:
            return Solution(start, path)
        for move in stack[-1]:
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                path.append(move)
                position = after
                stack.append(iter(choose(after.legal_moves())))
                break
        else:
            stack.pop()
            if path:
                path.pop()
                position = position.undo()
    return None


def test_a_won_line():
    won = line(WON)
    won.verify()
    assert won.is_won
    assert won.final.foundations == (2, 2, 2, 2)
    assert (won.length(), won.length(count_recycles=True), won.recycles, won.passes) == (10, 10, 0, 1)
    assert won.letters == WON
    assert won.score(SCORINGS["vegas"]) == -12
    assert repr(won) == "<Solution: 10 moves, 1 pass>"


def test_recycles_are_counted_on_request():
    turned = line("@@@@@")
    assert turned.moves == (Draw(), Draw(), Recycle(), Draw(), Draw(), Recycle(), Draw())
    assert (turned.length(), turned.length(count_recycles=True)) == (5, 7)
    assert (turned.recycles, turned.passes) == (2, 3)
    assert not turned.is_won


def test_passes_of_a_game_half_played_count_from_its_start():
    limited = START.with_rules(Rules(draw=1, passes=3))
    half = line("@@@", limited).final
    assert line("@@", half).passes == 3


def test_positions_of_a_line():
    positions = list(line("GB FB").positions())
    assert positions[0] == START
    assert positions[1] == START.play(TableauToFoundation(1))
    assert positions[2] == positions[1].play(TableauToFoundation(0))
    assert len(positions) == 3


def test_a_line_of_nothing():
    nothing = Solution(START, [])
    assert list(nothing.positions()) == [START]
    assert nothing.final == START
    assert (nothing.length(), nothing.passes, nothing.letters) == (0, 1, "")
    assert nothing.shorten() == nothing


@pytest.mark.parametrize("use", [Solution.verify, Solution.shorten, lambda broken: broken.is_won])
def test_an_illegal_move_is_found_and_named(use):
    broken = Solution(START, [Draw(), TableauToFoundation(1), TableauToTableau(0, 1, 1)])
    with pytest.raises(IllegalMoveError, match=r"move 3 .*source=0.*: 2C does not fit on 2H in column 2") as caught:
        use(broken)
    assert caught.value.index == 2


def test_positions_up_to_an_illegal_move_are_there():
    positions = Solution(START, [Draw(), Recycle()]).positions()
    assert next(positions) == START
    assert next(positions) == START.play(Draw())
    with pytest.raises(IllegalMoveError):
        next(positions)


def test_letters_that_are_none():
    with pytest.raises(FormatError, match="line 1, character 4"):
        line("GB !")


def test_equality():
    assert line(WON) == line(WON)
    assert hash(line(WON)) == hash(line(WON))
    assert line(WON) != line(WON[:-3])
    assert line("") != line("", START.play(Draw()))
    assert line(WON) != WON


# Shortening.

# Five ranks, so that the five is the king. Columns have the letters F to I.
BOARD = Position(
    [
        Column(cards("5S 4D"), 0),
        Column(cards("3H 4H 3C 2D"), 1),
        Column(cards("5H 4S"), 0),
        Column((), 0),
    ],
    [1, 1, 2, 1],
    cards("2C 2S 3D 5C"),
    cards("5D 4C 3S"),
    Rules(draw=3, shape=Shape(5, 4)),
)


@pytest.mark.parametrize(
    ("start", "letters", "expected"),
    [
        pytest.param(START, "@@@", "@", id="once round the stock"),
        pytest.param(START, "@ GB @@ FB", "@GB FB", id="round the stock with moves in between"),
        pytest.param(START, "GB @@@@@@", "GB @@", id="round the stock twice"),
        pytest.param(START, "GB BG GB", "GB", id="up, back and up"),
        pytest.param(START, "GB BG", "GB BG", id="up and back, but a card was turned up"),
        pytest.param(START, "GB @AG GD @", "GB @AD @", id="from the waste up at once"),
        pytest.param(START, "GB @AG @GD", "GB @AD @", id="from the waste up before the next draw"),
        pytest.param(START, "HE GB BG @@@@@ GB FB GE AD HD @AC HC", "HE GB @FB GE AD HD @AC HC", id="in a won line"),
        pytest.param(START, WON, WON, id="nothing to leave out"),
        pytest.param(BOARD, "GF @ FG", "@", id="a run moved and moved back"),
        pytest.param(BOARD, "GC @ GF @ FG CG", "@@", id="one pair within another"),
        pytest.param(BOARD, "AF GF @ FC", "AF @GC", id="moved twice, the first time for nothing"),
        pytest.param(BOARD, "GC AF CF", "AF GF", id="up and back to another place"),
        pytest.param(BOARD, "BG @ GB", "@", id="back and up"),
        pytest.param(BOARD, "GC CG GC", "GC", id="the same move again"),
        pytest.param(BOARD, "HI @ IH", "@", id="a king moved and moved back"),
        pytest.param(BOARD, "HI @", "HI @", id="a king moved, which is another position"),
    ],
)
def test_what_cancels_out_is_left_out(start, letters, expected):
    assert check_shortened(line(letters, start)).letters == expected


def test_a_long_line_of_a_full_deck():
    original = line(LONG_LINE, Position.start(Deal.parse(LONG_DEAL)))
    assert (original.length(), original.recycles) == (177, 15)
    shortened = check_shortened(original)
    assert (shortened.length(), shortened.recycles) == (124, 6)


@settings(max_examples=60, deadline=None)
@given(st.data(), rules_of_all_kinds, st.integers(0, 2**32))
def test_random_play_is_shortened_to_the_same_end(data, rules, seed):
    start = position = Position.start(Deal.random(seed, shape=rules.shape), rules)
    moves = []
    for _ in range(data.draw(st.integers(0, 100))):
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(data.draw(st.sampled_from(legal)))
        position = position.play(moves[-1])
    shortened = check_shortened(Solution(start, moves))
    assert check_shortened(shortened).length() == shortened.length()
    seen = [places(position) for position in shortened.positions()]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("seed", range(3))
def test_no_position_comes_twice_after_a_long_walk(seed):
    walk = Random(seed)
    start = position = Position.start(Deal.from_number("shootme", 1), Rules(draw=1))
    moves = []
    for _ in range(600):
        moves.append(walk.choice(position.legal_moves()))
        position = position.play(moves[-1])
    shortened = check_shortened(Solution(start, moves))
    assert shortened.length() < 300
    assert len(set(shortened.positions())) == len(shortened.moves) + 1


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), rules_of_all_kinds)
def test_won_lines_stay_won(random, rules):
    rules = replace(rules, shape=random.choice([Shape(5, 4), Shape(4, 3), Shape(2, 2)]))

    def shuffled(moves):
        return random.sample(moves, len(moves))

    won = win(Position.start(Deal.random(random, shape=rules.shape), rules), shuffled)
    assume(won is not None)
    shortened = check_shortened(won)
    assert check_shortened(shortened).length() == shortened.length()
    # No position comes twice, even with its columns in another order.
    seen = [(frozenset(position.columns), *places(position)[1:]) for position in shortened.positions()]
    assert len(set(seen)) == len(seen)


@pytest.fixture(scope="module")
def clean():
    return line(LONG_LINE, Position.start(Deal.parse(LONG_DEAL))).shorten()


@pytest.fixture(scope="module")
def detours(clean):
    """For every position of the clean line, the pairs of moves that lead away and straight back."""
    return [
        [
            (there, back)
            for there in here.legal_moves()
            for back in here.play(there).legal_moves()
            if here.play(there).play(back) == here
        ]
        for here in clean.positions()
    ]


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_detours_put_into_a_line_disappear(data, clean, detours):
    moves = []
    for move, pairs in zip(clean.moves, detours, strict=False):
        if pairs and data.draw(st.booleans()):
            moves += data.draw(st.sampled_from(pairs))
        moves.append(move)
    longer = Solution(clean.position, moves)
    assert longer.length() >= clean.length()
    assert check_shortened(longer).length() == clean.length()
