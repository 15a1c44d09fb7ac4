"""One file of the API for each record that has a page: the record as it stands in its list, by itself."""

from __future__ import annotations

from collections.abc import Mapping

from macros.addresses import address
from macros.kinds import WITH_PAGES
from macros.schema.base import Record
from macros.tables import Row

RECORD_TYPES: Mapping[str, type[Record]] = {
    folder: kind.record for folder, kind in WITH_PAGES.items() if folder != "comparisons"
}
"""By kind: the type of its records. Comparisons are left out: comparisons/<id>.json holds a table."""

ELSEWHERE = "outside_url"
"""What the data calls the url of a record: in the API, url is the address of its page here."""


def name(kind: str, record: str) -> str:
    """The file of a record, below api/v1/."""
    return f"{kind}/{record}.json"


def row(kind: str, record_id: str, record: Record) -> Row:
    """A record as published: its id, its fields, and the address of its page."""
    fields = record.model_dump()
    elsewhere = {ELSEWHERE: fields["url"]} if "url" in fields else {}
    return {"id": record_id, **fields, "url": address(kind, record_id), **elsewhere}


def template(kind: str) -> str:
    """The address of any record of a kind, below api/v1/."""
    return f"{kind}/{{id}}.json"
