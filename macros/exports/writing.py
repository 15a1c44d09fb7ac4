"""Writes exported files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

File = tuple[str, bytes]
"""Path from the site's root, and content."""


class Folder:
    """The root of a site that is being written."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, path: str, parts: Iterable[bytes]) -> int:
        """Writes a file, given its path from the root, part by part: a large one is never in memory as a whole.

        Returns its size in bytes. Raises OSError.
        """
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as opened:
            return sum(opened.write(part) for part in parts)
