"""Pages at former addresses, which send the reader on."""

from __future__ import annotations

from collections.abc import Iterator

from macros.addresses import root_of
from macros.loading import Records
from macros.rendering import Renderer


def files(records: Records, renderer: Renderer) -> Iterator[tuple[str, bytes]]:
    """A page for each redirect: its path from the site's root, and its content."""
    for redirect in records.redirects.redirects:
        page = redirect.moved_from.removeprefix("/")
        target = root_of(page) + redirect.to.removeprefix("/")
        yield f"{page}index.html", renderer.render("redirect.html", page, target=target, redirect=redirect).encode()
