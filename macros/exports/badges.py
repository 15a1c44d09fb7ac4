"""A badge for each model, for pages elsewhere: what was tested, and as of when."""

from __future__ import annotations

from collections.abc import Iterator

from macros.knowledge import Knowledge
from macros.rendering import Renderer
from macros.views import badges


def files(knowledge: Knowledge, renderer: Renderer, model: str) -> Iterator[tuple[str, bytes]]:
    """For a model, and for each of its former ids: the path of the badge from the site's root, and the picture."""
    badge = badges.badge(knowledge, model)
    svg = renderer.render("badge.svg", badge.path, badge=badge, label=badges.NAME, margin=badges.MARGIN).encode()
    yield badge.path, svg
    # Where a picture was embedded, a redirect would show nothing.
    yield from ((badges.path(former), svg) for former in knowledge.records.models[model].former_ids)
