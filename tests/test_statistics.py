"""Intervals, distributions, and what a store says."""

from __future__ import annotations

import math
import random
import statistics
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike_solver import Deal, Rules, StoreError, Verdict, solve
from klondike_solver.statistics import Distribution, Winnability, published, summarise, wilson
from klondike_solver.statistics.distribution import BINS_PER_DECADE, PERCENTILES, log_bin, log_edge
from klondike_solver.statistics.interval import deviate
from klondike_solver.statistics.summary import Limits, cells
from klondike_solver.store import Row, Store


def row(number: int, verdict: str = "winnable", **changes: object) -> Row:
    """Return a result that no search has found."""
    known = {"winnable": ("solution found", 100, 2), "lost": ("search exhausted", None, None)}
    reason, length, passes = known.get(verdict, ("node limit", None, None))
    made = Row(str(number), "solvitaire", number, verdict, reason, None, length, passes, 10, 0.5, None, None, None)
    return made._replace(**changes)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Published worked examples: Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(successes: int, trials: int, low: float, high: float) -> None:
    assert [round(end, 4) for end in wilson(successes, trials)] == [low, high]


@given(st.integers(1, 10**7), st.data(), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_wilson_ends_are_where_the_score_test_just_accepts(trials: int, data: st.DataObject, confidence: float) -> None:
    successes = data.draw(st.integers(0, trials))
    low, high = wilson(successes, trials, confidence)
    share = successes / trials
    assert 0 <= low <= share <= high <= 1
    z = deviate(confidence)
    for end in (low, high):
        # By the definition: the distance in standard errors of the end itself.
        assert math.isclose((share - end) ** 2, z * z * end * (1 - end) / trials, rel_tol=1e-6, abs_tol=1e-12)
    other = wilson(trials - successes, trials, confidence)
    assert (1 - other[1], 1 - other[0]) == pytest.approx((low, high))


def test_wilson_holds_as_often_as_it_says() -> None:
    chance = random.Random(3)
    for share, trials in ((0.9, 100), (0.02, 200)):
        held = 0
        for _ in range(2000):
            low, high = wilson(sum(chance.random() < share for _ in range(trials)), trials)
            held += low <= share <= high
        assert 0.93 < held / 2000 < 0.985


def test_wilson_refuses_what_cannot_be() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for successes, trials in ((-1, 5), (6, 5)):
        with pytest.raises(ValueError, match="successes"):
            wilson(successes, trials)
    for confidence in (0, 1, 95):
        with pytest.raises(ValueError, match="confidence"):
            wilson(1, 2, confidence)


def test_undecided_deals_count_both_ways() -> None:
    found = Winnability(winnable=70, lost=20, undecided=10)
    assert found.deals == 100
    assert found.shares == (0.7, 0.8)
    assert found.interval() == (wilson(70, 100)[0], wilson(80, 100)[1])
    low, high = found.differences(0.75, 0)
    assert low == pytest.approx(-high) == pytest.approx(-0.05 / math.sqrt(0.75 * 0.25 / 100))
    # The published value's own uncertainty counts as well: half of a 95 % interval is 1.96 standard errors.
    wider = found.differences(0.75, 1.959964 * math.sqrt(0.75 * 0.25 / 100))
    assert wider[1] == pytest.approx(high / math.sqrt(2))


@given(st.lists(st.one_of(st.integers(0, 50), st.floats(0, 1e6)), min_size=1, max_size=60))
def test_distribution_of_any_values(values: list[float]) -> None:
    ordered = sorted(values)
    spread = Distribution.of([(value, 1) for value in ordered], len(values))
    assert spread is not None
    assert (spread.minimum, spread.maximum) == (ordered[0], ordered[-1])
    assert spread.mean == pytest.approx(statistics.fmean(values))
    for percent, value in zip(PERCENTILES, spread.percentiles, strict=True):
        # The smallest value that so many per cent do not exceed.
        assert 100 * sum(other <= value for other in values) >= percent * len(values)
        assert 100 * sum(other < value for other in values) < percent * len(values)
    assert sum(spread.bins.values()) == spread.count == len(values)
    assert spread.median == statistics.median_low(values)


def test_distribution_counts_how_often() -> None:
    spread = Distribution.of([(2, 3), (7, 97)], 100, int)
    assert spread is not None
    assert spread.percentiles == (7, 7, 7, 7, 7)
    assert spread.minimum == 2
    assert spread.bins == {2: 3, 7: 97}
    assert Distribution.of([], 0) is None
    with pytest.raises(ValueError, match="ascending"):
        Distribution.of([(2, 1), (1, 1)], 2)
    for count in (1, 3):
        with pytest.raises(ValueError, match="2 values instead"):
            Distribution.of([(1, 2)], count)


@given(st.one_of(st.floats(1e-9, 1e18), st.integers(1, 10**18), st.integers(-40, 80).map(log_edge)))
def test_logarithmic_bins(value: float) -> None:
    number = log_bin(value)
    assert number is not None
    assert log_edge(number) <= value < log_edge(number + 1)


def test_logarithmic_bins_at_the_ends() -> None:
    assert log_bin(0) is log_bin(0.0) is None
    assert log_edge(BINS_PER_DECADE) == 10
    assert log_bin(1e-300) == log_bin(1e-9) == -45
    assert log_bin(1e300) == log_bin(1e19) == 95


def test_published_values_are_for_exactly_these_rules() -> None:
    assert published(Rules(draw=1)) is not None
    assert published(Rules(draw=1, take_back=False)) is not None
    for rules in (Rules(draw=1, passes=4), Rules(draw=1, part_runs=False), Rules(draw=8)):
        assert published(rules) is None


def test_a_store_is_summarised_run_by_run(tmp_path: Path) -> None:
    with Store.open(tmp_path / "results.db", "write") as store:
        limited = store.run(Rules(draw=3, passes=2))
        store.add(limited, [row(1, "lost", nodes=0, reason="proven by relaxation")])
        store.run(Rules(draw=2))
        run = store.run(Rules(draw=1))
        given = {"max_nodes": 700, "memory": 64}
        store.add(
            run, [row(1, nodes=5, seconds=0.25), row(2, nodes=9, length=120, passes=1), row(3, "lost", nodes=700)]
        )
        store.add(
            run, [row(4, "undecided", nodes=700, **given), row(5, "undecided", nodes=3, timeout=2, reason="time limit")]
        )
        found = summarise(store)
        together = cells(store)
    assert [summary.run.rules for summary in found] == [Rules(draw=1), Rules(draw=2), Rules(draw=3, passes=2)]
    first, empty, last = found
    assert first.winnability == Winnability(winnable=2, lost=1, undecided=2)
    assert first.reasons == {
        ("winnable", "solution found"): 2,
        ("lost", "search exhausted"): 1,
        ("undecided", "node limit"): 1,
        ("undecided", "time limit"): 1,
    }
    assert first.limits == {Limits(None, 2, None): 1, Limits(700, None, 64): 1}
    assert first.nodes is not None
    assert first.nodes.values() == {
        "min": 3, "p25": 5, "median": 9, "p75": 700, "p90": 700, "p99": 700, "max": 700, "mean": 283.4
    }  # fmt: skip
    assert first.seconds is not None
    assert (first.seconds.minimum, first.seconds.maximum, first.seconds.mean) == (0.25, 0.5, 0.45)
    assert first.length is not None
    assert (first.length.count, first.length.minimum, first.length.maximum) == (2, 100, 120)
    assert first.passes is not None
    assert first.passes.bins == {1: 1, 2: 1}
    assert first.differences is not None
    assert (empty.winnability.deals, empty.distributions, empty.differences) == (0, {}, None)
    assert last.nodes is not None
    assert last.nodes.bins == {None: 1}
    assert (last.length, last.passes, last.published) == (None, None, None)
    assert sum(together[run.id].values()) == 5
    assert together[limited.id] == {(None, log_bin(0.5)): 1}


def test_other_searches_of_the_same_rules_stay_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(tmp_path / "results.db", "write") as store:
        store.add(store.run(Rules()), [row(1), row(2)])
        monkeypatch.setattr("klondike_solver.store.store.__version__", "99.0")
        store.add(store.run(Rules()), [row(1, "lost")])
        first, second = summarise(store)
    assert (first.run.rules, second.run.version) == (second.run.rules, "99.0")
    assert (first.winnability.winnable, second.winnability.lost, second.winnability.deals) == (2, 1, 1)


def test_real_results_agree_with_the_results_themselves(tmp_path: Path) -> None:
    results = [solve(Deal.from_number("solvitaire", number), Rules(), max_nodes=300) for number in range(1, 31)]
    with Store.open(tmp_path / "results.db", "write") as store:
        store.add(store.run(Rules()), [Row.of(result, max_nodes=300) for result in results])
        (summary,) = summarise(store)
    counts = [sum(result.verdict is verdict for result in results) for verdict in Verdict]
    assert summary.winnability == Winnability(*counts)
    assert summary.nodes is not None
    assert summary.nodes.maximum == max(result.nodes for result in results)
    assert summary.nodes.mean == pytest.approx(sum(result.nodes for result in results) / 30)
    lengths = [result.solution.length() for result in results if result.solution]
    assert summary.length is not None
    assert (summary.length.count, summary.length.median) == (len(lengths), statistics.median_low(lengths))


def test_the_script_that_makes_up_results(source_tree: Path, tmp_path: Path) -> None:
    script = source_tree / "bench" / "synthetic_store.py"
    subprocess.run([sys.executable, script, tmp_path / "results.db", "500", "--runs", "2"], check=True)
    with Store.open(tmp_path / "results.db") as store:
        found = summarise(store)
    assert [(summary.run.rules.draw, summary.winnability.deals) for summary in found] == [(1, 250), (2, 250)]
    assert all(0.6 < summary.winnability.shares[0] < 0.95 for summary in found)


def test_a_verdict_that_is_none_is_damage(tmp_path: Path) -> None:
    with Store.open(tmp_path / "results.db", "write") as store:
        store.add(store.run(Rules()), [row(1, "won")])
        with pytest.raises(StoreError, match=r"damaged.*'won'"):
            summarise(store)
