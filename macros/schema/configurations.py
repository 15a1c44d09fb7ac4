"""Tested configurations: one file per source and release, a header that its rows share, one row a line."""

from __future__ import annotations

from typing import Annotated

from pydantic.dataclasses import dataclass

from macros.schema import ids
from macros.schema.base import CLOSED, Record, Statement, TableRow
from macros.schema.references import Term, Workload
from macros.schema.values import Count, Date, Listing, NonEmpty, Text


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class ConfigurationRow(TableRow):
    """One tested configuration, names as the source spells them."""

    model: ids.PublishedModel
    instance: ids.PublishedInstance
    native: Count | None = None
    """Largest batch size that fitted with the framework alone; absent where it was never published."""
    compiled: Count | None = None
    """The same with the compiler; absent where none was used. Without either, the row says that it ran."""
    dataset: ids.PublishedDataset | None = None
    precision: Annotated[str, Term("precision")] | None = None
    sequence_length: Count | None = None
    instance_count: Count | None = None
    lower_bound: bool = False
    """The largest size that was tried: a larger one may fit."""
    withdrawn: Text | None = None
    """When and how the source withdrew the row."""
    scope: Annotated[str, Term("batch_size_scope")] | None = None
    """Overrides the table's scope; needs `scope_inferred`."""
    scope_inferred: Text | None = None
    variant: Text | None = None
    """Tells apart rows that agree in model, dataset, instance and instance count."""


class ConfigurationTable(Record):
    """A table of the source, with every precondition that its section states."""

    title: Text
    locator: Text
    """Heading and lines of the table in the source."""
    first_line: Count | None = None
    """Line of the table's first row in the source; the rows follow one a line."""
    domain: Annotated[str, Term("category")]
    topology: Annotated[str, Term("topology")] | None = None
    topology_as_published: Text | None = None
    topology_note: Text | None = None
    automatic_mixed_precision: bool | None = None
    sequence_length: Count | None = None
    """Where the section states one for all rows."""
    tested_with: Text | None = None
    """The code that was run, as the section names it."""
    scope: Annotated[str, Term("batch_size_scope")] = "unknown"
    """What the batch sizes of its rows count."""
    notes: Listing[Statement] = ()
    rows: NonEmpty[ConfigurationRow]


class ConfigurationFile(Record):
    """All tables that one source gives for one release."""

    source: ids.SourceId
    release: ids.ReleaseId
    as_of: Date
    as_of_basis: Text
    as_of_inferred: bool = False
    workload: Workload
    scope_basis: Statement | None = None
    """What the source says a batch size counts."""
    tables: NonEmpty[ConfigurationTable]
