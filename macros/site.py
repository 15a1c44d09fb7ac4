"""One state of the site: its knowledge, its renderer, and the parts of pages still to be rendered."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

from macros.checks import load_sound
from macros.knowledge import Knowledge
from macros.rendering import PageParts, Renderer


class Site:
    """Everything a build needs from the data, loaded once."""

    def __init__(self, project: Path) -> None:
        self.knowledge = Knowledge(load_sound(project / "data"))
        self.renderer = Renderer(self.knowledge)
        self.parts: defaultdict[str, PageParts] = defaultdict(PageParts)
        """By page address."""


@cache
def open_site(project: Path) -> Site:
    """The site of a project. Raises DataError where its data is not sound. `open_site.cache_clear()` forgets it."""
    return Site(project)
