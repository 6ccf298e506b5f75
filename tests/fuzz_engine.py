"""Compare the compiled engine with brute force on random games until the time is up, and print every disagreement.

    python tests/fuzz_engine.py --seconds 60

Ends with status 1 if there was any. A seed and the settings give the same games again, as far as the time reaches.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from brute import (
    SMALL_SHAPES,
    TooLargeError,
    compare,
    describe,
    random_game,
    random_rules,
    random_tuning,
    simplest,
    slices,
)
from klondike_solver.rules import Shape


def main() -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="how long to go on")
    parser.add_argument("--seed", type=int, default=None, help="for the random games; by default another one each time")
    parser.add_argument("--ranks", type=int, help="of the deck; by default many shapes")
    parser.add_argument("--columns", type=int, help="of the tableau; together with --ranks")
    parser.add_argument("--limit", type=int, default=200_000, help="positions of a game at which brute force gives up")
    options = parser.parse_args()
    if (options.ranks is None) != (options.columns is None):
        parser.error("--ranks and --columns belong together")
    shapes = [Shape(options.ranks, options.columns)] if options.ranks else [*SMALL_SHAPES, Shape(6, 6), Shape(13, 7)]
    seed = Random().randrange(10**9) if options.seed is None else options.seed
    print(f"seed {seed}")

    random = Random(seed)
    games = lost = too_large = wrong = 0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        rules = random_rules(random, random.choice(shapes))
        tuning = random_tuning(random)
        try:
            position = random_game(random, rules, options.limit)
            with slices(random.choice((1, 20_000))):
                winnable, complaint = compare(position, options.limit, tuning)
                if complaint:
                    wrong += 1
                    print(f"{complaint}\n  {describe(position)}\n  {tuning}")
                    print(f"  simplest: {describe(simplest(position, options.limit, tuning))}", flush=True)
        except TooLargeError:
            too_large += 1
            continue
        games += 1
        lost += not winnable
    print(f"{games} games, {lost} of them lost, {too_large} more too large for brute force; {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
