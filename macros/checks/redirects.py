"""A redirect leads from an address that no page has to one that a page has."""

from __future__ import annotations

from collections.abc import Iterator

from macros.addresses import OWN_PAGE, address, section
from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.problems import did_you_mean


def _check(records: Records) -> Iterator[Finding]:
    pages = {"/", *(f"/{section(kind)}" for kind in OWN_PAGE)}
    pages |= {f"/{address(kind, record)}" for kind in OWN_PAGE for record in records.of(kind)}
    for index, redirect in enumerate(records.redirects.redirects):
        place = ("redirects", index)
        if redirect.moved_from in pages:
            message = f"expected an address that no page has, got {redirect.moved_from}"
            yield Finding("redirects", (*place, "from"), message)
        if redirect.to not in pages:
            message = f"expected the address of a page, got {redirect.to}"
            yield Finding("redirects", (*place, "to"), message, did_you_mean(redirect.to, tuple(pages)))


REDIRECTS_ARRIVE = Rule("redirects-arrive", "A redirect leads from no page to a page.", _check)
