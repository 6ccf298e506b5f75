"""Random small games to compare engines on; the same generator gives the same ones."""

from __future__ import annotations

from random import Random

from klondike_solver.cards import Card, Suit, full_deck
from klondike_solver.deal import Deal
from klondike_solver.moves import Draw, Recycle
from klondike_solver.position import Column, Position
from klondike_solver.rules import Rules, Shape

from .graph import is_winnable

__all__ = ["SMALL_SHAPES", "careful_play", "random_game", "random_made", "random_play", "random_rules"]

SMALL_SHAPES = tuple(
    Shape(ranks, columns) for ranks, columns in ((2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5))
)
"""Decks of which brute force finds the truth within milliseconds. Those of 4 ranks do not show every mistake."""


def random_rules(random: Random, shape: Shape | None = None, *, part_runs: bool = True) -> Rules:
    """Return random rules for this shape, or for any small one.

    Draw 1 to 5; passes 1, 2, 3 or unlimited; with and without take-back.
    """
    return Rules(
        draw=random.randint(1, 5),
        passes=random.choice((1, 2, 3, None)),
        take_back=random.random() < 0.5,
        part_runs=part_runs,
        shape=random.choice(SMALL_SHAPES) if shape is None else shape,
    )


def random_play(random: Random, position: Position, moves: int) -> Position:
    """Return the position after at most this many random moves; moves of the stock are half as likely as others."""
    for _ in range(moves):
        choices = position.legal_moves()
        others = [move for move in choices if not isinstance(move, Draw | Recycle)]
        if not choices:
            break
        position = position.play(random.choice(choices + others))
    return position


def random_made(random: Random, rules: Rules) -> Position:
    """Return a random position that most likely comes from no deal, but has all that a position must have.

    Of a larger deck many cards are up, so that brute force can find the truth.
    """
    shape = rules.shape
    while True:
        if shape.ranks > 6:
            heights = [random.randint(shape.ranks // 2, shape.ranks) for _ in Suit]
        else:
            heights = [random.choice((0, 0, random.randint(0, shape.ranks))) for _ in Suit]
        rest = [card for card in full_deck(shape.ranks) if card.rank >= heights[card.suit]]
        random.shuffle(rest)
        columns = [_random_column(random, shape, rest) for _ in range(shape.columns)]
        if (
            len(rest) <= shape.stock_size
            and sum(column.face_down for column in columns) <= shape.tableau_size - shape.columns
        ):
            waste = random.randint(0, len(rest))
            recycles = random.randrange(rules.passes or 1)
            return Position(columns, heights, rest[waste:], rest[:waste], rules, recycles)


def _random_column(random: Random, shape: Shape, rest: list[Card]) -> Column:
    """Take a column from the cards that are left: some face down, then a run of them."""
    if not rest or random.random() < 0.2:
        return Column(())
    # Now and then more of them than any deal has in one column.
    most = shape.columns - 1 if random.random() < 0.9 else shape.tableau_size - shape.columns
    face_down = random.randint(0, min(most, len(rest) - 1))
    cards = [rest.pop() for _ in range(face_down + 1)]
    while random.random() < 0.6 and (fitting := [card for card in rest if card.fits_on(cards[-1])]):
        cards.append(random.choice(fitting))
        rest.remove(cards[-1])
    return Column(tuple(cards), face_down)


def careful_play(random: Random, position: Position, moves: int, limit: int) -> Position:
    """Return the position after at most this many random moves, none of which loses the game.

    An engine that calls games lost too early does so most easily where few ways to win are left.

    Raises:
        TooLargeError: the truth about a position could not be found among so many positions.
    """
    for _ in range(moves):
        choices = position.legal_moves()
        random.shuffle(choices)
        harmless = (after for after in map(position.play, choices) if is_winnable(after, limit))
        if (following := next(harmless, None)) is None:
            break
        position = following
    return position


def random_game(random: Random, rules: Rules, limit: int) -> Position:
    """Return a random position under these rules: the start of a deal, one reached from there, or a made one.

    Small decks can nearly always be won, so every fourth time games are drawn until one is lost, but not for ever.

    Args:
        random: the generator.
        rules: the rules, with the shape of the deck.
        limit: how many positions to look at for the truth about one.

    Raises:
        TooLargeError: that is not enough.
    """
    # Under some rules a very small deck cannot be lost at all.
    attempts = 30 if random.random() < 0.25 else 1
    for _ in range(attempts):
        kind = random.choice(("start", "played", "played", "careful", "made")) if rules.shape.ranks <= 6 else "made"
        deal = Deal.random(random, shape=rules.shape)
        position = random_made(random, rules) if kind == "made" else Position.start(deal, rules)
        if kind == "played":
            position = random_play(random, position, random.randint(1, 80))
        elif kind == "careful" and attempts == 1:
            position = careful_play(random, position, random.randint(1, 20), limit)
        if attempts > 1 and not is_winnable(position, limit):
            break
    return position
