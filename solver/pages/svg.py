"""Pictures for a page: elements of SVG, and the axes that plots have in common.

A picture is 400 units wide, about what a telephone shows, so that its letters keep their size there. It takes its
colours from the page, by classes, and so is light or dark as the page is.

>>> element("circle", cx=3, cy=4.5, r=2, class_="s1")
'<circle cx="3" cy="4.5" r="2" class="s1"/>'
>>> element("text", "a < b", x=0)
'<text x="0">a &lt; b</text>'
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["HEIGHT", "REFERENCE", "WIDTH", "Frame", "Markup", "bar", "colour", "element", "marker", "picture", "ticks"]

WIDTH = 400
HEIGHT = 250

SHAPES = 5
"""How many shapes and colours of markers there are; after that they are hollow, and then they begin again."""

REFERENCE = -1
"""The number of the marker for what others have found."""


class Markup(str):
    """A text that is markup already; other texts are escaped."""

    __slots__ = ()


def element(name: str, *content: str, **attributes: object) -> Markup:
    """Return an element; ``class_`` stands for ``class``, and other underscores for hyphens. None leaves one out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not content:
        return Markup(f"<{name}{given}/>")
    inner = "".join(part if isinstance(part, Markup) else escape(part, quote=False) for part in content)
    return Markup(f"<{name}{given}>{inner}</{name}>")


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def picture(title: str, description: str, parts: Iterable[Markup], *, name: str, height: int = HEIGHT) -> Markup:
    """Return a whole picture.

    Args:
        title: what it shows.
        description: what is to be seen in it, for those who do not see it.
        parts: what is drawn.
        name: an identifier that no other picture of the page has.
        height: its height in units.
    """
    return element(
        "svg",
        element("title", title, id=f"{name}-t"),
        element("desc", description, id=f"{name}-d"),
        *parts,
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_labelledby=f"{name}-t",
        aria_describedby=f"{name}-d",
    )


def marker(x: float, y: float, number: int, *content: Markup) -> Markup:
    """Return the marker of a series, or of ``REFERENCE``: its shape tells it apart as well as its colour does."""
    style = f"m {colour(number)}{' h' * (number // SHAPES % 2 and number >= 0)}"
    shape = number % SHAPES if number >= 0 else REFERENCE
    if shape == 0:
        return element("circle", *content, cx=x, cy=y, r=4.5, class_=style)
    outlines: dict[int, Sequence[tuple[float, float]]] = {
        1: [(-4, -4), (4, -4), (4, 4), (-4, 4)],
        2: [(0, -5.5), (5, 4), (-5, 4)],
        3: [(0, -6), (5, 0), (0, 6), (-5, 0)],
        4: [(0, 5.5), (5, -4), (-5, -4)],
        REFERENCE: [(-15, -1), (15, -1), (15, 1), (-15, 1)],
    }
    points = " ".join(f"{_number(float(x + across))},{_number(float(y + down))}" for across, down in outlines[shape])
    return element("polygon", *content, points=points, class_=style)


def colour(number: int) -> str:
    """Return the class that gives a series its colour."""
    return f"s{number % SHAPES if number >= 0 else SHAPES}"


def bar(x: tuple[float, float], y: tuple[float, float], told: str, *, opacity: float | None = None) -> Markup:
    """Return a filled rectangle that tells what it stands for under the pointer.

    Args:
        x: its left and right edge.
        y: its upper and lower edge.
        told: what it stands for.
        opacity: how strong its colour is, up to 1.
    """
    width, height = max(0.5, x[1] - x[0]), y[1] - y[0]
    return element(
        "rect",
        element("title", told),
        x=x[0],
        y=y[0],
        width=width,
        height=height,
        class_="b",
        fill_opacity=opacity,
    )


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers from a stretch, about so many.

    >>> ticks(0, 1234)
    [0.0, 250.0, 500.0, 750.0, 1000.0]
    >>> [f"{tick:g}" for tick in ticks(0.23, 0.91)]
    ['0.4', '0.6', '0.8']
    """
    rough = max(high - low, 1e-12) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(step for step in (1, 2, 2.5, 5, 10) if step * power >= rough * 0.999) * power
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


@dataclass(frozen=True)
class Frame:
    """The field that a plot is drawn in, with its scales.

    Attributes:
        x: the least and the largest value across.
        y: the least and the largest value upwards.
        height: of the whole picture, in units.
    """

    x: tuple[float, float]
    y: tuple[float, float]
    height: int = HEIGHT

    left = 56
    right = WIDTH - 10
    top = 10

    @property
    def bottom(self) -> int:
        """Where the field ends, below."""
        return self.height - 42

    def across(self, value: float) -> float:
        """Return where a value lies across."""
        return self.left + (self.right - self.left) * _part(value, *self.x)

    def up(self, value: float) -> float:
        """Return where a value lies upwards."""
        return self.bottom - (self.bottom - self.top) * _part(value, *self.y)

    def axes(
        self,
        x_ticks: Iterable[tuple[float, str]],
        y_ticks: Iterable[tuple[float, str]],
        x_title: str,
        y_title: str,
    ) -> list[Markup]:
        """Return grid lines, labels and the names of the two axes."""
        parts = []
        for value, label in y_ticks:
            y = self.up(value)
            parts.append(element("line", x1=self.left, x2=self.right, y1=y, y2=y, class_="g"))
            parts.append(element("text", label, x=self.left - 6, y=y + 4, text_anchor="end"))
        for value, label in x_ticks:
            x = self.across(value)
            parts.append(element("line", x1=x, x2=x, y1=self.bottom, y2=self.bottom + 4, class_="a"))
            parts.append(element("text", label, x=x, y=self.bottom + 17, text_anchor="middle"))
        parts.append(element("line", x1=self.left, x2=self.right, y1=self.bottom, y2=self.bottom, class_="a"))
        middle = (self.top + self.bottom) / 2
        parts.append(
            element(
                "text", x_title, x=(self.left + self.right) / 2, y=self.bottom + 35, text_anchor="middle", class_="n"
            )
        )
        parts.append(
            element(
                "text",
                y_title,
                transform=f"translate(12 {_number(middle)}) rotate(-90)",
                text_anchor="middle",
                class_="n",
            )
        )
        return parts


def _part(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.5
