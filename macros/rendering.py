"""Templates to text. A page is a Markdown skeleton; its heavy parts are rendered last.

A skeleton holds headings and what the site search should know. Tables and pictures are put in
with `later(...)`: a comment stands for them while Markdown and the search index look at the page,
and the finished page gets the HTML in its place. So Markdown never parses a thousand cells, tables
of numbers stay out of the search index, and only one page's parts are in memory at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    select_autoescape,
)
from markupsafe import Markup

from macros.addresses import address, root_of, section
from macros.history import History
from macros.knowledge import Knowledge
from macros.views.history import HistoryViews
from macros.words import markdown, month, number, percent, plural, spoken

TEMPLATES = Path(__file__).parent / "templates"
PLACE = re.compile(r"<!--atlas:(\d+)-->")

Part = Callable[[], str]
"""Renders a part of a page once the rest of the page is finished."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates as they were compiled before, each under its name: one folder for the templates of one environment."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002 - named by the base class
        """Leaves the path of the template's file out, in which there may be what is no text."""
        return super().get_cache_key(name)


class PageParts:
    """The parts of one page that are rendered last."""

    def __init__(self) -> None:
        self._parts: list[Part] = []

    def add(self, part: Part) -> str:
        """A comment that stands for the part."""
        self._parts.append(part)
        return f"<!--atlas:{len(self._parts) - 1}-->"

    def fill(self, page: str) -> str:
        """The page with every part in its place."""
        return PLACE.sub(lambda place: self._parts[int(place[1])](), page)

    def filled(self, page: str) -> bytes:
        """The same as it is written; what UTF-8 has no bytes for is spelt out, as MkDocs does."""
        return self.fill(page).encode("utf-8", errors="xmlcharrefreplace")

    def rendered(self) -> Sequence[str]:
        """Every part, now."""
        return [part() for part in self._parts]

    def take(self, skeleton: str, parts: Sequence[str]) -> str:
        """A skeleton whose parts were rendered before, with places for them among those of this page."""
        return PLACE.sub(lambda place: self.add(partial(str, parts[int(place[1])])), skeleton)


class Renderer:
    """Renders templates about one state of the knowledge."""

    def __init__(self, knowledge: Knowledge, site_url: str = "", history: History | None = None) -> None:
        self.history = HistoryViews(knowledge, history or History())
        """What the commits say, as the pages tell it."""
        self._environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            # Everything is HTML but the code that readers copy.
            autoescape=select_autoescape(default=True, disabled_extensions=("jinja",)),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals |= {
            "knowledge": knowledge,
            "records": knowledge.records,
            "term": knowledge.term,
            "address": address,
            "section": section,
            "age": knowledge.ages.age,
            "history": self.history,
            # Absolute, for what readers copy to elsewhere; links on pages are relative.
            "site_url": site_url,
        }
        self._environment.filters |= {
            word.__name__: word for word in (markdown, month, number, percent, plural, spoken)
        }

    def tell_of_api(self, files: Callable[[], Sequence[object]]) -> None:
        """Says where the files of the API are described, which are made long after a page begins to be."""
        self._environment.globals["api_files"] = files

    def keep_compiled(self, kept: BytecodeCache) -> None:
        """Takes templates that were compiled before from there, and puts the others there."""
        self._environment.bytecode_cache = kept

    def render(self, template: str, page: str, **context: Any) -> str:
        """A template as it stands on the page at an address."""
        return self._environment.get_template(template).render(root=root_of(page), **context)

    def skeleton(self, template: str, page: str, parts: PageParts, **context: Any) -> str:
        """A page's Markdown, with `later(template)` for what is rendered last with the same context."""

        def later(part: str, **more: Any) -> Markup:
            place = parts.add(lambda: self.render(part, page, **{**context, **more}))
            return Markup(place)  # noqa: S704 - the comment is ours, no text of the data is in it

        return self.render(template, page, later=later, **context)
