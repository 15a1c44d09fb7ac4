"""Generated pages, from their records to HTML: what Markdown and the theme make of them, and the parts in that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from macros.keeping import Piece, Write
from macros.page_macros import PAGE_MACROS, run
from macros.pages import GeneratedPage
from macros.site import Site


@dataclass(frozen=True)
class Shell:
    """A page as the theme shows it, with places for the parts that are rendered last."""

    html: str
    entries: Sequence[Mapping[str, Any]]
    """What the site search is to know of it."""
    scripts: frozenset[str]
    """The hashes of the scripts it has in itself."""


MakeShell = Callable[[GeneratedPage, str], Shell]
"""What the site builder makes of a page and its Markdown."""
Frame = Callable[[GeneratedPage], str]
"""What stands around a page's facts, as text: equal where that is."""


def name_of(page: GeneratedPage) -> str:
    """The name of a page among the pieces."""
    return f"page/{page.address}"


def page_piece(site: Site, make_shell: MakeShell, frame: Frame, page: GeneratedPage) -> Piece:
    """The piece for a generated page. It tells `entries` and `scripts`, as its shell has them."""
    work = partial(_write_page, site, make_shell, page)
    return Piece(name_of(page), work, partial(frame, page), page.data_file)


def _write_page(site: Site, make_shell: MakeShell, page: GeneratedPage, write: Write) -> Mapping[str, Any]:
    skeleton = run(PAGE_MACROS[page.macro], site, lambda: page.address, page.record)
    shell = make_shell(page, skeleton)
    write(f"{page.address}index.html", [site.parts.pop(page.address).filled(shell.html)])
    return {"entries": list(shell.entries), "scripts": sorted(shell.scripts)}
