"""Rules on redirects and on links in the list of changes: their targets are pages."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, rule
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.published import moves, pages


@rule("redirects-arrive")
def redirects_lead_to_pages(records: Records) -> Iterator[Finding]:
    """The target of a redirect is a page, its origin is not, and no two redirects have the same origin."""
    addresses = pages(records)
    targets = {move.moved_from: move.to for move in moves(records)}
    moved: set[str] = set()
    for index, redirect in enumerate(records.redirects.redirects):
        path = ("redirects", index)
        if redirect.moved_from in addresses:
            message = f"expected an address that no page has, got {redirect.moved_from}"
            yield Finding("redirects", (*path, "from"), message)
        if redirect.moved_from in moved:
            yield Finding("redirects", (*path, "from"), f"expected each address once, got {redirect.moved_from} again")
        moved.add(redirect.moved_from)
        if redirect.to not in addresses:
            message = f"expected the address of a page, got {redirect.to}"
            moved_on = f"that page is now at {targets[redirect.to]}" if redirect.to in targets else ""
            hint = moved_on or did_you_mean(redirect.to, tuple(addresses))
            yield Finding("redirects", (*path, "to"), message, hint)


@rule("changes-arrive")
def changes_link_to_pages(records: Records) -> Iterator[Finding]:
    """The addresses in the list of changes are pages."""
    addresses = pages(records)
    for index, change in enumerate(records.atlas.changes):
        for position, page in enumerate(change.pages):
            if page not in addresses:
                message = f"expected the address of a page, got {page}"
                path = ("changes", index, "pages", position)
                yield Finding("atlas", path, message, did_you_mean(page, tuple(addresses)))
