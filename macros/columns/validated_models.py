"""Validated examples, a row for each architecture and task."""

from __future__ import annotations

from macros.columns.column import AS_OF, LOCATOR, SOURCE, Column, Table
from macros.facts import ValidatedPair


def settings_of(pair: ValidatedPair) -> str | None:
    """The settings of an example in one text; None where there are none."""
    return "; ".join(f"{one.name} {one.value} ({one.place})" for one in pair.row.settings) or None


VALIDATED_MODELS = Table[ValidatedPair](
    ValidatedPair,
    "validated-models",
    "Validated examples, a row for each architecture and task",
    (
        Column("architecture", "The model architecture as the source prints it.", "as_published"),
        Column("task", "The task as the source prints it."),
        Column("framework", "The framework the examples are for.", kind="frameworks"),
        Column("status", "How we read the mark.", vocabulary="status"),
        Column("status_as_published", "The mark itself.", "mark", beside="status"),
        SOURCE,
        AS_OF,
        Column("model", "The checkpoint of the example. Null where none is named.", kind="models", absent="none named"),
        Column("workload", "What the example does. Null where it is not stated.", vocabulary="workload"),
        Column("dataset", "What it trains on. Null where none is named.", kind="datasets", absent="none named"),
        Column(
            "settings",
            "Its settings, each with its place in the source.",
            settings_of,
            absent="none stated",
            beside="task",
        ),
        LOCATOR,
    ),
    lambda known: known.validated,
)
