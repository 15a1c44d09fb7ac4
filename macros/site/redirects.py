"""What stands at former addresses: a page that sends the reader on, and its Markdown twin."""

from __future__ import annotations

from collections.abc import Iterator

from macros.addresses import moves, root_of
from macros.facts import Knowledge
from macros.rendering import Renderer
from macros.site.csp import apply_csp, inline_scripts, policy


def files(knowledge: Knowledge, renderer: Renderer) -> Iterator[tuple[str, bytes]]:
    """Two files for each former address: their paths from the site's root, and their contents."""
    for move in moves(knowledge.records):
        page = move.moved_from.removeprefix("/")
        target = root_of(page) + move.to.removeprefix("/")
        html = renderer.render("redirect.html", page, target=target, move=move, policy=policy())
        yield f"{page}index.html", apply_csp(html, inline_scripts(html)).encode()
        yield f"{page}index.md", f"This page is now at [{move.to}]({target}index.md).\n".encode()
