"""The file of results: what is kept, and what replaces what."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from klondike_solver import Deal, Position, Rules, Solution, StoreError, Verdict, solve
from klondike_solver.store import Row, Run, Store, rules_from_json, rules_to_json

from .results import RULES, solved, undecided


def test_what_is_stored_comes_back(store: Store, run: Run) -> None:
    rows = [solved(1), solved(2, max_nodes=10_000, memory=64), undecided(timeout=2.5)._replace(exact="7", number=9)]
    store.add(run, rows)
    assert list(store.rows(run, moves=True)) == rows
    assert list(store.rows(run)) == [row._replace(moves=None) for row in rows]
    assert [store.get(run, row.exact) for row in rows] == rows
    assert store.counts(run) == {Verdict.WINNABLE: 1, Verdict.LOST: 1, Verdict.UNDECIDED: 1}
    assert [row.name for row in store.rows(run, verdict=Verdict.LOST)] == ["solvitaire:1"]
    assert [row.is_decided for row in rows] == [True, True, False]


def test_the_moves_win(store: Store, run: Run) -> None:
    store.add(run, [solved(2)])
    (row,) = store.rows(run, moves=True)
    line = Solution.parse(row.moves or "", Position.start(Deal.parse(row.name), run.rules))
    assert line.is_won
    assert (line.length(), line.passes) == (row.length, row.passes)


def test_a_deal_without_a_number(store: Store, run: Run) -> None:
    deal = Deal.parse(Deal.parse("solvitaire:2").to("digits"))
    store.add(run, [Row.of(solve(deal, RULES))])
    (row,) = store.rows(run)
    assert (row.scheme, row.number, row.name) == (None, None, f"exact:{deal.exact}")
    assert Deal.parse(row.name) == deal


def test_numbers_of_any_size(store: Store, run: Run) -> None:
    """SQLite has whole numbers up to 64 bits; beyond that it would round them."""
    numbers = [1, 2**63 - 1, 2**63, 10**20]
    store.add(run, [undecided(scheme="pysol", number=number, exact=str(number)) for number in numbers])
    assert [row.number for row in store.rows(run)] == numbers
    assert store.finished(run, "pysol", 1, 10**20) == set(numbers)
    assert store.finished(run, "pysol", 2, 2**63 - 1) == {2**63 - 1}
    assert store.finished(run, "pysol", 2**63, 2**64) == {2**63}
    assert store.verdicts_between(run, "pysol", 2, 2**63) == dict.fromkeys((2**63 - 1, 2**63), Verdict.UNDECIDED)


def test_only_a_better_result_replaces_one(store: Store, run: Run) -> None:
    store.add(run, [undecided(nodes=100, max_nodes=100)])
    store.add(run, [undecided(nodes=99, max_nodes=99)])
    assert [row.nodes for row in store.rows(run)] == [100]
    store.add(run, [undecided(nodes=1000, max_nodes=1000)])
    assert [(row.nodes, row.max_nodes) for row in store.rows(run)] == [(1000, 1000)]
    decided = solved(2)
    store.add(run, [decided._replace(nodes=1)])
    assert list(store.rows(run, moves=True)) == [decided._replace(nodes=1)]
    for worse in (undecided(nodes=10**6), decided._replace(moves="@"), decided._replace(verdict="lost", moves=None)):
        store.add(run, [worse])
        assert list(store.rows(run, moves=True)) == [decided._replace(nodes=1)]


def test_one_deal_under_two_numbers(store: Store, run: Run) -> None:
    """It is one result, and both numbers are known to be done."""
    assert Deal.parse("ms:5") == Deal.parse("pysol:5")
    for scheme in ("ms", "pysol", "ms", "pysol"):
        store.add(run, [solved(5, scheme)])
    (row,) = store.rows(run)
    assert row.name == "ms:5"
    assert store.finished(run, "ms", 1, 9) == store.finished(run, "pysol", 1, 9) == {5}
    assert store.verdicts_between(run, "ms", 1, 9) == store.verdicts_between(run, "pysol", 1, 9) == {5: row.verdict}
    assert store.finished(run, "pysol", 6, 9) == store.finished(run, "solvitaire", 1, 9) == set()


def test_runs_are_kept_apart(store: Store, run: Run) -> None:
    other = store.run(Rules(draw=1))
    slow = store.run(RULES, engine="reference")
    store.add(run, [solved(1)])
    assert store.verdicts(run, [solved(1).exact]) == {solved(1).exact: Verdict.LOST}
    assert store.verdicts(other, [solved(1).exact]) == {}
    assert store.finished(other, "solvitaire", 1, 1) == set()
    assert store.runs() == [run, other, slow] == [store.run(RULES), store.run(Rules(draw=1)), slow]
    assert len({run.search, slow.search}) == 2
    assert store.run(Rules(part_runs=False)).engine == "reference"


@pytest.mark.parametrize("rules", [Rules(), Rules(draw=24, passes=7, take_back=False, part_runs=False)])
def test_rules_as_text(rules: Rules) -> None:
    assert rules_from_json(rules_to_json(rules)) == rules


def test_rules_of_another_version(store: Store, path: Path) -> None:
    store.run(RULES)
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("""UPDATE run SET rules = '{"draw": 3, "decks": 2, "shape": {"ranks": 13, "columns": 7}}'""")
    connection.close()
    with Store.open(path) as reader, pytest.raises(StoreError, match=r"rules that this version does not know.*decks"):
        reader.runs()


def test_all_or_nothing(store: Store, run: Run) -> None:
    def breaking() -> Iterator[Row]:
        yield solved(1)
        raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        store.add(run, breaking())
    store.add(run, [solved(2)])
    assert [row.name for row in store.rows(run)] == ["solvitaire:2"]


def test_a_reader_sees_one_state(store: Store, run: Run, path: Path) -> None:
    store.add(run, [solved(1)])
    with Store.open(path) as reader:
        store.add(run, [solved(2)])
        assert len(list(reader.rows(run))) == 1
        with Store.open(path) as later:
            assert len(list(later.rows(run))) == 2
        assert len(list(reader.rows(run))) == 1


def test_a_reader_cannot_write(store: Store, run: Run, path: Path) -> None:
    with Store.open(path) as reader, pytest.raises(StoreError, match="cannot be written"):
        reader.add(run, [solved(1)])


def test_one_file_is_left(store: Store, run: Run, path: Path) -> None:
    store.add(run, [solved(1)])
    store.close()
    store.close()
    assert os.listdir(path.parent) == [path.name]


def test_readers_leave_one_file_as_well(store: Store, run: Run, path: Path) -> None:
    with Store.open(path) as reader:
        store.add(run, [solved(1)])
        store.close()
        assert list(reader.rows(run)) == []
    with Store.open(path) as reader:
        assert len(list(reader.rows(run))) == 1
    assert os.listdir(path.parent) == [path.name]


def test_the_view_for_people(store: Store, run: Run, path: Path) -> None:
    store.add(run, [solved(1), solved(2)])
    store.close()
    with sqlite3.connect(path) as connection:
        found = connection.execute("SELECT rules, version, scheme, number, verdict, moves FROM deal").fetchall()
    connection.close()
    rules = rules_to_json(RULES)
    assert found == [
        (rules, run.version, "solvitaire", 1, "lost", None),
        (rules, run.version, "solvitaire", 2, "winnable", solved(2).moves),
    ]


def test_positions_are_refused() -> None:
    position = Position.start(Deal.parse("solvitaire:2"), RULES)
    with pytest.raises(TypeError, match="not of positions"):
        Row.of(solve(position.play(position.legal_moves()[0])))


def test_results_by_the_thousand(store: Store, run: Run) -> None:
    """More than are read at a time; and what is stored while they are read is in nobody's way."""
    exacts = [str(number) for number in range(1201)]
    store.add(run, [undecided(exact=exact, number=int(exact)) for exact in exacts])
    seen = []
    for row in store.rows(run, verdict=Verdict.UNDECIDED):
        seen.append(row.exact)
        if len(seen) % 100 == 0:
            store.add(run, [row._replace(nodes=6), undecided(exact=f"x{row.exact}", number=None, scheme=None)])
    assert [exact for exact in seen if exact.isdigit()] == exacts
    assert sum(row.nodes == 6 for row in store.rows(run)) == len(seen) // 100
    assert store.verdicts(run, [*exacts, "9999"]) == dict.fromkeys(exacts, Verdict.UNDECIDED)
    assert store.finished(run, "solvitaire", 100, 10**6) == set(range(100, 1201))


def test_a_query_that_nobody_asks_on(store: Store, run: Run, path: Path) -> None:
    store.add(run, [solved(1), solved(2)])
    reader = Store.open(path)
    found = reader.select("SELECT number FROM result ORDER BY number")
    assert next(found) == (1,)
    reader.close()
    found.close()
