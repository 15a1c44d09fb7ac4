"""Writes every file that is published besides the pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from macros.exports import api, badges, compare_tool, explorer, feed, licences, names, robots, twins
from macros.exports.writing import File, Folder
from macros.knowledge import Knowledge, batch_size_table
from macros.rendering import Renderer
from macros.stubs import GeneratedPage, WrittenPage


@dataclass(frozen=True)
class Exports:
    """Everything that is published besides the pages."""

    knowledge: Knowledge
    renderer: Renderer
    pages: Sequence[GeneratedPage]
    written: Sequence[WrittenPage] = ()
    """The hand-written pages."""
    site_url: str = ""
    """Absolute, with a slash at the end; empty where the site has no address of its own."""

    def write(self, root: Path) -> Sequence[api.ApiFile]:
        """Writes every file below `root`, and describes those of the API."""
        folder = Folder(root)
        for path, content in self._files():
            folder.write(path, [content])
        return api.write(self.knowledge, folder)

    def _files(self) -> Iterator[File]:
        known, renderer = self.knowledge, self.renderer
        for kind in batch_size_table.FREE:
            yield from compare_tool.sizes(known, kind)
        yield from compare_tool.facts(known)
        yield from explorer.files(known)
        yield from names.files(known)
        yield from robots.files(self.site_url)
        yield from feed.files(known, renderer, self.site_url)
        yield from licences.files(renderer)
        yield from twins.files(known, self.pages, self.written)
        yield from self._badges()

    def _badges(self) -> Iterable[File]:
        for model in self.knowledge.records.models:
            yield from badges.files(self.knowledge, self.renderer, model)
