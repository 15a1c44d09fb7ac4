"""Validated examples, a row for each architecture and task."""

from __future__ import annotations

from macros.knowledge import ValidatedPair
from macros.tables.column import AS_OF, SOURCE, Column, Table

VALIDATED_MODELS = Table[ValidatedPair](
    "validated-models",
    "Validated examples, a row for each architecture and task",
    (
        Column("architecture", "The model architecture as the source prints it.", "as_published"),
        Column("task", "The task as the source prints it."),
        Column("framework", "The framework the examples are for.", kind="frameworks"),
        Column("status", "How we read the mark.", vocabulary="status"),
        Column("status_as_published", "The mark itself.", "mark"),
        SOURCE,
        AS_OF,
    ),
    lambda known: known.validated,
)
