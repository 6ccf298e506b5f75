"""Write a store of as many results as one likes, made up, to measure on what reads stores.

    python bench/synthetic_store.py results.db 1000000 --runs 4
    time klondike stats results.db

The figures have about the spread of real ones: most deals take few nodes, and some take millions.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator

from klondike_solver import Rules
from klondike_solver.store import Row, Store

_BATCH = 10_000


def made_up(chance: random.Random, number: int, max_nodes: int) -> Row:
    """Return a result that no search has found."""
    nodes = int(10 ** abs(chance.gauss(1.2, 1.5)))
    is_won = chance.random() < 0.8
    is_undecided = nodes >= max_nodes
    won = is_won and not is_undecided
    moves = [chance.choice("ABCDEFGHIJKL") + chance.choice("ABCDEFGHIJKL") for _ in range(chance.randrange(85, 150))]
    return Row(
        exact=str(chance.getrandbits(225)),
        scheme="solvitaire",
        number=number,
        verdict="undecided" if is_undecided else "winnable" if won else "lost",
        reason="node limit" if is_undecided else "solution found" if won else "search exhausted",
        detail=None,
        length=len(moves) if won else None,
        passes=1 + int(chance.expovariate(0.5)) if won else None,
        nodes=min(nodes, max_nodes),
        seconds=0.0015 * math.exp(chance.gauss(0, 0.2)) + nodes / 4e6,
        max_nodes=max_nodes,
        timeout=None,
        memory=1024,
        moves=" ".join(moves) if won else None,
    )


def batches(chance: random.Random, count: int) -> Iterator[list[Row]]:
    """Yield so many results in parts."""
    for first in range(1, count + 1, _BATCH):
        yield [made_up(chance, number, 5_000_000) for number in range(first, min(first + _BATCH, count + 1))]


def main() -> None:
    """Read the arguments and write the store."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("store", help="the file to write")
    parser.add_argument("results", type=int, help="how many results, shared among the runs")
    parser.add_argument("--runs", type=int, default=1, help="how many runs: draw 1, draw 2, …")
    options = parser.parse_args()
    chance = random.Random(1)
    with Store.open(options.store, "write") as store:
        for draw in range(1, options.runs + 1):
            run = store.run(Rules(draw=draw))
            for rows in batches(chance, options.results // options.runs):
                store.add(run, rows)


if __name__ == "__main__":
    main()
