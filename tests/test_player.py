"""The player who does not see the hidden cards: what it looks at, and that the compiled one is the same."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from klondike_solver import Deal, Position, Rules, Shape, Verdict, solve
from klondike_solver.difficulty import played
from klondike_solver.errors import InternalError
from klondike_solver.ext.player import PlayedPosition
from klondike_solver.measure import DealSet
from klondike_solver.moves import (
    Draw,
    FoundationToTableau,
    Move,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from klondike_solver.player import MAX_MOVES, Player, play_game, plays_itself, sensible_moves
from klondike_solver.position import Column

RIGHT = {
    "columns": [[48], [49], [50], [51]],
    "face_down": [0, 0, 0, 0],
    "foundations": [12, 12, 12, 12],
    "pile": [],
    "waste": 0,
    "draw": 1,
    "recycles": None,
    "part_runs": True,
    "ranks": 13,
}


def starts(seed: int) -> Iterator[Position]:
    """Yield starts of random deals of all shapes under all kinds of rules, without end."""
    chance = Random(seed)
    shapes = [Shape(), Shape(), Shape(8, 5), Shape(5, 4), Shape(3, 2), Shape(13, 9), Shape(13, 1)]
    while True:
        rules = Rules(
            draw=chance.choice([1, 1, 2, 3, 3, 5, 24]),
            passes=chance.choice([None, None, 1, 2, 3, 4]),
            take_back=chance.random() < 0.7,
            part_runs=chance.random() < 0.8,
        )
        yield Position.start(Deal.random(chance, shape=chance.choice(shapes)), rules)


def as_code(move: Move) -> tuple[str, int, int, int]:
    """Return a move as the compiled player writes it."""
    match move:
        case TableauToFoundation(source):
            return "tableau up", source, 0, 1
        case WasteToFoundation():
            return "waste up", 0, 0, 1
        case TableauToTableau(source, target, count):
            return "run", source, target, count
        case WasteToTableau(target):
            return "waste down", 0, target, 1
        case Draw():
            return "draw", 0, 0, 0
        case Recycle():
            return "recycle", 0, 0, 0
    raise AssertionError(f"this player never makes {move}")


def assert_same_games(start: Position, games: range) -> None:
    """Play games with both players, compare every move, and compare how the games end."""
    compiled = played(start)
    for game in games:
        moves = play_game(start, game)
        assert compiled.moves(game) == [as_code(move) for move in moves], f"game {game} of {start!r}"
        end = start
        for move in moves:
            end = end.play(move)
        lost = (0, sum(end.foundations), end.face_down_total)
        assert compiled.play(game, 1) == ((1, 0, 0) if plays_itself(end) else lost)


def test_the_compiled_player_makes_the_same_moves() -> None:
    for start in islice(starts(1), 80):
        assert_same_games(start, range(3))


def test_the_compiled_player_makes_the_same_moves_from_the_middle_of_games() -> None:
    for start in islice(starts(2), 40):
        moves = play_game(start, 99)
        position = start
        for move in moves[: len(moves) // 2]:
            position = position.play(move)
        assert_same_games(position, range(2))


@pytest.mark.slow
def test_the_compiled_player_makes_the_same_moves_in_thousands_of_games() -> None:
    for start in islice(starts(3), 2000):
        assert_same_games(start, range(5))


def test_the_player_does_not_look_at_hidden_cards() -> None:
    """Wherever a game has come to: with the cards that lie face down changed about, the player does the same."""
    chance = Random(7)
    compared = 0
    for start in islice(starts(4), 40):
        position, player = start, Player(5)
        for _ in range(60):
            hidden = [card for column in position.columns for card in column.cards[: column.face_down]]
            hidden += position.stock
            chance.shuffle(hidden)
            cards = iter(hidden)
            columns = [
                Column((*(next(cards) for _ in range(column.face_down)), *column.face_up), column.face_down)
                for column in position.columns
            ]
            other = Position(
                columns, position.foundations, list(cards), position.waste, position.rules, position.recycles
            )
            twin = Player(5)
            twin.__dict__.update(player.__dict__)
            move = player.choose(position)
            assert twin.choose(other) == move
            compared += other != position
            if move is None or plays_itself(position):
                break
            position = position.play(move)
    assert compared > 500


def test_nothing_is_taken_back_and_the_stock_is_left_to_the_player() -> None:
    for start in islice(starts(5), 30):
        moves = play_game(start, 0)
        assert not any(isinstance(move, FoundationToTableau) for move in moves)
        assert not any(isinstance(move, Draw | Recycle) for move in sensible_moves(start))
        assert len(moves) < MAX_MOVES // 2


def test_a_game_that_plays_itself_is_won() -> None:
    ends = 0
    for start in islice(starts(6), 150):
        position = start
        for move in play_game(start, 1):
            position = position.play(move)
        # The solver has no more columns and stock cards than a game that is dealt the usual way.
        if plays_itself(position) and len(position.columns) <= 7 and len(position.stock + position.waste) <= 24:
            ends += 1
            assert solve(position).verdict is Verdict.WINNABLE
    assert ends > 25


@pytest.mark.parametrize(
    ("rules", "won"),
    [
        (Rules(draw=1), 213),
        (Rules(draw=3), 66),
        (Rules(draw=1, passes=3), 174),
        (Rules(draw=3, passes=3), 23),
    ],
)
def test_how_many_deals_the_player_wins(rules: Rules, won: int) -> None:
    """Figures of docs/difficulty.md, on fewer deals: a change to the player shows."""
    deals = DealSet.parse("solvitaire:1-400")
    assert sum(played(Position.start(deal, rules)).play(0, 1)[0] for deal in deals) == won


def test_games_are_the_same_in_parts_and_every_time() -> None:
    whole = played(Position.start(Deal.parse("solvitaire:5"), Rules(draw=3)))
    parts = [whole.play(0, 300), whole.play(300, 700)]
    assert tuple(map(sum, zip(*parts, strict=True))) == whole.play(0, 1000)
    assert 0 < whole.play(0, 1000)[0] < 1000
    assert whole.play(2**64 - 1, 1) == whole.play(2**64 - 1, 1)


def test_the_chance_is_splitmix64() -> None:
    player = Player(0)
    player._random = 1234567
    assert [player._next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_what_is_right_is_taken() -> None:
    assert PlayedPosition(**RIGHT).play(0, 5) == (5, 0, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"draw": 0},
        {"draw": 53},
        {"waste": 1},
        {"waste": -1},
        {"recycles": -1},
        {"ranks": 14},
        {"ranks": 12},
        {"face_down": [0, 0, 0]},
        {"face_down": [1, 0, 0, 0]},
        {"columns": [[48], [49], [50], [600_000]]},
        {"columns": [[48], [49], [50], [50]]},
        {"columns": [[48], [49], [50], []]},
        {"columns": [[48], [49], [50], [51], [], [], [], [], [], []], "face_down": [0] * 10},
        {"foundations": [12, 12, 12, 14]},
        {"foundations": [12, 12, 12]},
    ],
)
def test_what_is_wrong_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InternalError, match="no position"):
        PlayedPosition(**{**RIGHT, **wrong})
