"""Verdicts of support matrices, a row each."""

from __future__ import annotations

from macros.columns.column import AS_OF, LOCATOR, SOURCE, Column, Table
from macros.facts import Verdict

GUIDELINES = Table[Verdict](
    Verdict,
    "support",
    "Every verdict of a support matrix, a row each",
    (
        Column("id", "Names the verdict for good: matrix, family, accelerator, column."),
        Column("family", "The model family.", kind="families"),
        Column("accelerator", "The accelerator.", kind="accelerators"),
        Column("core_architecture", "The generation of core the matrix is for.", vocabulary="core_architecture"),
        Column("framework", "The framework of the column.", kind="frameworks"),
        Column("workload", "What the model is run for.", vocabulary="workload"),
        Column("fit", "How well the hardware suits the family.", vocabulary="fit"),
        Column("fit_as_published", "The same as the source prints it.", "row.fit", beside="fit"),
        Column("status", "What the framework does with the family.", vocabulary="status"),
        Column("status_as_published", "The same as the source prints it.", beside="status"),
        SOURCE,
        LOCATOR,
        AS_OF,
    ),
    lambda known: known.guidelines,
)

WORKLOAD_INFERRED: Column[Verdict] = Column("workload_inferred", "Why this workload.", absent="no", beside="workload")
"""Of pages only."""
