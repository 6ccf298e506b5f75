"""What becomes of a batch when its process is killed, interrupted, or finds the disk full."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, StoreError, solve
from klondike_solver.store import Row, Store

pytest.importorskip("fcntl", reason="these are about POSIX")

Start = Callable[..., "subprocess.Popen[bytes]"]
MANY = ("batch", "solvitaire:1-1000000", "--max-nodes", "300", "--memory", "32", "--jobs", "2", "--store")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def rows_of(path: Path) -> list[Row]:
    with Store.open(path) as store:
        return [row for run in store.runs() for row in store.rows(run, moves=True)]


def wait_for_rows(path: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if path.exists() and len(rows_of(path)) >= count:
                return
        except StoreError:  # It is being made.
            pass
        time.sleep(0.05)
    raise AssertionError(f"there were never {count} rows")


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not found.exists():
        pytest.skip("this system does not tell which processes a process has")
    return [int(word) for word in found.read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def same_as_solve(rows: list[Row]) -> bool:
    for row in rows:
        result = solve(Deal.parse(row.name), max_nodes=300, memory=32)
        if row._replace(seconds=0) != Row.of(result, max_nodes=300, memory=32)._replace(seconds=0):
            return False
    return True


def test_a_killed_batch_goes_on(command: Start, path: Path) -> None:
    process = command(*MANY, str(path))
    wait_for_rows(path, 20)
    workers = children_of(process)
    assert len(workers) == 2
    process.kill()
    process.communicate(timeout=60)
    deadline = time.monotonic() + 60
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))
    before = rows_of(path)
    assert len(before) >= 20
    last = max(row.number or 0 for row in before) + 10
    done = command("batch", f"solvitaire:1-{last}", *MANY[2:], str(path))
    out, err = done.communicate(timeout=120)
    assert (done.returncode, err) == (0, b"")
    assert f"{last:,} of {last:,} deals, {last - len(before):,} of them now".encode() in out
    rows = rows_of(path)
    assert rows[: len(before)] == before
    assert sorted(row.number or 0 for row in rows) == list(range(1, last + 1))
    assert same_as_solve(rows[::5])
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_an_interrupted_batch_keeps_what_is_done(command: Start, path: Path, number: signal.Signals) -> None:
    # As from a terminal: the signal comes to the workers, too.
    process = command(*MANY, str(path), start_new_session=True)
    wait_for_rows(path, 20)
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == b"interrupted; what was done is stored, and the same command goes on from there\n"
    rows = rows_of(path)
    assert f"  done         {len(rows):,} of 1,000,000 deals".encode() in out
    # All that was done: no deal is missing among the first ones of them.
    numbers = {row.number or 0 for row in rows}
    assert len(numbers) == len(rows) >= 20
    assert os.listdir(path.parent) == [path.name]


def test_a_full_disk(command: Start, path: Path) -> None:
    words = f'ulimit -f 300; exec "{sys.executable}" -m klondike_solver {" ".join(MANY)} "{path}"'
    done = subprocess.run(["bash", "-c", words], capture_output=True, check=False, timeout=120)
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: {path} cannot be written: ".encode())
    assert done.stderr.count(b"\n") == 1
    before = rows_of(path)
    assert len(before) > 20
    again = command("batch", "solvitaire:1-30", *MANY[2:], str(path))
    again.communicate(timeout=60)
    assert again.returncode == 0
    assert rows_of(path)[: len(before)] == before


@pytest.mark.skipif(shutil.which("nohup") is None, reason="there is no nohup")
def test_the_end_of_a_terminal_is_nothing_to_one_that_ignores_it(path: Path) -> None:
    words = ["nohup", sys.executable, "-m", "klondike_solver", "batch", "solvitaire:1-60", "--store", str(path)]
    with subprocess.Popen(
        [*words, "--max-nodes", "300"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as process:
        wait_for_rows(path, 1)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert len(rows_of(path)) == 60


def test_the_display_in_a_terminal(terminal: Callable[..., Any], path: Path) -> None:
    screen = terminal(*MANY, str(path))
    for words in (
        "of 1,000,000 deals (0.",
        "deals a second",
        " left",
        "winnable",
        "95 % interval",
        "lost",
        "undecided",
    ):
        screen.until(words)
    screen.until("Ctrl-C stops; what is done is kept")
    screen.process.send_signal(signal.SIGINT)
    shown = screen.rest()
    assert screen.process.returncode == 130
    assert f"{path}: draw 3, unlimited passes\r\n  search" in shown
    assert shown.endswith("interrupted; what was done is stored, and the same command goes on from there\r\n")


def test_a_reader_that_goes_away_stops_nothing(command: Start, path: Path) -> None:
    reading, writing = os.pipe()
    process = command("batch", "solvitaire:1-20", "--store", str(path), stdout=writing)
    os.close(writing)
    os.close(reading)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 0
    assert len(rows_of(path)) == 20
