"""For mkdocs: the pages beside ``docs/`` are pages of the site, too, and links lead to where things are there."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent

ABOVE = {"README.md": "overview.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages beside ``docs/``, and what they are called in the site, whose ``README.md`` is the one of ``docs/``."""

STATIC = {"LICENSE": "license.txt"}

LINK = re.compile(r"(\]\()([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and files from above."""
    for name, called in {**ABOVE, **STATIC}.items():
        files.append(File.generated(config, called, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links between files into links between pages of the site."""
    del config, files
    is_above = page.file.src_uri in ABOVE.values()
    return LINK.sub(lambda link: link[1] + _in_the_site(link[2], is_above=is_above), markdown)


def _in_the_site(target: str, *, is_above: bool) -> str:
    if "://" in target:
        return target
    path = posixpath.normpath(posixpath.join("" if is_above else "docs", target))
    if path in {**ABOVE, **STATIC}:
        return {**ABOVE, **STATIC}[path]
    return path.removeprefix("docs/")
