"""A redirect leads from an address that no page has to one that a page has; changes point at pages."""

from __future__ import annotations

from collections.abc import Iterator

from macros.addresses import OWN_PAGE, WITHOUT_RECORDS, address, section
from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.problems import did_you_mean


def _pages(records: Records) -> frozenset[str]:
    lists = (section(kind) for kind in OWN_PAGE)
    own = (address(kind, record) for kind in OWN_PAGE for record in records.of(kind))
    return frozenset(f"/{page}" for page in ("", *lists, *WITHOUT_RECORDS, *own))


def _check(records: Records) -> Iterator[Finding]:
    pages = _pages(records)
    moved: set[str] = set()
    for index, redirect in enumerate(records.redirects.redirects):
        place = ("redirects", index)
        if redirect.moved_from in pages:
            message = f"expected an address that no page has, got {redirect.moved_from}"
            yield Finding("redirects", (*place, "from"), message)
        if redirect.moved_from in moved:
            yield Finding("redirects", (*place, "from"), f"expected each address once, got {redirect.moved_from} again")
        moved.add(redirect.moved_from)
        if redirect.to not in pages:
            message = f"expected the address of a page, got {redirect.to}"
            yield Finding("redirects", (*place, "to"), message, did_you_mean(redirect.to, tuple(pages)))


def _check_changes(records: Records) -> Iterator[Finding]:
    pages = _pages(records)
    for index, change in enumerate(records.atlas.changes):
        for position, page in enumerate(change.pages):
            if page not in pages:
                message = f"expected the address of a page, got {page}"
                place = ("changes", index, "pages", position)
                yield Finding("atlas", place, message, did_you_mean(page, tuple(pages)))


REDIRECTS_ARRIVE = Rule("redirects-arrive", "A redirect leads from no page to a page.", _check)
CHANGES_ARRIVE = Rule("changes-arrive", "A change of the data points at pages that there are.", _check_changes)
