"""How pages show measurements: the columns of a run, and the cells that several of them share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from macros.addresses import address
from macros.columns.column import Column, chosen
from macros.columns.phrase import PageLink, RecordLink
from macros.columns.runs import BENCHMARKS, THRESHOLD
from macros.facts import Benchmark
from macros.facts.speeds import number_format, software_version
from macros.schema.benchmarks import BenchmarkFile, fields_with_role
from macros.words import as_printed

IN_HARDWARE = ("accelerator_count", "nodes")
"""Settings that the column of hardware says."""

OPENED = ("machine", "doubt", "instance_inferred")
"""Long words, which open on demand."""

COUNTS = frozenset(fields_with_role("choice")) - {"request_rate"}
"""Settings whose labels say what is counted."""

SETTINGS = tuple(name for name in fields_with_role("work", "choice") if name not in (*IN_HARDWARE, *OPENED))
OTHER_FIGURES = tuple(name for name in fields_with_role("figure") if name != "throughput")


def _framework(fact: Benchmark) -> RecordLink | str | None:
    if fact.framework:
        return RecordLink("frameworks", fact.framework)
    printed = fact.framework_as_published
    return as_printed(printed) if printed else None


def shown_by_source(file: BenchmarkFile) -> str:
    """Whether readers of the source see a table."""
    return "yes" if file.published else f"no longer, since {file.removed}" if file.removed else "no"


def _hidden(file: BenchmarkFile) -> str:
    return f"no longer shows it, since {file.removed}" if file.removed else "does not show it"


def _repeats(fact: Benchmark) -> PageLink | None:
    if fact.repeats is None:
        return None
    return PageLink("another table", address("benchmarks", fact.repeats.rpartition("/")[0]))


def _short(name: str, **others: Any) -> Column[Benchmark]:
    """A column of the API as a cell has it; `others` are arguments of `Column` that differ."""
    (column,) = chosen(BENCHMARKS.columns, [name])
    return replace(column, unit=None if name in COUNTS else column.unit, **others)


MEASURED: Sequence[Column[Benchmark]] = (
    Column("hardware", "What it ran on: instance types, else accelerators and their number.", absent="not known"),
    _short("throughput_unit", beside="throughput"),
    THRESHOLD,
    _short("latency_basis", label="Latency is"),
    *map(_short, SETTINGS),
    _short("submitter", look=as_printed),
    _short("requests_per_s", label="Answered"),
    Column("framework", "The framework or library.", _framework, label="Software", absent="not stated"),
    Column("framework_version", "Without what it was built with.", software_version, label="Version"),
    _short("sdk"),
    Column("number_format", "As printed.", lambda fact: number_format(fact) or "not stated"),
    _short("table", label="Printed in"),
    Column("line", "Of the result table.", lambda fact: str(fact.row.line)),
    _short("as_of", label="Date"),
    Column(
        "state",
        "Whether readers of the source see it.",
        lambda fact: None if fact.file.published else _hidden(fact.file),
        label="Its source",
        absent="",
    ),
    Column("counted_in", "Where the row stands that is counted for the same run.", _repeats, absent=""),
    *(_short(name, folded=True, absent="") for name in ("machine", "doubt")),
    _short("instance_inferred", label="Why this instance", folded=True, absent=""),
)
"""Columns of pages, which merge or shorten those of the API."""

SHOWN = (
    *("model", "hardware", "throughput", "throughput_unit", "threshold", *OTHER_FIGURES, "latency_basis"),
    *("framework", "framework_version", "sdk", "operating_system", "number_format", "workload", *SETTINGS),
    *("counted_in", *OPENED, "table", "line", "as_of", "state"),
)
"""Columns of pages in their order."""

CELLS: Mapping[str, Sequence[str]] = {
    "Other figures": (*OTHER_FIGURES, "latency_basis"),
    "Software": ("framework", "framework_version", "sdk", "operating_system", "number_format"),
    "Settings": ("workload", *SETTINGS, *OPENED, "counted_in"),
    "Printed in": ("table", "line", "as_of", "state"),
}
"""Columns that share a cell."""
