"""What a shell completes after ``klondike``: asked of the command itself, and of real shells that have its script."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from klondike_solver.cli.app import cli
from klondike_solver.cli.completion import completions

Run = Callable[..., tuple[int, str, str]]


def words(line: str) -> list[str]:
    """Return the words that may end a line; ``FILE`` stands for the files that the shell knows."""
    answers = [answer.split("\t") for answer in completions(cli, line)]
    return ["FILE" if kind == "file" else word for kind, word, _ in answers]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("klondike so", ["solve"]),
        ("klondike re", ["replay", "report", "review"]),
        ("klondike bench pee", ["peers"]),
        ("klondike solve sol", ["solvitaire:", "FILE"]),
        ("klondike solve SOL", ["solvitaire:", "FILE"]),
        ("klondike solve solvitaire:", []),
        ("klondike solve solvitaire:2", []),
        ("klondike solve ./sol", ["FILE"]),
        ("klondike solve solvitaire:2 --fe", ["--fewest-passes"]),
        ("klondike solve 'solvitaire:2' --rules ve", ["vegas", "vegas1"]),
        ("klondike solve --rules=ve", ["--rules=vegas", "--rules=vegas1"]),
        ("klondike solve --scoring st", ["standard", "FILE"]),
        ("klondike solve --html out/", ["FILE"]),
        ("klondike show d --to p", ["piles", "pysol"]),
        ("klondike verify solvitaire:2 mo", ["FILE"]),
        ("klondike difficulty ms:1 ms:2 kp", ["kpat:", "FILE"]),
        ("klondike batch solvitaire:1-9 sma", ["small", "FILE"]),
        ("klondike bench parts sch", ["schemes"]),
        ("klondike stats ", ["FILE"]),
        ("klondike completion ", ["bash", "zsh", "fish"]),
        ("klondike solve 'a file", ["FILE"]),
        ("klondike nonsense --al", []),
        ("klondike solve --draw three --rul", ["--rules"]),
    ],
)
def test_completions(line: str, expected: list[str]) -> None:
    assert sorted(words(line)) == sorted(expected)


def test_every_command_is_completed_and_tells_what_it_does() -> None:
    answers = [answer.split("\t") for answer in completions(cli, "klondike ")]
    assert [word for _, word, _ in answers] == sorted(cli.commands)
    assert all(about for _, _, about in answers)


def commands(command: click.Command = cli) -> Iterator[click.Command]:
    """Yield every command."""
    yield command
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from commands(below)


@pytest.mark.parametrize("command", list(commands()), ids=lambda command: command.name)
def test_everything_that_may_be_a_file_or_a_deal_is_completed(command: click.Command) -> None:
    with click.Context(command) as context:
        for parameter in command.params:
            kind = parameter.metavar or ""
            if any(name in kind for name in ("FILE", "PAGE", "STORE", "DEAL", "SET")):
                assert parameter.shell_complete(context, ""), f"{command.name}: {parameter.name}"


def test_there_is_no_other_shell(refused: Callable[..., str]) -> None:
    assert "'bash', 'zsh', 'fish'" in refused("completion", "csh")


SHELLS = {
    # The first line sources the script; what completes the line in the second is printed one below the other.
    "bash": """source klondike.bash
    COMP_LINE={line} COMP_POINT={length} COMP_WORDS=({broken}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
    compopt() {{ printf 'with %s\\n' "$*"; }}
    _klondike_completion klondike
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """,
    # The builtins that complete are there only while a person types.
    "zsh": """
    compdef() {{ : }}
    compadd() {{ [[ "$*" == *"-S "* ]] && print -- with $*; print -l -- ${{(P)@[-1]}} }}
    _describe() {{ print -l -- ${{(P)@[-1]}} }}
    _files() {{ print -l -- $PREFIX*(N) }}
    compset() {{ : }}
    source ./klondike.zsh
    words=({line}) CURRENT=$(({count})) PREFIX={last}
    _klondike
    """,
    "fish": """source klondike.fish
    complete -C {line}
    """,
}


@pytest.fixture(params=SHELLS)
def complete(request: pytest.FixtureRequest, run: Run, tmp_path: Path) -> Callable[[str], list[str]]:
    """Return a function that has a real shell complete a line, in a folder with ``solved.txt`` in it."""
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not on this machine")
    status, script, err = run("completion", shell)
    assert (status, err) == (0, "")
    (tmp_path / f"klondike.{shell}").write_text(script, encoding="utf-8")
    (tmp_path / "solved.txt").touch()
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    def complete(line: str) -> list[str]:
        typed = line.split(" ")
        # bash breaks words at the colon.
        broken = line.replace(":", " : ").split() + ([""] if line.endswith(" ") else [])
        script = SHELLS[shell].format(
            line=" ".join(map(shlex.quote, typed)) if shell == "zsh" else shlex.quote(line),
            broken=" ".join(map(shlex.quote, broken)),
            length=len(line),
            count=len(typed),
            last=shlex.quote(typed[-1]),
        )
        options = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
        found = subprocess.run(
            [shell, *options, "-c", script],
            cwd=tmp_path,
            env={**os.environ, "PATH": paths, "HOME": str(tmp_path), "TERM": "dumb"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        assert found.stderr == ""
        return [line.split("\t")[0] for line in found.stdout.splitlines() if line]

    return complete


def test_shells_complete(complete: Callable[[str], list[str]]) -> None:
    assert set(complete("klondike solve sol")) >= {"solvitaire:", "solved.txt"}
    # After a deal number the next argument is another one, wherever the shell breaks words.
    assert not any("solvitaire:" in word for word in complete("klondike verify solvitaire:2 sol"))
    assert any("--fewest-passes" in word for word in complete("klondike solve solvitaire:2 --few"))


def test_no_space_follows_a_scheme(complete: Callable[[str], list[str]], request: pytest.FixtureRequest) -> None:
    found = complete("klondike solve kp")
    # fish adds none after a colon by itself.
    expected = {"bash": ["with -o nospace"], "zsh": ["with -V klondike -S -a open"], "fish": []}
    assert found == [*expected[request.node.callspec.params["complete"]], "kpat:"]
