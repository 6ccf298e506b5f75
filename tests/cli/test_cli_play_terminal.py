"""``klondike play`` in a terminal: drawn in place, asked about saving, interrupted, hung up on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver.cli.hearing import Interrupts, Terminated
from klondike_solver.saved_game import read_saved_game

pytest.importorskip("termios", reason="these are about POSIX")

Screen = Callable[..., Any]
Start = Callable[..., "subprocess.Popen[bytes]"]

DEAL = "solvitaire:2"


class Player:
    """Somebody at a terminal with a game in it."""

    def __init__(self, terminal: Screen, *args: str, **options: Any) -> None:
        self.screen = terminal("play", *args, **{"NO_COLOR": "1", **options})
        self.seen()

    def seen(self, words: str = "> ") -> list[str]:
        """Return the lines of the screen when there is a prompt on it."""
        shown = self.screen.until(words)
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.rpartition("\x1b[2J")[2])
        return [line.rstrip() for line in plain.replace("\r\n", "\n").split("\n")]

    def types(self, line: str, words: str = "> ", begin: str = "\x1b[2J") -> list[str]:
        """Type a line and return what is seen then: what begins so, up to these words."""
        os.write(self.screen.side, f"{line}\n".encode())
        self.screen.until(begin)  # What is typed is shown before, and with it the prompt once more.
        return self.seen(words)

    def ends(self, key: str) -> str:
        """Press a key, or type a line, after which the game ends; return what is shown then."""
        if key == "\x03":  # No terminal controls these tests, so that none sends the signal.
            self.screen.process.send_signal(signal.SIGINT)
        else:
            os.write(self.screen.side, key.encode())
        shown: str = self.screen.rest().replace("\r\n", "\n")
        return shown

    @property
    def status(self) -> int:
        """What the command has exited with."""
        status: int = self.screen.process.returncode
        return status


def test_the_board_is_drawn_in_place(terminal: Screen) -> None:
    player = Player(terminal, DEAL, size=(80, 24))
    lines = player.types("2 4")
    assert lines[0] == "solvitaire:2   draw 3, unlimited passes"
    assert lines[-3:-1] == [
        "move 1   pass 1   up 0 of 52   ?: help",
        "1. 8♠ from column 2 to column 4, onto 9♥, turning up 9♠",
    ]
    assert len(lines) <= 24
    assert player.types("3 5")[-2] == "T♠ does not fit on T♥ in column 5: only 9♣ and 9♠ do"
    help_screen = player.types("?", "brings the board back.")
    assert help_screen[0].startswith("MOVES")
    assert len(help_screen) <= 22
    assert player.seen()[-1] == ">"
    assert player.types("")[0].startswith(DEAL)
    end = player.ends("q\n\n")
    assert player.status == 0
    # The screen that was there before comes back, with the end of the game on it.
    _, _, after = end.rpartition("\x1b[?1049l")
    assert "solvitaire:2: not won yet, 1 move played, 0 of 52 cards up.\n" in after
    assert after.endswith("klondike play solvitaire:2\nand type:  m GI\n")


@pytest.mark.parametrize("size", [(80, 24), (80, 14), (40, 20), (35, 12)])
def test_it_fits_the_terminal(terminal: Screen, size: tuple[int, int]) -> None:
    player = Player(terminal, DEAL, "--thoughtful", size=size)
    for line in ("d 9", "h", "zz"):
        lines = player.types(line)
        assert sum(max(1, -(-len(text) // size[0])) for text in lines) <= size[1]
        assert any(text.startswith("move ") for text in lines)
    player.ends("q\n\n")


def test_another_size_of_the_terminal_draws_the_board_anew(terminal: Screen) -> None:
    player = Player(terminal, DEAL, size=(80, 40))
    assert any("┌────┐" in line for line in player.types("2 4"))
    player.screen.resize(40, 40)
    player.screen.until("\x1b[2J")
    lines = player.seen()
    assert not any("┌────┐" in line for line in lines)
    assert lines[-2].startswith("1. 8♠ from column 2") or lines[-3].startswith("1. 8♠ from column 2")
    player.ends("q\n\n")


def test_a_dumb_terminal_gets_lines(terminal: Screen) -> None:
    player = Player(terminal, DEAL, TERM="dumb")
    lines = player.types("2 4", begin="2 4")
    assert lines[-2] == "1. 8♠ from column 2 to column 4, onto 9♥, turning up 9♠"
    assert "\x1b" not in player.ends("q\n\n")
    assert player.status == 0


def test_a_player_is_asked_about_saving(terminal: Screen, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    player = Player(terminal, DEAL)
    player.types("24")
    player.types("q", "leave without: ", begin="")
    player.types("/nowhere/game.json", "leave without: ", begin="")
    end = player.ends(f"{path}\n")
    assert end.endswith(f"It is saved. To go on:  klondike play {path}\n")
    assert (player.status, len(read_saved_game(path.read_text()).moves)) == (0, 1)

    player = Player(terminal, str(path))
    player.types("d")
    player.types("q", "[Y/n] ", begin="")
    player.types("what?", "[Y/n] ", begin="")
    assert "It is not saved." in player.ends("n\n")
    assert len(read_saved_game(path.read_text()).moves) == 1

    player = Player(terminal, str(path))
    player.types("d")
    player.types("q", "[Y/n] ", begin="")
    assert "It is saved." in player.ends("\n")
    assert len(read_saved_game(path.read_text()).moves) == 2
    # Nothing was played: nothing is asked.
    player = Player(terminal, str(path))
    assert "It is saved." in player.ends("q\n")
    assert player.status == 0


@pytest.mark.parametrize("answer", ["n", "No", " NO "])
def test_no_is_no_name_of_a_file(
    terminal: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.chdir(tmp_path)
    player = Player(terminal, DEAL)
    player.types("24")
    player.types("q", "Save the game? Type a name for its file, or only Enter to leave without: ", begin="")
    assert "It is not saved." in player.ends(f"{answer}\n")
    assert (player.status, list(tmp_path.iterdir())) == (0, [])


def test_yes_asks_for_a_name(terminal: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "Type a name for its file, such as game.json, or only Enter to leave without: "
    for last, saved in (("n", None), ("", None), ("game.json", "game.json"), ("./yes", "yes")):
        player = Player(terminal, DEAL)
        player.types("24")
        player.types("q", "Save the game? Type", begin="")
        for answer in ("y", "Yes"):
            player.types(answer, name, begin="")
        end = player.ends(f"{last}\n")
        assert ("It is not saved." in end) is (saved is None)
        assert (player.status, [path.name for path in tmp_path.iterdir()]) == (0, [saved] if saved else [])
        if saved is not None:
            assert len(read_saved_game((tmp_path / saved).read_text()).moves) == 1
            (tmp_path / saved).unlink()


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 0)])
def test_nothing_is_lost_by_leaving_in_a_hurry(terminal: Screen, tmp_path: Path, key: str, status: int) -> None:
    player = Player(terminal, DEAL, "--rules", "vegas")
    player.types("24")
    end = player.ends(key)
    assert end.endswith("klondike play solvitaire:2 --passes 3 --scoring vegas\nand type:  m GI\n")
    assert player.status == status
    path = tmp_path / "game.json"
    player = Player(terminal, DEAL, "--save", str(path))
    player.types("24")
    assert "It is saved. To go on:  klondike play" in player.ends(key)
    assert (player.status, len(read_saved_game(path.read_text()).moves)) == (status, 1)
    player = Player(terminal, str(path))
    player.types("d")
    player.ends(key)
    assert (player.status, len(read_saved_game(path.read_text()).moves)) == (status, 2)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_saves(terminal: Screen, tmp_path: Path, number: int) -> None:
    path = tmp_path / "game.json"
    player = Player(terminal, DEAL, "--save", str(path))
    player.types("24")
    player.screen.process.send_signal(number)
    player.ends("")
    assert (player.status, len(read_saved_game(path.read_text()).moves)) == (130, 1)


def test_a_terminal_that_goes_away_saves(terminal: Screen, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    player = Player(terminal, DEAL, "--save", str(path))
    player.types("24")
    os.close(player.screen.side)
    player.screen.process.wait(timeout=60)
    assert len(read_saved_game(path.read_text()).moves) == 1


def test_ctrl_c_stops_a_hint_and_not_the_game(terminal: Screen) -> None:
    # The engine that knows whole runs takes very long for it.
    player = Player(terminal, "solvitaire:76", "--quiet", "--whole-runs", "--timeout", "1000")
    os.write(player.screen.side, b"h\n")
    player.screen.until("(Ctrl-C stops)")
    player.screen.process.send_signal(signal.SIGINT)
    player.screen.until("\x1b[2J")
    lines = player.seen()
    assert "No way to win was found: the search was stopped." in lines
    assert player.types("d")[-2].startswith("1. draw")
    player.ends("q\n\n")
    assert player.status == 0


def test_a_full_disk_does_not_lose_the_game(command: Start, tmp_path: Path) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    path = tmp_path / "game.json"
    with (tmp_path / "out.txt").open("wb") as out:
        args = ("play", DEAL, "--quiet", "--save", str(path))
        process = command(*args, stdin=subprocess.PIPE, stdout=out, preexec_fn=limit)
        _, err = process.communicate(b"24\nd\n" + b"b\n" * 100, timeout=60)
    assert (process.returncode, err.count(b"\n")) == (2, 1)
    assert err.startswith(b"Error: the output cannot be written")
    assert len(read_saved_game(path.read_text()).moves) == 2


def test_a_game_that_cannot_be_saved_is_told(command: Start, tmp_path: Path) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    path = tmp_path / "game.json"
    process = command("play", DEAL, "--quiet", "--save", str(path), stdin=subprocess.PIPE, preexec_fn=limit)
    out, err = process.communicate(b"24\nd\n", timeout=60)
    assert (process.returncode, err.count(b"\n")) == (2, 1)
    assert err.startswith(f"Error: {path} cannot be written".encode())
    assert out.endswith(b"klondike play solvitaire:2\nand type:  m GI @\n")
    assert list(tmp_path.iterdir()) == []


def test_signals_wait_until_they_are_heard() -> None:
    interrupts = Interrupts()
    before = signal.getsignal(signal.SIGINT)
    with interrupts.caught():
        signal.raise_signal(signal.SIGINT)
        assert interrupts.stop()
        interrupts.forget()
        assert not interrupts.stop()
        signal.raise_signal(signal.SIGTERM)
        interrupts.forget()
        assert interrupts.stop()
        with pytest.raises(Terminated), interrupts.heard():
            pytest.fail("it was heard already")
        with interrupts.heard():
            pass
        with pytest.raises(KeyboardInterrupt), interrupts.heard():
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
