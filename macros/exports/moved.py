"""What the API has for a former id of a record: in place of each file that the record had, where it is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from macros.addresses import address
from macros.exports import answers
from macros.exports.columns import Column
from macros.exports.envelope import envelope_of_one
from macros.knowledge import Knowledge
from macros.published import FormerId

COLUMNS: Mapping[str, Column] = {
    "id": Column("The id that the record had before."),
    "moved_to": Column("The id it has now."),
    "url": Column("The address of its page, from the site's root."),
}
"""Of the one entry. `moved_to` is in no record's file."""


def names(knowledge: Knowledge) -> Iterator[tuple[FormerId, str]]:
    """Each former id with the names below api/v1/ of the files that its record had."""
    for former in knowledge.former_ids():
        yield former, f"{former.kind}/{former.id}.json"
        if former.kind == "models":
            yield former, answers.name(former.id)


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Every such file: its name below api/v1/, and its content."""
    for former, name in names(knowledge):
        row = {"id": former.id, "moved_to": former.record, "url": address(former.kind, former.record)}
        yield name, envelope_of_one([row])
