"""Puts what is published besides the pages into the site's folder, and writes nothing a second time.

A preview is built again and again, and the builder empties the folder before each time. What was published is moved
aside before that, and a file whose content is still the same is moved back.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path


class Publisher:
    """Publishes into one folder, as often as the site is built there."""

    def __init__(self) -> None:
        self._published: dict[Path, tuple[str, ...]] = {}

    def set_aside(self, site: Path) -> None:
        """To be called before the builder empties the folder."""
        for name in self._published.pop(site, ()):
            file = site / name
            if file.is_file():
                _move(file, _aside(site) / name)

    def publish(self, site: Path, files: Iterable[tuple[str, bytes]]) -> int:
        """Every file in its place, given by its path from the site's root; how many had to be written."""
        written = 0
        names = []
        for name, content in files:
            kept = _aside(site) / name
            if kept.is_file() and kept.read_bytes() == content:
                _move(kept, site / name)
            else:
                (site / name).parent.mkdir(parents=True, exist_ok=True)
                (site / name).write_bytes(content)
                written += 1
            names.append(name)
        shutil.rmtree(_aside(site), ignore_errors=True)
        self._published[site] = tuple(names)
        return written


PUBLISHER = Publisher()
"""The one of this process: the builder loads its hooks anew for each build, and this outlives them."""


def _aside(site: Path) -> Path:
    return site.with_name(f"{site.name}.aside")


def _move(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    file.replace(target)
