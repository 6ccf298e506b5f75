"""The page in a real browser: played through, and looked at for what can be measured."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from klondike_solver import SCORINGS, Deal, Position, Solution, to_html
from klondike_solver.describe import narrate
from klondike_solver.pages.data import spoken

from .viewer import CONTRAST, DOWN, END, HOME, LAYOUT, LEFT, PAGE_DOWN, RIGHT, TAB, UP, WATCH, Viewer, board_of


def test_the_whole_game_by_keys(viewer: Viewer, line: Solution) -> None:
    viewer.run(WATCH)
    viewer.press(RIGHT * len(line.moves))
    views = viewer.run("return seen")
    places = list(line.positions())
    table = SCORINGS["vegas"]
    score = table.start
    told = ["The start.", *(step.text for step in narrate(line.position, line.moves, collapse=False))]
    for index, (seen, place) in enumerate(zip(views, places, strict=True)):
        if index:
            score += table.points(places[index - 1], line.moves[index - 1], place)
            assert spoken(told[index]) in seen["live"]
        assert board_of(seen, place) == place
        assert seen["marked"] == [["step", index, 0]]
        assert (seen["reached"], seen["slider"], seen["won"]) == (1, index, index == len(line.moves))
        assert seen["score"] == (f"−${-score}" if score < 0 else f"${score}")
        assert seen["up"] == str(sum(place.foundations))
        assert len(seen["words"]) == 10
    assert places[-1].is_won
    assert seen["live"] == seen["told"] == f"Move {line.length()}: {spoken(told[-1])}. The game is won."
    assert (seen["move"], seen["pass"], seen["score"]) == (str(line.length()), str(line.passes), "$208")
    assert seen["words"][0] == "Stock: empty."
    assert "king of spades" in seen["words"][2]
    # Where there is nothing more to come, nothing comes.
    viewer.press(RIGHT, LEFT)
    assert viewer.see()["slider"] == len(line.moves) - 1
    viewer.press(HOME)
    assert board_of(viewer.see(), places[0]) == places[0]
    viewer.press(END)
    assert viewer.see()["hash"] == f"#step-{len(line.moves)}"


def test_play_and_pause(viewer: Viewer, line: Solution) -> None:
    viewer.press("+", "+", "+", "+", "+")
    assert viewer.find("#speed").get_property("value") == "8"
    assert viewer.see()["live"] == "Speed 8×"
    viewer.press(" ")
    assert viewer.see()["play"] == "Pause"
    # No move is spoken that the next one would cut short.
    assert viewer.wait(lambda seen: seen["slider"] >= 3)["live"] == "Playing."
    viewer.press(" ")
    stopped = viewer.see()
    assert (stopped["play"], stopped["slider"] < len(line.moves)) == ("Play", True)
    assert "Move " in stopped["live"]
    time.sleep(0.4)  # In which three more would come.
    assert viewer.see()["slider"] == stopped["slider"]
    # It ends where the game does, and begins anew from there.
    viewer.press(END, LEFT, LEFT, " ")
    done = viewer.wait(lambda seen: seen["play"] == "Play")
    assert (done["slider"], done["won"]) == (len(line.moves), True)
    viewer.find("#play").click()
    viewer.wait(lambda seen: 0 < seen["slider"] < 20)
    viewer.find("#back").click()
    assert viewer.see()["play"] == "Play"


def test_slider_and_list(viewer: Viewer, line: Solution) -> None:
    places = list(line.positions())
    slider = viewer.find("#slider")
    slider.send_keys(RIGHT, RIGHT, PAGE_DOWN)
    seen = viewer.see()
    assert (seen["slider"], seen["marked"][0][1]) == (seen["marked"][0][1], seen["slider"])
    slider.send_keys(END)
    assert board_of(viewer.see(), places[-1]) == places[-1]
    viewer.run("document.querySelectorAll('#moves button')[20].click()")
    assert board_of(viewer.see(), places[20]) == places[20]
    viewer.run("document.querySelector('#moves [aria-current]').focus()")
    before = viewer.see()["live"]
    viewer.press(DOWN)  # Down: in the list, and the page stays where it is.
    # The entry itself says in words what it is, and nothing else says it again.
    told = viewer.see()["told"]
    spoken_number, _, words = viewer.chrome.switch_to.active_element.accessible_name.partition(" ")
    assert f"Move {spoken_number.rstrip('.')}: {words}." == told
    assert told != before
    assert viewer.see()["live"] == before
    viewer.press(DOWN)
    viewer.press(UP)
    assert viewer.run("return [Number(document.activeElement.dataset.step), scrollY]") == [21, 0]
    # The move that is marked can be seen.
    assert viewer.run(
        """const entry = document.activeElement.getBoundingClientRect(), list = moves.getBoundingClientRect();
        return list.top <= entry.top && entry.bottom <= list.bottom"""
    )


def test_an_address_leads_to_a_step(viewer: Viewer, line: Solution) -> None:
    viewer.open("#step-30")
    assert viewer.see()["slider"] == 30
    viewer.run("location.hash = 'step-12'")
    viewer.wait(lambda seen: seen["slider"] == 12)
    for odd, step in (("#step-99999", len(line.moves)), ("#elsewhere", 0), ("#step-1e3", 0)):
        viewer.open(odd)
        assert viewer.see()["slider"] == step


def test_the_order_of_the_focus(viewer: Viewer) -> None:
    names = []
    for _ in range(11):
        viewer.press(TAB)
        names.append(viewer.run("return document.activeElement.id || document.activeElement.tagName"))
    assert names[:8] == ["slider", "first", "back", "play", "next", "last", "speed", "peek"]
    assert names[8:] == ["BUTTON", "SUMMARY", "SUMMARY"]


def test_face_down_cards_can_be_shown(viewer: Viewer, line: Solution) -> None:
    hidden = "return getComputedStyle(document.querySelector('.card.down:not(.stock) .sides')).transform"
    viewer.press("f")
    assert viewer.run(hidden) == "none"
    column = line.position.columns[-1].cards
    words = viewer.see()["words"][-1]
    assert words.startswith("Column 7: face down ")
    assert words.count(" of ") == len(column)
    viewer.find("#peek").click()
    assert viewer.see()["words"][-1].startswith("Column 7: 6 face down, then ")
    viewer.press("?")
    assert viewer.find("#help").get_property("open") is True


def test_letters_can_be_no_keys(viewer: Viewer) -> None:
    viewer.press("?")
    viewer.find("#letters").click()
    viewer.run("document.activeElement.blur()")
    viewer.press("f", "+", "?", RIGHT)
    assert viewer.find("#peek").get_property("checked") is False
    assert viewer.find("#speed").get_property("value") == "1"
    assert viewer.find("#help").get_property("open") is True
    assert viewer.see()["slider"] == 1


def test_the_end_of_a_lost_game_hides_no_card(chrome: Any, tmp_path: Path) -> None:
    game = Position.start(Deal.parse("solvitaire:1"))
    file = tmp_path / "lost.html"
    file.write_text(to_html(Solution.parse("@@@", game)), encoding="utf-8")
    viewer = Viewer(chrome, file)
    viewer.open("#step-3", prefers_reduced_motion="reduce")
    assert viewer.run(LAYOUT)["free"] is True
    assert viewer.see()["won"] is False
    assert viewer.find("#caption strong").text == "0 of 52 cards up after 3 moves"
    viewer.press(LEFT)
    assert viewer.run("return document.querySelector('#caption strong')") is None


@pytest.mark.parametrize(
    ("width", "height", "phone"),
    [(1366, 620, False), (1920, 1080, False), (800, 1000, False), (390, 844, True), (320, 568, True), (740, 360, True)],
)
def test_sizes_of_screens(viewer: Viewer, line: Solution, width: int, height: int, phone: bool) -> None:
    viewer.open(width=width, height=height, phone=phone, prefers_reduced_motion="reduce")
    for step in (0, 60, len(line.moves)):
        viewer.run("location.hash = `step-${arguments[0]}`", step)
        viewer.wait(lambda seen, step=step: seen["slider"] == step)
        seen = viewer.run(LAYOUT)
        assert (seen["inside"], seen["free"]) == (True, True), step
        assert seen["wide"] <= 0
        assert seen["plain"] == seen["shown"] == phone
        assert seen["width"] >= (36 if phone else 70)
        assert min(seen["buttons"]) >= 44
        assert seen["controls"] <= 0
        if seen["lying"]:  # The whole board, too, without scrolling.
            assert seen["felt"] <= 0


def test_swiping(viewer: Viewer) -> None:
    viewer.open(width=390, height=844, phone=True)
    top = viewer.run("return document.getElementById('felt').getBoundingClientRect().top") + 200
    for start, end, step in ((300, 100, 1), (300, 100, 2), (100, 300, 1)):
        for kind, points in (
            ("touchStart", [{"x": start, "y": top}]),
            ("touchMove", [{"x": (start + end) / 2, "y": top}]),
            ("touchMove", [{"x": end, "y": top}]),
            ("touchEnd", []),
        ):
            viewer.chrome.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        viewer.wait(lambda seen, step=step: seen["slider"] == step)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(viewer: Viewer, scheme: str) -> None:
    viewer.open("#step-40", prefers_color_scheme=scheme)
    viewer.run("for (const part of document.querySelectorAll('details')) part.open = true")
    red, green, blue = (
        int(part)
        for part in viewer.run("return getComputedStyle(document.body).backgroundColor").strip("rgb()").split(",")
    )
    assert (red + green + blue < 384) is (scheme == "dark")
    found = viewer.run(CONTRAST)
    assert len(found) > 200
    assert [text for ratio, text in found if ratio < 4.5] == []


def test_nothing_moves_for_those_who_do_not_want_it(viewer: Viewer) -> None:
    moves = "return getComputedStyle(document.querySelector('.card')).transitionProperty"
    viewer.press(RIGHT)
    assert viewer.run(moves) == "transform"
    viewer.open(prefers_reduced_motion="reduce")
    viewer.press(RIGHT)
    assert viewer.run(moves) == "none"
    assert viewer.see()["slider"] == 1


def test_the_moves_are_there_without_scripts(viewer: Viewer) -> None:
    viewer.chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        viewer.chrome.get(f"{viewer.file.as_uri()}?plain")
        seen = {name: viewer.find(name).is_displayed() for name in ("#felt", ".controls", "noscript .note", "#moves")}
        assert seen == {"#felt": False, ".controls": False, "noscript .note": True, "#moves": True}
    finally:
        viewer.chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
