"""The compiled classes take nearly right arguments, or refuse them; they never bring the interpreter down."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from . import ending, examples
from .engines import CLASSES, exercise


@pytest.mark.parametrize("name", CLASSES)
@examples(100)
@given(source=st.randoms(use_true_random=False))
def test_any_arguments(name: str, source: Random) -> None:
    with ending():
        exercise(name, source.randrange)


@pytest.mark.parametrize("name", CLASSES)
def test_many_arguments_are_right(name: str) -> None:
    random = Random(1)
    with ending():
        outcomes = {exercise(name, random.randrange) for _ in range(60)}
    assert "made" in outcomes
    assert len(outcomes) > 1
