"""What is published besides the pages: the API, downloads, Markdown twins, feeds and badges."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

File = tuple[str, bytes]
"""Path from the site's root, and content."""

Render = Callable[..., str]
"""Renders a template: its name, the address of the page it stands on, and its variables by keyword."""


def write(file: Path, chunks: Iterable[bytes]) -> int:
    """Writes a file chunk by chunk: a large one is never in memory as a whole.

    Returns its size in bytes. Raises OSError.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        return sum(opened.write(chunk) for chunk in chunks)
