"""Tables for contributors: the folders of records with their fields, and the closed vocabularies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.kinds import KINDS
from macros.knowledge import Knowledge
from macros.schema.vocabularies import Vocabulary


@dataclass(frozen=True)
class KindLine:
    folder: str
    meaning: str
    count: int
    example: str | None
    """A file of the folder, from the project's root."""
    required: Sequence[str]
    optional: Sequence[str]


def kinds(knowledge: Knowledge) -> Sequence[KindLine]:
    lines = []
    for folder, kind in KINDS.items():
        records = knowledge.records.of(folder)
        fields = kind.record.model_fields
        first = next(iter(records), None)
        lines.append(
            KindLine(
                folder=folder,
                meaning=(kind.record.__doc__ or "").strip(),
                count=len(records),
                example=f"data/{folder}/{first}.yml" if first else None,
                required=[name for name, field in fields.items() if field.is_required()],
                optional=[name for name, field in fields.items() if not field.is_required()],
            )
        )
    return lines


def vocabularies(knowledge: Knowledge) -> Mapping[str, Vocabulary]:
    """Every closed vocabulary, by the name of its field."""
    return knowledge.records.vocabularies
