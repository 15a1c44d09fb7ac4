"""What was taken in: which rows of each table of extracted facts became records, and which were left out."""

from __future__ import annotations

from macros.schema.base import Count, Listing, NonEmpty, Record, Text


class Carried(Record):
    """Rows that now stand in records."""

    kind: Text
    """A folder of the data, then the lists inside its records, with dots: benchmarks.rows."""
    rows: Count


class LeftOut(Record):
    """Rows that stand in no record, and why."""

    rows: Count
    reason: Text


class IntakeTable(Record):
    """A table of extracted facts, every row of it accounted for."""

    table: Text
    rows: Count
    carried: Listing[Carried] = ()
    left_out: Listing[LeftOut] = ()


class Intake(Record):
    """`data/intake.yml`."""

    tables: NonEmpty[IntakeTable]
