"""Datasets: what models were tested with."""

from __future__ import annotations

from macros.columns.column import Column
from macros.pages.entries import COVERAGE, TESTED, Entry, fact, own
from macros.pages.records import RecordPages
from macros.schema.models import Dataset

PAGES = RecordPages[Entry[Dataset]](
    "datasets",
    order=lambda one: (-one.count("configurations"), one.id),
    columns=(
        TESTED,
        fact("models", "coverage.models", kind=None),
        Column("newest", "The newest test.", "coverage.newest", absent="not tested"),
        COVERAGE,
        own(Dataset, "url", absent="not published"),
        own(Dataset, "related", label="Not the same as"),
    ),
    listed="task configurations models newest",
    facts="task coverage url other_names related",
    facets="task",
    caption="The most used first.",
)
