"""Finished pages without the blank space that templates leave: a reader fetches it and never sees it."""

from __future__ import annotations

import re

KEPT = re.compile(r"(<pre\b.*?</pre>|<textarea\b.*?</textarea>)", re.DOTALL | re.IGNORECASE)
"""What shows its blank space."""

AROUND_A_LINE_BREAK = re.compile(r"\s*\n\s*")

BEFORE_A_BLOCK = re.compile(r"\n(?=</?(?:li|ul|div|nav|p|footer|meta|link|script)[\s>])")
"""Line breaks that show nowhere: what follows begins a line of its own, or is not shown at all."""


def minify_html(page: str) -> str:
    """The page with every run of blank space around a line break reduced to that line break, or to nothing."""
    pieces = KEPT.split(page)
    pieces[::2] = [BEFORE_A_BLOCK.sub("", AROUND_A_LINE_BREAK.sub("\n", piece)) for piece in pieces[::2]]
    return "".join(pieces)
