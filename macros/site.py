"""One state of the site: its knowledge, its renderer, and the parts of pages still to be rendered."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

from macros.checks import load_sound
from macros.exports.twins.hand_written import written_pages
from macros.history import history
from macros.history.repository import Repository
from macros.knowledge import Knowledge
from macros.loading import Read
from macros.policy import SitePolicy
from macros.rendering import PageParts, Renderer

_READ_BEFORE: list[Read] = []
"""Data files of earlier states, where a process is to remember them."""


def remember_files() -> None:
    """From now on, only data files that have changed are read: for a preview, which outlives many of their states."""
    if not _READ_BEFORE:
        _READ_BEFORE.append({})


class Site:
    """Everything a build needs from the data, loaded once."""

    def __init__(self, project: Path, url: str = "") -> None:
        self.knowledge = Knowledge(load_sound(project / "data", *_READ_BEFORE))
        self.url = url
        """Its absolute address with a slash at the end; empty where nobody gave it one."""
        self.written = tuple(written_pages(project / "docs"))
        """The pages that people write."""
        self.renderer = Renderer(self.knowledge, url, history(Repository(project)))
        self.parts: defaultdict[str, PageParts] = defaultdict(PageParts)
        """By page address."""
        self.policy = SitePolicy()


@cache
def open_site(project: Path, url: str = "") -> Site:
    """The site of a project. Raises DataError where its data is not sound. `open_site.cache_clear()` forgets it."""
    return Site(project, url)
