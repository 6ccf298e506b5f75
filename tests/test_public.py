"""The names that the package exports, and when they come in."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import klondike_solver
import pytest


def test_every_name_is_there():
    for name in klondike_solver.__all__:
        assert getattr(klondike_solver, name) is not None
    assert set(klondike_solver.__all__) <= set(dir(klondike_solver))
    assert len(set(klondike_solver.__all__)) == len(klondike_solver.__all__)


def test_no_name_is_that_of_a_module():
    """Importing the module would put it in the place of what has its name."""
    assert [name for name in klondike_solver.__all__ if find_spec(f"klondike_solver.{name}")] == []


@pytest.mark.parametrize("name", ["nothing", "_nothing", "__nothing__"])
def test_other_names_are_no_attributes(name):
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
        getattr(klondike_solver, name)


def test_nothing_comes_in_before_it_is_asked_for():
    code = "import klondike_solver, sys; print(*(name for name in sys.modules if name.startswith('klondike_solver')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["klondike_solver._version", "klondike_solver"]


def test_a_star_brings_all_names_in():
    code = "from klondike_solver import *; print(solve(Deal.parse('solvitaire:2'), Rules(draw=3)).verdict)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "winnable\n"


@pytest.mark.parametrize("name", ["batch", "errors", "measure", "moves", "pools", "search", "statistics", "store"])
def test_the_modules_that_stay_name_what_stays(name):
    module = import_module(f"klondike_solver.{name}")
    assert module.__all__
    for public in module.__all__:
        assert getattr(module, public) is not None


def test_every_error_is_under_one():
    from klondike_solver import errors
    from klondike_solver.batch import BatchError

    for name in errors.__all__:
        assert issubclass(getattr(errors, name), errors.KlondikeError) or name == "Place"
        assert getattr(klondike_solver, name) is getattr(errors, name)
    assert BatchError is errors.BatchError
