"""API files at the former ids of records: each names the present id and page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from macros.addresses import FormerId, address, former_ids
from macros.exports.envelope import envelope_of_one
from macros.knowledge import Knowledge
from macros.tables import Column, Table
from macros.tables.answers import ANSWERS
from macros.tables.runs_today import TODAY

OF_ONE_MODEL: Sequence[Table[Any]] = (ANSWERS, TODAY)
"""Tables with a file for each model."""

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
            yield from ((former, f"{table.name}/{former.id}.json") for table in OF_ONE_MODEL)


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Name below api/v1/ and content of each file."""
    for former, name in names(knowledge):
        yield name, envelope_of_one([FORMER_IDS.row(former)])
