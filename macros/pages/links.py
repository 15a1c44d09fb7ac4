"""Links to the pages that show records of any kind."""

from __future__ import annotations

from dataclasses import dataclass

from macros.addresses import address, section
from macros.facts import Knowledge
from macros.kinds import WITH_PAGES


@dataclass(frozen=True)
class PageLink:
    """A text that leads to a page of this site."""

    title: str
    address: str | None
    """From the site's root; None where no page shows it."""


@dataclass(frozen=True)
class Counted:
    """A number of something that has a page, such as 4 × Anvil."""

    count: int
    kind: str
    record: str


def link_to(knowledge: Knowledge, kind: str, record: str) -> PageLink:
    """A link to what shows a record."""
    found = knowledge.records.of(kind)[record]
    title = knowledge.sdk_name(record) if kind == "sdks" else None
    names = (title, getattr(found, "title", None), getattr(found, "name", None))
    return PageLink(next(filter(None, names), record), page_of(knowledge, kind, record))


def page_of(knowledge: Knowledge, kind: str, record: str) -> str | None:
    """The page that shows a record of any kind, from the site's root; None where no page does."""
    if kind in WITH_PAGES:
        return address(kind, record)
    if kind == "support":
        return f"{section('families')}#{record}"
    if kind == "platforms":
        return "support/"
    if kind == "configurations":
        return address("releases", knowledge.records.configurations[record].release)
    if kind == "validated":
        return address("frameworks", knowledge.records.validated[record].framework)
    return None
