"""What is published besides the pages, made from the same facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from macros.exports import api, badges, comparing, explorer, feed, licences, names, picture, redirects, robots, twins
from macros.exports.twins.hand_written import WrittenPage
from macros.knowledge import Knowledge
from macros.rendering import Renderer


def exports(
    knowledge: Knowledge, renderer: Renderer, site_url: str = "", written: Sequence[WrittenPage] = ()
) -> Iterator[tuple[str, bytes]]:
    """Every file to publish: its path from the site's root, and its content.

    `site_url` is the site's absolute address with a slash at the end; empty where nobody gave it one.
    `written` are the pages that people write.
    """
    yield from api.files(knowledge)
    yield from explorer.files(knowledge, renderer)
    yield from comparing.files(knowledge)
    yield from names.files(knowledge)
    yield from redirects.files(knowledge.records, renderer)
    yield from badges.files(knowledge, renderer)
    yield from picture.files()
    yield from robots.files(site_url)
    yield from feed.files(knowledge, renderer, site_url)
    yield from licences.files(renderer)
    yield from twins.files(knowledge, written)
