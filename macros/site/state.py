"""What one build of the site works with: the data, the renderer, and the pages to generate."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from macros.checks import load_sound
from macros.columns.files import ApiFile
from macros.facts import Knowledge
from macros.facts.evidence import subject_of_architecture
from macros.facts.runs_today import models_by_outcome, runs_today
from macros.outputs import api, data_files, embeds, explorer, feeds, twins, write
from macros.pages.page_source import PageSource, generated_pages, list_pages, written_pages
from macros.pages.registry import PAGE_MACROS
from macros.rendering import Deferred, Renderer
from macros.site import finished

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig


class Site:
    """One state of the data, opened once a build."""

    def __init__(self, project: Path, url: str = "", only: str = "") -> None:
        """Loads the data below `project`. Raises DataError where it is not sound.

        `url` is the site's absolute address with a slash at the end, empty where it has none. Generated pages are
        limited to those whose address starts with `only`.
        """
        self.knowledge = Knowledge(load_sound(project / "data"))
        self.url, self._only = url, only
        self.renderer = Renderer(self.knowledge, url)
        self.written = tuple(written_pages(project / "docs"))
        """The hand-written pages."""
        self.pages = tuple(page for page in generated_pages(self.knowledge) if page.address.startswith(only))
        """The pages generated from records."""
        self.list_pages = tuple(list_pages(self.knowledge, self.written))
        """The further pages of long lists."""
        self.deferred: defaultdict[str, Deferred] = defaultdict(Deferred)
        """By page address: the parts of the page that are rendered after the theme's template."""

    @cached_property
    def by_address(self) -> Mapping[str, PageSource]:
        return {page.address: page for page in (*self.written, *self.pages, *self.list_pages)}

    def call(self, macro: str, page: str, *arguments: str) -> str:
        """The Markdown that a macro call on a page stands for. Its deferred parts are added to the page's."""
        template, view = PAGE_MACROS[macro]
        return self.renderer.markdown(template, page, self.deferred[page], view=view(self.knowledge, *arguments))

    def write_exports(self, folder: Path) -> Sequence[ApiFile]:
        """Writes every file besides the pages. Returns the files of the API that the downloads page lists.

        A preview of some pages has no API: writing it takes longer than all those pages.
        """
        known, render = self.knowledge, self.renderer.render
        every = chain(
            data_files.files(known),
            embeds.files(known, render),
            explorer.files(known),
            feeds.files(known, render, self.url),
            twins.files(known, render, self.pages, self.written),
            finished.redirects(known, render),
        )
        for path, content in every:
            write(folder / path, [content])
        return () if self._only else api.write(known, render, folder)


@cache
def open_site(project: Path, url: str, only: str) -> Site:
    """The site of a project, opened once. `open_site.cache_clear()` forgets it."""
    # Nothing that is loaded here becomes garbage before the build ends. Searching it for garbage would double the time
    # to load it, and take a tenth of the build.
    gc.unfreeze()
    gc.disable()
    try:
        site = Site(project, url, only)
        if not only:
            # A build writes its pages and its exports in two processes. Both read these answers: they are found before.
            models_by_outcome(site.knowledge)
            for one in site.knowledge.records.architectures:
                runs_today(site.knowledge, subject_of_architecture(site.knowledge, one))
        return site
    finally:
        gc.enable()
        gc.freeze()
        # Of the pages that follow, only a few objects refer to each other: Python would look for such far too often.
        gc.set_threshold(50_000, 1_000)


def project_of(config: MkDocsConfig) -> Path:
    """The folder of mkdocs.yml."""
    return Path(config.config_file_path).resolve().parent


def site_of(config: MkDocsConfig) -> Site:
    """The site of the build under way. The environment variable ONLY limits a preview to some generated pages."""
    return open_site(project_of(config), config.site_url or "", os.environ.get("ONLY", ""))


def page_address(url: str) -> str:
    """A page's address as MkDocs spells it, without the leading dot of the home page."""
    return url.removeprefix("./")
