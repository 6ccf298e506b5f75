"""Every example in a docstring runs and prints what it says. ``test_manual.py`` is about those in the docs."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import klondike_solver
import klondike_solver.cli
import klondike_solver.ext
import pytest

OPTIONS = doctest.ELLIPSIS


def module_names() -> list[str]:
    """Return the name of every module of the package.

    ``ext`` and ``cli`` are walked on their own: an editable install has them elsewhere than in the package's folder.
    """
    names = {"klondike_solver"}
    for package in (klondike_solver, klondike_solver.ext, klondike_solver.cli):
        names.add(package.__name__)
        names.update(found.name for found in walk_packages(package.__path__, f"{package.__name__}."))
    return sorted(name for name in names if not name.endswith("__main__"))


@pytest.mark.parametrize("name", module_names())
def test_docstring_examples(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=OPTIONS).failed == 0


@pytest.mark.parametrize("name", ["klondike_solver.api", "klondike_solver.deal", "klondike_solver.numbering"])
def test_examples_are_found(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=OPTIONS).attempted > 1
