"""Finished pages without the blank space that templates leave: a reader fetches it and never sees it."""

from __future__ import annotations

import re

KEPT = re.compile(r"(<pre\b.*?</pre>|<textarea\b.*?</textarea>)", re.DOTALL)
"""What shows its blank space."""

AROUND_A_LINE_BREAK = re.compile(r"\s*\n\s*")


def squeezed(page: str) -> str:
    """The page with every run of blank space around a line break reduced to that line break."""
    pieces = KEPT.split(page)
    pieces[::2] = [AROUND_A_LINE_BREAK.sub("\n", piece) for piece in pieces[::2]]
    return "".join(pieces)
