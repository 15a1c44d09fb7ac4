"""One state of the site: its knowledge, its renderer, and the parts of pages still to be rendered."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

from macros.checks import load_sound
from macros.exports import Exports, MadeHere
from macros.exports.twins.hand_written import written_pages
from macros.history import history
from macros.history.repository import Repository
from macros.keeping import Maker
from macros.knowledge import Knowledge
from macros.lasting import nothing_collected
from macros.loading import Records, RememberedFiles
from macros.pages import generated_pages
from macros.policy import SitePolicy
from macros.rendering import PageParts, Renderer

_REMEMBERED_IN: dict[Path, Path] = {}
"""Per project whose data files are to be remembered: the file in which they are."""


def remember_files(project: Path, file: Path) -> None:
    """From now on, only those data files of a project are read that have changed. What they say is kept in a file."""
    _REMEMBERED_IN[project] = file


class Site:
    """Everything a build needs from the data, loaded once."""

    def __init__(self, project: Path, url: str = "") -> None:
        self.knowledge = Knowledge(_sound(project))
        self.url = url
        """Its absolute address with a slash at the end; empty where nobody gave it one."""
        self.written = tuple(written_pages(project / "docs"))
        """The pages that people write."""
        self.renderer = Renderer(self.knowledge, url, history(Repository(project)))
        self.pages = tuple(generated_pages(self.knowledge))
        """The pages that are made of records."""
        self.exports = Exports(self.knowledge, self.renderer, self.pages, self.written, url)
        self.renderer.tell_of_api(lambda: MadeHere(self.exports).described)
        self.parts: defaultdict[str, PageParts] = defaultdict(PageParts)
        """By page address."""
        self.policy = SitePolicy()
        self.maker: Maker | None = None
        """What makes the pieces of this build; None where nothing is kept."""


def _sound(project: Path) -> Records:
    file = _REMEMBERED_IN.get(project)
    if file is None:
        return load_sound(project / "data")
    remembered = RememberedFiles(file)
    records = load_sound(project / "data", remembered)
    remembered.keep()
    return records


@cache
@nothing_collected()
def open_site(project: Path, url: str = "") -> Site:
    """The site of a project. Raises DataError where its data is not sound. `open_site.cache_clear()` forgets it."""
    return Site(project, url)
