"""The reference pages: files, columns and envelope of the API, folders of records, closed vocabularies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from macros.columns import TABLES, Table
from macros.columns.files import ENVELOPE, EnvelopeField, envelope_header
from macros.facts import Knowledge
from macros.schema.atlas import Vocabulary
from macros.schema.kinds import KINDS, Kind


def revision(knowledge: Knowledge) -> str:
    """The revision of the data, beside the files of the API, which are known once they are written."""
    return knowledge.revision


def envelope(knowledge: Knowledge) -> Sequence[tuple[EnvelopeField, str | int | None]]:
    """The fields around every list, with their values in this build; None where the value differs from file to file."""
    header = envelope_header(knowledge.revision, None)
    return [(field, header.get(field.name)) for field in ENVELOPE]


def columns(_: Knowledge, name: str) -> Table[Any]:
    return TABLES[name]


def kinds(knowledge: Knowledge) -> Sequence[tuple[Kind[Any], Sequence[str]]]:
    """Every kind of record with the ids of its records."""
    return [(kind, list(knowledge.records.of(folder))) for folder, kind in KINDS.items()]


def vocabularies(knowledge: Knowledge, *names: str) -> Mapping[str, Vocabulary]:
    """By the name of the field: those that are named, else all."""
    found = knowledge.records.vocabularies
    return {name: found[name] for name in names or found}
