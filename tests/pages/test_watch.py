"""The page that shows a line of play: what is in it. ``test_watch_in_browser.py`` looks at it."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from klondike_solver import SCORINGS, Deal, IllegalMoveError, Position, Rules, ScoringTable, Solution, to_html
from klondike_solver.cards import RANKS, full_deck
from klondike_solver.describe import narrate
from klondike_solver.moves import Draw, Recycle
from klondike_solver.pages.data import spoken
from klondike_solver.pages.faces import definitions, face
from klondike_solver.rules import Shape

from .reading import position_of

LOADING = {
    "src",
    "srcset",
    "href",
    "xlink:href",
    "action",
    "formaction",
    "poster",
    "data",
    "background",
    "ping",
    "cite",
}
"""Attributes with an address, most of which browsers load."""

OWN = ScoringTable(foundation=7, start=-3, extra_pass=-11, turn_up=2)


class Page(HTMLParser):
    """What a page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.inside: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.texts.setdefault(self.inside[-1], []).append(data)

    def values(self, attribute: str) -> list[str]:
        """Return the values of an attribute, of all elements."""
        return [attributes[attribute] or "" for _, attributes in self.elements if attribute in attributes]

    @property
    def data(self) -> dict[str, Any]:
        """What the script works on."""
        (found,) = (text for text in self.texts["script"] if text.startswith('{"'))
        data: dict[str, Any] = json.loads(found)
        return data


@pytest.fixture(scope="module")
def parsed(page: str) -> Page:
    return Page(page)


def test_nothing_is_loaded_from_anywhere(page: str, parsed: Page) -> None:
    addresses = [value for attribute in LOADING for value in parsed.values(attribute)]
    assert len(addresses) > 52
    assert [address for address in addresses if not address.startswith(("#", "data:"))] == []
    # Not even in a comment, nor in what the script may put together.
    assert re.findall(r"(?i)\bhttps?\b(?!-equiv)|[\"'(=]//|@import|url\((?!#)", page) == []
    assert re.findall(r"\b(fetch|import|XMLHttpRequest|WebSocket|EventSource|sendBeacon|Worker|eval)\b", page) == []
    assert {tag for tag, _ in parsed.elements} & {"img", "iframe", "object", "embed", "base", "form", "audio"} == set()
    (policy,) = (value for value in parsed.values("content") if "default-src" in value)
    assert policy.startswith("default-src 'none'; ")


def test_every_name_is_there_once(parsed: Page) -> None:
    counts = Counter(parsed.values("id"))
    assert {name for name, count in counts.items() if count > 1} == set()
    used = {value[1:] for value in parsed.values("href") if value.startswith("#")}
    used |= {
        word for attribute in ("aria-labelledby", "for") for value in parsed.values(attribute) for word in value.split()
    }
    used |= set(re.findall(r"url\(#([\w-]+)\)", " ".join(parsed.values("clip-path") + parsed.values("fill"))))
    used |= set(re.findall(r"(?:get|getElementById)\('([\w-]+)'\)", "".join(parsed.texts["script"])))
    assert len(used) > 30
    assert used - set(counts) == set()


@pytest.mark.parametrize("count_recycles", [False, True])
@pytest.mark.parametrize("scoring", [None, "standard", "vegas", "own"])
def test_every_board_is_the_one_of_the_rules(line: Solution, scoring: str | None, count_recycles: bool) -> None:
    table = OWN if scoring == "own" else None if scoring is None else SCORINGS[scoring]
    page = Page(to_html(line, scoring=table, count_recycles=count_recycles))
    steps = page.data["steps"]
    places = list(line.positions())
    assert [position_of(step, place, place.recycles) for step, place in zip(steps, places, strict=True)] == places
    for index, step in enumerate(steps):
        part = Solution(line.position, line.moves[:index])
        assert step["move"] == part.length(count_recycles=count_recycles)
        assert step["pass"] == part.passes
        points = None if table is None else part.score(table)
        sign, unit = "−" * ((points or 0) < 0), "$" * (scoring == "vegas")
        assert step["score"] == (None if points is None else f"{sign}{unit}{abs(points)}")
    assert steps[-1]["up"] == [13] * 4
    assert "fact-score" in page.values("id") or table is None


def test_moves_are_told_as_elsewhere(line: Solution, parsed: Page) -> None:
    told = [step.text for step in narrate(line.position, line.moves, collapse=False)]
    say = [step["say"] for step in parsed.data["steps"]]
    assert say[0] == "The start."
    assert all(spoken(text) in words for text, words in zip(told, say[1:], strict=True))
    assert say[1].startswith("Move 1: ")
    assert say[-1].endswith(" to its foundation. The game is won.")
    assert not re.search(r"[♣♦♥♠]", "".join(say))
    assert any(isinstance(move, Recycle) for move in line.moves)
    assert "turn the waste over: it is the stock again." in say
    assert parsed.values("data-step") == [str(index) for index in range(len(told) + 1)]
    # Without the sign a telephone draws a heart as a coloured picture.
    text = "".join(parsed.texts["span"])
    assert len(re.findall("[♣♦♥♠]\ufe0e", text)) == len(re.findall("[♣♦♥♠]", text)) > len(told)


def test_a_line_that_does_not_win(name: str) -> None:
    start = Position.start(Deal.parse(name))
    page = to_html(Solution.parse("GI @@", start), title="an attempt")
    assert "<title>Klondike an attempt: 0 of 52 cards up after 3 moves</title>" in page
    assert "won" not in "".join(step["say"] for step in Page(page).data["steps"])
    assert f"exact:{Deal.parse(name).exact}" in page
    assert "no moves" in to_html(Solution(start, ()))
    later = start.play(Draw())
    assert "from a position in the middle of a game" in to_html(Solution(later, (Draw(),)))
    with pytest.raises(IllegalMoveError, match="move 1 "):
        to_html(Solution(start, (Recycle(),)))


@pytest.mark.parametrize(
    "title", ["</title></script><script>alert(1)</script>", "a \"b\" 'c' & <d>", "$data $x", "♥.txt"]
)
def test_a_title_is_only_a_title(line: Solution, title: str) -> None:
    page = Page(to_html(line, title=title))
    assert sum(tag == "script" for tag, _ in page.elements) == 2
    assert page.texts["h1"] == [f"Klondike {title}"]
    assert "".join(page.texts["title"]).startswith(f"Klondike {title}: won in ")


@pytest.mark.parametrize("shape", [Shape(4, 3), Shape(13, 9), Shape(1, 1)])
def test_other_decks(shape: Shape) -> None:
    start = Position.start(Deal.random(1, shape=shape), Rules(draw=1, shape=shape))
    page = Page(to_html(Solution(start, (Draw(),) if start.stock else ())))
    assert sorted(page.values("data-card")) == sorted(map(str, full_deck(shape.ranks)))
    assert position_of(page.data["steps"][0], start, 0) == start
    assert (page.data["columns"], page.data["fan"]) == (shape.columns, 1)
    small = "of the deals of" in "".join(page.texts["p"])
    assert small == (shape != Shape())


def test_the_same_line_gives_the_same_page(name: str, line: Solution, page: str) -> None:
    assert to_html(line, title=name, scoring=SCORINGS["vegas"]) == page
    # It goes into a message: more would be too much for 52 cards.
    assert len(page.encode()) < 200_000


def test_cards_have_the_pips_that_they_should() -> None:
    faces = {card: face(card) for card in full_deck()}
    assert len(set(faces.values())) == 52
    for card, picture in faces.items():
        real, plain = picture.split('<g class="plain">')
        pips = re.findall(rf'href="#pip-{card.suit.letter}"', real)
        # Two are those of the corners; a court card has two more beside its figures.
        assert len(pips) == 2 + (card.rank + 1 if card.rank < 10 else 2)
        assert len(re.findall(f'href="#rank-{RANKS[card.rank]}"', real)) == 2
        assert len(re.findall("href=", plain)) == 3
        assert set(re.findall(r'#pip-(\w)"', picture)) == {card.suit.letter}
        assert len(re.findall("#half-", real)) == 2 * (card.rank >= 10)
        assert set(re.findall(r'href="#([\w-]+)"', picture)) <= set(re.findall(r'id="([\w-]+)"', definitions()))


def test_pips_are_the_same_from_both_ends() -> None:
    """Apart from the seven, whose odd pip is on the upper half, and what is in the middle and has one way up only."""
    for card in full_deck(10):
        real = face(card).split('<g class="plain">')[0]
        middle = re.findall(r'#pip-\w" transform="translate\(([\d.]+) ([\d.]+)\)', real)[: card.rank + 1]
        places = {(float(x), float(y)) for x, y in middle}
        assert len(places) == card.rank + 1
        turned = {(100 - x, round(140 - y, 1)) for x, y in places}
        assert (turned == places) is (card.rank != 6)


def test_a_note_is_a_text_like_others(line: Solution) -> None:
    page = to_html(line, note="a < b & c")
    assert '<p class="known">a &lt; b &amp; c</p>' in page
    assert 'class="known"' not in to_html(line)
