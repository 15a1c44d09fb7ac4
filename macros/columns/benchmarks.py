"""Measurements, a row each, with every setting and figure as published."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from macros.columns.column import AS_OF, LOCATOR, SOURCE, Column, Table
from macros.facts import Benchmark
from macros.schema.benchmarks import BENCHMARK_FIELDS


def _column(field: str, **others: Any) -> Column[Benchmark]:
    """A field of a row as a column, described by its annotation; `others` are arguments of `Column` that differ."""
    about = BENCHMARK_FIELDS[field]
    column: Column[Benchmark] = Column(
        field,
        about.meaning,
        f"row.{field}",
        unit=about.unit,
        vocabulary=field if about.role == "unit" else None,
        absent=about.absent,
        better=about.better,
        label=about.label,
    )
    return replace(column, **others)


SOFTWARE = ("framework_version", "sdk")
"""Columns beside that of the framework."""

SETTINGS_AND_FIGURES = tuple(
    _column(field)
    for field, about in BENCHMARK_FIELDS.items()
    if about.role not in ("place", "subject", "spelling", "note") and field not in SOFTWARE
)

BENCHMARKS = Table[Benchmark](
    Benchmark,
    "benchmarks",
    "Every published measurement, a row each",
    (
        Column("id", "Names the row for good: result table and line."),
        Column("table", "The result table it stands in.", "file_id", kind="benchmarks"),
        Column("table_kind", "What the result table is about.", "file.table", vocabulary="benchmark_table"),
        Column("model", "The model, under its one name here.", kind="models"),
        _column("model_as_published", get=lambda found: found.row.model_as_published or found.row.model, holds=str),
        Column("architecture", "The model's architecture.", kind="architectures"),
        Column(
            "family",
            "The model's family. Null where the guidelines name none for it.",
            kind="families",
            absent="none named",
        ),
        _column("framework", get="", kind="frameworks"),
        _column(
            "framework_as_published",
            get=lambda found: found.row.framework_as_published or found.file.framework_as_published,
            holds=str | None,
        ),
        *map(_column, SOFTWARE),
        Column("workload", "What the model was run for.", vocabulary="workload"),
        _column("instances", get="named_instances", kind="instances"),
        _column("instance_inferred"),
        Column(
            "accelerators", "The accelerators those instance types carry.", kind="accelerators", absent="none named"
        ),
        *SETTINGS_AND_FIGURES,
        Column("statistic", "What the source says of the statistic of its figures.", "file.statistic"),
        Column(
            "published",
            "Whether readers of the source see the row. If not, it may once have been shown, or never.",
            "file.published",
        ),
        _column("doubt"),
        SOURCE,
        LOCATOR,
        AS_OF,
        Column(
            "repeats",
            "The id of the row that is counted for the same run, which another table prints too. Null: this row is.",
            absent="none",
        ),
    ),
    lambda known: known.benchmarks,
)
