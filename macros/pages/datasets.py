"""Datasets: what models were tested with."""

from __future__ import annotations

from macros.columns.column import Column
from macros.pages.entries import COVERAGE, TESTED, Entry, own
from macros.pages.records import RecordPages
from macros.schema.models import Dataset

TASK = own(Dataset, "task", meaning="What models are trained for with it.")

PAGES = RecordPages[Entry[Dataset]](
    "datasets",
    order=lambda one: (-one.count("configurations"), one.id),
    columns=(
        TASK,
        TESTED,
        Column("models", "Models tested with it.", "coverage.models", absent="–"),
        Column("newest", "The newest test.", "coverage.newest", absent="not tested"),
    ),
    facts=(
        TASK,
        COVERAGE,
        own(Dataset, "url", label="Address", absent="not published"),
        own(Dataset, "other_names"),
        own(Dataset, "related", label="Not the same as"),
    ),
    facets=(TASK,),
    caption="The most used first.",
)
