"""Named sets of deals, and what measuring on them says."""

from dataclasses import replace

import pytest
from klondike_solver import Deal, Result, Rules, Verdict, solve
from klondike_solver.api import Engine
from klondike_solver.compiled import SLICE
from klondike_solver.errors import InputError, NumberingError
from klondike_solver.measure import SETS, Cost, DealSet, Measurement, measure, peak_memory
from klondike_solver.numbering import SCHEMES


def measurement(*seconds: float) -> Measurement:
    """Return what measuring made-up deals might have said."""
    deal = Deal.parse("solvitaire:1")
    costs = [
        Cost(deal, Verdict.LOST, nodes=10 * place, seconds=time, search_seconds=time / 2)
        for place, time in enumerate(seconds)
    ]
    return Measurement(Rules(), tuple(costs), None)


@pytest.mark.parametrize("name", SETS)
def test_named_sets_are_what_they_say(name: str) -> None:
    deals = DealSet.parse(name)
    assert str(deals) == SETS[name]
    assert DealSet.parse(str(deals)) == deals


def test_a_set_deals_every_number_once_in_order() -> None:
    deals = DealSet.parse("shootme:3-5, solvitaire:22,MS:1")
    names = [deal.name for deal in deals]
    assert names == ["shootme:3", "shootme:4", "shootme:5", "solvitaire:22", "ms:1"]
    assert len(deals) == len(names)
    assert [deal.name for deal in deals] == names


def test_the_set_of_schemes_has_every_scheme_that_counts_up() -> None:
    # Numbers of `microsoft` come from a log: the small ones are nobody's deals.
    assert {scheme for scheme, _, _ in DealSet.parse("schemes").ranges} == set(SCHEMES) - {"microsoft"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no set of deals"),
        ("small,", "is no set of deals"),
        ("solvitaire", "is no set of deals"),
        ("solitaire:1-2", "unknown scheme"),
        ("solvitaire:5-2", "runs backwards"),
        ("solvitaire:-1", "-1 is out of range"),
        ("solvitaire:1-", "is not a deal number"),
        ("solvitaire:1-2-3", "'2-3' is not a deal number"),
        ("greenfelt:0-3", "0 is out of range"),
        ("solvitaire:1-99999999999", "out of range"),
        ("exact:0-99999999999999999999", "too many deals"),
    ],
)
def test_what_is_no_set_is_refused(text: str, message: str) -> None:
    with pytest.raises(NumberingError, match=message):
        DealSet.parse(text)


def test_measuring_solves_each_deal() -> None:
    deals = DealSet.parse("solvitaire:1-6")
    seen: list[Result] = []
    found = measure(deals, Rules(draw=1), max_nodes=2000, on_result=seen.append)
    expected = [solve(deal, Rules(draw=1), max_nodes=2000) for deal in deals]
    assert [(cost.deal, cost.verdict, cost.nodes) for cost in found.costs] == [
        (result.deal, result.verdict, result.nodes) for result in expected
    ]
    assert [result.nodes for result in seen] == [result.nodes for result in expected]
    assert found.nodes == sum(result.nodes for result in expected)
    assert sum(found.count(verdict) for verdict in Verdict) == len(deals)
    assert found.hardest.nodes == max(result.nodes for result in expected)


@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_the_search_takes_a_part_of_the_time(engine: Engine) -> None:
    found = measure([Deal.parse("3H | AS 2C | 2D 2H 2S || AC AD 3S 3D AH 3C")] * 5, engine=engine)
    assert found.count(Verdict.WINNABLE) == 5
    assert all(0 <= cost.search_seconds <= cost.seconds for cost in found.costs)
    assert 0 < found.search_seconds < found.seconds
    assert found.search_rate > found.node_rate > 0


def test_a_node_limit_holds_for_each_deal() -> None:
    found = measure(DealSet.parse("solvitaire:1-6"), Rules(draw=3), max_nodes=5)
    assert found.count(Verdict.UNDECIDED) > 1
    assert found.hardest.nodes == 5


def test_limits_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="node limit"):
        measure(DealSet.parse("solvitaire:1"), max_nodes=-1)


def test_percentiles_are_nearest_ranks() -> None:
    found = measurement(5.0, 1.0, 4.0, 2.0, 3.0)
    assert [found.percentile(percent).seconds for percent in (1, 20, 21, 50, 80, 99, 100)] == [1, 1, 2, 3, 4, 5, 5]


def test_the_slowest_come_first() -> None:
    found = measurement(2.0, 5.0, 1.0, 3.0)
    assert [cost.seconds for cost in found.slowest(3)] == [5, 3, 2]
    assert len(found.slowest(9)) == 4


@pytest.mark.parametrize("percent", [0, -1, 100.5, float("nan")])
def test_percentiles_that_do_not_exist_are_refused(percent: float) -> None:
    with pytest.raises(ValueError, match="percentile"):
        measurement(1.0).percentile(percent)


def test_totals() -> None:
    found = measurement(1.0, 3.0)
    assert (found.nodes, found.seconds, found.node_rate) == (10, 4.0, 2.5)
    assert (found.search_seconds, found.search_rate) == (2.0, 5.0)
    assert "2 lost" in str(found)
    assert "nodes    10; most 10" in str(found)
    assert "5 nodes a second of search, 2 of the whole" in str(found)
    assert "4.00 s, 2.00 s of it search" in str(found)
    assert "worst 3000.0 ms" in str(found)


def test_the_time_between_two_looks_at_the_clock() -> None:
    deal = Deal.parse("solvitaire:1")
    cost = Cost(deal, Verdict.LOST, nodes=2 * SLICE, seconds=1.0, table_bytes=32768, search_seconds=0.5)
    found = Measurement(Rules(), (cost,), None)
    assert found.slice_seconds == 0.25
    assert f"every {SLICE:,} nodes: 250.0 ms apart" in str(found)
    for without in (replace(cost, nodes=SLICE - 1), replace(cost, table_bytes=0)):
        found = Measurement(Rules(), (without,), None)
        assert found.slice_seconds is None
        assert "looks" not in str(found)


def test_nothing_measured() -> None:
    found = measure([], Rules(draw=1))
    assert (found.nodes, found.seconds, found.node_rate) == (0, 0, 0)
    assert (found.search_seconds, found.search_rate) == (0, 0)
    assert str(found).startswith("deals    0: ")
    with pytest.raises(ValueError, match="percentile"):
        found.percentile(50)


def test_peak_memory_stays_when_memory_is_given_back() -> None:
    before = peak_memory()
    if before is None:
        pytest.skip("this system does not say")
    block = b"x" * (32 << 20)
    held = peak_memory()
    del block
    assert held is not None
    assert held >= 32 << 20
    after = peak_memory()
    assert after is not None
    # Linux counts pages in batches, so that the figure is exact to some hundred KiB.
    assert after > held - (4 << 20)
