"""How many states proofs of whole deals may take. They take minutes, so these tests are among the slow ones."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.rules import Rules

from .brute import follow, start_shortest

DATA = Path(__file__).with_name("data") / "shortest.csv"

RIVAL = {
    1: (
        "2 3 4 5 6 7 9 10 12 13 14 15 18 19 20 21 23 24 25 26 27 29 30 31 32 34 35 36 37 39",
        15_000_000,
    ),
    3: ("1 2 3 4 6 7 10 12 14 19 20", 3_000_000),
}
"""For each draw the deals ``shootme:N`` that MinimalKlondike 2.0 proves with five million states each at the most.

It stores 37,112,870 states for those at draw 1 and 11,191,202 for those at draw 3. Beside them what may be stored here.
"""

MOST_BYTES = 24
"""For each stored state, once there are so many that the table has grown often."""


@pytest.mark.slow
@pytest.mark.parametrize("draw", RIVAL)
def test_proofs_take_few_states_of_few_bytes(draw: int) -> None:
    with DATA.open(encoding="utf-8", newline="") as file:
        known = {row["deal"]: row["shortest"] for row in csv.DictReader(file) if int(row["draw"]) == draw}
    numbers, most = RIVAL[draw]
    stored = large = 0
    for deal in (f"shootme:{number}" for number in numbers.split()):
        position = Position.start(Deal.parse(deal), Rules(draw=draw))
        search = start_shortest(position, memory=1 << 28, oracle_memory=1 << 24)
        while (outcome := search.run(100_000)) is None:
            pass
        assert (outcome, str(search.length)) == ("found", known[deal]), deal
        length = 0
        for after, cost in follow(position, search.line()):
            position = after
            length += cost
        assert position.is_won
        assert length == search.length
        assert search.stored <= 5_000_000, deal
        stored += search.stored
        if search.stored > 100_000:
            large += 1
            assert search.table_bytes <= MOST_BYTES * search.stored, deal
    assert large > 3
    assert stored <= most


@pytest.mark.slow
@pytest.mark.parametrize(("deal", "draw"), [("shootme:1", 1), ("shootme:15", 3)])
def test_all_that_a_long_search_takes_is_few_bytes_a_state(deal: str, draw: int) -> None:
    """By the growth of a process of its own; it takes many states for what is fixed to be little."""
    words = ["-m", "klondike_solver", "bench", "shortest", deal, "--draw", str(draw), "--format", "json"]
    told = json.loads(subprocess.run([sys.executable, *words], check=True, capture_output=True).stdout)
    if told["bytes_per_state"] is None:
        pytest.skip("the system does not tell how much memory a process has held")
    assert told["most_states"] > 2_000_000
    assert told["bytes_per_state"] <= MOST_BYTES
