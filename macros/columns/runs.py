"""Runs that sources report, a row each: tested configurations, and measurements with every setting and figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from macros.addresses import address
from macros.columns.column import AS_OF, FAMILY, LOCATOR, SOURCE, Column, Table, chosen
from macros.columns.phrase import Inferred, PageLink, RecordLink, Sdk
from macros.facts import Benchmark, TestedConfiguration
from macros.facts.speeds import number_format, software_version
from macros.schema.benchmarks import BENCHMARK_FIELDS, BenchmarkFile, fields_with_role
from macros.words import as_printed

MODEL: Column[Any] = Column("model", "The model, under its one name here.", kind="models")

TESTED_CONFIGURATIONS = Table[TestedConfiguration](
    TestedConfiguration,
    "tested-configurations",
    "Every tested configuration, a row each",
    (
        Column(
            "id",
            "Names the row for good: framework, release, model, dataset, instance, with the number of instances"
            " before the last where there is more than one.",
        ),
        MODEL,
        Column("model_as_published", "The model as the source prints it.", "row.model"),
        FAMILY,
        Column("framework", "The framework, library or service it ran with.", kind="frameworks"),
        Column("release", "The release of the framework, within the framework.", "release_name"),
        Column("dataset", "The dataset. Null where the source names none.", kind="datasets"),
        Column("instance", "The instance type.", kind="instances"),
        Column("instance_as_published", "The instance type as the source prints it.", "row.instance"),
        Column(
            "instance_count",
            "How many instances took part. Null where the source does not say.",
            "row.instance_count",
            unit="instances",
            beside="instance",
        ),
        Column("accelerator", "The accelerator the instance type carries.", kind="accelerators"),
        Column(
            "accelerator_count",
            "How many accelerators one instance has, used by the test or not.",
            unit="accelerators per instance",
        ),
        Column(
            "topology",
            "The nodes and accelerators that the section of the source claims for all its rows. Null where it"
            " claims nothing that can be read one way.",
            "table.topology",
            vocabulary="topology",
        ),
        Column(
            "precision", "The number format. Null where the source names none.", "row.precision", vocabulary="precision"
        ),
        Column(
            "sequence_length",
            "Tokens in one sample. Null for models that take none.",
            unit="tokens",
            absent="none stated",
        ),
        Column(
            "batch_size_native",
            "The largest batch that fitted with the framework alone. Null where it was never published.",
            "row.native",
            unit="samples",
            better="higher",
            label="Native batch size",
        ),
        Column(
            "batch_size_compiled",
            "The largest batch that fitted with the compiler.",
            "row.compiled",
            unit="samples",
            better="higher",
            label="Compiled batch size",
        ),
        Column(
            "batch_size_scope",
            "What both batch sizes count. Compare only rows that agree in it.",
            "scope",
            vocabulary="batch_size_scope",
            label="Batch size counts",
        ),
        Column(
            "batch_size_scope_inferred",
            "Whether the editor concluded the scope against what the source says of the table.",
            lambda test: test.row.scope_inferred is not None,
            holds=bool,
        ),
        Column(
            "batch_size_is_lower_bound",
            "Whether the compiled batch was the largest that was tried, so that a larger one may fit.",
            "row.lower_bound",
        ),
        Column(
            "withdrawn",
            "Whether the source no longer shows the row.",
            lambda test: test.row.withdrawn is not None,
            holds=bool,
        ),
        SOURCE,
        LOCATOR,
        AS_OF,
        Column(
            "automatic_mixed_precision",
            "Whether the section states automatic mixed precision for all its rows. Null where it does not say.",
            "table.automatic_mixed_precision",
        ),
    ),
    lambda known: known.configurations,
)

REASONS: tuple[Column[TestedConfiguration], ...] = (
    Column(
        "batch_size_scope_inferred",
        "Why the editor concluded the scope.",
        "row.scope_inferred",
        absent="no",
        beside="batch_size_scope",
        look=Inferred,
    ),
    Column("withdrawn", "When and how the source withdrew the row.", "row.withdrawn", absent="no"),
    Column("name_inferred", "Why the published name is taken to mean this model.", absent="no"),
    Column("tested_with", "The code that was run.", "table.tested_with", absent="not named"),
)
"""Columns of the explorer and of pages that give a reason; some are true or false in the API."""

VARIANT: Column[TestedConfiguration] = Column("variant", "What tells the row apart.", "row.variant", absent="none")
"""Of the explorer and of pages only."""


def _stated(field: str, **others: Any) -> Column[Benchmark]:
    """A field of a measurement as a column, described by its annotation; `others` are arguments that differ."""
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


THRESHOLD: Column[Benchmark] = Column(
    "threshold",
    "Of figures that nobody measured.",
    lambda fact: "regression threshold" if fact.file.thresholds else None,
    beside="throughput",
    absent="",
    label="Kind of figure",
)
"""Of the explorer and of pages only."""

SOFTWARE = ("framework_version", "sdk")
"""Fields whose columns stand beside that of the framework."""

SETTINGS_AND_FIGURES = tuple(
    _stated(field)
    for field, about in BENCHMARK_FIELDS.items()
    if about.role not in ("place", "subject", "spelling", "note") and field not in SOFTWARE
)

BENCHMARKS = Table[Benchmark](
    Benchmark,
    "benchmarks",
    "Every published measurement, a row each",
    (
        Column("id", "Names the row for good: result table and line."),
        Column("table", "The result table it stands in.", "file_id", kind="benchmarks", label="Result table"),
        Column("table_kind", "What the result table is about.", "file.table", vocabulary="benchmark_table"),
        MODEL,
        _stated("model_as_published", get=lambda found: found.row.model_as_published or found.row.model, holds=str),
        Column("architecture", "The model's architecture.", kind="architectures"),
        FAMILY,
        _stated("framework", get="", kind="frameworks"),
        _stated("framework_as_published", get="", holds=str | None),
        _stated("framework_version"),
        _stated("sdk", look=Sdk),
        Column("workload", "What the model was run for.", vocabulary="workload"),
        _stated("instances", get="named_instances", kind="instances"),
        _stated("instance_inferred"),
        Column("accelerators", "The accelerators those instance types carry.", kind="accelerators"),
        *SETTINGS_AND_FIGURES,
        Column("statistic", "What the source says of the statistic of its figures.", "file.statistic"),
        Column(
            "published",
            "Whether readers of the source see the row. If not, it may once have been shown, or never.",
            "file.published",
        ),
        _stated("doubt"),
        SOURCE,
        LOCATOR,
        AS_OF,
        Column(
            "repeats",
            "The id of the row that is counted for the same run, which another table prints too. Null: this row is.",
        ),
    ),
    lambda known: known.benchmarks,
)

IN_HARDWARE = ("accelerator_count", "nodes")
"""Settings that pages show in the column of hardware."""

OPENED = ("machine", "instance_inferred")
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
    _short("doubt", beside="throughput", label="in doubt", folded=True, absent=""),
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
    _short("machine", folded=True, absent=""),
    _short("instance_inferred", label="Why this instance", folded=True, absent=""),
)
"""Columns of pages, which merge or shorten those of the API."""

CELLS: Mapping[str, Sequence[str]] = {
    "Other figures": (*OTHER_FIGURES, "latency_basis"),
    "Software": ("framework", "framework_version", "sdk", "operating_system", "number_format"),
    "Settings": ("workload", *SETTINGS, "counted_in", *OPENED),
    "Printed in": ("table", "line", "as_of", "state"),
}

SHOWN = (
    "model",
    "hardware",
    "throughput",
    "throughput_unit",
    "threshold",
    "doubt",
    *chain.from_iterable(CELLS.values()),
)
