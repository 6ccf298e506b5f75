"""A page to watch a line of play on: one file of HTML that needs nothing else.

>>> from klondike_solver import Deal, Rules, solve, to_html
>>> result = solve(Deal.parse("solvitaire:2"), Rules.preset("vegas"))
>>> page = to_html(result.solution, title="solvitaire:2")
>>> page.startswith("<!doctype html>"), "won in 113 moves" in page
(True, True)
"""

from __future__ import annotations

import json
from html import escape
from string import Template

from .._text import plural
from .._types import need
from .._version import __version__
from ..cards import Card, full_deck
from ..describe import rules_in_words, shape_in_words
from ..frames import Frame, frames
from ..rules import STANDARD_SHAPE, Rules
from ..scoring import SCORINGS, ScoringTable, need_scoring
from ..solution import Solution
from .data import names, on_paper, spoken, state
from .faces import definitions, face
from .files import read

__all__ = ["to_html"]

_STYLES = ("page.css", "watch.css", "cards.css")
_SCRIPTS = ("board.js", "watch.js")

_FAN = 3
"""Cards of the waste that are seen beside each other, where as many are drawn."""

_AS_TEXT = "\ufe0e"
"""After a suit symbol: telephones must not make a coloured picture of it."""


def to_html(
    solution: Solution,
    *,
    title: str | None = None,
    scoring: ScoringTable | None = SCORINGS["standard"],
    count_recycles: bool = False,
    note: str | None = None,
) -> str:
    """Return a page that shows a line of play, board by board.

    The page is complete in itself: nothing is loaded from anywhere. It plays no move; all its boards are positions that
    the rules of ``position.py`` led to.

    Args:
        solution: the line of play, won or not.
        title: what the page calls it, such as the name of the deal.
        scoring: the table for the score; None for no score.
        count_recycles: whether turning the waste over counts as a move.
        note: what else is known about the line, such as that no line is shorter; the page begins with it.

    Returns:
        The text of the page; write it as UTF-8.

    Raises:
        IllegalMoveError: a move is illegal.
    """
    need(solution, Solution, "a page shows a Solution")
    need(title, str | None, "a title is a text or None")
    need(note, str | None, "a note is a text or None")
    if scoring is not None:
        need_scoring(scoring)
    shown = frames(solution, scoring, count_recycles=count_recycles)
    start = shown[0].position
    rules = start.rules
    name = f"Klondike {title}" if title else "Klondike"
    headline = _headline(shown[-1], len(shown) > 1)
    values = {
        "cards": rules.shape.cards,
        "data": _data(shown, rules, scoring),
        "definitions": definitions(),
        "ending": escape(headline.capitalize()),
        "faces": "".join(map(_card, full_deck(rules.shape.ranks))),
        "first_pass": shown[0].passes,
        "first_up": sum(start.foundations),
        "heading": escape(name),
        "headline": escape(headline),
        "last": len(shown) - 1,
        "length": shown[-1].number,
        "letters": escape(solution.letters),
        "known": f'<p class="known">{escape(note)}</p>' if note else "",
        "moves": "\n".join(_move(index, frame) for index, frame in enumerate(shown)),
        "of_passes": f" / {shown[-1].passes}",
        "origin": _origin(solution),
        "rules": escape(rules_in_words(rules)),
        "score": _score_fact(shown[0], scoring),
        "script": "\n".join(map(read, _SCRIPTS)),
        "style": "\n".join(map(read, _STYLES)),
        "summary": escape(f"{name}: {headline}. Watch every move."),
        "title": escape(f"{name}: {headline}"),
        "version": __version__,
    }
    return Template(read("watch.html")).substitute(values) + "\n"


def _headline(end: Frame, played: bool) -> str:
    if not played:
        return "no moves"
    moves = _moves(end.number)
    if end.position.is_won:
        return f"won in {moves}"
    return f"{sum(end.position.foundations)} of {end.position.rules.shape.cards} cards up after {moves}"


def _moves(count: int) -> str:
    return plural(count, "move")


def _points(score: int, scoring: ScoringTable | None) -> str:
    """Return a score as it is shown: Vegas scores are dollars."""
    dollars = "$" * (scoring == SCORINGS["vegas"])
    return f"{'−' * (score < 0)}{dollars}{abs(score)}"


def _score_fact(start: Frame, scoring: ScoringTable | None) -> str:
    if start.score is None:
        return ""
    name = next((f" ({name})" for name, table in SCORINGS.items() if table == scoring), "")
    points = _points(start.score, scoring)
    return f'<div><dt>Score<span class="table">{name}</span></dt><dd id="fact-score">{points}</dd></div>'


def _card(card: Card) -> str:
    return (
        f'<div class="card suit-{card.suit.letter}" data-card="{card}"><div class="sides">'
        f'<div class="front">{face(card)}</div>'
        '<div class="reverse"><svg viewBox="0 0 100 140"><use href="#card-back"/></svg></div></div></div>'
    )


def _move(index: int, frame: Frame) -> str:
    number = f"{frame.number}." if frame.numbered else ""
    text = "".join(
        escape(part) if suit is None else f'<span class="{"red" if suit.is_red else "black"}">{part}{_AS_TEXT}</span>'
        for part, suit in on_paper(frame.text or "start")
    )
    return (
        f'<li><button type="button" data-step="{index}" tabindex="-1"><b>{number}</b><span>{text}</span></button></li>'
    )


def _origin(solution: Solution) -> str:
    """Return which deal it is: the exact number tells, whatever else it is called."""
    deal = solution.position.deal()
    if deal is None:
        return "<p>The game starts from a position in the middle of a game.</p>"
    size = "" if deal.shape == STANDARD_SHAPE else f" (of the deals of {shape_in_words(deal.shape)})"
    return f'<p>Its exact number, which every command takes: <code class="long">exact:{deal.exact}</code>{size}</p>'


def _data(shown: list[Frame], rules: Rules, scoring: ScoringTable | None) -> str:
    """Return what the script works on, fit to stand in an element of the page."""
    data = {
        "fan": min(rules.draw, _FAN),
        "columns": rules.shape.columns,
        "won": shown[-1].position.is_won,
        "names": names(rules.shape.ranks),
        "steps": [
            {
                **state(frame.position),
                "move": frame.number,
                "pass": frame.passes,
                "score": None if frame.score is None else _points(frame.score, scoring),
                "say": _said(frame),
            }
            for frame in shown
        ],
    }
    # Nothing of it may end the element, or look like a comment to an old reader.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _said(frame: Frame) -> str:
    if not frame.text:
        return "The start."
    move = f"Move {frame.number}: " if frame.numbered else ""
    won = " The game is won." if frame.position.is_won else ""
    return f"{move}{spoken(frame.text)}.{won}"
