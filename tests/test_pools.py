"""Pools of deals out of a store: which ones, in which order, and what is kept of the measuring."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest
from klondike_solver import Deal, InputError, Level, Rules, StoreError, Verdict, measure_difficulty, solve
from klondike_solver.measure import DealSet
from klondike_solver.pools import (
    PoolDeal,
    PoolProgress,
    board_text,
    pool,
    pool_deal_to_dict,
    pool_to_json,
    pysol_number,
)
from klondike_solver.store import Row, Store
from pysol_cards.random import random__str2int

DRAW1 = Rules(draw=1)


def filled(path: Path, deals: str, *rules: Rules) -> Path:
    """Make a store of these deals under these rules."""
    with Store.open(path, "write") as store:
        for one in rules or (DRAW1,):
            rows = [Row.of(solve(deal, one, shorten=False)) for deal in DealSet.parse(deals)]
            store.add(store.run(one), rows)
    return path


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that the tests below only read and measure."""
    return filled(tmp_path_factory.mktemp("pools") / "results.db", "solvitaire:1-30,ms:1-3,pysol:32000-32001")


def names(deals: object) -> list[str]:
    return [deal.row.name for deal in deals]  # type: ignore[attr-defined]


def kept(path: Path) -> int:
    """Return how many difficulties a store has."""
    with sqlite3.connect(path) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'difficulty'").fetchone():
            return 0
        return int(connection.execute("SELECT count(*) FROM difficulty").fetchone()[0])


def test_a_pool_has_every_winnable_deal_with_its_difficulty(results: Path) -> None:
    found = list(pool(results))
    with Store.open(results) as store:
        rows = list(store.rows(store.runs()[0], verdict=Verdict.WINNABLE))
    assert [deal.row for deal in found] == rows
    for deal in found:
        assert deal.rules == DRAW1
        assert deal.difficulty == measure_difficulty(Deal.from_exact(int(deal.row.exact)), DRAW1)


def test_levels_part_the_pool(results: Path) -> None:
    by_level = {level: names(pool(results, level=level)) for level in Level}
    assert sorted(name for some in by_level.values() for name in some) == sorted(names(pool(results)))
    assert all(by_level.values())
    assert names(pool(results, level="hard")) == by_level[Level.HARD]


def test_orders(results: Path) -> None:
    hardest = list(pool(results, order="hardest"))
    eases = [deal.difficulty.ease for deal in hardest if deal.difficulty is not None]
    assert eases == sorted(eases)
    assert len(eases) == len(names(pool(results)))
    easiest = [deal.difficulty.ease for deal in pool(results, order="easiest") if deal.difficulty is not None]
    assert easiest == eases[::-1]
    assert names(pool(results, order="hardest", count=3)) == names(hardest[:3])


def test_a_seed_draws_the_same_deals_also_from_a_larger_store(results: Path, tmp_path: Path) -> None:
    drawn = names(pool(results, seed=7))
    assert drawn == names(pool(results, seed=7))
    assert sorted(drawn) == sorted(names(pool(results)))
    assert drawn != names(pool(results)) != names(pool(results, seed=8)) != drawn
    smaller = filled(tmp_path / "smaller.db", "solvitaire:1-15")
    some = names(pool(smaller, seed=7, measure=False))
    assert some == [name for name in drawn if name in some]
    assert (
        names(pool(results, seed=7, level="easy", count=4))
        == [name for name in drawn if name in names(pool(results, level="easy"))][:4]
    )


def test_lost_deals_have_no_difficulty(results: Path) -> None:
    found = list(pool(results, verdict=Verdict.LOST))
    assert {deal.row.verdict for deal in found} == {"lost"}
    assert all(deal.difficulty is None for deal in found)


def test_nothing_is_measured_that_nobody_needs(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.db", "solvitaire:1-20")
    assert len(names(pool(path, measure=False))) > 14
    assert kept(path) == 0
    progress: list[PoolProgress] = []
    assert len(names(pool(path, count=2, jobs=2, on_progress=progress.append))) == 2
    assert 2 <= progress[-1].measured == kept(path) <= 10


def test_nothing_is_measured_twice(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.db", "solvitaire:1-15")
    seen: list[PoolProgress] = []
    first = list(pool(path, on_progress=seen.append))
    assert seen[-1].measured == kept(path) == len(first)
    again: list[PoolProgress] = []
    assert list(pool(path, on_progress=again.append)) == first
    assert (again[-1].measured, again[-1].looked_at) == (0, len(first))


def test_what_is_kept_under_another_measure_is_measured_anew(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.db", "solvitaire:1-10")
    first = list(pool(path))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE difficulty SET measure = 0, won = 777")
    assert list(pool(path)) == first
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE difficulty SET games = 10, won = 7")
    assert list(pool(path)) == first
    with sqlite3.connect(path) as connection:
        assert {measure for (measure,) in connection.execute("SELECT measure FROM difficulty")} == {1}


def test_what_was_measured_before_an_interruption_is_kept(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.db", "solvitaire:1-15")

    def interrupt(progress: PoolProgress) -> None:
        if progress.measured == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(pool(path, jobs=1, on_progress=interrupt))
    assert kept(path) == 7
    assert list(pool(path, jobs=1)) == list(pool(path, jobs=2))


def test_a_store_that_is_being_written_is_read_all_the_same(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.db", "solvitaire:1-10")
    seen: list[PoolProgress] = []
    with Store.open(path, "write"):
        found = list(pool(path, on_progress=seen.append))
    assert found == list(pool(path))
    assert "is being written by another process" in (seen[-1].not_kept or "")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_a_store_that_cannot_be_written_is_read_all_the_same(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.db", "solvitaire:1-10")
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        assert len(list(pool(path))) > 5
    finally:
        tmp_path.chmod(0o700)


def test_a_deal_in_several_runs_comes_once(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.db", "solvitaire:1-10")
    once = names(pool(path, measure=False))
    with Store.open(path, "write") as store:
        with store.transaction() as connection:
            connection.execute("UPDATE run SET version = '0.0'")
        store.add(store.run(DRAW1), [Row.of(solve(deal, DRAW1)) for deal in DealSet.parse("solvitaire:5-12")])
    assert names(pool(path, measure=False)) == [*once, "solvitaire:11", "solvitaire:12"]


def test_rules_must_be_chosen_where_there_are_several(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.db", "solvitaire:1-4", DRAW1, Rules(draw=3))
    with pytest.raises(InputError, match=r"results by several rules.*draw 1, unlimited passes; draw 3, unlimited"):
        pool(path)
    with pytest.raises(InputError, match="no results by draw 7, unlimited passes; it has: draw 1"):
        pool(path, Rules(draw=7))
    assert [deal.rules for deal in pool(path, Rules(draw=3))] == [Rules(draw=3)] * 3


def test_stores_without_anything(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no file"):
        pool(tmp_path / "no.db")
    Store.open(tmp_path / "new.db", "write").close()
    with pytest.raises(InputError, match="has no results yet"):
        pool(tmp_path / "new.db")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"level": "evil"}, "unknown level 'evil'; there are easy, medium, hard, expert"),
        ({"order": "best"}, "unknown order"),
        ({"count": 0}, "the number of deals is a whole number, 1 or more, not 0"),
        ({"jobs": 0}, "the number of jobs"),
        ({"seed": 1.5}, "a seed is a whole number"),
        ({"seed": 1, "order": "easiest"}, "either at random"),
        ({"verdict": Verdict.LOST, "level": "easy"}, "lost deals have no difficulty"),
        ({"verdict": Verdict.UNDECIDED, "order": "easiest"}, "undecided deals have no difficulty"),
    ],
)
def test_what_makes_no_sense(results: Path, wrong: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        pool(results, **wrong)  # type: ignore[arg-type]


def test_numbers_of_pysol(results: Path) -> None:
    found = list(pool(results, schemes=("pysol", "ms"), measure=False))
    assert {deal.row.scheme for deal in found} == {"pysol", "ms"}
    for deal in found:
        number = pysol_number(deal)
        assert number is not None
        # PySolFC's own reading of what a person enters, with a bit far above for its ms numbers.
        read = random__str2int(number)
        assert (read & ~(1 << 1000), read >> 1000) == (deal.row.number, int(deal.row.scheme == "ms"))
    assert all(pysol_number(deal) is None for deal in pool(results, schemes=["solvitaire"], measure=False))


def test_boards_are_the_deals(results: Path) -> None:
    for deal in pool(results, count=5, measure=False):
        assert Deal.parse(board_text(deal)) == Deal.parse(deal.row.name)


def test_the_list_as_json(results: Path) -> None:
    found = list(pool(results, count=3))
    data = json.loads("".join(pool_to_json(found)))
    assert list(data) == ["schema", "measure", "games", "rules", "deals"]
    assert (data["schema"], data["measure"], data["games"], data["rules"]["draw"]) == (1, 1, 1000, 1)
    assert data["deals"] == [pool_deal_to_dict(deal) for deal in found]
    first = data["deals"][0]
    assert list(first) == ["deal", "verdict", "difficulty", "length", "passes", "nodes"]
    assert first["deal"] == {"name": found[0].row.name, "exact": found[0].row.exact}
    assert first["difficulty"]["level"] == str(measure_difficulty(Deal.parse(found[0].row.name), DRAW1).level)
    empty = json.loads("".join(pool_to_json([])))
    assert (empty["rules"], empty["deals"]) == (None, [])


def test_a_deal_without_a_number_has_its_exact_number_only(tmp_path: Path) -> None:
    deal = Deal.parse(Deal.parse("solvitaire:2").to("digits"))
    with Store.open(tmp_path / "results.db", "write") as store:
        store.add(store.run(DRAW1), [Row.of(solve(deal, DRAW1))])
    found = list(pool(tmp_path / "results.db"))
    assert names(found) == [f"exact:{deal.exact}"]
    assert pool_deal_to_dict(found[0])["deal"] == {"name": None, "exact": str(deal.exact)}
    assert isinstance(found[0], PoolDeal)
