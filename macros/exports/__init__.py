"""What programs fetch from the built site, made from the same facts as the pages."""

from __future__ import annotations

from collections.abc import Iterator

from macros.exports import api
from macros.knowledge import Knowledge


def exports(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Every file to publish: its path from the site's root, and its content."""
    yield from api.files(knowledge)
