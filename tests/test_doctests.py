"""Every example in a docstring, and every example in the README and the docs, runs and prints what it says."""

from __future__ import annotations

import doctest
import re
import shlex
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import klondike_solver
import klondike_solver.cli
import klondike_solver.ext
import pytest

from .shell import run_line

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = doctest.ELLIPSIS
BLANK_LINES = doctest.DONT_ACCEPT_BLANKLINE
RUNS = ("klondike", "python -m klondike_solver")
"""How a command begins that is run; the others are for the reader only."""


def module_names() -> list[str]:
    """Return the name of every module of the package.

    ``ext`` and ``cli`` are walked on their own: an editable install has them elsewhere than in the package's folder.
    """
    names = {"klondike_solver"}
    for package in (klondike_solver, klondike_solver.ext, klondike_solver.cli):
        names.add(package.__name__)
        names.update(found.name for found in walk_packages(package.__path__, f"{package.__name__}."))
    return sorted(name for name in names if not name.endswith("__main__"))


def documents() -> list[Path]:
    """Return the README and every page of the docs."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def fenced(text: str, languages: tuple[str, ...]) -> str:
    """Return a Markdown text with every line emptied that is not in a fenced block of one of these languages.

    Lines keep their numbers, so that a failure is reported where it stands.
    """
    lines = []
    language: str | None = None
    for line in text.splitlines():
        fence = re.match(r"\s*```\s*(\S*)", line)
        if fence:
            language = None if language is not None else fence[1]
            lines.append("")
        else:
            lines.append(line if language in languages else "")
    return "\n".join(lines) + "\n"


def commands(text: str) -> list[tuple[int, str, str]]:
    """Return the commands in console blocks as (line number, command, the output that is shown)."""
    found: list[tuple[int, str, str]] = []
    for number, line in enumerate(fenced(text, ("console",)).splitlines(), 1):
        if line.startswith("$ "):
            found.append((number, line[2:], ""))
        elif found:
            start, command, output = found[-1]
            found[-1] = (start, command, f"{output}{line}\n")
    return [(number, command, output.strip("\n")) for number, command, output in found]


def titled(text: str) -> dict[str, str]:
    """Return the fenced blocks that have a title, which is the name of a file that the commands of the page read."""
    found = re.finditer(r'^```\w+ title="([^"]+)"\n(.*?)^```$', text, re.MULTILINE | re.DOTALL)
    return {block[1]: block[2] for block in found}


@pytest.mark.parametrize("name", module_names())
def test_docstring_examples(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=OPTIONS).failed == 0


@pytest.mark.parametrize("name", ["klondike_solver.api", "klondike_solver.deal", "klondike_solver.numbering"])
def test_examples_are_found(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=OPTIONS).attempted > 1


@pytest.mark.parametrize("page", documents(), ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples_in_the_docs(page: Path) -> None:
    text = fenced(page.read_text(encoding="utf-8"), ("python", "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


@pytest.mark.parametrize("page", documents(), ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_in_the_docs(page: Path, tmp_path: Path) -> None:
    """The commands of a page run in one folder, one after the other: a file that one writes is there for the next."""
    checker = doctest.OutputChecker()
    text = page.read_text(encoding="utf-8")
    for name, content in titled(text).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for number, command, expected in commands(text):
        if not command.startswith(RUNS):
            continue
        ran = run_line(command, tmp_path)
        shown = "\n".join(line.rstrip() for line in ran.output.rstrip("\n").splitlines())
        assert checker.check_output(f"{expected}\n", f"{shown}\n", OPTIONS | BLANK_LINES), (
            f"{page.name}, line {number}: {shlex.quote(command)} prints\n{shown}\n\ninstead of\n{expected}"
        )


def test_the_readme_shows_commands_and_python() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert sum(command.startswith(RUNS) for _, command, _ in commands(text)) >= 3
    assert ">>>" in fenced(text, ("python", "pycon"))


@pytest.mark.parametrize("page", [*documents(), ROOT / "CONTRIBUTING.md"], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_the_docs_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if "://" not in target and not (page.parent / target).exists()] == []


def test_every_page_is_in_the_list_of_pages() -> None:
    listed = set(re.findall(r"\]\(([^)#]+\.md)\)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8")))
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")} - {"README.md"}
    assert pages - listed == set()
