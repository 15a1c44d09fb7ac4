"""Writes every file that is published besides the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from macros.exports import api, badges, compare_tool, explorer, feed, licences, names, robots, support_feed, twins
from macros.exports.writing import File, Folder, Render
from macros.knowledge import Knowledge
from macros.stubs import GeneratedPage, WrittenPage
from macros.tables.api_file import ApiFile
from macros.tables.sheets import Sheet


@dataclass(frozen=True)
class Exports:
    """Writes all files besides the pages: API, data files of scripts, feed, twins, badges."""

    knowledge: Knowledge
    render: Render
    sheets: Callable[[Knowledge], Mapping[str, Sheet]]
    """Makes the sheets of the compare tool, by kind of record."""
    commits: Callable[[], Sequence[feed.FeedCommit]]
    """Lists the commits that the page of changes shows."""
    pages: Sequence[GeneratedPage]
    written: Sequence[WrittenPage]
    """The hand-written pages."""
    site_url: str
    """Absolute, with a slash at the end; empty where the site has no address of its own."""

    def write(self, root: Path) -> Sequence[ApiFile]:
        """Writes every file below `root`. Returns the files of the API that the downloads page lists."""
        folder = Folder(root)
        for path, content in self._files():
            folder.write(path, [content])
        return api.write(self.knowledge, folder)

    def _files(self) -> Iterator[File]:
        known = self.knowledge
        yield from compare_tool.files(known, self.sheets(known))
        yield from explorer.files(known)
        yield from names.files(known)
        yield from robots.files(self.site_url)
        yield from feed.files(known, self.render, self.site_url, self.commits())
        yield from support_feed.files(known, self.render, self.site_url)
        yield from licences.files(self.render)
        yield from twins.files(known, self.pages, self.written)
        yield from badges.files(known, self.render)
