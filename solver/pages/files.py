"""The files beside the code that pages are made of: a template, style sheets, scripts and drawings."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["read"]


@cache
def read(name: str) -> str:
    """Return the text of a file of this folder, without line ends at its end.

    >>> read("watch.html").startswith("<!doctype html>")
    True
    """
    return files(__package__).joinpath(name).read_text(encoding="utf-8").rstrip()
