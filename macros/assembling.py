"""Generated pages, from their records to HTML: the shell, made or kept from an earlier build, and the parts in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.page_macros import PAGE_MACROS, run
from macros.pages import GeneratedPage
from macros.shells import KeptShells, Shell, digest
from macros.site import Site

MakeShell = Callable[[GeneratedPage, str], Shell]
"""What the site builder makes of a page and its Markdown."""
Frame = Callable[[GeneratedPage], str]
"""Everything besides its Markdown that the shell of a page is made of, as text."""
Write = Callable[[str, bytes], object]
"""Takes a file's path from the site's root, and its content."""


class PageError(Exception):
    """A page cannot be made: which, and why."""


@dataclass(frozen=True)
class Assembled:
    """What is left to do for a page that was made, besides what was written."""

    entries: Sequence[Mapping[str, Any]]
    """What the site search is to know of it."""
    scripts: frozenset[str]
    """The hashes of the scripts it has in itself."""
    key: str
    """Under which its shell is kept."""


class Assembler:
    """Makes generated pages and writes each as soon as it is made, so that few are in memory at a time."""

    def __init__(self, site: Site, make_shell: MakeShell, frame: Frame, kept: KeptShells, write: Write) -> None:
        self._site = site
        self._make_shell = make_shell
        self._frame = frame
        self._kept = kept
        self._write = write

    def assemble(self, page: GeneratedPage) -> Assembled:
        """Makes and writes a page. Raises PageError."""
        try:
            return self._assembled(page)
        except OSError:
            raise
        except Exception as error:
            raise PageError(f"{page.address} cannot be made from {page.data_file}: {error!r}") from error

    def _assembled(self, page: GeneratedPage) -> Assembled:
        skeleton = run(PAGE_MACROS[page.macro], self._site, lambda: page.address, page.record)
        key = digest(self._frame(page), skeleton)
        shell = self._kept.find(key)
        if shell is None:
            shell = self._make_shell(page, skeleton)
            self._kept.keep(key, shell)
        html = self._site.parts.pop(page.address).fill(shell.html)
        self._write(f"{page.address}index.html", html.encode("utf-8", errors="xmlcharrefreplace"))
        return Assembled(shell.entries, shell.scripts, key)
