"""Random and mutated texts, to every reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from klondike_solver import Deal, Position
from klondike_solver.formats import write_position

from . import examples
from .readers import READERS, read
from .texts import TEXTS, mutated


@pytest.mark.parametrize("name", READERS)
@examples(40)
@given(text=mutated())
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    read(READERS[name], text)


@pytest.mark.parametrize("name", READERS)
def test_every_reader_reads_some_of_the_texts(name: str) -> None:
    """If it read none, all that was said about it would be how it begins."""
    assert any(read(READERS[name], text) is not None for text in TEXTS)


@examples(100)
@given(text=mutated())
def test_what_is_read_is_written_and_read_again(text: str) -> None:
    deal = read(Deal.parse, text)
    if isinstance(deal, Deal):
        assert Deal.parse(deal.to("exact" if deal.shape.cards == 52 else "piles")) == deal
    position = read(Position.parse, text)
    if isinstance(position, Position):
        assert Position.parse(write_position(position, "solvitaire"), position.rules) == position
