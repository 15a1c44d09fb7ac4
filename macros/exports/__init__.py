"""What is published besides the pages, made from the same facts."""

from __future__ import annotations

from collections.abc import Iterator

from macros.exports import api, comparing, explorer, names, redirects
from macros.knowledge import Knowledge
from macros.rendering import Renderer


def exports(knowledge: Knowledge, renderer: Renderer) -> Iterator[tuple[str, bytes]]:
    """Every file to publish: its path from the site's root, and its content."""
    yield from api.files(knowledge)
    yield from explorer.files(knowledge, renderer)
    yield from comparing.files(knowledge)
    yield from names.files(knowledge)
    yield from redirects.files(knowledge.records, renderer)
