"""The addresses of all pages, the former addresses that redirect, and the list of addresses that were ever published.

Addresses begin with a slash, which is the site's root, as in `data/redirects.yml`. The list is a file beside the
schemas, to which `make fix` only adds. Without it, as in a new fork, no address can be missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from macros.addresses import WITHOUT_RECORDS, address, section
from macros.kinds import WITH_PAGES
from macros.loading import Records

LIST = "schemas/published-addresses.txt"
"""An address a line, sorted; pages only."""


@dataclass(frozen=True)
class FormerId:
    """An id that a record had before."""

    kind: str
    id: str
    record: str
    """The id it has now."""
    index: int
    """Its place in the record's list."""

    @property
    def address(self) -> str:
        """Where the record's page was."""
        return f"/{address(self.kind, self.id)}"


@dataclass(frozen=True)
class Move:
    """A former address and where its page is now."""

    moved_from: str
    to: str
    reason: str


def pages(records: Records) -> frozenset[str]:
    lists = (section(kind) for kind in WITH_PAGES)
    own = (address(kind, record) for kind in WITH_PAGES for record in records.of(kind))
    return frozenset(f"/{page}" for page in ("", *lists, *WITHOUT_RECORDS, *own))


def former_ids(records: Records) -> Iterator[FormerId]:
    """Every former id, in the order of the records."""
    for kind, record_id, record in records.walk():
        for index, former in enumerate(getattr(record, "former_ids", ())):
            yield FormerId(kind, former, record_id, index)


def moves(records: Records) -> Iterator[Move]:
    """Every former address: those of `data/redirects.yml`, then those of former ids."""
    for redirect in records.redirects.redirects:
        yield Move(redirect.moved_from, redirect.to, redirect.reason)
    for former in former_ids(records):
        reason = f"The id {former.id} is now {former.record}."
        yield Move(former.address, f"/{address(former.kind, former.record)}", reason)


def kind_at(published: str) -> tuple[str, str] | None:
    """The kind and the id of the record whose page has, or had, an address; None if no record's."""
    for folder, kind in WITH_PAGES.items():
        start = f"/{section(folder)}"
        record = published.removeprefix(start).removesuffix("/")
        if published.startswith(start) and record and record.count("/") < kind.depth:
            return folder, record
    return None


def read_list(project: Path) -> Sequence[str] | None:
    """The lines of a project's list; None where it has none."""
    file = project / LIST
    return file.read_text("utf-8", errors="replace").splitlines() if file.is_file() else None
