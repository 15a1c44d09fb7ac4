"""One file of the API for each record that has a page, and one at each of its former ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from macros.addresses import FormerId, address, former_ids
from macros.columns import Column, Row, Table
from macros.columns.answers import ANSWERS, TODAY
from macros.facts import Knowledge
from macros.outputs.serialize import envelope_of_one
from macros.schema.base import Record
from macros.schema.kinds import WITH_PAGES

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


FORMER_IDS = Table[FormerId](
    FormerId,
    "former-ids",
    "Where a record with a former id is now",
    (
        Column("id", "The id that the record had before."),
        Column("moved_to", "The id it has now.", "record"),
        Column(
            "url",
            "The address of its page, from the site's root.",
            lambda former: address(former.kind, former.record),
            holds=str,
        ),
    ),
)
"""The columns of a file at a former id; it has one row. Only these files have `moved_to`."""


OF_ONE_MODEL: Sequence[Table[Any]] = (ANSWERS, TODAY)
"""Tables with a file for each model."""


def former_names(knowledge: Knowledge) -> Iterator[tuple[FormerId, str]]:
    """Each former id with the names of its files, below api/v1/."""
    for former in former_ids(knowledge.records):
        yield former, f"{former.kind}/{former.id}.json"
        if former.kind == "models":
            yield from ((former, f"{table.name}/{former.id}.json") for table in OF_ONE_MODEL)


def files_of_former_ids(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Name below api/v1/ and content of the file at each former id."""
    for former, name in former_names(knowledge):
        yield name, envelope_of_one([FORMER_IDS.row(former)])
