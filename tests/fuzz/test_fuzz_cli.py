"""Random arguments, files and standard input: whatever it is, the command says so in a line and ends as documented."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver.batch import solve_batch
from klondike_solver.cli.status import Status
from klondike_solver.measure import DealSet

from . import examples
from .arguments import COMMANDS, FILES, arguments
from .running import run
from .texts import LINE, TEXTS, mutated

STATUSES = {"solve": {0, 1, 2, 3}, "verify": {0, 2, 4}, "play": {0, 2, 4}}
"""What a command may end with where it is not 0 or 2."""

SLOW = {("batch",): 8, ("bench", "parts"): 15, ("pool",): 20}
"""Commands that start processes or measure something take fewer examples."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store of results, as bytes."""
    file = tmp_path_factory.mktemp("fuzz") / "results.db"
    solve_batch(DealSet.parse("solvitaire:1-6"), store=file, jobs=1)
    return file.read_bytes()


def fill(folder: Path, results: bytes, text: str) -> None:
    """Put into a folder what ``FILES`` names, and more that a name may lead to."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    contents = [TEXTS[0], next(known for known in TEXTS if '"waste"' in known), LINE, text, "foundation = 5\n"]
    contents += [results, results[:2000] + bytes(3000) + results[5000:], b"", bytes(range(256)) * 9]
    for name, content in zip(FILES, contents, strict=True):
        (folder / name).write_bytes(
            content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
        )
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_any_arguments(path: tuple[str, ...], tmp_path: Path, results: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    @examples(SLOW.get(path, 30))
    @given(words=arguments(path), text=mutated(), stdin=st.sampled_from(["text", "nothing", "closed"]))
    def check(words: list[str], text: str, stdin: str) -> None:
        fill(tmp_path, results, text)
        given = {"text": text.encode("utf-8", "surrogateescape"), "nothing": b"", "closed": None}[stdin]
        status, out, err = run(words, given)
        assert status in STATUSES.get(path[0], {0, 2}), err
        assert "Traceback" not in out + err
        assert "internal error" not in err
        if status == Status.WRONG:
            assert "Error: " in err
            complaint = next(line for line in err.splitlines() if line.startswith("Error: "))
            assert len(complaint) < 2000
        else:
            assert "Error: " not in err

    check()
    assert os.getcwd() == str(tmp_path)


@examples(40)
@given(
    words=st.lists(
        st.one_of(st.sampled_from(["solve", "-h", "--version", "-v", "--", "-", "é"]), mutated()), max_size=3
    )
)
def test_any_words(words: list[str]) -> None:
    """There may be no command among them, or none that can be known."""
    guarded = [*words, "--max-nodes", "300"] if "solve" in words else words
    status, out, err = run([word for word in guarded if "\0" not in word], b"")
    assert status in (0, 1, 2, 3)
    assert "Traceback" not in out + err
    assert "internal error" not in err
