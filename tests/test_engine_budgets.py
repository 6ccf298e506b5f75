"""What bounds a search of the compiled engine: the looks at the clock and at ``cancel``, and the memory."""

import itertools
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest
from klondike_solver import Verdict, compiled, solve
from klondike_solver.compiled import SLICE, Tuning, search_compiled
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.result import Reason
from klondike_solver.rules import Rules

WITHOUT_PROVER = Tuning(prover=False)


def start(number, draw=3):
    return Position.start(Deal.from_number("solvitaire", number), Rules(draw=draw))


LONG = start(294)
"""Lost; without the prover a search for many millions of nodes."""


def test_there_are_milliseconds_between_two_looks():
    """At some million nodes a second."""
    assert 1000 <= SLICE <= 50_000


def test_cancel_is_asked_after_every_slice():
    asked = itertools.count(1)
    answer = search_compiled(LONG, cancel=lambda: next(asked) == 12, max_nodes=10**7, tuning=WITHOUT_PROVER)
    assert (answer.verdict, answer.reason) == (Verdict.UNDECIDED, Reason.CANCELLED)
    assert answer.nodes == 12 * SLICE


def test_a_search_that_nobody_cancels_goes_on():
    asked = itertools.count()
    answer = search_compiled(LONG, cancel=lambda: next(asked) < 0, max_nodes=20 * SLICE + 5, tuning=WITHOUT_PROVER)
    assert (answer.reason, answer.nodes) == (Reason.NODE_LIMIT, 20 * SLICE + 5)
    assert next(asked) == 20


@pytest.fixture
def ticking_clock(monkeypatch):
    """A clock that goes on by a second with every look at it."""
    clock = SimpleNamespace(monotonic=itertools.count().__next__, thread_time=lambda: 0.0)
    monkeypatch.setattr(compiled, "time", clock)


def test_the_clock_is_looked_at_after_every_slice(ticking_clock):
    answer = search_compiled(LONG, timeout=7, max_nodes=10**7, tuning=WITHOUT_PROVER)
    assert (answer.verdict, answer.reason) == (Verdict.UNDECIDED, Reason.TIME_LIMIT)
    assert answer.nodes == 7 * SLICE


def test_no_time_at_all_is_a_slice_at_the_most():
    answer = search_compiled(LONG, timeout=0, tuning=WITHOUT_PROVER)
    assert (answer.reason, answer.nodes) == (Reason.TIME_LIMIT, SLICE)


def test_easy_deals_are_decided_before_the_clock_is_looked_at(ticking_clock):
    verdicts = [search_compiled(start(number), timeout=0).verdict for number in (1, 2, 3)]
    assert verdicts == [Verdict.LOST, Verdict.WINNABLE, Verdict.WINNABLE]


def test_a_time_limit_ends_a_search_that_has_no_other(ticking_clock):
    result = solve(LONG, timeout=2.5, tuning=WITHOUT_PROVER)
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, Reason.TIME_LIMIT)
    assert result.nodes == 3 * SLICE


@pytest.mark.parametrize("memory", [1, 2, 3])
def test_the_table_keeps_to_its_bound(memory):
    """What it forgets is searched again, and the answer is another one or none, but never a wrong one."""
    answer = search_compiled(LONG, memory=memory, max_nodes=2_000_000, tuning=WITHOUT_PROVER)
    assert answer.verdict is not Verdict.WINNABLE
    assert answer.statistics["table_bytes"] <= memory << 20
    assert answer.statistics["stored"] > 80_000 * memory
    assert answer.statistics["forgotten"] > 0


@pytest.mark.parametrize(
    ("number", "verdict"),
    [
        (48, Verdict.WINNABLE),
        (66, Verdict.LOST),
        (78, Verdict.LOST),
        (110, Verdict.WINNABLE),
        (148, Verdict.LOST),
    ],
)
def test_a_search_that_outgrows_its_memory_ends_with_the_truth(number, verdict):
    answer = search_compiled(start(number), memory=1, tuning=WITHOUT_PROVER)
    assert answer.statistics["forgotten"] > 0
    assert answer.verdict is verdict


GROWTH = """
import json
import sys
from klondike_solver import Deal, Position, Rules
from klondike_solver.compiled import Tuning, search_compiled
from klondike_solver.measure import peak_memory

start = Position.start(Deal.parse("solvitaire:294"), Rules(draw=3))
search_compiled(start, max_nodes=1000)
before = peak_memory()
counts = search_compiled(start, memory=int(sys.argv[1]), max_nodes=3_000_000, tuning=Tuning(prover=False)).statistics
print(json.dumps([peak_memory() - before, counts["table_bytes"], counts["forgotten"]]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="whether a table can grow in place is up to the system")
@pytest.mark.parametrize("memory", [4, 2048])
def test_a_process_takes_no_more_memory_than_the_table_and_a_little(memory):
    """Also while the table grows: it needs no second one beside it."""
    done = subprocess.run(
        [sys.executable, "-c", GROWTH, str(memory)], capture_output=True, text=True, check=True, timeout=300
    )
    grown, table_bytes, forgotten = json.loads(done.stdout)
    assert (forgotten > 0) == (memory == 4)
    assert grown < table_bytes + (3 << 20)
    assert table_bytes <= memory << 20


def test_a_stored_position_takes_twelve_bytes_at_the_most():
    """At whatever number of nodes the search is looked at, so at whatever load of the table."""
    search = compiled.start_search(LONG, 2048, WITHOUT_PROVER)
    loads = []
    while search.stored < 400_000:
        search.run(SLICE)
        if search.stored > 20_000:
            assert search.table_bytes <= 12 * search.stored
            loads.append(search.table_bytes)
    assert len(set(loads)) > 10
