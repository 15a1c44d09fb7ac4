"""Code from the data as fenced Markdown, so that the site builder highlights it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from markupsafe import Markup

SHORTEST_FENCE = 3


def fenced(code: str, language: str, highlighted: Sequence[int] = (), indent: int = 0) -> Markup:
    """A fenced block that its content cannot close. `highlighted` are numbers of lines, from 1."""
    text = "".join(c for c in code if c in "\n\t" or unicodedata.category(c) != "Cc")
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(SHORTEST_FENCE, longest + 1)
    lines = f' hl_lines="{" ".join(map(str, highlighted))}"' if highlighted else ""
    block = "\n".join((f"{fence} {language}{lines}", *text.rstrip("\n").split("\n"), fence))
    margin = " " * indent
    # Text in a fence is code, not markup: Markdown escapes it.
    return Markup("\n".join(f"{margin}{line}" if line else "" for line in block.split("\n")))  # noqa: S704
