"""The page about a store of results: what is in it, and how it looks in a real browser."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from klondike_solver import Rules
from klondike_solver.pages.plots import Bin, whole_bins
from klondike_solver.pages.report import report_to_html
from klondike_solver.statistics import Summary, published, summarise
from klondike_solver.statistics.summary import cells
from klondike_solver.store import Row, Store

from .viewer import CONTRAST, Viewer

RULES = [
    *(Rules(draw=draw) for draw in (1, 2, 3)),
    *(Rules(draw=3, passes=passes) for passes in (1, 2)),
    Rules(draw=3, take_back=False),
    Rules(draw=3, passes=2, take_back=False),
]
DEALS = 300

SVG = "{http://www.w3.org/2000/svg}"


def rows(rules: Rules) -> Iterator[Row]:
    """Yield results that no search has found."""
    chance = random.Random(repr(rules))
    for number in range(DEALS):
        nodes = chance.choice([0, int(10 ** chance.uniform(0, 6.9))])
        verdict = "undecided" if nodes > 5e6 else chance.choice(["winnable", "lost"])
        solution = (chance.randrange(85, 160), chance.randrange(1, 13)) if verdict == "winnable" else (None, None)
        reason = {"winnable": "solution found", "lost": "search exhausted"}.get(verdict, "node limit")
        found = (verdict, reason, None, *solution, nodes, 10 ** chance.uniform(-4, 1.5))
        yield Row(str(number), "solvitaire", number, *found, 5_000_000, None, 64)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("report") / "results.db", "write") as store:
        for rules in RULES:
            store.add(store.run(rules), rows(rules))
        store.run(Rules(draw=24))
        yield store


@pytest.fixture(scope="module")
def summaries(store: Store) -> list[Summary]:
    return summarise(store)


@pytest.fixture(scope="module")
def page(store: Store, summaries: list[Summary]) -> str:
    return report_to_html(summaries, cells(store), title="<b>results</b> & more.db")


@pytest.fixture(scope="module")
def parsed(page: str) -> ElementTree.Element:
    """The page as a tree: it is well-formed, but for what HTML leaves unclosed in its head."""
    text = page.removeprefix("<!doctype html>")
    text = re.sub(r"<(meta|link)\b([^>]*)>", r"<\1\2/>", text).replace("&nbsp;", " ")
    return ElementTree.fromstring(text)


def table(parsed: ElementTree.Element, caption: str) -> list[list[str]]:
    """Return the texts of the table with this caption."""
    (found,) = (one for one in parsed.iter("table") if one.findtext("caption") == caption)
    return [["".join(cell.itertext()) for cell in row] for row in found.iter("tr")]


def test_nothing_is_loaded_and_nothing_runs(page: str, parsed: ElementTree.Element) -> None:
    assert {element.tag for element in parsed.iter()} & {"script", "img", "iframe", "object", "embed", "form"} == set()
    addresses = [element.get("href") or element.get("src") or "" for element in parsed.iter()]
    assert {address[:5] for address in addresses if address} == {"#run-", "data:"}
    assert re.findall(r"(?i)\bhttps?\b(?!-equiv)|@import|url\(", page) == []
    assert "default-src 'none'" in page


def test_a_title_is_text(parsed: ElementTree.Element) -> None:
    assert parsed.findtext("head/title") == parsed.findtext("body/header/h1") == "Klondike: <b>results</b> & more.db"
    assert parsed.findtext("body/header/p") == f"{DEALS * len(RULES):,} results in {len(RULES)} runs"


def test_every_name_is_there_once(parsed: ElementTree.Element) -> None:
    names = Counter(element.get("id") for element in parsed.iter() if element.get("id"))
    assert set(names.values()) == {1}
    used = {element.get("href", "")[1:] for element in parsed.iter("a")}
    for key in ("aria-labelledby", "aria-describedby"):
        used |= {element.get(key, "") for element in parsed.iter() if element.get(key)}
    assert used <= set(names)


def test_pictures_are_told(parsed: ElementTree.Element) -> None:
    pictures = [element for element in parsed.iter("svg") if element.get("role") == "img"]
    assert len(pictures) == 2 + 5 * len(RULES)
    for picture in pictures:
        assert picture.findtext("title")
        assert picture.findtext("desc")
    assert all(element.get("aria-hidden") for element in parsed.iter("svg") if element not in pictures)


def test_the_table_has_every_run(parsed: ElementTree.Element, summaries: list[Summary]) -> None:
    headings, *lines = table(parsed, "Winnability of each run")
    shown = [summary for summary in summaries if summary.winnability.deals]
    assert len(lines) == len(shown) == len(RULES)
    for line, summary in zip(lines, shown, strict=True):
        cells = dict(zip(headings, line, strict=True))
        found = summary.winnability
        assert cells["rules"].startswith(f"draw {summary.run.rules.draw}, ")
        assert cells["deals"] == str(DEALS)
        assert (cells["winnable"], cells["lost"]) == (str(found.winnable), str(found.lost))
        assert cells["undecided"].split()[0] == str(found.undecided)
        assert cells["95 % interval"] == "{:.2f} to {:.2f} %".format(*(100 * end for end in found.interval()))
        assert (cells["published"] == "") is (published(summary.run.rules) is None)


def test_histograms_hold_every_deal(parsed: ElementTree.Element, summaries: list[Summary]) -> None:
    sections = [element for element in parsed.iter("details") if element.get("id")]
    shown = [summary for summary in summaries if summary.winnability.deals]
    for section, summary in zip(sections, shown, strict=True):
        for title, figure in (
            ("Nodes for a deal", summary.nodes),
            ("Time for a deal", summary.seconds),
            ("Length of the solutions", summary.length),
            ("Passes of the solutions", summary.passes),
        ):
            assert figure is not None
            _, *lines = table(section, title)
            assert sum(int(count.replace(",", "")) for _, count in lines) == figure.count
            (picture,) = (svg for svg in section.iter("svg") if svg.findtext("title") == title)
            bars = [rect.findtext("title") for rect in picture.iter("rect")]
            assert bars == [f"{name}: {count}" for name, count in lines if count != "0"]
        _, *lines = table(section, "Nodes against time")
        assert sum(int(count) for *_, count in lines) == DEALS


def test_marks_lie_inside_their_pictures(parsed: ElementTree.Element) -> None:
    for picture in parsed.iter("svg"):
        x, y, width, height = map(float, picture.get("viewBox", "").split())
        for rect in picture.iter("rect"):
            left, top, across, down = (float(rect.get(key, "nan")) for key in ("x", "y", "width", "height"))
            assert x <= left < left + across <= x + width
            assert y <= top < top + down <= y + height
        for line in picture.iter("line"):
            assert all(x <= float(line.get(key, "nan")) <= x + width for key in ("x1", "x2"))
            assert all(y <= float(line.get(key, "nan")) <= y + height for key in ("y1", "y2"))


def test_intervals_stand_beside_published_values(parsed: ElementTree.Element) -> None:
    (over_draw,) = (svg for svg in parsed.iter("svg") if svg.findtext("title") == "Winnability over the draw")
    told = over_draw.findtext("desc") or ""
    assert "unlimited passes, published: 1: 90.48 %, 2: 88.62 %, 3: 81.94 %" in told.replace("81.95", "81.94")
    (over_passes,) = (svg for svg in parsed.iter("svg") if svg.findtext("title") == "Winnability over the passes")
    told = over_passes.findtext("desc") or ""
    assert re.match(r"draw 3: 1: [\d.]+ %, 2: [\d.]+ %, unlimited: [\d.]+ %; draw 3, no take-back: 2: ", told)


def test_a_single_result(tmp_path: Path) -> None:
    """The smallest store, and one whose only deal is lost at once: no solutions, no nodes, nothing to compare."""
    lost = Row("1", None, None, "lost", "proven by relaxation", None, None, None, 0, 0.0, None, None, None)
    with Store.open(tmp_path / "results.db", "write") as store:
        store.add(store.run(Rules(passes=7)), [lost])
        page = report_to_html(summarise(store), cells(store), title="one")
    assert page.count("<figure>") == 3
    assert "1 result in 1 run<" in page
    assert "nan" not in page


def test_a_store_without_results(tmp_path: Path) -> None:
    with Store.open(tmp_path / "results.db", "write") as store:
        store.run(Rules())
        with pytest.raises(ValueError, match="no results"):
            report_to_html(summarise(store), cells(store), title="none")


def test_other_searches_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(tmp_path / "results.db", "write") as store:
        for version in ("1.0", "2.0"):
            monkeypatch.setattr("klondike_solver.store.store.__version__", version)
            for rules in RULES[:2]:
                store.add(store.run(rules), rows(rules))
        page = report_to_html(summarise(store), cells(store), title="two")
    assert len(re.findall(r"<li>.*?unlimited passes \(klondike-solver [12]\.0", page)) == 2
    assert page.count('<th scope="col">search</th>') == 1


def test_bars_over_whole_numbers() -> None:
    assert whole_bins({3: 2, 5: 1}) == [Bin(2.5, 3.5, 2, "3"), Bin(3.5, 4.5, 0, "4"), Bin(4.5, 5.5, 1, "5")]
    wide = whole_bins(dict.fromkeys(range(83, 160), 1))
    assert [bar.name for bar in wide[:2]] == ["80 to 84", "85 to 89"]
    assert [bar.count for bar in wide[:2]] == [2, 5]
    assert sum(bar.count for bar in wide) == 77


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "phone"), [(360, True), (1366, False)])
def test_in_a_browser(viewer: Viewer, scheme: str, width: int, phone: bool) -> None:
    viewer.open(width=width, height=800, phone=phone, prefers_color_scheme=scheme)
    viewer.run("for (const one of document.querySelectorAll('details')) one.open = true")
    assert viewer.run("return document.documentElement.scrollWidth") <= width
    contrasts = viewer.run(CONTRAST)
    assert len(contrasts) > 1000
    assert [text for ratio, text in contrasts if ratio < 4.5] == []
    # Letters in the pictures stay readable.
    sizes = viewer.run(
        "return [...document.querySelectorAll('svg text')].map(text => 12 * text.ownerSVGElement.clientWidth / 400)"
    )
    assert min(sizes) >= 9
