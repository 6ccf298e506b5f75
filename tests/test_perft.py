"""How many new positions a breadth-first search finds at each depth.

The numbers are fixed, and they are found by two programs that have nothing in common: ``Position``, and the small one
in this file, which knows cards as numbers, piles as lists, and one kind of move: some cards from one pile to another.
"""

from dataclasses import replace
from itertools import product

import pytest
from klondike_solver.cards import RANKS, SUITS
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.rules import Rules


def count_with_position(start, depth):
    seen, layer = {start}, {start}
    counts = []
    while layer and len(counts) < depth:
        layer = {position.play(move) for position in layer for move in position.legal_moves()} - seen
        seen |= layer
        counts.append(len(layer))
    return counts


# The other program. A card is 4 · rank + suit, and ~card (below 0) while it is face down; clubs 0, diamonds 1, hearts
# 2, spades 3, so that two suits have the same colour if they are equal or add up to 3. A game is a list of piles: the
# stock (next card last), the waste, four foundations, the columns; and the recycles so far where they are limited.

STOCK, WASTE, COLUMNS = 0, 1, 6


def game_of(deal):
    def number(card):
        return 4 * RANKS.index(str(card)[0]) + SUITS.index(str(card)[1])

    stock = [~number(card) for card in reversed(deal.stock)]
    columns = [[~number(card) for card in column[:-1]] + [number(column[-1])] for column in deal.columns]
    return [stock, [], [], [], [], [], *columns], 0


def kind(pile):
    return "waste" if pile == WASTE else "foundation" if pile < COLUMNS else "column"


def goes_to(card, target, pile, king):
    rank, suit = divmod(card, 4)
    if kind(target) == "foundation":
        return suit == target - 2 and rank == len(pile)
    if not pile:
        return rank == king
    end_rank, end_suit = divmod(pile[-1], 4)
    return end_rank == rank + 1 and end_suit != suit and end_suit + suit != 3


def next_games(game, rules):
    piles, recycles = game
    new = [list(pile) for pile in piles]
    if piles[STOCK]:
        for _ in range(min(rules.draw, len(piles[STOCK]))):
            new[WASTE].append(~new[STOCK].pop())
        yield new, recycles
    elif piles[WASTE] and (rules.passes is None or recycles < rules.passes - 1):
        while new[WASTE]:
            new[STOCK].append(~new[WASTE].pop())
        yield new, recycles + (rules.passes is not None)
    for source, target in product(range(WASTE, len(piles)), range(WASTE + 1, len(piles))):
        kinds = kind(source), kind(target)
        if source == target or kinds == ("foundation", "foundation"):
            continue
        if kinds[0] == "foundation" and not rules.take_back:
            continue
        face_up = sum(card >= 0 for card in piles[source])
        for count in range(1, face_up + 1):
            if count > 1 and kinds != ("column", "column"):
                continue
            if count < face_up and kinds == ("column", "column") and not rules.part_runs:
                continue
            if goes_to(piles[source][-count], target, piles[target], rules.shape.ranks - 1):
                new = [list(pile) for pile in piles]
                new[target] += new[source][-count:]
                del new[source][-count:]
                if new[source] and new[source][-1] < 0:
                    new[source][-1] = ~new[source][-1]
                yield new, recycles


def count_with_piles(deal, rules, depth):
    games = [game_of(deal)]
    seen = {str(games[0])}
    counts = []
    while games and len(counts) < depth:
        layer = []
        for game in games:
            for new in next_games(game, rules):
                if str(new) not in seen:
                    seen.add(str(new))
                    layer.append(new)
        games = layer
        counts.append(len(layer))
    return counts


CASES = [
    ("2C | AD AH || 2S 2H AS AC 2D", Rules(draw=1), "3 6 9 14 29 47 71 122 202 301 383 396 275 81 13 0"),
    ("2C | AD AH || 2S 2H AS AC 2D", Rules(draw=1, passes=1), "3 6 9 14 29 47 69 113 171 207 188 130 75 19 2 0"),
    ("2C | AD AH || 2S 2H AS AC 2D", Rules(draw=2, passes=2), "3 6 11 20 35 63 120 202 294 368 311 141 66 13 1 0"),
    (
        "2C | AD AH || 2S 2H AS AC 2D",
        Rules(draw=4, passes=3, take_back=False),
        "3 7 14 21 38 70 115 161 191 193 147 124 60 32 3 2 0",
    ),
    (
        "2S | 3D AD | AC 3C 3H || AH 2H 3S 2D AS 2C",
        Rules(draw=3),
        "4 9 18 30 47 76 119 187 285 358 343 283 264 331 436 478 468 441 401 382 370 316 202 91 22 0",
    ),
    ("3H | 2D 3C | 3S 2S AC || 2H AD AH AS 3D 2C", Rules(draw=3), "2 4 7 16 33 62 95 121 164 296 531 800 1053 1304"),
    (
        "3H | 2D 3C | 3S 2S AC || 2H AD AH AS 3D 2C",
        Rules(draw=3, part_runs=False),
        "2 4 7 16 33 62 95 121 162 284 496 735 966 1212",
    ),
    (
        "3H | 2D 3C | 3S 2S AC || 2H AD AH AS 3D 2C",
        Rules(draw=3, take_back=False),
        "2 4 7 16 32 57 82 107 146 235 368 511 620 663 576 390 259 182 115 75 42 12 0",
    ),
    ("solvitaire:22", Rules(draw=1), "2 5 9 16 26 40 56 76 102 131 162 203 269 370"),
    ("solvitaire:22", Rules(draw=3), "2 5 10 20 35 56 85 126 178 253 362 518 746 1102"),
    ("shootme:1", Rules(draw=1, passes=1, take_back=False), "4 9 16 26 41 63 98 155 246 379 560"),
    ("shootme:1", Rules(draw=4), "4 10 21 39 69 118 191 292 428 615"),
    ("shootme:1", Rules(draw=5, part_runs=False), "4 9 16 25 37 52 74 104 135 170"),
]


@pytest.mark.parametrize(("text", "rules", "counts"), CASES)
def test_new_positions_at_each_depth(text, rules, counts):
    deal = Deal.parse(text)
    rules = replace(rules, shape=deal.shape)
    counts = [int(count) for count in counts.split()]
    # Where the last count is 0, every position that can be reached has been counted.
    assert count_with_position(Position.start(deal, rules), len(counts)) == counts
    assert count_with_piles(deal, rules, len(counts)) == counts
