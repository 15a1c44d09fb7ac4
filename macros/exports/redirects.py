"""What stands at former addresses: a page that sends the reader on, and its Markdown twin."""

from __future__ import annotations

from collections.abc import Iterator

from macros.addresses import root_of
from macros.loading import Records
from macros.policy import guarded, inline_scripts, policy
from macros.published import moves
from macros.rendering import Renderer


def files(records: Records, renderer: Renderer) -> Iterator[tuple[str, bytes]]:
    """Two files for each former address: their paths from the site's root, and their contents."""
    for move in moves(records):
        page = move.moved_from.removeprefix("/")
        target = root_of(page) + move.to.removeprefix("/")
        html = renderer.render("redirect.html", page, target=target, move=move, policy=policy())
        yield f"{page}index.html", guarded(html, inline_scripts(html)).encode()
        yield f"{page}index.md", f"This page is now at [{move.to}]({target}index.md).\n".encode()
