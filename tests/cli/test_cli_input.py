"""What DEAL, MOVES_FILE and FILE may be, and that whatever is wrong with them gets one clear message and status 2."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal

Runner = Callable[..., Any]

DEAL = Deal.parse("solvitaire:2")
DIGITS = DEAL.to("digits")


@pytest.mark.parametrize("form", ["digits", "solvitaire", "pysol", "layout", "piles", "exact"])
def test_a_file_and_standard_input_hold_any_text(run: Runner, tmp_path: Path, form: str) -> None:
    text = DEAL.to(form)
    file = tmp_path / "deal"
    file.write_text(f"\ufeff{text}\r\n", encoding="utf-8")
    for args, stdin in (((file,), ""), (("-",), text), ((text,), "")):
        done = run("show", *args, "--to", "exact", stdin=stdin)
        assert (done.status, done.out, done.err) == (0, f"exact:{DEAL.exact}\n", "")


def test_digits_stand_on_the_command_line(run: Runner) -> None:
    for text in (DIGITS, f"digits:{DIGITS}", f"  {DIGITS} "):
        assert run("show", text, "--to", "exact").out == f"exact:{DEAL.exact}\n"


def test_a_deal_number_comes_before_a_file_of_its_name(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("solvitaire:2", "unknown:2", DIGITS, "-"):
        Path(name).write_text("ms:1")
    first = f"exact:{Deal.parse('ms:1').exact}\n"
    assert run("show", "solvitaire:2", "--to", "exact").out == f"exact:{DEAL.exact}\n"
    assert run("show", "-", "--to", "exact", stdin="solvitaire:2").out == f"exact:{DEAL.exact}\n"
    for file in ("./solvitaire:2", "./-", "unknown:2", DIGITS):
        assert run("show", file, "--to", "exact").out == first


def test_a_pipe_is_a_file(run: Runner) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"solvitaire:2")
    os.close(writing)
    try:
        assert run("show", f"/dev/fd/{reading}", "--to", "exact").out == f"exact:{DEAL.exact}\n"
    finally:
        os.close(reading)


def changed(index: int, group: str) -> str:
    """Return the digits with another card in one place."""
    return DIGITS[: 3 * index] + group + DIGITS[3 * index + 3 :]


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (changed(0, DIGITS[3:6]), ["is there twice", "is missing"]),
        (DIGITS[:-3], ["153 digits (51 cards)", "156"]),
        (DIGITS + "011", ["159 digits (53 cards)"]),
        (changed(3, "145"), ["card 4", "145", "no card"]),
        (changed(3, "???"), ["unknown cards are not supported yet"]),
        (DEAL.to("piles").replace("5H | ", "| 5H ", 1), ["column 1 has 0 cards", "column 2 has 3 cards instead of 2"]),
        (
            DEAL.to("piles").replace("5H", "??"),
            ["line 1, character 1 (column 1)", "unknown cards are not supported yet"],
        ),
        (DEAL.to("pysol").replace("5H", "5X"), ["'5X' is not a card"]),
        (DEAL.to("solvitaire").replace("]", "", 1), ["JSON"]),
        ("nowhere:1", ["unknown scheme", "'nowhere'", "solvitaire, shootme"]),
        ("solvitair:1", ["unknown scheme", "did you mean solvitaire?"]),
        ("solvitaire:4294967296", ["out of range", "from 0 to 4294967295"]),
        ("solvitaire:-1", ["out of range"]),
        (f"exact:{'9' * 5000}", ["5000 digits", "out of range"]),
        ("shootme:0", ["from 1"]),
        ("solvitaire:two", ["'two' is not a deal number"]),
        ("solvitaire:", ["is not a deal number"]),
        ("22", ["2 digits", "scheme"]),
        ("5", ["1 digit, but", "solvitaire:22"]),
        (f"3752{'0' * 64}", ["68 digits", "Microsoft Solitaire Collection: write microsoft:3752…,", "exact:3752…"]),
        ("1" * 21, ["21 digits", "write microsoft:1111…"]),
        ("9" * 68, ["68 digits", "with its scheme, for example solvitaire:22"]),
        ("microsoft", ["microsoft without a number", "write microsoft:NUMBER"]),
        ("no-such-file", ["there is no file 'no-such-file'", "scheme:number"]),
        ("no/such:file", ["there is no file 'no/such:file'"]),
        ("", ["DEAL is empty"]),
        (":", ["no deal"]),
        ("a\nb\x1b[31m\x00", ["there is no file", "\\x1b"]),
        ("x" * 100_000, ["there is no file", "…"]),
        ("/", ["/ cannot be read: it is a directory"]),
    ],
    ids=lambda value: None if isinstance(value, list) else value[:20].strip() or "nothing",
)
@pytest.mark.parametrize("command", ["solve", "show"])
def test_bad_deals(refused: Runner, command: str, deal: str, words: list[str]) -> None:
    message = refused(command, deal)
    for word in words:
        assert word in message


def test_a_deal_number_with_a_blank_for_its_colon(refused: Runner) -> None:
    number = f"3752{'0' * 64}"
    assert "; a deal number has a colon after its scheme: microsoft:3752…. Try" in refused("solve", "Microsoft", number)
    assert "scheme: ms:17. Try" in refused("show", "--ascii", "ms", 17)
    for extra in (("ms:17", 17), ("ms", "moves.txt")):
        assert "colon" not in refused("show", *extra)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ["empty"]),
        (b" \r\n ", ["empty"]),
        (b"hello", ["no deal"]),
        (b"\x7fELF\x02\x01\x01\x00\x00", ["zero bytes"]),
        (b"\x80\x81", ["not a text in UTF-8: byte 1 "]),
        ("solvitaire:1".encode("utf-16"), ["UTF-16", "UTF-8"]),
        (
            b"SQLite format 3\0\x10" + b"\0" * (2 << 20),
            ["is a store of results or another SQLite file", "klondike stats"],
        ),
        (b"1" * (2 << 20), ["more than 1 MiB"]),
        (b"1" * (1 << 20), ["characters is no deal"]),
        (b"[" * 100_000, ["no deal"]),
        (b'{"tableau piles": ' + b"[" * 90_000, ["JSON"]),
    ],
    ids=["empty", "blank", "words", "binary", "latin", "utf-16", "store", "huge", "long", "brackets", "nested"],
)
def test_bad_files(refused: Runner, tmp_path: Path, data: bytes, words: list[str]) -> None:
    file = tmp_path / "deal.txt"
    file.write_bytes(data)
    for source, message in ((file, refused("solve", file)), ("standard input", refused("solve", "-", stdin=data))):
        assert message.startswith(f"Error: {source}")
        for word in words:
            assert word in message


def test_a_file_that_never_ends(refused: Runner) -> None:
    assert "more than 1 MiB" in refused("solve", "/dev/zero")
    assert "more than 1 MiB" in refused("verify", "ms:1", "/dev/zero")
    assert "more than 1 MiB" in refused("solve", "ms:1", "--scoring", "/dev/zero")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(refused: Runner, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("ms:1")
    file.chmod(0)
    assert f"{file} cannot be read: Permission denied" in refused("solve", file)


def test_a_link_to_nowhere(refused: Runner, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "gone")
    assert f"{link} cannot be read: No such file" in refused("solve", link)


def test_only_one_thing_comes_from_standard_input(refused: Runner) -> None:
    assert "cannot both be standard input" in refused("verify", "-", "-", stdin="ms:1")
    assert "cannot both be standard input" in refused("replay", "-", "-", stdin="ms:1")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--draw", "0"], ["draw is 1 to 24 cards, not 0"]),
        (["--draw", "25"], ["draw is 1 to 24 cards, not 25"]),
        (["--draw", "-1"], ["not -1"]),
        (["--draw", "1.5"], ["'--draw'", "'1.5' is not a whole number"]),
        (["--draw", "9" * 5000], ["5000 digits is too large"]),
        (["--draw", "³"], ["is not a whole number"]),
        (["--passes", "0"], ["passes is 1 or more, or unlimited, not 0"]),
        (["--passes", "many"], ["'many' is neither a whole number nor unlimited"]),
        (["--passes", "³"], ["not a whole number"]),
        (["--rules", "spider"], ["'spider' is not one of", "draw1-3pass"]),
        (["--scoring", "spider"], ["there is no scoring 'spider'", "standard, vegas, none or a file"]),
        (["--scoring", "/"], ["it is a directory"]),
        (["--max-nodes", "-1"], ["'--max-nodes'", "-1 is out of range; it takes 0 or more"]),
        (["--max-nodes", "1e6"], ["'1e6' is not a whole number"]),
        (["--timeout", "-1"], ["'--timeout'", "'-1' is not a number of seconds"]),
        (["--timeout", "nan"], ["'nan' is not a number of seconds"]),
        (["--timeout", "inf"], ["without a limit leave it out"]),
        (["--memory", "0"], ["'--memory'", "0 is out of range"]),
        (["--memory", "1e3"], ["'1e3' is not a whole number"]),
        (["--engine", "magic"], ["'magic' is not one of"]),
        (["--format", "xml"], ["'xml' is not one of"]),
        (["--colour"], ["No such option", "Try 'klondike solve --help'."]),
        (["more"], ["unexpected extra argument"]),
    ],
    ids=lambda value: " ".join(value)[:24] if str(value[0]).startswith(("-", "more")) else None,
)
def test_bad_options(refused: Runner, args: list[str], words: list[str]) -> None:
    message = refused("solve", "solvitaire:2", *args)
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("foundation = 1.5", ["foundation must be a whole number"]),
        ('{"joker": 5}', ["no 'joker'"]),
        ("{", ["broken"]),
        ("start = " + "9" * 5000, ["broken"]),
        ("start = " + "9" * 4000, ["start has too many points"]),
    ],
    ids=["fraction", "joker", "brace", "digits", "points"],
)
def test_bad_scoring_tables(refused: Runner, tmp_path: Path, text: str, words: list[str]) -> None:
    table = tmp_path / "table"
    table.write_text(text)
    message = refused("solve", "solvitaire:2", "--scoring", table)
    assert message.startswith(f"Error: {table}: ")
    for word in words:
        assert word in message


def test_more_recycles_than_the_rules_allow(refused: Runner, tmp_path: Path) -> None:
    file = tmp_path / "late.txt"
    file.write_text(f"Recycles: 2\n{DEAL.to('pysol')}")
    assert "2 recycles are too many" in refused("solve", file, "--passes", 2)


def test_a_command_is_needed(refused: Runner) -> None:
    assert "a command is missing: solve, show, verify" in refused()
    assert "No such command 'win'" in refused("win")
    assert "Missing argument 'DEAL'" in refused("solve")
    assert "Missing argument 'MOVES_FILE'" in refused("verify", "ms:1")
