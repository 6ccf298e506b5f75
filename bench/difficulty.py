"""Is the difficulty of ``klondike_solver.difficulty`` worth anything? It is compared with what it is not made of.

    python bench/difficulty.py shootme:1-3500 --draw 3 --jobs 2 --rows rows.jsonl --write docs/difficulty.md

Every winnable deal of the set is measured, and then

- played by a *guessing* player, who deals the hidden cards anew many times before each move, plays each of these deals
  to its end, and makes the move that wins most often; who also knows the order of the stock once it has been seen;
- played by a *careless* player, who makes any legal move but takes nothing back;
- asked by the solver how much of what the careless player does at the beginning keeps the game winnable;
- solved: the nodes.

``--write`` puts the tables into a page, between comments that name the rules.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from klondike_solver import Deal, Position, Rules, Verdict, solve
from klondike_solver.cards import Card
from klondike_solver.cli.pages import write_table
from klondike_solver.cli.wording import rules_in_words
from klondike_solver.difficulty import Level, measure_difficulty, played
from klondike_solver.measure import DealSet
from klondike_solver.moves import Draw, FoundationToTableau, Move, Recycle
from klondike_solver.player import plays_itself, sensible_moves
from klondike_solver.position import Column

GUESSES = 20
"""How often the guessing player deals the hidden cards before a move."""

GUESSING_GAMES = 4
GUESSING_ONE_IN = 4
"""The guessing player, who is slow, plays one in so many deals."""
CARELESS_GAMES = 5
WALKS = 4
WALK = 30
"""Cards that the careless player plays before the solver is asked after which of them the game was lost."""

MAX_NODES = 20_000
"""Nodes for each question to the solver; what stays undecided is left out."""


class Found(NamedTuple):
    """What there is to say about a deal; shares are from 0 to 1."""

    deal: str
    level: str
    ease: tuple[float, float]
    share: float
    guessing: float
    careless: float
    kept: float
    nodes: int


YARDSTICKS = {
    "guessing": "games won by the guessing player, %",
    "careless": "cards up by the careless player",
    "kept": "careless moves that keep the win, %",
    "nodes": "nodes of the solver",
}


# The other players


class Game:
    """A game in which somebody plays, and what is known of its stock."""

    def __init__(self, start: Position) -> None:
        self.position = start
        self.known: set[Card] = set(start.waste)
        self.idle_passes = 0
        self._played = True

    def play(self, move: Move) -> None:
        """Make a move."""
        self.position = self.position.play(move)
        self.known.update(self.position.waste)
        if isinstance(move, Recycle):
            self.idle_passes = 0 if self._played else self.idle_passes + 1
            self._played = False
        elif not isinstance(move, Draw):
            self._played = True
            self.idle_passes = 0

    def guess(self, chance: Random) -> Position:
        """Return the position with the cards that were never seen in other places."""
        position = self.position
        hidden = [card for column in position.columns for card in column.cards[: column.face_down]]
        hidden += [card for card in position.stock if card not in self.known]
        chance.shuffle(hidden)
        cards = iter(hidden)
        # Not by Position(...), which would check every guess: most of the time would go into that.
        return position._next(
            columns=tuple(
                Column((*(next(cards) for _ in range(column.face_down)), *column.face_up), column.face_down)
                for column in position.columns
            ),
            stock=tuple(card if card in self.known else next(cards) for card in position.stock),
        )


def stock_moves(position: Position) -> list[Move]:
    """Return the draw or the recycle, whichever is legal."""
    return [move for move in position.legal_moves() if isinstance(move, Draw | Recycle)]


def play_guessing(start: Position, seed: int) -> bool:
    """Play a game with many guesses before each move; whether it is won."""
    game, chance = Game(start), Random(seed)
    while not plays_itself(game.position):
        options = sensible_moves(game.position)
        if game.idle_passes < 2 or not options:
            options += stock_moves(game.position)
        if not options or (game.idle_passes >= 2 and isinstance(options[0], Draw | Recycle)):
            return False
        best = options[0]
        if len(options) > 1:
            guesses = [game.guess(chance) for _ in range(GUESSES)]
            number = chance.getrandbits(32)
            # Cards up decide where no guess is won, and among equals.
            best = max(options, key=lambda move: _worth([guess.play(move) for guess in guesses], number))
        game.play(best)
    return True


def _worth(guesses: Sequence[Position], number: int) -> tuple[int, int]:
    ends = [played(guess).play(number + index, 1) for index, guess in enumerate(guesses)]
    return sum(won for won, _, _ in ends), sum(cards_up for _, cards_up, _ in ends)


def careless_positions(start: Position, seed: int) -> Iterator[Position]:
    """Yield the positions after each card that the careless player plays; the stock is drawn from in between."""
    game, chance = Game(start), Random(seed)
    while not plays_itself(game.position) and game.idle_passes < 2:
        options = [move for move in game.position.legal_moves() if not isinstance(move, FoundationToTableau)]
        if not options:
            return
        move = chance.choice(options)
        game.play(move)
        if not isinstance(move, Draw | Recycle):
            yield game.position


def careless_cards(start: Position, seed: int) -> int:
    """Return the cards up at the end of a careless game, 52 if it plays itself from there."""
    last = start
    for position in islice(careless_positions(start, seed), 200):
        last = position
    return 52 if plays_itself(last) else sum(last.foundations)


def kept(start: Position, seed: int) -> float | None:
    """Return the share of a careless player's first moves after which a game is still winnable; None if undecided."""
    line = list(islice(careless_positions(start, seed), WALK))
    # Once it is lost it stays lost, so bisection finds the place.
    low, high = 0, len(line)
    while low < high:
        middle = (low + high) // 2
        verdict = solve(line[middle], max_nodes=MAX_NODES, memory=64, shorten=False).verdict
        if verdict is Verdict.UNDECIDED:
            return None
        if verdict is Verdict.WINNABLE:
            low = middle + 1
        else:
            high = middle
    return low / len(line) if line else None


# One deal


def examine(deal: Deal, rules: Rules) -> Found | None:
    """Return what there is to say about a deal; None if it is not known to be winnable."""
    result = solve(deal, rules, max_nodes=10 * MAX_NODES, memory=64, shorten=False)
    if result.verdict is not Verdict.WINNABLE:
        return None
    measured = measure_difficulty(deal, rules)
    start = result.position
    guessing_games = 0 if deal.exact % GUESSING_ONE_IN else GUESSING_GAMES
    walks = [share for walk in range(WALKS) if (share := kept(start, walk)) is not None]
    return Found(
        deal=str(deal),
        level=measured.level,
        ease=measured.ease,
        share=measured.share,
        guessing=mean([float(play_guessing(start, game)) for game in range(guessing_games)]),
        careless=mean([careless_cards(start, game) for game in range(CARELESS_GAMES)]),
        kept=mean(walks),
        nodes=result.nodes,
    )


# Statistics


def mean(values: Sequence[float]) -> float:
    """Return the mean; not a number for nothing."""
    return sum(values) / len(values) if values else math.nan


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / max(1, len(values)))


def ranks(values: Sequence[object]) -> list[float]:
    """Return the rank of each value, equal ones sharing the mean of theirs."""
    order = sorted(range(len(values)), key=lambda index: values[index])  # type: ignore[arg-type, return-value]
    found = [0.0] * len(values)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for place in range(first, last + 1):
            found[order[place]] = (first + last) / 2
        first = last + 1
    return found


def spearman(one: Sequence[object], other: Sequence[object]) -> tuple[float, float, float]:
    """Return Spearman's correlation with its 95 % interval, by Fisher's z and the variance of Bonett and Wright (2000).

    >>> spearman([1, 2, 3, 4], [10, 20, 30, 40])[0]
    1.0
    """
    x, y = ranks(one), ranks(other)
    middle = (len(x) - 1) / 2
    product = sum((a - middle) * (b - middle) for a, b in zip(x, y, strict=True))
    scale = math.sqrt(sum((a - middle) ** 2 for a in x) * sum((b - middle) ** 2 for b in y))
    found = product / scale if scale else math.nan
    if not abs(found) < 1:
        return found, found, found
    half = 1.96 * math.sqrt((1 + found**2 / 2) / max(1, len(x) - 3))
    return found, math.tanh(math.atanh(found) - half), math.tanh(math.atanh(found) + half)


# The tables


def tables(found: Sequence[Found], deals: str, rules: Rules) -> list[str]:
    """Return the two tables in Markdown: correlations, and means by level."""
    lines = [
        f"`{deals}`, {rules_in_words(rules)}: {len(found):,} winnable deals"
        f" ({sum(not math.isnan(row.guessing) for row in found):,} of them for the guessing player).",
        "",
        "| yardstick | Spearman's correlation with the measure | 95 % interval |",
        "|---|---|---|",
    ]
    for name, title in YARDSTICKS.items():
        rows = [row for row in found if not math.isnan(getattr(row, name))]
        value, low, high = spearman([row.ease for row in rows], [getattr(row, name) for row in rows])
        lines.append(f"| {title} | {value:+.3f} | {low:+.3f} to {high:+.3f} |")
    titles = " | ".join(YARDSTICKS.values())
    lines += ["", f"| level | deals | games won by the player, % | {titles} |", "|---|---|---|---|---|---|---|"]
    for level in Level:
        rows = [row for row in found if row.level == level]
        if rows:
            cells = [spread([100 * row.share for row in rows])]
            cells += [
                spread([100 * row.guessing for row in rows if not math.isnan(row.guessing)]),
                spread([row.careless for row in rows]),
                spread([100 * row.kept for row in rows if not math.isnan(row.kept)]),
                f"{sorted(row.nodes for row in rows)[len(rows) // 2]:,} (median)",
            ]
            share = f"{len(rows):,} ({100 * len(rows) / len(found):.0f} %)"
            lines.append(f"| {level} | {share} | {' | '.join(cells)} |")
    return lines


def spread(values: Sequence[float]) -> str:
    """Return a mean with its standard error; a dash for nothing."""
    if not values:
        return "–"
    return f"{mean(values):.1f} ± {standard_error(values):.1f}"


def examine_all(deals: DealSet, rules: Rules, jobs: int, rows: Path | None) -> list[Found]:
    """Examine deals in several processes.

    Args:
        deals: the deals.
        rules: the rules.
        jobs: how many processes.
        rows: a file for what is found, a line for each deal; deals that it has already are not examined again.
    """
    found: dict[str, Found | None] = {}
    if rows is not None and rows.exists():
        for line in rows.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            found[data["deal"]] = Found(**data)._replace(ease=tuple(data["ease"])) if "ease" in data else None
    missing = [deal for deal in deals if str(deal) not in found]
    with get_context("spawn").Pool(jobs) as pool, ExitStack() as stack:
        file = None if rows is None else stack.enter_context(rows.open("a", encoding="utf-8"))
        for deal, one in zip(missing, pool.imap(partial(examine, rules=rules), missing, chunksize=2), strict=True):
            found[str(deal)] = one
            if file is not None:
                print(json.dumps({"deal": str(deal)} if one is None else one._asdict()), file=file, flush=True)
            if len(found) % 100 == 0:
                print(f"{len(found)} of {len(deals)} deals", file=sys.stderr, flush=True)
    return [one for deal in deals if (one := found[str(deal)]) is not None]


def main() -> None:
    """Examine a set of deals and print what comes out."""
    parser = argparse.ArgumentParser(description="Compare the difficulty of deals with what it is not made of.")
    parser.add_argument("deals", type=DealSet.parse, help="scheme:first-last")
    parser.add_argument("--draw", type=int, default=3)
    parser.add_argument("--passes", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rows", type=Path, metavar="FILE", help="keep what is found about each deal, to go on later")
    parser.add_argument("--write", metavar="PAGE", help="put the tables into this page")
    options = parser.parse_args()
    rules = Rules(draw=options.draw, passes=options.passes)
    table = tables(examine_all(options.deals, rules, options.jobs, options.rows), str(options.deals), rules)
    print("\n".join(table))
    passes = "" if rules.passes is None else f" passes {rules.passes}"
    write_table(options.write, f"difficulty draw {rules.draw}{passes}", table)


if __name__ == "__main__":
    main()
