"""Writes exported files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

File = tuple[str, bytes]
"""Path from the site's root, and content."""

Render = Callable[..., str]
"""Renders a template: its name, the address of the page it stands on, and its variables by keyword."""


class Folder:
    """The root of a site that is being written."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, path: str, chunks: Iterable[bytes]) -> int:
        """Writes a file, given its path from the root, chunk by chunk: a large one is never in memory as a whole.

        Returns its size in bytes. Raises OSError.
        """
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as opened:
            return sum(opened.write(chunk) for chunk in chunks)
