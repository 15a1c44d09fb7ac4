"""Where each record is shown: addresses from the site's root, without a leading slash."""

from __future__ import annotations

from macros.kinds import KINDS, WITH_PAGES

WITHOUT_RECORDS = (
    "explore/",
    "memory/",
    "support/",
    "changes/",
    "changes/facts/",
    "data/",
    "contribute/",
    "contribute/records/",
    "contribute/samples/",
    "contribute/maintain/",
)
"""Pages that are not the list of a kind."""


def section(kind: str) -> str:
    """The address of the list of all records of a kind."""
    return f"{KINDS[kind].section or kind}/"


def address(kind: str, record: str) -> str:
    """The address of the page, or the place on a page, that shows a record."""
    return f"{section(kind)}{record}/" if kind in WITH_PAGES else f"{section(kind)}#{record}"


def root_of(page: str) -> str:
    """The way from a page's address back to the root: what every link on it starts with."""
    return "../" * page.count("/") or "./"
