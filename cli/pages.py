"""Pages in Markdown with tables that a command writes."""

from __future__ import annotations

from pathlib import Path

from ..errors import InputError

__all__ = ["write_table"]


def write_table(page: str | None, name: str, table: list[str]) -> None:
    """Put a table into a page, between the two comments that name it.

    Args:
        page: the file; None for none, and then nothing is done.
        name: what the comments call the table.
        table: its lines in Markdown.

    Raises:
        InputError: the page cannot be read or written, or has no such comments.
    """
    if page is None:
        return
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    try:
        text = Path(page).read_text(encoding="utf-8")
        head, found, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if not (found and closed):
            raise InputError(f"{page} has no place for the table: it wants a line {begin} and, below it, a line {end}")
        content = "\n".join(["", *table, ""])
        Path(page).write_text(f"{head}{begin}\n{content}\n{end}{tail}", encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not a text in UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or error
        raise InputError(f"the table cannot be written to {page}: {reason}") from error
