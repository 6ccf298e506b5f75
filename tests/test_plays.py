"""What a player's words mean, why they mean nothing, and which cards may go up by themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from klondike_solver.adviser import Adviser, Budget
from klondike_solver.cards import Card, Suit, full_deck
from klondike_solver.deal import Deal
from klondike_solver.errors import IllegalMoveError
from klondike_solver.moves import FoundationToTableau, TableauToFoundation, TableauToTableau
from klondike_solver.plays import card_of, move_to, moves_back, moves_of, run_between, safe_up, unlike, why_stuck
from klondike_solver.position import Column, Position
from klondike_solver.result import Verdict
from klondike_solver.rules import Rules, Shape
from klondike_solver.solution import Solution


def middle() -> Position:
    """Solvitaire's deal 2 after some moves: two runs, three cards on the waste."""
    return Solution.parse("GI IH @", Position.start(Deal.from_number("solvitaire", 2))).final


def test_the_number_of_cards_between_columns_is_found() -> None:
    for seed in range(40):
        position = Position.start(Deal.random(seed))
        for step in range(60):
            legal = position.legal_moves()
            for move in legal:
                if isinstance(move, TableauToTableau):
                    assert run_between(position, move.source, move.target) == move
            position = position.play(legal[(step * 7 + seed) % len(legal)])


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        (0, 0, "source and target are both column 1"),
        (0, 7, "there is no column 8: the tableau has columns 1 to 7"),
        (1, 0, "9S does not fit on 5H in column 1: only 4C and 4S do"),
        (2, 0, "no face-up card of column 3 fits on 5H in column 1: only 4C and 4S do"),
        (4, 5, "TH does not fit on 8C in column 6: only 7D and 7H do"),
        (3, 1, "KD does not fit on 9S in column 2: only 8D and 8H do"),
    ],
)
def test_why_nothing_goes_between_two_columns(source: int, target: int, reason: str) -> None:
    position = middle()
    with pytest.raises(IllegalMoveError) as caught:
        position.play(run_between(position, source, target))
    assert reason in str(caught.value)


def test_the_moves_of_a_card() -> None:
    position = middle()
    assert moves_of(position, Card.parse("9S")) == [TableauToTableau(1, 4, 1)]
    assert unlike(position, moves_of(position, Card.parse("KD"))) == []
    for seed in range(12):
        position = Position.start(Deal.random(seed))
        for step in range(80):
            legal = position.legal_moves()
            cards = {card for column in position.columns for card in column.face_up}
            found = [move for card in sorted(cards) for move in moves_of(position, card)]
            assert set(found) == {move for move in legal if isinstance(move, (TableauToTableau, TableauToFoundation))}
            for target in range(7):
                back = [move for move in legal if isinstance(move, FoundationToTableau) and move.target == target]
                if back:
                    assert moves_back(position, target) == back
                else:
                    with pytest.raises(IllegalMoveError, match=f"column {target + 1}|foundations are empty"):
                        moves_back(position, target)
            for card in cards:
                if not moves_of(position, card):
                    assert str(card) in why_stuck(position, card)
            position = position.play(legal[(step * 5 + seed) % len(legal)])


def small(columns: str, waste: str = "", up: tuple[int, ...] = (0, 0, 0, 0), **rules: Any) -> Position:
    """A position in a deck of four ranks and three columns: ``2C|3H,4D,`` has a face-down card in its first column."""

    def cards(text: str) -> tuple[Card, ...]:
        return tuple(Card.parse(name) for name in text.split())

    piles = []
    for text in columns.split(","):
        down, _, face_up = text.rpartition("|")
        piles.append(Column(cards(down) + cards(face_up), len(cards(down))))
    named = {card for pile in piles for card in pile.cards} | set(cards(waste))
    stock = [card for card in full_deck(4) if card not in named and card.rank >= up[card.suit]]
    return Position(piles, up, stock, cards(waste), Rules(shape=Shape(4, 3), **{"draw": 1, **rules}))


@pytest.mark.parametrize(
    ("columns", "card", "reason"),
    [
        ("3C,AH 2D|3H 2C,", "2C", "2C fits on no column, and the next card of its foundation is AC"),
        ("3C,AH 2D|3H 2C,", "3H", "3H, with 2C on it in column 2, fits on no column"),
        ("3C,AH 2D|3H 2C,", "2D", "2D does not lie face up"),
        ("3C,AH 2D|3H 2C,", "4D", "4D does not lie face up"),
        ("3C,AH 2D|3H 2C,", "KD", "KD is not in this deck"),
        ("3C,AH 2D|3H 2C,", "4S", "4S is not on top of the waste; 3D is"),
        ("3C,AH 2D|3H 2C,", "3D", "3D fits on no column, and the next card of its foundation is AD"),
        ("3C,AH 2D|3H 2C,", "AS", "AS is not on top of its foundation; 2S is"),
        ("3C,AH 2D|3H 2C,", "2S", "2S is on its foundation, and these rules do not allow a card to come back"),
    ],
)
def test_why_a_card_cannot_move(columns: str, card: str, reason: str) -> None:
    position = small(columns, "4S 3D", (0, 0, 0, 2), take_back=False)
    assert moves_of(position, Card.parse(card)) == []
    assert why_stuck(position, Card.parse(card)) == reason


def test_why_a_card_cannot_move_under_other_rules() -> None:
    position = small("3C,AH 2D|4H 3S 2H,3H", "4S 3D", (0, 0, 0, 2))
    assert why_stuck(position.with_rules(replace(position.rules, part_runs=False)), Card.parse("3S")) == (
        "3S is inside a run, and only whole runs may move under these rules"
    )
    assert why_stuck(small("3C,AH,4H 3S 2H", "4S 3D", (0, 0, 0, 2)), Card.parse("2S")) == (
        "2S is on its foundation and fits on no column"
    )
    assert moves_of(small("3C 2D,AH,3H", "4S 3D", (0, 0, 0, 2)), Card.parse("2S")) == [
        FoundationToTableau(Suit.SPADES, 2)
    ]


@pytest.mark.parametrize(
    ("card", "target", "reason"),
    [
        ("3H", None, "3H is not at the end of column 2; 2C is"),
        ("2C", None, "2C cannot go up: the next card of its foundation is AC"),
        ("2C", 0, "2C does not fit on 3C in column 1: both are black"),
        ("3H", 0, "3H does not fit on 3C in column 1: only 2D and 2H do"),
        ("3H", 2, "column 3 is empty, so it takes a king and not 3H"),
        ("3D", None, "3D cannot go up: the next card of its foundation is AD"),
        ("3D", 1, "3D does not fit on 2C in column 2: only AD and AH do"),
        ("4S", 2, "4S is not on top of the waste; 3D is"),
        ("2S", None, "2S is on its foundation already"),
        ("2S", 1, "2S does not fit on 2C in column 2: only AD and AH do"),
        ("AS", 1, "AS is not on top of its foundation; 2S is"),
        ("AH", 1, "AH does not lie face up"),
    ],
)
def test_why_a_card_does_not_go_there(card: str, target: int | None, reason: str) -> None:
    position = small("3C,AH 2D|3H 2C,", "4S 3D", (0, 0, 0, 2))
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move_to(position, Card.parse(card), target))
    assert str(caught.value) == reason


def test_every_legal_move_of_a_card_is_found_by_its_target() -> None:
    for seed in range(12):
        position = Position.start(Deal.random(seed))
        for step in range(60):
            legal = position.legal_moves()
            for move in legal:
                card = card_of(move, position)
                if card is not None:
                    assert move_to(position, card, getattr(move, "target", None)) == move
            position = position.play(legal[(step * 5 + seed) % len(legal)])


def test_one_empty_column_is_like_another() -> None:
    position = small("4C 3H,,", "4S", (2, 0, 0, 2))
    assert len(moves_of(position, Card.parse("4S"))) == 2
    assert unlike(position, moves_of(position, Card.parse("4S"))) == moves_of(position, Card.parse("4S"))[:1]


@pytest.mark.parametrize("rules", [Rules(), Rules(draw=1), Rules(draw=1, passes=1, take_back=False)])
def test_safe_cards_go_up_without_changing_the_verdict(rules: Rules) -> None:
    asked = 0
    adviser = Adviser(glance=Budget(max_nodes=150_000))
    for seed in range(12):
        position = Position.start(Deal.random(seed), rules)
        for step in range(70):
            move = safe_up(position)
            if move is not None:
                after = position.play(move)
                assert sum(after.foundations) == sum(position.foundations) + 1
                verdicts = {adviser.verdict(position), adviser.verdict(after)}
                assert len(verdicts - {Verdict.UNDECIDED}) < 2
                asked += 1
                position = after
            legal = position.legal_moves()
            if not legal:
                break
            position = position.play(legal[(step * 3 + seed) % len(legal)])
    assert asked > 10


def test_where_all_lies_open_everything_goes_up() -> None:
    position = small("4C 3H,4H 3C,4D", "", (2, 3, 2, 4))
    moves = 0
    while (move := safe_up(position)) is not None:
        position = position.play(move)
        moves += 1
    assert (position.is_won, moves) == (True, 5)
    assert safe_up(small("3C,AH 2D|3H 2C,AC", part_runs=False)) is None
