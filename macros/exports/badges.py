"""An SVG badge for each model, for use on other sites: what was tested, and as of when."""

from __future__ import annotations

from collections.abc import Iterator

from macros.exports.writing import File, Render
from macros.knowledge import Knowledge, badges


def files(knowledge: Knowledge, render: Render) -> Iterator[File]:
    """For each model and each of its former ids: the path of the badge from the site's root, and the picture."""
    for model, record in knowledge.records.models.items():
        badge = badges.badge(knowledge, model)
        svg = render("badge.svg", badge.path, badge=badge, label=badges.NAME, margin=badges.MARGIN).encode()
        # Where a picture was embedded, a redirect would show nothing: the badge stays at former addresses.
        yield from ((badges.path(name), svg) for name in (model, *record.former_ids))
