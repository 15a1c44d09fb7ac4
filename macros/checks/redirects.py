"""A redirect leads from an address that no page has to one that a page has; changes point at pages."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.published import moves, pages


def _check(records: Records) -> Iterator[Finding]:
    there = pages(records)
    now = {move.moved_from: move.to for move in moves(records)}
    moved: set[str] = set()
    for index, redirect in enumerate(records.redirects.redirects):
        place = ("redirects", index)
        if redirect.moved_from in there:
            message = f"expected an address that no page has, got {redirect.moved_from}"
            yield Finding("redirects", (*place, "from"), message)
        if redirect.moved_from in moved:
            yield Finding("redirects", (*place, "from"), f"expected each address once, got {redirect.moved_from} again")
        moved.add(redirect.moved_from)
        if redirect.to not in there:
            message = f"expected the address of a page, got {redirect.to}"
            moved_on = f"that page is now at {now[redirect.to]}" if redirect.to in now else ""
            yield Finding("redirects", (*place, "to"), message, moved_on or did_you_mean(redirect.to, tuple(there)))


def _check_changes(records: Records) -> Iterator[Finding]:
    there = pages(records)
    for index, change in enumerate(records.atlas.changes):
        for position, page in enumerate(change.pages):
            if page not in there:
                message = f"expected the address of a page, got {page}"
                place = ("changes", index, "pages", position)
                yield Finding("atlas", place, message, did_you_mean(page, tuple(there)))


REDIRECTS_ARRIVE = Rule("redirects-arrive", "A redirect leads from no page to a page.", _check)
CHANGES_ARRIVE = Rule("changes-arrive", "A change of the data points at pages that there are.", _check_changes)
