"""Somebody who looks at a page in a real browser."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from klondike_solver import Position

from .reading import position_of

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DRIVERS = ("chromedriver", "chromium.chromedriver")
WANTED = "KLONDIKE_BROWSER"
"""Set where there must be a browser: then its absence is a failure and no reason to skip."""

LEFT, UP, RIGHT, DOWN = "\ue012\ue013\ue014\ue015"
END, HOME, PAGE_DOWN, TAB = "\ue010\ue011\ue00f\ue004"
"""Keys, as WebDriver writes them."""

PATIENCE = 20
"""Seconds after which something will not come any more."""

SEEN = """
window.see = () => {
const at = id => document.getElementById(id).textContent;
const piles = {};
for (const card of document.querySelectorAll('.card')) {
  (piles[card.dataset.pile] ||= [])[card.dataset.place] = [card.dataset.card, card.classList.contains('down')];
}
const marked = [...document.querySelectorAll('#moves [aria-current]')];
return {
  piles, live: at('live'), move: at('fact-move'), pass: at('fact-pass'), score: at('fact-score'), up: at('fact-up'),
  marked: marked.map(entry => [entry.getAttribute('aria-current'), Number(entry.dataset.step), entry.tabIndex]),
  reached: [...document.querySelectorAll('#moves button')].filter(entry => entry.tabIndex === 0).length,
  slider: Number(document.getElementById('slider').value), told: document.getElementById('slider').ariaValueText,
  words: [...document.querySelectorAll('#position li')].map(item => item.textContent),
  won: !document.getElementById('won').hidden, play: document.getElementById('play').ariaLabel, hash: location.hash,
};
};
"""
"""What the page shows, taken from its elements."""

WATCH = """
window.seen = [see()];
document.addEventListener('keyup', () => seen.push(see()));
"""
"""Remembers what the page shows after each key, so that not each one needs a question of its own."""

CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgba = colour => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const light = ([r, g, b]) => [r, g, b].map(value => value / 255)
  .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
const behind = element => {
  for (; element; element = element.parentElement) {
    const colour = rgba(getComputedStyle(element).backgroundColor);
    if (colour[3] === 255) return colour;
  }
  return [255, 255, 255, 255];
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
  if (element.closest('#felt, script, style')) continue;
  const [a, b] = [light(rgba(getComputedStyle(element).color)), light(behind(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  found.push([ratio, walker.currentNode.data.trim().slice(0, 40)]);
}
return found;
"""
"""The contrast of every text on the page with what is behind it, by the formula of WCAG 2."""


LAYOUT = """
const felt = document.getElementById('felt').getBoundingClientRect();
const rects = [...document.querySelectorAll('.card')].map(card => card.getBoundingClientRect());
const ends = [...document.querySelectorAll('.card:not(.down)')].filter(card => !document.querySelector(
  `.card[data-pile="${card.dataset.pile}"][data-place="${Number(card.dataset.place) + 1}"]`));
return {
  inside: rects.every(rect => rect.left >= felt.left && rect.right <= felt.right && rect.top >= felt.top &&
    rect.bottom <= felt.bottom),
  wide: document.documentElement.scrollWidth - innerWidth,
  free: ends.every(card => card.contains(document.elementFromPoint(card.getBoundingClientRect().left +
    card.offsetWidth / 2, card.getBoundingClientRect().top + card.offsetHeight * 0.6))),
  width: document.querySelector('.card').offsetWidth, plain: document.getElementById('board').matches('.small'),
  shown: getComputedStyle(document.querySelector('.card .plain')).display !== 'none',
  buttons: [...document.querySelectorAll('.buttons button')].map(button => button.getBoundingClientRect())
    .map(rect => Math.min(rect.width, rect.height)),
  controls: document.querySelector('.buttons').getBoundingClientRect().bottom - innerHeight,
  lying: innerHeight < innerWidth && innerHeight < 481, felt: felt.bottom - innerHeight,
};
"""
"""Where things are on the screen."""


def absent(why: str) -> NoReturn:
    """Skip, or fail where there must be a browser."""
    if os.environ.get(WANTED):
        pytest.fail(f"{WANTED} is set, but {why}")
    pytest.skip(f"{why}: on Debian, apt-get install chromium chromium-driver")


def start() -> Any:
    """Start a browser without a window."""
    try:
        from selenium import webdriver
    except ImportError:
        absent("selenium is not installed")
    browser, driver = (next(filter(None, map(shutil.which, names)), None) for names in (BROWSERS, DRIVERS))
    if browser is None or driver is None:
        absent("there is no Chromium with its driver")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    # Without a sandbox of its own: what runs as root has none, and the page is ours.
    for argument in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", "window-size=1366,900"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


class Viewer:
    """Somebody who looks at the page."""

    def __init__(self, chrome: Any, file: Path) -> None:
        self.chrome, self.file, self.opened = chrome, file, 0

    def open(
        self, address: str = "", *, width: int = 1366, height: int = 900, phone: bool = False, **media: str
    ) -> None:
        """Open the page anew."""
        size = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone}
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.chrome.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone})
        self.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.opened += 1
        # Another address each time: one that differs only in its end would not load the page anew.
        self.chrome.get(f"{self.file.as_uri()}?{self.opened}{address}")
        self.run(SEEN)

    def run(self, script: str, *args: object) -> Any:
        """Run a script in the page and return its result."""
        return self.chrome.execute_script(script, *args)

    def see(self) -> dict[str, Any]:
        """Return what the page shows."""
        seen: dict[str, Any] = self.run("return see()")
        return seen

    def find(self, selector: str) -> Any:
        """Return an element."""
        return self.chrome.find_element("css selector", selector)

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        self.chrome.switch_to.active_element.send_keys(*keys)

    def wait(self, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return what the page shows as soon as something is true of it."""
        end = time.monotonic() + PATIENCE
        while not done(seen := self.see()):
            assert time.monotonic() < end, seen
            time.sleep(0.02)
        return seen


def board_of(seen: dict[str, Any], like: Position) -> Position:
    """Return the position that the cards on the page make."""
    piles = seen["piles"]

    def letters(name: str) -> str:
        return "".join(card for card, _ in piles.get(name, []))

    columns = [piles.get(f"column-{number}", []) for number in range(1, len(like.columns) + 1)]
    down = [sum(hidden for _, hidden in column) for column in columns]
    # No card lies face down on one that does not.
    assert all(not hidden for column, count in zip(columns, down, strict=True) for _, hidden in column[count:])
    assert all(hidden for _, hidden in piles.get("stock", []))
    step = {
        # The card that is drawn next lies on top.
        "stock": "".join(card for card, _ in reversed(piles.get("stock", []))),
        "waste": letters("waste"),
        "up": [len(piles.get(f"foundation-{suit}", [])) for suit in "CDHS"],
        "columns": [(count, "".join(card for card, _ in column)) for count, column in zip(down, columns, strict=True)],
    }
    return position_of(step, like, like.recycles)
