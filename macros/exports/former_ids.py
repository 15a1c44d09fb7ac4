"""API files at the former ids of records: each names the present id and page."""

from __future__ import annotations

from collections.abc import Iterator

from macros.addresses import FormerId, address, former_ids
from macros.exports.envelope import envelope_of_one
from macros.knowledge import Knowledge
from macros.tables import Column, Table
from macros.tables.answers import ANSWERS

FORMER_IDS = Table[FormerId](
    "former-ids",
    "Where a record with a former id is now",
    (
        Column("id", "The id that the record had before."),
        Column("moved_to", "The id it has now.", "record"),
        Column(
            "url", "The address of its page, from the site's root.", lambda former: address(former.kind, former.record)
        ),
    ),
)
"""The columns of such a file; it has one row. Only these files have `moved_to`."""


def names(knowledge: Knowledge) -> Iterator[tuple[FormerId, str]]:
    """Each former id with the names of its files, below api/v1/."""
    for former in former_ids(knowledge.records):
        yield former, f"{former.kind}/{former.id}.json"
        if former.kind == "models":
            yield former, f"{ANSWERS.name}/{former.id}.json"


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Name below api/v1/ and content of each file."""
    for former, name in names(knowledge):
        yield name, envelope_of_one([FORMER_IDS.row(former)])
