"""Games as files, to go on with: JSON, with everything that a game has, what was taken back included.

``docs/json.md`` has the keys.

>>> from klondike_solver.deal import Deal
>>> from klondike_solver.moves import Draw
>>> game = Session.of(Deal.from_number("shootme", 1))
>>> game.play(Draw(), Draw())
>>> game.undo()
1
>>> read_saved_game(saved_game(game)) == game
True
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from ._text import plural, quote
from ._version import __version__
from .deal import Deal
from .errors import FormatError, IllegalMoveError, InputError, Place
from .export import deal_to_dict, rules_to_dict
from .formats import write_position
from .formats.json_places import read_json
from .formats.solvitaire import board_of
from .moves import Recycle
from .notation import parse_moves
from .position import Position
from .rules import Rules, Shape
from .scoring import SCORINGS, ScoringTable
from .session import Session
from .solution import Solution

__all__ = ["SAVED_SCHEMA", "is_saved_game", "read_saved_game", "saved_game", "session_to_dict"]

SAVED_SCHEMA = 1
"""The version of the layout of saved games."""

_KIND = "klondike game"

_LONGEST = 100_000
"""Characters of moves: many times what a patient player plays."""

_NAMES = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    type(None): "null",
}


def saved_game(session: Session) -> str:
    """Return the text of the file that a game is saved in."""
    return json.dumps(session_to_dict(session), indent=2) + "\n"


def session_to_dict(session: Session) -> dict[str, Any]:
    """Return a game as a dictionary that ``json.dumps`` takes."""
    line = Solution(session.start, (*session.moves, *session.undone))
    return {
        "kind": _KIND,
        "schema": SAVED_SCHEMA,
        "version": __version__,
        "deal": None if session.deal is None else deal_to_dict(session.deal),
        "start": None if session.deal is not None else json.loads(write_position(session.start, "solvitaire")),
        "rules": rules_to_dict(session.start.rules),
        "scoring": _scoring_to_json(session.scoring),
        "count_recycles": session.count_recycles,
        "moves": line.letters,
        "turned_over": [place for place, move in enumerate(line.moves) if isinstance(move, Recycle)],
        "played": len(session.moves),
        "undone": len(session.undone),
    }


def _scoring_to_json(table: ScoringTable | None) -> str | dict[str, int] | None:
    if table is None:
        return None
    return next((name for name, known in SCORINGS.items() if known == table), None) or asdict(table)


def is_saved_game(text: str) -> bool:
    """Whether a text is meant as a saved game, be it whole or not."""
    start = text.removeprefix("\ufeff")[:200]
    return start.lstrip().startswith("{") and f'"{_KIND}"' in start


def read_saved_game(text: str) -> Session:
    """Return the game that a text of ``saved_game`` holds.

    Raises:
        FormatError: the text is no saved game, or a broken one; the message says where.
        IllegalMoveError: a move in it is illegal.
    """
    data = _load(text)
    rules = _rules(_get(data, "rules", dict))
    start, deal = _start(text, data, rules)
    played, undone = _count(data, "played"), _count(data, "undone")
    letters = _get(data, "moves", str)
    if len(letters) > _LONGEST:
        raise FormatError(f'"moves" has {len(letters)} characters; no game is longer than {_LONGEST}')
    try:
        moves = parse_moves(letters, start)
    except IllegalMoveError as error:
        raise IllegalMoveError(f'"moves": {error}', error.index) from None
    except InputError as error:
        raise FormatError(f'"moves": {error}') from None
    # The letters turn the waste over only when the next draw wants it; the player may have done so before.
    moves = [move for move in moves if not isinstance(move, Recycle)]
    for place in _places(data):
        moves.insert(place, Recycle())
    if len(moves) != played + undone:
        raise FormatError(
            f'"moves" and "turned_over" have {plural(len(moves), "move")}, '
            f'but "played" and "undone" say {played + undone}'
        )
    scoring, count_recycles = _scoring(data), _get(data, "count_recycles", bool)
    try:
        return Session.resumed(start, moves, undone, deal=deal, scoring=scoring, count_recycles=count_recycles)
    except IllegalMoveError as error:
        raise IllegalMoveError(f'"turned_over": {error}', error.index) from None


def _load(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        place = Place(error.lineno, error.colno)
        raise FormatError(f"no saved game: JSON, {place}: {error.msg}").at(place) from None
    except (ValueError, RecursionError):  # A number of thousands of digits, or brackets nested thousands deep.
        raise FormatError("no saved game: this is JSON of another kind") from None
    if not isinstance(data, dict) or data.get("kind") != _KIND:
        raise FormatError(f'no saved game: a JSON object with "kind": "{_KIND}" is one')
    schema = _get(data, "schema", int)
    if schema != SAVED_SCHEMA:
        raise FormatError(f'"schema" is {schema}: this version of klondike-solver reads saved games of {SAVED_SCHEMA}')
    return data


def _get(data: dict[str, Any], key: str, *kinds: type, where: str = "") -> Any:
    if key not in data:
        raise FormatError(f'the saved game has no "{where}{key}"')
    value = data[key]
    # True is a whole number to Python only.
    if type(value) not in kinds:
        wanted = " or ".join(_NAMES[kind] for kind in kinds)
        raise FormatError(f'"{where}{key}" is {_NAMES.get(type(value), "something else")} instead of {wanted}')
    return value


def _count(data: dict[str, Any], key: str) -> int:
    count: int = _get(data, key, int)
    if count < 0:
        raise FormatError(f'"{key}" is a number of moves, 0 or more, not {count}')
    return count


def _places(data: dict[str, Any]) -> list[int]:
    """Return the places of recycles in the line."""
    places: list[int] = _get(data, "turned_over", list)
    if any(type(place) is not int or place < 0 for place in places) or sorted(set(places)) != places:
        raise FormatError('"turned_over" lists numbers of moves, 0 or more, the lowest first')
    return places


def _rules(data: dict[str, Any]) -> Rules:
    shape = _get(data, "shape", dict, where="rules.")
    try:
        return Rules(
            draw=_get(data, "draw", int, where="rules."),
            passes=_get(data, "passes", int, type(None), where="rules."),
            take_back=_get(data, "take_back", bool, where="rules."),
            part_runs=_get(data, "part_runs", bool, where="rules."),
            shape=Shape(
                ranks=_get(shape, "ranks", int, where="rules.shape."),
                columns=_get(shape, "columns", int, where="rules.shape."),
            ),
        )
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(f'"rules": {error}') from None


def _start(text: str, data: dict[str, Any], rules: Rules) -> tuple[Position, Deal | None]:
    given = _get(data, "deal", dict, type(None))
    if given is not None:
        deal = _deal(given, rules.shape)
        return Position.start(deal, rules), deal
    _get(data, "start", dict)
    try:
        # JSON in JSON: the format's own reader says what is wrong in it, and where.
        root = read_json(text.removeprefix("\ufeff")).value
        assert isinstance(root, dict)
        position = board_of(root["start"]).to_position(rules)
    except InputError as error:
        raise FormatError(f'"start": {error}') from None
    if position.rules != rules:
        raise FormatError('"start" has another shape than "rules.shape"')
    return position, None


def _deal(data: dict[str, Any], shape: Shape) -> Deal:
    number: str = _get(data, "exact", str, where="deal.")
    name = _get(data, "name", str, type(None), where="deal.")
    if not (number.isascii() and number.isdigit() and len(number) <= 80):
        raise FormatError(f'"deal.exact" is the number of a deal in decimal digits, not {quote(number)}')
    try:
        deal = Deal.from_exact(int(number), shape=shape)
    except InputError as error:
        raise FormatError(f'"deal.exact": {error}') from None
    try:
        same = name is None or Deal.parse(name) == deal
    except InputError:  # A name of the player's own.
        same = True
    if not same:
        raise FormatError(f'"deal.name", {quote(str(name), 40)}, is another deal than "deal.exact"')
    return Deal(deal.cards, name=name, shape=shape)


def _scoring(data: dict[str, Any]) -> ScoringTable | None:
    given = _get(data, "scoring", str, dict, type(None))
    if given is None:
        return None
    if isinstance(given, str):
        if given not in SCORINGS:
            raise FormatError(f'"scoring" is {", ".join(SCORINGS)}, a table or null, not {quote(given)}')
        return SCORINGS[given]
    try:
        return ScoringTable.parse(json.dumps(given))
    except InputError as error:
        raise FormatError(f'"scoring": {error}') from None
