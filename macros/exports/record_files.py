"""One file of the API for each record that has a page."""

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
"""In the API, the field `url` of the data: there, `url` is the address of the page on this site."""


def name(kind: str, record: str) -> str:
    """The file of a record, below api/v1/."""
    return f"{kind}/{record}.json"


def row(kind: str, item: tuple[str, Record]) -> Row:
    """A record with its id, as published: id, fields, and the address of its page."""
    record_id, record = item
    fields = record.model_dump()
    elsewhere = {ELSEWHERE: fields["url"]} if "url" in fields else {}
    return {"id": record_id, **fields, "url": address(kind, record_id), **elsewhere}


def template(kind: str) -> str:
    """The address of any record of a kind, below api/v1/."""
    return f"{kind}/{{id}}.json"
