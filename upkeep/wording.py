"""Texts of others, put into GitHub's Markdown so that they stay text."""

from __future__ import annotations

import html
from collections.abc import Iterable

LONGEST = 60_000
"""Characters. GitHub refuses a comment or an issue of more than 65,536."""


def code(text: str) -> str:
    """A text in one line, shown as it is, for use in `paragraph` and `listed` alone.

    In a block of HTML nothing is read as Markdown, and in a `code` element there neither as a mention, a link nor the
    number of an issue.
    """
    plain = "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)
    return f"<code>{html.escape(plain)}</code>"


def paragraph(line: str) -> str:
    """A line of HTML as a block of HTML."""
    return f"<p>{line}</p>"


IN_LIST = len("<li></li>")


def listed(lines: Iterable[str]) -> str:
    """Lines of HTML as a list. It has no blank line, at which the block of HTML would end."""
    return "\n".join(["<ul>", *(f"<li>{line}</li>" for line in lines), "</ul>"])


def fitting(lines: Iterable[str], room: int, around: int = 0) -> tuple[list[str], int]:
    """As many of the first lines as fit into so many characters, with what comes around each; and how many do not."""
    every, kept, used = list(lines), [], 0
    for line in every:
        used += len(line) + around + 1
        if used > room:
            break
        kept.append(line)
    return kept, len(every) - len(kept)
