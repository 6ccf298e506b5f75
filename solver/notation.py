"""Move letters: the compact notation for lines of play in files, JSON and on the command line.

A pile is a letter: ``A`` the waste, ``B`` ``C`` ``D`` ``E`` the foundations of clubs, diamonds, spades and hearts,
``F`` and on the columns from the left (``F`` to ``L`` when there are seven). A move is two letters, from and to;
``@`` is one draw. A recycle is not written: a draw from an empty stock implies it. How many cards move between columns
is not written either: it follows from the card they go to, and to an empty column go the cards from the king down.

>>> from klondike_solver.deal import Deal
>>> from klondike_solver.position import Position
>>> start = Position.start(Deal.from_number("shootme", 1))
>>> moves = parse_moves("JD @ FK  # the ace of spades goes up", start)
>>> moves
[TableauToFoundation(source=4), Draw(), TableauToTableau(source=0, target=5, count=1)]
>>> format_moves(moves, start)
'JD @FK'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .cards import Card, Suit
from .errors import FormatError, IllegalMoveError, Place
from .moves import (
    Draw,
    FoundationToTableau,
    Move,
    Recycle,
    TableauToFoundation,
    TableauToTableau,
    WasteToFoundation,
    WasteToTableau,
)
from .plays import run_between
from .position import Position
from .replay import replay

__all__ = ["format_moves", "parse_moves"]

DRAW = "@"
WASTE = "A"
FOUNDATIONS = {Suit.CLUBS: "B", Suit.DIAMONDS: "C", Suit.SPADES: "D", Suit.HEARTS: "E"}
FIRST_COLUMN = "F"

_SUITS = {letter: suit for suit, letter in FOUNDATIONS.items()}


def format_moves(moves: Iterable[Move], position: Position) -> str:
    """Write a line of play as move letters.

    Args:
        moves: the moves.
        position: where they start; it tells to which foundation a card goes.

    Returns:
        The letters, with a blank after every move that is not a draw: ``AB @@AG GF``.

    Raises:
        IllegalMoveError: a move is illegal; its ``index`` counts the moves before it.
    """
    return "".join(_format_move(move, before) for before, move, _ in replay(position, moves)).strip()


def parse_moves(text: str, position: Position) -> list[Move]:
    """Read a line of play from move letters, and play it on the way.

    Args:
        text: the letters.
        position: where the line starts.

    Returns:
        The moves, with the recycles that the letters only imply.

    Raises:
        FormatError: the text is no move letters; the message says where in the text.
        IllegalMoveError: a move is illegal; the message says which one, where in the text, and why. Its ``index`` is
            the number of moves before it, recycles included; the message counts moves as they are written, without.
    """
    moves: list[Move] = []
    for number, word in enumerate(_words(text, len(position.columns)), start=1):
        try:
            if word.letters == DRAW and not position.stock:
                position = position.play(Recycle())
                moves.append(Recycle())
            move = _parse_move(word.letters, position)
            position = position.play(move)
        except IllegalMoveError as error:
            message = f"move {number} ({word.letters}, {word.place}): {error}"
            raise IllegalMoveError(message, len(moves)).at(word.place) from None
        moves.append(move)
    return moves


class _Word(NamedTuple):
    """One move as it is written: ``@`` or two letters, and where its first letter stands, for messages."""

    letters: str
    place: Place


def _characters(text: str) -> Iterator[tuple[str, Place]]:
    """Yield every character that counts, in upper case, with its place."""
    for row, line in enumerate(text.splitlines(), start=1):
        for column, character in enumerate(line.partition("#")[0], start=1):
            if not character.isspace():
                yield character.upper(), Place(row, column)


def _words(text: str, columns: int) -> Iterator[_Word]:
    """Split a text into moves and check that each one is well formed."""
    piles = [WASTE, *_SUITS, *map(_column_letter, range(columns))]
    first: _Word | None = None
    for character, place in _characters(text):
        if character == DRAW:
            if first is not None:
                raise FormatError(f"{first.place}: the move {first.letters}… lacks the pile that it goes to").at(
                    first.place
                )
            yield _Word(DRAW, place)
        elif character not in piles:
            known = f"piles are {WASTE} to {piles[-1]}, a draw is {DRAW}"
            raise FormatError(f"{place}: {character!r} is no pile; {known}").at(place)
        elif first is None:
            first = _Word(character, place)
        else:
            word = _Word(first.letters + character, first.place)
            if character == WASTE:
                why = f"goes to the waste ({WASTE}), where no card can go"
                raise FormatError(f"{word.place}: {word.letters} {why}").at(word.place)
            if first.letters in _SUITS and character in _SUITS:
                why = "goes from one foundation to another, as no card can"
                raise FormatError(f"{word.place}: {word.letters} {why}").at(word.place)
            yield word
            first = None
    if first is not None:
        raise FormatError(f"{first.place}: the move {first.letters}… lacks the pile that it goes to").at(first.place)


def _column_letter(column: int) -> str:
    return chr(ord(FIRST_COLUMN) + column)


def _column_index(letter: str) -> int:
    return ord(letter) - ord(FIRST_COLUMN)


def _parse_move(letters: str, position: Position) -> Move:
    """Turn the letters of one move, known to be well formed, into the move that they mean in this position."""
    if letters == DRAW:
        return Draw()
    source, target = letters[0], letters[1]
    if target in _SUITS:
        return _parse_up(source, target, position)
    if source == WASTE:
        return WasteToTableau(_column_index(target))
    if source in _SUITS:
        return FoundationToTableau(_SUITS[source], _column_index(target))
    return run_between(position, _column_index(source), _column_index(target))


def _parse_up(source: str, target: str, position: Position) -> Move:
    card: Card | None
    move: Move
    if source == WASTE:
        card, move = position.waste[-1] if position.waste else None, WasteToFoundation()
    else:
        column = _column_index(source)
        card, move = position.columns[column].last, TableauToFoundation(column)
    # Without a card, the move itself is illegal, and playing it says why.
    if card is not None and card.suit != _SUITS[target]:
        suit = _SUITS[target].name.lower()
        raise IllegalMoveError(f"{card} goes to foundation {FOUNDATIONS[card.suit]}; {target} is the one of {suit}")
    return move


def _format_move(move: Move, position: Position) -> str:
    """Write one move, which is legal in this position."""
    match move:
        case Draw():
            return DRAW
        case Recycle():
            return ""
        case WasteToFoundation():
            return f"{WASTE}{FOUNDATIONS[position.waste[-1].suit]} "
        case WasteToTableau(target):
            return f"{WASTE}{_column_letter(target)} "
        case TableauToFoundation(source):
            return f"{_column_letter(source)}{FOUNDATIONS[position.columns[source].cards[-1].suit]} "
        case TableauToTableau(source, target, _):
            return f"{_column_letter(source)}{_column_letter(target)} "
        case FoundationToTableau(suit, target):
            return f"{FOUNDATIONS[suit]}{_column_letter(target)} "
