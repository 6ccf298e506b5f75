"""Scoring tables, and what lines of play score by them."""

import pytest
from klondike_solver.deal import Deal
from klondike_solver.errors import FormatError, IllegalMoveError, InputError
from klondike_solver.moves import Draw, Recycle, TableauToFoundation, WasteToFoundation
from klondike_solver.notation import parse_moves
from klondike_solver.position import Position
from klondike_solver.rules import Rules
from klondike_solver.scoring import SCORINGS, ScoringTable, score

# Every event is a power of ten, so that the digits of a score count events.
COUNTING = ScoringTable(
    start=5_000_000,
    foundation=1,
    waste_to_foundation_extra=10,
    waste_to_tableau=100,
    turn_up=1_000,
    take_back=10_000,
    extra_pass=100_000,
)

START = Position.start(Deal.parse("2C | 2H AC | 2D 2S AH || AS AD"), Rules(draw=1))


@pytest.mark.parametrize(
    ("letters", "events"),
    [
        ("", 5_000_000),
        ("@", 5_000_000),
        ("@@@", 5_100_000),
        ("GB", 5_001_001),
        ("@AD", 5_000_011),
        ("GB @AG", 5_001_101),
        ("GB BG", 5_011_001),
        ("GB FB", 5_001_002),
        # An ace goes up, comes back onto the two that it uncovered, and up again.
        ("GB BG GB", 5_011_002),
        # All events of a whole game: eight cards go up, two of them from the waste; three are turned up.
        ("HE GB FB GE @AD HD @AC HC", 5_003_028),
    ],
)
def test_events_of_a_line(letters, events):
    assert score(START, parse_moves(letters, START), COUNTING) == events


def test_named_tables_on_a_whole_game():
    line = parse_moves("HE GB FB GE @AD HD @AC HC", START)
    # Eight arrivals at 10, two of them from the waste at 3 more, three cards turned up at 5.
    assert score(START, line, SCORINGS["standard"]) == 80 + 6 + 15
    assert score(START, line, SCORINGS["vegas"]) == -52 + 8 * 5


def test_standard_scores_can_be_negative():
    moves = [Draw(), Draw(), Recycle(), Draw(), Draw(), Recycle()]
    assert score(START, moves, SCORINGS["standard"]) == -40
    assert score(START, moves, SCORINGS["vegas"]) == -52


@pytest.mark.parametrize("name", ["standard", "vegas"])
def test_a_card_gains_nothing_by_going_round(name):
    once, again = (parse_moves(letters, START) for letters in ("GB", "GB BG GB"))
    assert score(START, once, SCORINGS[name]) == score(START, again, SCORINGS[name])


def test_a_game_half_played_scores_what_follows():
    half = START
    for move in parse_moves("HE GB FB GE", START):
        half = half.play(move)
    assert score(half, parse_moves("@AD HD @AC HC", half), SCORINGS["vegas"]) == -52 + 4 * 5


def test_an_illegal_line_has_no_score():
    with pytest.raises(IllegalMoveError, match=r"move 2 .*the waste is empty") as caught:
        score(START, [TableauToFoundation(1), WasteToFoundation()], COUNTING)
    assert caught.value.index == 1


@pytest.mark.parametrize(
    ("table", "rules", "unbounded"),
    [
        (SCORINGS["standard"], Rules(), False),
        (SCORINGS["vegas"], Rules(), False),
        (ScoringTable(foundation=10, take_back=-9), Rules(), True),
        (ScoringTable(foundation=10, take_back=-9), Rules(take_back=False), False),
        (ScoringTable(take_back=1), Rules(), True),
        (ScoringTable(foundation=-1, take_back=1), Rules(), False),
        (ScoringTable(extra_pass=1), Rules(), True),
        (ScoringTable(extra_pass=1), Rules(passes=3), False),
        (ScoringTable(foundation=10, take_back=-10, waste_to_foundation_extra=50), Rules(), False),
    ],
)
def test_tables_by_which_points_can_be_earned_again_and_again(table, rules, unbounded):
    assert table.unbounded(rules) is unbounded


@pytest.mark.parametrize(
    "text",
    [
        '{"start": -7, "foundation": 2, "extra_pass": -1}',
        "# my table\nstart = -7\nfoundation = 2\nextra_pass = -1\n",
    ],
)
def test_a_table_from_a_file(text, tmp_path):
    path = tmp_path / "table"
    path.write_text(text, encoding="utf-8")
    assert ScoringTable.load(path) == ScoringTable(start=-7, foundation=2, extra_pass=-1)
    assert ScoringTable.load(str(path)) == ScoringTable.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"foundations": 5}', "has no 'foundations'; it has start, foundation, "),
        ("", "this scoring table is empty; it has one or more of start, foundation, "),
        ("# nothing yet\n", "this scoring table is empty"),
        ("{}", "this scoring table is empty"),
        ("foundation = 2.5", "foundation must be a whole number of points, not 2.5"),
        ('{"foundation": true}', "foundation must be a whole number of points, not true"),
        ('{"foundation": "5"}', 'foundation must be a whole number of points, not "5"'),
        ("foundation = 1979-05-27", "foundation must be a whole number of points, not"),
        ('{"foundation": 5, "foundation": 6}', "'foundation' is there twice"),
        ("foundation = 5\nfoundation = 6", "this TOML is broken"),
        ("foundation: 5", "this TOML is broken"),
        ("[1, 2]", "this TOML is broken"),
        ('{"foundation": 5', "this JSON is broken"),
        ('{"foundation": ' + "9" * 5000 + "}", "this JSON is broken"),
        ('{"start": ' + "[" * 100_000, "this JSON is broken"),
    ],
)
def test_broken_tables(text, message, tmp_path):
    path = tmp_path / "table"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        ScoringTable.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        ScoringTable.load(tmp_path / "none")
    (tmp_path / "binary").write_bytes(b"start = 1\xff")
    with pytest.raises(FormatError, match=r"no UTF-8 text \(byte 9\)"):
        ScoringTable.load(tmp_path / "binary")
