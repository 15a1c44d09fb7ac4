"""Where each record is shown, former addresses that redirect, and the list of addresses that were ever published.

`section` and `address` give addresses without a leading slash. Former and published addresses begin with a slash, which
is the site's root, as in `data/redirects.yml`. The list of published addresses is a file to which `make fix` only adds;
without it, as in a new fork, no address can be missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from macros.loading import Records
from macros.schema.kinds import KINDS, WITH_PAGES

LIST = "schemas/published-addresses.txt"
"""An address a line, sorted; pages only."""

WITHOUT_RECORDS = (
    "families/guidelines/",
    "check/",
    "explore/",
    "memory/",
    "support/",
    "changes/",
    "data/",
    "data/recipes/",
    "contribute/",
    "contribute/samples/",
    "contribute/vendor/",
    "contribute/maintain/",
)
"""Pages that are not the list of a kind."""


def section(kind: str) -> str:
    return f"{KINDS[kind].section or kind}/"


def address(kind: str, record: str) -> str:
    """The address of the page that a record has, or would have; or its place on the page of its kind."""
    return f"{section(kind)}{record}/" if kind in WITH_PAGES else f"{section(kind)}#{record}"


def place_of(records: Records, kind: str, record_id: str) -> str:
    """Where a record is shown: its page, or its place on a page that it shares with the others in its file."""
    page = records.shared_page(kind, record_id)
    return f"{section(kind)}{page}/#{record_id}" if page else address(kind, record_id)


def with_page(records: Records, kind: str) -> Sequence[str]:
    """What has a page of a kind: the ids of records, and the names of files whose records share one."""
    if not KINDS[kind].shares_page:
        return list(records.of(kind))
    return sorted({records.shared_page(kind, record_id) or record_id for record_id in records.of(kind)})


def root_of(page: str) -> str:
    """The way from a page's address back to the root: what every link on it starts with."""
    return "../" * page.count("/") or "./"


@dataclass(frozen=True)
class FormerId:
    """An id that a record had before."""

    kind: str
    id: str
    record_id: str
    """The id it has now."""
    index: int
    """Its place in the record's list."""

    @property
    def address(self) -> str:
        """Where the record's page was."""
        return f"/{address(self.kind, self.id)}"


def pages(records: Records) -> frozenset[str]:
    lists = (section(kind) for kind in WITH_PAGES)
    own = (address(kind, record) for kind in WITH_PAGES for record in with_page(records, kind))
    return frozenset(f"/{page}" for page in ("", *lists, *WITHOUT_RECORDS, *own))


def former_ids(records: Records) -> Iterator[FormerId]:
    """Every former id, in the order of the records."""
    for kind, record_id, record in records.walk():
        for index, former in enumerate(getattr(record, "former_ids", ())):
            yield FormerId(kind, former, record_id, index)


class Move(NamedTuple):
    """An address that leads elsewhere. Both begin with a slash."""

    moved_from: str
    to: str
    reason: str


def moves(records: Records) -> Iterator[Move]:
    """Every former address: those of `data/redirects.yml`, of former ids, and of records that share a page."""
    yield from (Move(one.moved_from, one.to, one.reason) for one in records.redirects.redirects)
    for former in former_ids(records):
        reason = f"The id {former.id} is now {former.record_id}."
        yield Move(former.address, f"/{place_of(records, former.kind, former.record_id)}", reason)
    for name in records.tables:
        kind, _, record_id = name.partition("/")
        if records.shared_page(kind, record_id):
            to = f"/{place_of(records, kind, record_id)}"
            yield Move(f"/{address(kind, record_id)}", to, "It shares a page with others of its repository.")


def kind_at(published: str) -> tuple[str, str] | None:
    """The kind and the id of the record whose page has, or had, an address; None if no record's."""
    for folder, kind in WITH_PAGES.items():
        start = f"/{section(folder)}"
        record_id = published.removeprefix(start).removesuffix("/")
        if published.startswith(start) and record_id and record_id.count("/") < kind.depth:
            return folder, record_id
    return None


def read_list(project: Path, name: str = LIST) -> Sequence[str]:
    """The lines of a project's list of what was published; none where it has no such list."""
    file = project / name
    return file.read_text("utf-8", errors="replace").splitlines() if file.is_file() else ()
