"""What the API has for a former id of a record: in place of each file that the record had, where it is now."""

from __future__ import annotations

from collections.abc import Iterator

from macros.addresses import address
from macros.exports.envelope import envelope_of_one
from macros.knowledge import Knowledge
from macros.published import FormerId
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
"""Of the one row in each such file. No file of a record has `moved_to`."""


def names(knowledge: Knowledge) -> Iterator[tuple[FormerId, str]]:
    """Each former id with the names below api/v1/ of the files that its record had."""
    for former in knowledge.former_ids():
        yield former, f"{former.kind}/{former.id}.json"
        if former.kind == "models":
            yield former, f"{ANSWERS.name}/{former.id}.json"


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Every such file: its name below api/v1/, and its content."""
    for former, name in names(knowledge):
        yield name, envelope_of_one([FORMER_IDS.row(former)])
