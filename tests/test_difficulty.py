"""How hard a deal is: the measure, its levels, and what it is the same under."""

from pathlib import Path

import pytest
from klondike_solver import (
    Column,
    Deal,
    Difficulty,
    InputError,
    Level,
    Position,
    Rules,
    Shape,
    Verdict,
    measure_difficulty,
    solve,
)
from klondike_solver.difficulty import MEASURE
from klondike_solver.export_difficulty import difficulty_to_dict
from klondike_solver.measure import DealSet
from klondike_solver.moves import Draw
from klondike_solver.player import play_game, plays_itself

KNOWN = {
    1: {
        "solvitaire:2": 340,
        "solvitaire:3": 371,
        "solvitaire:22": 0,
        "shootme:1": 995,
        "ms:17": 1000,
        "shootme:5": 768,
    },
    3: {"solvitaire:2": 0, "solvitaire:22": 0, "shootme:1": 332, "ms:17": 699, "exact:12345": 982},
}
"""Games won of a thousand, by the measure of version 1."""


@pytest.mark.parametrize("draw", KNOWN)
def test_what_is_published_stays_unless_the_measure_gets_another_version(draw: int) -> None:
    """Stores keep difficulties under ``MEASURE``: whoever changes the player raises it, and these figures with it."""
    found = {deal: measure_difficulty(Deal.parse(deal), Rules(draw=draw)).won for deal in KNOWN[draw]}
    assert (MEASURE, found) == (1, KNOWN[draw])


def test_a_difficulty_is_what_the_plain_player_finds() -> None:
    start = Position.start(Deal.parse("solvitaire:5"), Rules(draw=3))
    ends = []
    for game in range(40):
        end = start
        for move in play_game(start, game):
            end = end.play(move)
        ends.append(end)
    others = [end for end in ends if not plays_itself(end)]
    found = measure_difficulty(start, games=40)
    assert found == Difficulty(
        games=40,
        won=len(ends) - len(others),
        cards_up=sum(sum(end.foundations) for end in others),
        face_down=sum(end.face_down_total for end in others),
    )
    assert 0 < found.won < 40


def test_no_lost_deal_is_ever_won() -> None:
    """Of the first thousand deals of Solvitaire, about whose verdicts two other programs agree."""
    words = (Path(__file__).parent / "data" / "lost_deals.txt").read_text(encoding="utf-8").split("draw 3", 1)[1]
    lost = [int(word) for word in words.split("#")[0].split() if word.isdigit()]
    assert len(lost) == 181
    for number in lost:
        assert measure_difficulty(Deal.from_number("solvitaire", number), Rules(draw=3), games=50).won == 0


@pytest.mark.parametrize("name", ["draw1", "draw3", "vegas"])
def test_easy_deals_can_be_won(name: str) -> None:
    rules = Rules.preset(name)
    levels = set()
    for deal in DealSet.parse("shootme:1-60"):
        found = measure_difficulty(deal, rules, games=100)
        levels.add(found.level)
        if found.won:
            assert solve(deal, rules, shorten=False).verdict is Verdict.WINNABLE
    assert levels >= {Level.MEDIUM, Level.EXPERT}


@pytest.mark.parametrize(
    ("deal", "draw", "level"),
    [
        ("shootme:8721", 3, Level.EXPERT),
        ("shootme:39209", 3, Level.EXPERT),
        ("solvitaire:1140", 3, Level.EXPERT),
        ("greenfelt:1492773577", 1, Level.EXPERT),
        ("greenfelt:815", 1, Level.EASY),
    ],
)
def test_deals_that_people_reported(deal: str, draw: int, level: Level) -> None:
    """All can be won. Four are hard for other solvers; the last is known for a solution that was printed wrongly."""
    assert measure_difficulty(Deal.parse(deal), Rules(draw=draw)).level is level


@pytest.mark.parametrize(
    ("won", "level"),
    [
        (1000, Level.EASY),
        (500, Level.EASY),
        (499, Level.MEDIUM),
        (100, Level.MEDIUM),
        (99, Level.HARD),
        (10, Level.HARD),
        (9, Level.EXPERT),
        (0, Level.EXPERT),
    ],
)
def test_levels_go_by_the_share_of_games_won(won: int, level: Level) -> None:
    assert Difficulty(1000, won, 0, 0).level is level
    assert Difficulty(1000, won, 0, 0).share >= level.least


def test_levels_are_plain_words_and_go_down() -> None:
    assert [str(level) for level in Level] == ["easy", "medium", "hard", "expert"]
    assert [level.least for level in Level] == [0.5, 0.1, 0.01, 0]


def test_ease_goes_by_games_won_and_then_by_cards_turned_up() -> None:
    # Games won of ten, and the cards that lay face down at the end of the others.
    easiest_first = [(2, 0), (1, 99), (0, 80), (0, 90)]
    found = sorted((Difficulty(10, won, 9, face_down) for won, face_down in easiest_first), key=lambda one: one.ease)
    assert [(one.won, one.face_down) for one in found] == easiest_first[::-1]


def test_means_count_all_cards_of_a_game_that_is_won() -> None:
    found = Difficulty(games=4, won=1, cards_up=30, face_down=6)
    assert (found.mean_cards_up, found.mean_face_down) == (20.5, 1.5)
    small = Difficulty(games=2, won=1, cards_up=4, face_down=0, cards=8)
    assert small.mean_cards_up == 6
    assert difficulty_to_dict(found) == {
        "level": "medium",
        "games": 4,
        "won": 1,
        "share": 0.25,
        "cards_up": 20.5,
        "face_down": 1.5,
    }


def test_take_back_makes_no_difference() -> None:
    for deal in DealSet.parse("solvitaire:2-6"):
        found = [measure_difficulty(deal, Rules(draw=1, take_back=take_back), games=50) for take_back in (True, False)]
        assert found[0] == found[1]


def test_positions_and_small_decks_have_a_difficulty() -> None:
    start = Position.start(Deal.parse("solvitaire:4"), Rules(draw=1))
    assert measure_difficulty(start) == measure_difficulty(Deal.parse("solvitaire:4"), Rules(draw=1))
    assert measure_difficulty(start.play(Draw()), games=100).games == 100
    small = measure_difficulty(Deal.from_exact(5, shape=Shape(ranks=4, columns=3)), Rules(draw=1), games=10)
    assert small.cards == 16


def test_the_end_of_a_game_is_the_easiest_position() -> None:
    won = Position([Column((), 0)], [2, 2, 2, 2], [], [], Rules(shape=Shape(ranks=2, columns=1)))
    assert measure_difficulty(won, games=3).share == 1


@pytest.mark.parametrize("games", [0, -1, 2.5, True, None, 2**40])
def test_numbers_of_games_that_make_no_sense(games: object) -> None:
    with pytest.raises(InputError, match="number of games is a whole number"):
        measure_difficulty(Deal.parse("solvitaire:2"), games=games)  # type: ignore[arg-type]


def test_it_takes_a_deal_or_a_position() -> None:
    with pytest.raises(TypeError, match="Deal or a Position"):
        measure_difficulty("solvitaire:2")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="rules are for"):
        measure_difficulty(Deal.parse("solvitaire:2"), Rules(shape=Shape(ranks=4, columns=3)))
