"""The manual: its examples run and print what they say, or tell why not; links lead somewhere; it becomes a site."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import click
import klondike_solver
import pytest
from klondike_solver.cli.app import cli

from .shell import run_line

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = doctest.ELLIPSIS
BLANK_LINES = doctest.DONT_ACCEPT_BLANKLINE
PYTHON = {"python", "pycon"}
COMMANDS = {"console", "sh"}
NEITHER = {"json", "sql", "toml", "text"}
NOT_RUN = re.compile(r"<!-- not run: (.{10,}) -->")
"""What stands in the line above a block that is not run, with the reason."""


class Block(NamedTuple):
    """A fenced block of a page: its language, the number of its first line, its lines, and why it is not run.

    One with a title is a file of this name that the commands of the page read.
    """

    language: str
    title: str | None
    start: int
    lines: list[str]
    reason: str | None

    @property
    def commands(self) -> list[tuple[int, str, str]]:
        """The commands of a console as (line number, command, the output that is shown)."""
        found: list[tuple[int, str, str]] = []
        for number, line in enumerate(self.lines, self.start):
            if line.startswith("$ "):
                found.append((number, line[2:], ""))
            else:
                assert found, f"line {number}: a console begins with a command after $, not with {line!r}"
                start, command, output = found[-1]
                found[-1] = (start, command, f"{output}{line}\n")
        return [(number, command, output.strip("\n")) for number, command, output in found]


def pages() -> list[Path]:
    """Return the pages: the README, how to contribute, and every page of the docs."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


every_page = pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page."""
    found = []
    above = ""
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        fence = re.match(r"( *)```\s*(\w*)(?: title=\"([^\"]+)\")?", line)
        if fence:
            reason = NOT_RUN.fullmatch(above.strip())
            inner = [line.removeprefix(fence[1]) for _, line in takewhile(lambda item: "```" not in item[1], lines)]
            found.append(Block(fence[2], fence[3], number + 1, inner, reason[1] if reason else None))
        above = line
    return found


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of a page in a file."""
    return blocks(page.read_text(encoding="utf-8"))


def is_run(block: Block) -> bool:
    """Whether the tests below run a block: Python that has prompts, or a console."""
    if block.reason is not None:
        return False
    if block.language in PYTHON:
        return any(line.startswith(">>> ") for line in block.lines)
    return block.language == "console" and any(line.startswith("$ ") for line in block.lines)


def complaints(block: Block) -> Iterator[str]:
    """Yield what is wrong with a block that is neither run nor said why not."""
    if block.language not in PYTHON | COMMANDS | NEITHER:
        yield f"line {block.start}: {block.language!r} is no language that is known here"
    elif block.language in NEITHER:
        if any(line.startswith(("$ ", ">>> ")) for line in block.lines):
            yield f"line {block.start}: a {block.language} block has commands in it, which are not run"
    elif not is_run(block) and block.reason is None:
        yield f"line {block.start}: the {block.language} block is not run, and no comment above it says why"


@every_page
def test_every_block_is_run_or_says_why_not(page: Path) -> None:
    assert [complaint for block in blocks_of(page) for complaint in complaints(block)] == []


@pytest.mark.parametrize(
    "text",
    [
        "```sh\nklondike solve ms:1\n```",
        "```console\nklondike solve ms:1\n```",
        "```python\nprint(1)\n```",
        "```\nklondike solve ms:1\n```",
        "```bash\nls\n```",
        "```text\n$ klondike solve ms:1\n```",
        "<!-- not run: it takes hours -->\n\n```sh\nklondike solve ms:1\n```",
        "<!-- not run: -->\n```sh\nklondike solve ms:1\n```",
    ],
)
def test_a_block_that_is_neither_is_found(text: str) -> None:
    assert [complaint for block in blocks(text) for complaint in complaints(block)] != []


@every_page
def test_commands_are_not_hidden_from_the_tests(page: Path) -> None:
    """A block may also be made by indenting it, which these tests do not look into."""
    text = re.sub(r"^( *)```.*?^\1```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert re.findall(r"^(?: {4}|\t)(?:\$|>>>|klondike|python|pip)\b.*", text, re.MULTILINE) == []


@every_page
def test_python_runs(page: Path) -> None:
    lines = [""] * len(page.read_text(encoding="utf-8").splitlines())
    for block in blocks_of(page):
        if block.language in PYTHON and is_run(block):
            lines[block.start - 1 : block.start - 1 + len(block.lines)] = block.lines
    # Lines keep their numbers, so that a failure is reported where it stands.
    test = doctest.DocTestParser().get_doctest("\n".join(lines) + "\n", {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


@every_page
def test_commands_run(page: Path, tmp_path: Path) -> None:
    """The commands of a page run in one folder, one after the other: a file that one writes is there for the next."""
    checker = doctest.OutputChecker()
    for block in blocks_of(page):
        if block.title is not None:
            (tmp_path / block.title).write_text("".join(f"{line}\n" for line in block.lines), encoding="utf-8")
    for block in blocks_of(page):
        if block.language != "console" or not is_run(block):
            continue
        for number, command, expected in block.commands:
            ran = run_line(command, tmp_path)
            shown = "\n".join(line.rstrip() for line in ran.output.rstrip("\n").splitlines())
            assert checker.check_output(f"{expected}\n", f"{shown}\n", OPTIONS | BLANK_LINES), (
                f"{page.name}, line {number}: {shlex.quote(command)} prints\n{shown}\n\ninstead of\n{expected}"
            )


@every_page
def test_commands_that_are_not_run_have_options_that_exist(page: Path) -> None:
    for block in blocks_of(page):
        if block.language not in COMMANDS or is_run(block):
            continue
        for line in "\n".join(block.lines).replace("\\\n", " ").splitlines():
            words = shlex.split(re.sub(r"\$\w+", "1", line).removeprefix("$ "), comments=True)
            if words[:1] == ["klondike"]:
                parse(words[1:])


def parse(words: list[str]) -> None:
    """Read a command line without doing what it says."""
    command: click.Command = cli
    context = click.Context(cli, info_name="klondike")
    while isinstance(command, click.Group):
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        command = found
        context = click.Context(command, info_name=name, parent=context)
    command.make_context(context.info_name, words, context.parent)


def options(command: click.Command = cli, name: str = "klondike") -> Iterator[str]:
    """Yield the name of every command and of every option that is shown."""
    yield name
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            yield from (word for word in parameter.opts if word.startswith("--"))
    if isinstance(command, click.Group):
        for below, found in command.commands.items():
            yield from options(found, f"{name} {below}" if command is cli else below)


def test_every_command_and_option_is_in_the_manual() -> None:
    manual = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    assert {word for word in options() if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", manual)} == set()


def test_options_that_do_not_exist_are_found() -> None:
    with pytest.raises(click.UsageError, match="--fastest"):
        parse(["solve", "ms:1", "--fastest"])
    with pytest.raises(click.UsageError, match="slove"):
        parse(["slove", "ms:1"])


def test_the_readme_shows_commands_and_python() -> None:
    readme = [block for block in blocks_of(ROOT / "README.md") if is_run(block)]
    assert sum(len(block.commands) for block in readme if block.language == "console") >= 3
    assert any(block.language in PYTHON for block in readme)


def anchors(page: Path) -> set[str]:
    """Return the anchors that code hosts, and the site, give to the headings of a page."""
    text = re.sub(r"^( *)```.*?^\1```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ +(.+?)\s*$", text, re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("\\", "") for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        file = page.parent / path if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(target)
    assert broken == []


def test_every_page_is_in_the_list_of_pages() -> None:
    listed = set(re.findall(r"\]\(([^)#]+\.md)\)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8")))
    found = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")} - {"README.md"}
    assert found - listed == set()


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    """Strict mkdocs finds that out as well, where it is installed."""
    listed = re.findall(r"^ +- .+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - set(listed) == set()
    assert len(listed) == len(set(listed))


def build(folder: Path) -> None:
    """Make the site of the manual, strictly: what mkdocs warns of is an error."""
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr


def check_pages(site: Path) -> None:
    """Every page is there, and can be searched."""
    built = {page.stem for page in site.glob("*.html")}
    assert built >= {page.stem for page in (ROOT / "docs").glob("*.md")} - {"README"}
    assert built >= {"index", "overview", "changelog", "contributing"}
    assert (site / "search" / "search_index.json").is_file()


def check_that_nothing_is_loaded(site: Path) -> None:
    """The pages load nothing from another place."""
    loads = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=[\"']?((?:https?:)?//[^\"'> ]*)")
    for page in site.glob("*.html"):
        assert loads.findall(page.read_text(encoding="utf-8")) == [], page.name
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import )[\"']?(?:https?:)?//", style.read_text(encoding="utf-8")), style.name


def check_the_reference(site: Path) -> None:
    """Every public name is there, and the examples of docstrings are code and no quotations."""
    text = (site / "reference.html").read_text(encoding="utf-8")
    shown = set(re.findall(r'id="klondike_solver\.(?:\w+\.)*(\w+)"', text))
    assert set(klondike_solver.__all__) - shown == {"__version__"}
    assert "<blockquote" not in text


def test_the_manual_is_a_site(tmp_path: Path) -> None:
    if any(find_spec(name) is None for name in ("mkdocs", "material", "mkdocstrings_handlers")):
        pytest.skip('the site is not built: pip install ".[docs]" brings mkdocs')
    build(tmp_path)
    check_pages(tmp_path)
    check_that_nothing_is_loaded(tmp_path)
    check_the_reference(tmp_path)
