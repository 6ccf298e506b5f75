"""``klondike play`` with moves from a script: what is played, told, saved, and refused."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, Position, Rules, Solution, solve
from klondike_solver.cli.play_moves import typed
from klondike_solver.cli.status import Status
from klondike_solver.formats import write_position
from klondike_solver.moves import FoundationToTableau
from klondike_solver.plays import card_of
from klondike_solver.saved_game import read_saved_game

Runner = Callable[..., Any]

DEAL = "solvitaire:2"


def told(out: str) -> list[str]:
    """Return what was said after the first board, without other boards."""
    lines = out.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("move 0")) + 1
    end = next((index for index, line in enumerate(lines[start:], start) if line.startswith(DEAL)), len(lines))
    return lines[start:end]


@pytest.fixture
def played(run: Runner) -> Callable[..., list[str]]:
    """Return a function that plays these lines and returns what is said about them."""

    def played(lines: str, *args: str, status: int = Status.NOT_WON) -> list[str]:
        done = run("play", DEAL, *args, "--ascii", stdin=lines.replace(";", "\n"))
        assert (done.status, done.err) == (status, "")
        assert "\x1b" not in done.out
        return told(done.out)

    return played


def test_every_way_to_say_a_move(played: Callable[..., list[str]]) -> None:
    eight = "1. 8S from column 2 to column 4, onto 9H, turning up 9S"
    for line in (
        "2 4",
        "24",
        "2-4",
        "2 > 4",
        "2 to 4",
        "2 4 1",
        "2 4 000000000001",
        "2",
        "8S",
        "8s 4",
        "8s4",
        "8♠ 9h",
        "8S to 9H",
        "m GI",
        "m gi",
        "GI",
    ):
        assert played(line) == [eight], line
    nine = "2. 9S from column 2 to column 5, onto TH"
    for line in ("2 5", "9s", "9s 5", "2"):
        assert played(f"24;{line}") == [eight, f"{nine}"], line
    for line in ("d", "draw", "@", "D", "m @"):
        assert played(line) == ["1. draw; the waste shows 7H"], line
    for line in ("w 4", "w4", "7h 4", "7h 8s"):
        assert played(f"24;d;{line}")[2:] == ["3. 7H from the waste to column 4, onto 8S"], line
    for line in ("w", "7h"):
        assert played(f"24;d;{line}")[2:] == ["line 3: which one: w 6 (7H onto 8C), w 4 (7H onto 8S)?"], line
        assert played(f"24;43;d;{line}")[-1].endswith("(7H onto 8C), w 3 (7H onto 8S)?"), line


def test_cards_come_back_from_the_foundations(played: Callable[..., list[str]]) -> None:
    line = solve(Deal.parse(DEAL), Rules(draw=1)).solution
    assert line is not None
    place, position, move = next(
        (place, position, move)
        for place, position in enumerate(line.positions())
        for move in position.legal_moves()
        if isinstance(move, FoundationToTableau)
    )
    before = f"m {Solution(line.position, line.moves[:place]).letters}"
    card = str(card_of(move, position))
    up = f"{card} from column {move.target + 1} to its foundation"
    for word in (f"f {move.target + 1}", f"{card} {move.target + 1}", typed(move, position)):
        said = played(f"{before};{word};{move.target + 1} f;u;{card} f;u 2;{card} f", "--draw", "1")[-6:]
        back = f"{card} back from its foundation to column {move.target + 1}, onto {position.columns[move.target].last}"
        assert [text.partition(". ")[2] or text for text in said] == [
            *(back, up, "1 move taken back."),
            *(up, "2 moves taken back.", f"line 7: {card} is on its foundation already"),
        ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3 5", "TS does not fit on TH in column 5: only 9C and 9S do"),
        ("1 f", "5H cannot go up: the next card of its foundation is AH"),
        ("1 1", "source and target are both column 1"),
        ("1 9", "there is no column 9: the tableau has columns 1 to 7"),
        ("9", "there is no column 9: the tableau has columns 1 to 7"),
        ("99", "there is no column 9: the tableau has columns 1 to 7"),
        ("9 3", "there is no column 9: the tableau has columns 1 to 7"),
        ("9 9 2", "there is no column 9: the tableau has columns 1 to 7"),
        ("2 4 3", "column 2 has 1 card face up, not 3"),
        ("2 4 999999999", "column 2 has 1 card face up, not 999999999"),
        ("2 4 1000000000", "'1000000000' is more cards than there are"),
        ("2 4 99999999999999999999", "'99999999999999999999' is more cards than there are"),
        ("2 4 0000000000", "the number is 1 or more"),
        ("w 3", "the waste is empty"),
        ("w", "the waste is empty"),
        ("w f", "the waste is empty"),
        ("f 2", "the foundations are empty"),
        ("5", "nothing in column 5 can move: TH fits on no column, and the next card of its foundation is AH"),
        ("ah", "AH does not lie face up"),
        ("8s f", "8S cannot go up: the next card of its foundation is AS"),
        ("8s 2c", "2C is not at the end of a column"),
        ("8s 5", "8S does not fit on TH in column 5: only 9C and 9S do"),
        ("2 w", "no card goes back to the waste; 'w 4' goes from the waste to column 4"),
        ("f", "which way? '3 f' goes up to a foundation from column 3, 'f 3' comes back to it"),
        ("f f", "no card goes from one foundation to another"),
        ("w f 2", "only from column to column several cards can go: '3 5 2' takes two"),
        ("2 4 0", "the number is 1 or more"),
        ("m", "the letters are missing: 'm GI @' plays two moves"),
        ("m GI FF", "move 2 (FF, character 4): source and target are both column 1"),
        ("m XX", "character 1: 'X' is no pile; piles are A to L, a draw is @"),
        ("GI JJ", "move 2 (JJ, character 4): source and target are both column 5"),
        ("castle", "'castle' is no move and no command; ? shows what can be typed"),
        ("d x", "'x' is not how often; draw takes a number"),
        ("d all", "'all' is not how often; draw takes a number"),
        ("h 3", "'3' does not belong there; ? shows what can be typed"),
        ("s", "save where? 's game.json' gives a name"),
        ("s nowhere/game.json", "there is no directory 'nowhere' for the game"),
        ("s .", "'.' is a directory; a game is saved in a file"),
        ("\x1b[A\x07", r"'\x1b[A\x07' is no move and no command; ? shows what can be typed"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(played: Callable[..., list[str]], line: str, reason: str) -> None:
    # The game goes on with the next line.
    said = played(f";{line};d")
    assert said == [f"line 2: {reason}", "1. draw; the waste shows 7H"]


def test_undo_and_redo(played: Callable[..., list[str]]) -> None:
    assert played("u;r;d 3;u 2;r;u all;r all;u;24;r") == [
        "There is nothing to take back.",
        "There is nothing to play again.",
        "1-3. draw 3 times; the waste shows 2C",
        "2 moves taken back.",
        "2. draw; the waste shows KS",
        "2 moves taken back.",
        "1-3. draw 3 times; the waste shows 2C",
        "1 move taken back.",
        "3. 8S from column 2 to column 4, onto 9H, turning up 9S",
        "There is nothing to play again.",
    ]


def test_a_row_of_draws_begins_no_pass(played: Callable[..., list[str]]) -> None:
    assert played("d 9;d 9;d 2;u;d", "--passes", "2", "--quiet") == [
        "1-8. draw 8 times; the waste shows 6S",
        "The stock is empty after 8 draws.",
        "turn the waste over: it is the stock again",
        "9-10. draw twice; the waste shows KS",
        "1 move taken back.",
        "10. draw; the waste shows KS",
    ]
    assert played("d 9;d", "--passes", "1", "--quiet")[2:] == ["line 2: no pass is left: the rules allow 1"]
    assert played("d;d;d;d", "--count-recycles", "--draw", "12", "--quiet")[-1].startswith("4. draw; the waste shows")


def test_a_game_that_is_won(run: Runner, played: Callable[..., list[str]]) -> None:
    letters = run("solve", DEAL, "--rules", "vegas", "--format", "moves").out
    position = Position.start(Deal.parse(DEAL), Rules(draw=3, passes=3))
    line = Solution.parse(letters, position)
    script = []
    for before, move in zip(line.positions(), line.moves, strict=False):
        script.append(typed(move, before))
    done = run(
        "play", DEAL, "--rules", "vegas", "--ascii", stdin="\n".join([*script, "what comes after it is not read"])
    )
    assert (done.status, done.err) == (0, "")
    assert "not read" not in done.out
    end = done.out[done.out.index("You have won!") :].splitlines()
    assert end[:3] == ["You have won!", f"  game    {DEAL}", f"  moves   {line.length()}"]
    assert "  score   208 dollars (vegas)" in end
    assert any(text.startswith("  solver  ") for text in end)
    # Number by number as the account of the solution tells it.
    numbers = [text.split(".")[0] for text in told(done.out) if text[:1].isdigit()]
    assert numbers == [str(number) for number in range(1, line.length() + 1)]
    # What solve prints can be played as it is.
    assert run("play", DEAL, "--rules", "vegas", stdin=letters).status == 0
    assert run("play", DEAL, "--rules", "vegas", stdin=f"m {letters}").status == 0


def test_hints_lead_to_a_win(run: Runner) -> None:
    script: list[str] = []
    for _ in range(3):
        # What the hint says is typed, and so on; then the rest at once.
        out = run("play", DEAL, "--draw", "1", "--ascii", stdin="\n".join([*script, "h"])).out
        word = next(text for text in told(out) if text.startswith("Type ")).split(" for it")[0].removeprefix("Type ")
        assert "turning up" not in next(text for text in told(out) if text.startswith("Hint: "))
        script.append(word)
    out = run("play", DEAL, "--draw", "1", "--ascii", stdin="\n".join([*script, "v"])).out
    assert told(out)[-1] == "This game can be won from here."
    assert not [text for text in told(out) if text.startswith("line ")]


LOSES = "d;d"
"""The second of these draws loses deal 2 with Vegas rules after ``2 4``, as ``klondike analyse`` says, too."""


def test_what_is_lost_is_said_when_it_is(run: Runner, played: Callable[..., list[str]]) -> None:
    lost = "This game is lost now: nobody can win it any more. u takes that back."
    said = played(f"2 4;{LOSES};d;u;v;u;v;r;v;j;r;j;v;h", "--rules", "vegas")
    assert [text for text in said if not re.match(r"[0-9]+[.]", text)] == [
        lost,
        *("1 move taken back.", lost, "1 move taken back."),
        "This game can be won from here.",
        *(lost, lost),
        "You are not told when a move loses the game.",
        "You are told when a move loses the game.",
        lost.replace("u takes", "u 2 takes"),
        lost.replace("u takes", "u 2 takes"),
    ]
    assert not any("lost" in text for text in played(f"2 4;{LOSES}", "--rules", "vegas", "--quiet"))
    out = run("play", DEAL, "--rules", "vegas", "--ascii", stdin=f"2 4\n{LOSES}".replace(";", "\n")).out
    assert out.splitlines()[-4].endswith("   LOST")
    assert "is lost from the start" in run("play", "solvitaire:1").out
    assert "lost" not in run("play", "solvitaire:1", "--quiet").out


def test_what_follows_a_lost_position_stays_lost(run: Runner) -> None:
    def heard(deal: str, lines: str) -> list[str]:
        """Return what was said about losing, and of each state whether it is marked."""
        out = run("play", *deal.split(), "--ascii", stdin=lines.replace(";", "\n")).out
        states = re.findall(r"^(?:move|This game is lost).*", out, re.MULTILINE)
        return [re.sub(r"   .*?(   LOST)?$", r"\1", state) for state in states]

    start = "This game is lost from the start: nobody can win it."
    # The end draws no board again that was drawn last.
    assert heard("solvitaire:1", "d;b;d;b;d 3;b;u;b;u 2;b;r;b;u all;b;m @@;b") == [
        *("move 0   LOST", start, "move 1   LOST", "move 2   LOST", "move 5   LOST", "move 4   LOST"),
        *("move 2   LOST", "move 3   LOST", "move 0   LOST", "move 2   LOST"),
    ]
    lost = "This game is lost now: nobody can win it any more. u takes that back."
    assert heard(f"{DEAL} --rules vegas", "24;d;b;d;b;d;b;d;b;u 2;b;u;b;d 2;b;u;b") == [
        *("move 0", "move 2", lost, "move 3   LOST", "move 4   LOST", "move 5   LOST", "move 3   LOST", "move 2"),
        *(lost.replace("u takes", "u 2 takes"), "move 4   LOST", "move 3   LOST"),
    ]
    # What was played while nobody wanted to be told is lost as well.
    assert heard("solvitaire:1", "j;d;b;d;j;b") == ["move 0   LOST", start, "move 1", "move 2   LOST"]


def test_the_verdicts_are_those_of_the_analysis(run: Runner, tmp_path: Path) -> None:
    board = tmp_path / "position.json"
    before = Solution.parse("GI @", Position.start(Deal.parse(DEAL), Rules(draw=3, passes=3))).final
    board.write_text(write_position(before, "solvitaire"))
    analysis = json.loads(run("analyse", board, "--rules", "vegas", "--format", "json").out)
    assert analysis["verdict"] == "winnable"
    for option in analysis["options"]:
        out = run("play", board, "--rules", "vegas", stdin=f"m {option['move']}").out
        assert ("This game is lost now" in out) is (option["verdict"] == "lost"), option


def test_a_budget_that_is_too_small(played: Callable[..., list[str]]) -> None:
    assert played("h;v;24", "--max-nodes", "5") == [
        "No way to win was found: node limit reached.",
        "Whether this can be won is not decided: node limit reached.",
        "1. 8S from column 2 to column 4, onto 9H, turning up 9S",
    ]


def test_hidden_cards_are_hidden_until_they_are_asked_for(run: Runner) -> None:
    out = run("play", DEAL, "--ascii", stdin="x\nx\nb\n").out
    # The board is drawn at the start, for each x, and for b.
    hidden, shown, again, last = out.split("Foundations")[1:]
    assert "[TC]" not in hidden + again + last
    assert "|[  ]|" in hidden
    assert "Stock (" not in hidden
    assert "[TC]" in shown
    assert "Stock (24)   8D 4D" in shown
    assert "[TC]" in run("play", DEAL, "--ascii", "--thoughtful").out
    assert "░░░░" in run("play", DEAL).out


def test_safe_cards_go_up_by_themselves(played: Callable[..., list[str]]) -> None:
    assert played("a") == ["No card is safe to play up."]
    line = solve(Deal.parse(DEAL), Rules(draw=3)).solution
    assert line is not None
    # From where nothing is hidden and the stock is used up, the rest plays itself.
    open_ones = [
        index
        for index, position in enumerate(line.positions())
        if not (position.stock or position.waste or position.face_down_total)
    ]
    open_one = list(line.positions())[open_ones[0]]
    left = 52 - sum(open_one.foundations)
    said = played(f"m {Solution(line.position, line.moves[: open_ones[0]]).letters};a", status=Status.DONE)
    assert [text.endswith("to its foundation") for text in said[-min(left, 6) :]] == [True] * min(left, 6)


def test_help_fits_a_terminal(run: Runner) -> None:
    out = run("play", DEAL, stdin="?\n").out
    help_text = out[out.index("MOVES") :]
    assert max(map(len, help_text.splitlines())) <= 80
    assert "know all cards" in help_text


# Random deals


def test_a_random_deal_has_a_name_to_use_again(run: Runner) -> None:
    first = run("play", "--seed", "7", "--quiet").out
    assert first == run("play", "--seed", "7", "--quiet").out
    assert first != run("play", "--seed", "8", "--quiet").out
    name = first.split()[0]
    assert name.startswith("solvitaire:")
    assert run("play", name, "--quiet").out == first
    assert run("play", "--quiet").out != run("play", "--quiet").out


def test_a_winnable_deal_is_winnable(run: Runner) -> None:
    for seed in range(4):
        out = run("play", "--winnable", "--seed", seed, "--rules", "vegas1").out
        assert run("solve", out.split()[0], "--rules", "vegas1").status == Status.DONE


def test_options_that_do_not_go_together(refused: Runner, tmp_path: Path) -> None:
    assert "--winnable is for a random deal" in refused("play", DEAL, "--winnable")
    assert "--seed is for a random deal" in refused("play", DEAL, "--seed", 3)
    assert "two games" in refused("play", DEAL, "--continue", "game.json")
    assert "standard input is what the moves come from" in refused("play", "-")
    assert "standard input is what the moves come from" in refused("play", "--continue", "-")
    assert "--seed" in refused("play", "--seed", "x")
    assert "none of 1000 random deals" in refused("play", "--winnable", "--max-nodes", 0)


# Saving


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the command runs in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_save_and_go_on(run: Runner, folder: Path) -> None:
    rules = ("--draw", "2", "--passes", "4", "--no-take-back", "--scoring", "standard", "--count-recycles")
    out = run("play", DEAL, *rules, "--ascii", stdin="24\nd 12\nd\nd\nu 2\ns my game.json\n").out
    assert "Saved. To go on:  klondike play 'my game.json'\n" in out
    saved = read_saved_game((folder / "my game.json").read_text())
    assert (len(saved.moves), len(saved.undone), saved.count_recycles) == (13, 2, True)
    assert "To go on:  klondike play 'my game.json'" in out
    for args in (("my game.json",), ("--continue", "my game.json")):
        again = run("play", *args, "--ascii", stdin="r 2\ns\nu 1\n")
        assert again.status == Status.NOT_WON
        assert "solvitaire:2   draw 2, 4 passes, no take-back\n" in again.out
        assert "move 13   pass 1 of 4   up 0 of 52   score 5   redo 2" in again.out
        assert "14. turn the waste over: it is the stock again\n15. draw; the waste shows 4D\n" in again.out
        assert "It is not saved. To go on all the same:  klondike play 'my game.json'\n" in again.out
        last = again.out.splitlines()[-1]
        assert last.startswith("and type:  u all, and then  m GI @")
        assert run("play", "my game.json", stdin=f"u all\n{last.rpartition('  ')[2]}\n").out.splitlines()[-1] == last
        assert len(read_saved_game((folder / "my game.json").read_text()).moves) == 15
        (folder / "my game.json").write_text(json.dumps(_back(folder / "my game.json")))


def _back(path: Path) -> dict[str, Any]:
    """Return a saved game with its last two moves taken back."""
    data: dict[str, Any] = json.loads(path.read_text())
    return {**data, "played": data["played"] - 2, "undone": data["undone"] + 2}


def test_the_option_save_saves_at_the_end(run: Runner, refused: Runner, folder: Path) -> None:
    assert run("play", DEAL, "--save", "game.json", stdin="24\nd\n").status == Status.NOT_WON
    assert len(read_saved_game((folder / "game.json").read_text()).moves) == 2
    message = refused("play", DEAL, "--save", "game.json")
    assert "'game.json' is there already and is not replaced" in message
    assert message.endswith("go on with the one in it: klondike play game.json\n")
    assert "go on" not in refused("play", DEAL, "--save", _other(folder))
    assert run("play", "game.json", "--save", "game.json", stdin="d\n").status == Status.NOT_WON
    assert len(read_saved_game((folder / "game.json").read_text()).moves) == 3
    run("play", "game.json", stdin="d\n")
    assert len(read_saved_game((folder / "game.json").read_text()).moves) == 3
    assert sorted(os.listdir(folder)) == ["game.json", "notes.txt"]


def _other(folder: Path) -> str:
    (folder / "notes.txt").write_text("buy milk")
    return "notes.txt"


def test_no_other_file_is_replaced(run: Runner, folder: Path) -> None:
    name = _other(folder)
    out = run("play", DEAL, stdin=f"d\ns {name}\n").out
    assert "line 2: 'notes.txt' is there already and is not replaced; give the game another name\n" in out
    assert (folder / name).read_text() == "buy milk"


def test_a_position_in_the_middle_of_a_game(run: Runner, folder: Path) -> None:
    start = Solution.parse("GI @@", Position.start(Deal.parse(DEAL))).final
    (folder / "position.json").write_text(write_position(start, "solvitaire"))
    out = run("play", "position.json", "--ascii", stdin="d\ns game.json\nd\n").out
    assert out.startswith("position.json   draw 3")
    assert "It is not saved. To go on all the same:  klondike play position.json\nand type:  m @@\n" in out
    assert run("play", "game.json", "--ascii").out.startswith("game.json   draw 3")
    assert read_saved_game((folder / "game.json").read_text()).start == start


def test_a_name_that_looks_like_an_option(run: Runner, folder: Path) -> None:
    out = run("play", DEAL, stdin="d\ns -game.json\n").out
    assert "Saved. To go on:  klondike play ./-game.json\n" in out
    assert (folder / "-game.json").exists()


def test_a_position_that_is_typed_in_can_be_gone_on_with(run: Runner) -> None:
    text = "foundations: KC KD 6H KS\nstock: 7H 8H\n1: KH QH JH | TH\n2: 9H"
    out = run("play", text, stdin="d\n").out
    assert out.endswith(
        "  klondike play $'foundations: KC KD 6H KS\\nstock: 7H 8H\\n1: KH QH JH | TH\\n2: 9H'\nand type:  m @\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "no saved game"),
        ('{"kind": "klondike game"', "no saved game: JSON, line 1, character 25"),
        ('{"kind": "klondike game"}', 'the saved game has no "schema"'),
        ("solvitaire:2", "no saved game"),
    ],
)
def test_a_file_that_is_no_saved_game(refused: Runner, folder: Path, text: str, message: str) -> None:
    (folder / "game.json").write_text(text)
    assert f"game.json: {message}" in refused("play", "--continue", "game.json")
    if "kind" in text:
        assert f"game.json: {message}" in refused("play", "game.json")
    assert "cannot be read" in refused("play", "--continue", "nothing.json")


def test_other_commands_say_what_a_saved_game_is(run: Runner, refused: Runner, folder: Path) -> None:
    run("play", DEAL, "--save", "game.json")
    for command in ("show", "solve", "analyse"):
        assert "game.json: this is a saved game; klondike play goes on with it" in refused(command, "game.json")


def test_a_saved_game_has_its_own_rules(run: Runner, refused: Runner, folder: Path) -> None:
    run("play", DEAL, "--save", "game.json")
    for option in (("--draw", 1), ("--scoring", "vegas"), ("--count-recycles",)):
        assert "a saved game has its own rules" in refused("play", "game.json", *option)


def test_a_game_is_not_lost_with_a_disk_that_is_full(run: Runner, folder: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    out = run("play", DEAL, stdin="24\ns /dev/full\n").out
    assert "'/dev/full' is there already" in out
    assert "and type:  m GI\n" in out
