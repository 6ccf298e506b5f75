"""For mkdocstrings: the examples in docstrings are code, where Markdown would make quotations of their prompts."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n\1?.*\S.*)*", re.MULTILINE)


class Examples(Extension):
    """Puts fences around every run of lines that begins with a prompt and ends before an empty line."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """Change the docstring of an object, if it has one."""
        del kwargs
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with its examples in fences."""
    return EXAMPLE.sub(lambda example: f"{example[1]}```pycon\n{example[0]}\n{example[1]}```", text)
