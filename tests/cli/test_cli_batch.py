"""``klondike batch``: what it takes and what it says."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import Deal, Reason, Rules, Verdict
from klondike_solver.batch import Progress, Running
from klondike_solver.cli import batch_display
from klondike_solver.cli.deal_lists import read_deals
from klondike_solver.cli.output import Output
from klondike_solver.store import Row, Run, Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="worker processes need POSIX")

Command = Callable[..., Any]
RUN = Run(1, Rules(draw=3), "compiled", "0.1.0", "0123456789ab", "2026-01-01T00:00:00+00:00")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def rows_of(path: Path, index: int = 0) -> list[Row]:
    with Store.open(path) as store:
        return sorted(store.rows(store.runs()[index]), key=lambda row: (row.scheme or "", row.number or 0))


def test_it_says_what_has_come_of_it(run: Command, path: Path) -> None:
    status, out, err = run("batch", "solvitaire:1-12", "ms:1", "--store", path, "--jobs", 1)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"{path}: draw 3, unlimited passes"
    known = {line[2:15].strip(): line[15:].strip() for line in lines[1:]}
    assert list(known) == ["search", "done", "winnable", "lost", "undecided", "winnability", "nodes", "time"]
    counts = {verdict: sum(row.verdict == verdict for row in rows_of(path)) for verdict in Verdict}
    assert {name: known[name] for name in map(str, Verdict)} == {
        str(verdict): f"{counts[verdict]}" for verdict in counts
    }
    assert known["done"] == "13 of 13 deals"
    assert "95 % interval" in known["winnability"]
    assert known["nodes"].replace(",", "") == str(sum(row.nodes for row in rows_of(path)))
    status, out, err = run("batch", "solvitaire:10-14", "--store", path, "--jobs", 1)
    assert (status, err) == (0, "")
    assert "done         5 of 5 deals, 2 of them now" in out
    assert len(rows_of(path)) == 15


def test_rules_and_limits(run: Command, path: Path) -> None:
    options = ["--rules", "vegas", "--passes", 2, "--no-take-back", "--max-nodes", 77, "--timeout", 60, "--memory", 33]
    assert run("batch", "solvitaire:1-9", "--store", path, "--jobs", 1, *options).status == 0
    with Store.open(path) as store:
        (found,) = store.runs()
        assert found.rules == Rules(draw=3, passes=2, take_back=False)
        assert {(row.max_nodes, row.timeout, row.memory) for row in store.rows(found)} == {(77, 60.0, 33)}


def test_as_json(run: Command, path: Path) -> None:
    status, out, err = run(
        "batch", "solvitaire:1-9", "--max-nodes", 100, "--store", path, "--jobs", 1, "--format", "json"
    )
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert found["schema"] == 1
    assert found["rules"]["draw"] == 3
    assert (found["deals"], found["done"], found["solved"], found["stopped"], found["retry"]) == (9, 9, 9, False, False)
    assert found["winnable"] + found["lost"] + found["undecided"] == 9
    assert found["nodes"] == sum(row.nodes for row in rows_of(path))


def test_again(run: Command, path: Path) -> None:
    assert run("batch", "solvitaire:1-20", "--max-nodes", 50, "--store", path, "--jobs", 1).status == 0
    hard = sum(not row.is_decided for row in rows_of(path))
    status, out, err = run("batch", "--retry", "--max-nodes", 50, "--store", path)
    assert (status, err) == (0, "")
    assert "tried again  0 of 0 undecided deals" in out
    assert f"passed over  {hard} that were given as much before" in out
    found = json.loads(
        run("batch", "--retry", "solvitaire:1-7", "--max-nodes", 500, "--store", path, "--format", "json").out
    )
    assert 0 < found["done"] == found["deals"] < hard
    status, out, err = run("batch", "--retry", "--store", path)
    assert (status, err) == (0, "")
    assert "undecided    0" in out
    assert all(row.is_decided for row in rows_of(path))


# What DEALS may be


def test_files_of_deals(run: Command, tmp_path: Path, path: Path) -> None:
    deal = Deal.parse("ms:9")
    texts = [
        "# deals",
        "solvitaire:3-5",
        "",
        "  MS:7, ms:8",
        deal.to("digits"),
        deal.to("piles"),
        Deal.parse("ms:10").to("solvitaire"),
        Deal.parse("ms:11").to("pysol"),
        "",
        json.dumps(json.loads(Deal.parse("ms:12").to("solvitaire")), indent=2),
        "exact:12345",
    ]
    file = tmp_path / "deals.txt"
    for end in ("\n", "\r\n"):
        file.write_text("\ufeff" + end.join("\n".join(texts).split("\n")), encoding="utf-8", newline="")
        deals = read_deals([str(file)], Rules())
        assert deals.stretches == [("solvitaire", 3, 5), ("ms", 7, 8), ("exact", 12345, 12345)]
        assert deals.exacts == [Deal.parse(f"ms:{number}").exact for number in (9, 10, 11, 12)]
    assert run("batch", "-", "--store", path, "--jobs", 1, "--max-nodes", 9, stdin=file.read_bytes()).status == 0
    assert len(rows_of(path)) == 10


@pytest.mark.parametrize("form", ["digits", "pysol", "layout", "solvitaire", "piles", "exact"])
def test_a_file_with_one_deal_in_any_form(tmp_path: Path, form: str) -> None:
    deal = Deal.parse("ms:9")
    text = deal.to(form)
    if form == "digits":
        text = "\n".join(text[start : start + 30] for start in range(0, 156, 30))
    (tmp_path / "deal.txt").write_text(f"\n{text}\n")
    deals = read_deals([str(tmp_path / "deal.txt")], Rules())
    assert deals.count == 1
    assert deals.exacts == [deal.exact] or deals.stretches == [("exact", deal.exact, deal.exact)]


def test_a_long_file(tmp_path: Path) -> None:
    """Longer than any single deal."""
    file = tmp_path / "deals.txt"
    file.write_text("".join(f"solvitaire:{number}\n" for number in range(20_000, 0, -1)))
    assert read_deals([str(file)], Rules()).stretches == [("solvitaire", 1, 20_000)]


def test_deals_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small").write_text("ms:1\n")
    Path("ms:2").write_text("ms:3\n")
    assert read_deals(["small"], Rules()).stretches == [("solvitaire", 1, 100)]
    assert read_deals(["./small", "ms:2", "./ms:2"], Rules()).stretches == [("ms", 1, 3)]
    assert read_deals([Deal.parse("ms:1").to("digits")], Rules()).exacts == [Deal.parse("ms:1").exact]


def test_a_coloured_drawing_is_a_deal(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "deal.txt"
    for option in ("--ascii", "--color=always"):
        file.write_text(run("show", "ms:1", option, "--color=always").out, encoding="utf-8")
        assert "\x1b[" in file.read_text(encoding="utf-8")
        assert read_deals([str(file)], Rules()).exacts == [Deal.parse("ms:1").exact]


def test_what_is_refused(refused: Command, tmp_path: Path, path: Path) -> None:
    file = tmp_path / "deals.txt"

    def message(*args: object, text: str | bytes | None = None) -> str:
        if text is not None:
            file.write_bytes(text.encode() if isinstance(text, str) else text)
            args = (file, *args)
        return str(refused("batch", "--store", path, *args))

    assert "DEALS is missing" in message()
    assert "runs backwards" in message("solvitaire:9-1")
    assert "unknown scheme" in message("solvitair:1-9")
    assert "there is no file 'nothing'" in message("nothing")
    assert "cannot be read: Is a directory" in message(tmp_path)
    assert "there are no deals" in message(text="# nothing\n\n")
    assert f"{file}, line 3: " in message(text="ms:1\n\nms:0\n")
    assert f"{file}, line 2: this is no deal: 'hello'" in message(text="ms:1\nhello\n")
    assert f"{file}, line 2: a deal number is written with its scheme" in message(text="ms:1\n77\n").replace(
        "2 digits, but a deal is 156, three for each of 52 cards; ", ""
    )
    position = "f: KC KD KH QS\n1: KS\n"
    assert "not a deal (klondike solve FILE reads it): its foundations are not empty" in message(text=position)
    assert "not a deal (klondike solve FILE reads it)" in message(position)
    missing = refused("batch", "ms:1", "--store", tmp_path / "none" / "x.db")
    assert f"there is no directory '{tmp_path / 'none'}' for the store" in missing
    assert "is a store of results or another SQLite file" in message(text=b"SQLite format 3\0")
    assert "UTF-16" in message(text="ms:1\n".encode("utf-16"))
    assert "line 2 is not a text in UTF-8" in message(text=b"ms:1\nms:\xff\n")
    assert "line 2 has more than" in message(text="ms:1\n" + "1" * 200_000)
    assert "line 2: " in message(text='ms:1\n{"a": {\n')
    assert "0 is out of range" in message("ms:1", "--jobs", 0)
    assert "--scheduler go together" in message("ms:1", "--engine", "dask")
    assert "--scheduler go together" in message("ms:1", "--scheduler", "tcp://127.0.0.1:1")
    assert "--jobs is for this machine" in message("ms:1", "--engine", "dask", "--scheduler", "x", "--jobs", 2)
    assert "--new-run" in message("--retry", "--new-run")
    assert "there is no file" in message("--retry")
    assert "whole runs only" in message("ms:1", "--engine", "compiled", "--whole-runs")
    assert not path.exists()
    assert "--store" in refused("batch", "ms:1")
    for name in ("", "-"):
        assert "such as results.db" in refused("batch", "ms:1", "--store", name)
    assert ":memory: is no file" in refused("batch", "ms:1", "--store", ":memory:")
    assert f"{tmp_path} is a directory, not a store" in refused("batch", "ms:1", "--store", tmp_path)


def test_a_cluster_that_is_not_there(refused: Command, path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed (pip install '.[dask]')")
    message = refused("batch", "ms:1", "--store", path, "--engine", "dask", "--scheduler", "nowhere://here")
    assert message.startswith("Error: no Dask scheduler answers at nowhere://here: ")


def test_a_store_in_use(refused: Command, path: Path) -> None:
    with Store.open(path, "write"):
        assert "is being written by another process" in refused("batch", "ms:1", "--store", path)


def test_another_search(refused: Command, run: Command, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("batch", "ms:1", "--store", path, "--jobs", 1).status == 0
    for module in ("store.store", "batch.batch"):
        monkeypatch.setattr(f"klondike_solver.{module}.__version__", "99.0")
    message = refused("batch", "ms:1-2", "--store", path)
    assert "klondike-solver 99.0" in message
    assert "klondike-solver 0." in message
    assert "--new-run" in message


def test_failures_are_told(run: Command, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(deals: object, rules: Rules, **options: Any) -> Progress:
        progress = Progress(RUN, 3)
        progress.note(
            [
                Row("1", "ms", 1, "undecided", str(reason), "why", None, None, 0, 1.0, None, None, 64)
                for reason in (Reason.INTERNAL_ERROR, Reason.WORKER_DIED, Reason.WORKER_DIED)
            ]
        )
        progress.end()
        return progress

    monkeypatch.setattr("klondike_solver.cli.batch.solve_batch", failing)
    status, out, err = run("batch", "ms:1-3", "--store", path)
    assert status == 70
    assert "worker died" in out
    assert "2, counted as undecided" in out
    assert err.startswith("internal error: in 1 deal; ")
    assert err.count("\n") == 1


def test_too_much_memory_is_said(run: Command, path: Path) -> None:
    status, _, err = run("batch", "ms:1", "--store", path, "--jobs", 2, "--memory", 2**30)
    assert status == 0
    assert err.startswith("2 searches of 1,073,741,824 MiB may together take more than the ")


# What is shown meanwhile


def a_progress() -> Progress:
    progress = Progress(RUN, 2000, {Verdict.WINNABLE: 400, Verdict.LOST: 90, Verdict.UNDECIDED: 10})
    progress.note([Row("1", "ms", 1, "winnable", "solution found", None, 99, 1, 5, 0.1, None, None, 64)] * 500)
    progress.running = [Running("ms:617", 4000.0), Running("ms:5", 2.0)]
    return progress


def test_plain_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_display, "_LINES", 0.0)
    with batch_display.progress_display(Output()) as show:
        show(a_progress())
        monkeypatch.setattr(Progress, "rate", 0.0)
        show(a_progress())
    first, second = capsys.readouterr().out.splitlines()
    start, end = first.split(" deals a second, ")
    assert start.startswith("1,000 of 2,000 deals (50.00 %), ")
    assert end.partition("; ")[2] == (
        "900 winnable, 90 lost, 10 undecided (95 % interval 87.98 to 92.62 %); longest ms:617 for 1 h 6 min"
    )
    assert second.startswith("1,000 of 2,000 deals (50.00 %); 900 winnable")
    with batch_display.progress_display(Output(), wanted=False) as show:
        show(a_progress())
    assert capsys.readouterr().out == ""


def test_the_live_display() -> None:
    lines = batch_display._picture(a_progress()).plain.splitlines()
    assert lines[0].startswith("1,000 of 2,000 deals (50.00 %), ")
    assert lines[1:] == [
        "  winnable            900   95 % interval 87.98 to 92.62 %",
        "  lost                 90",
        "  undecided            10",
        "  searching     1 h 6 min   ms:617",
        "                      2 s   ms:5",
        "Ctrl-C stops; what is done is kept",
    ]


@pytest.mark.parametrize("seconds", [0.0, 1e300])
def test_any_time_can_be_told(seconds: float) -> None:
    assert batch_display.time_in_words(seconds)
