"""Tables that compare batch sizes of models, instances, accelerators or releases. A row: equal settings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from macros.knowledge import Knowledge, TestedConfiguration
from macros.knowledge.grouping import group_by
from macros.schema.configurations import ConfigurationRow
from macros.words import number, plural

FREE: Mapping[str, frozenset[str]] = {
    "models": frozenset({"model", "accelerators"}),
    "instances": frozenset({"instance", "accelerators"}),
    "accelerators": frozenset({"instance"}),
    "releases": frozenset({"release", "code", "date", "source", "accelerators"}),
}
"""By kind of the compared records: the settings in which the tests of a row may differ."""

COMPARED = {"models": "model", "instances": "instance", "accelerators": "accelerator", "releases": "release"}
"""By kind: the field of a test that holds the id of the compared record."""


@dataclass(frozen=True)
class Setting:
    """A setting of a test."""

    value: Callable[[TestedConfiguration], Hashable]
    """The value to compare."""
    words: Callable[[Knowledge, TestedConfiguration], str | None] = lambda _, __: ""
    """The value in words; None: not published; empty: not shown."""


SETTINGS: Mapping[str, Setting] = {
    "model": Setting(lambda test: test.model, lambda _, test: test.model),
    "instance": Setting(lambda test: test.instance, lambda _, test: test.instance),
    "accelerators": Setting(
        lambda test: test.accelerator_count,
        lambda _, test: f"{plural(test.accelerator_count, 'accelerator')} per instance",
    ),
    "dataset": Setting(
        lambda test: test.dataset,
        lambda knowledge, test: knowledge.records.datasets[test.dataset].name if test.dataset else None,
    ),
    # Vision models have no sequence length: empty, not "not published".
    "length": Setting(
        lambda test: test.sequence_length,
        lambda _, test: f"{number(test.sequence_length)} tokens" if test.sequence_length else "",
    ),
    "workload": Setting(
        lambda test: test.workload, lambda knowledge, test: knowledge.term("workload", test.workload).label.lower()
    ),
    "precision": Setting(lambda test: test.row.precision, lambda _, test: test.row.precision),
    "release": Setting(
        lambda test: test.release, lambda knowledge, test: knowledge.records.releases[test.release].name
    ),
    "instances": Setting(
        lambda test: test.row.instance_count,
        lambda _, test: plural(test.row.instance_count, "instance") if test.row.instance_count else None,
    ),
    "scope of the batch size": Setting(
        lambda test: test.scope,
        lambda knowledge, test: (
            None if test.scope == "unknown" else knowledge.term("batch_size_scope", test.scope).label
        ),
    ),
    # Tests are only compared if these agree too; they are not part of the text of a row.
    "topology": Setting(lambda test: test.table.topology),
    "mixed precision": Setting(lambda test: test.table.automatic_mixed_precision),
    "code": Setting(lambda test: test.table.tested_with),
    "date": Setting(lambda test: test.as_of),
    "source": Setting(lambda test: test.source),
}
"""The settings by their names, the most important first."""


@dataclass(frozen=True)
class BatchSizeCell:
    """The batch sizes of one record in one row."""

    words: str
    native: int | None
    """To compute ratios; None if it is not published, is a lower bound, or comes from several tests."""
    compiled: int | None


@dataclass(frozen=True)
class BatchSizeRow:
    """Tests of at least two records with the same settings."""

    lead: str
    """The first setting in words: the model, or else the instance."""
    settings: str
    sizes: Mapping[str, BatchSizeCell]
    """By id of the compared record."""


def batch_size_rows(knowledge: Knowledge, kind: str) -> Sequence[BatchSizeRow]:
    """The rows for records of a kind, sorted by their settings."""
    fixed = {name: setting for name, setting in SETTINGS.items() if name not in FREE[kind]}
    groups = group_by(knowledge.configurations, lambda test: tuple([setting.value(test) for setting in fixed.values()]))
    compared: Callable[[TestedConfiguration], str] = attrgetter(COMPARED[kind])
    tests_by_record = [group_by(tests, compared) for tests in groups.values()]
    rows = [_row(knowledge, kind, fixed, tests) for tests in tests_by_record if len(tests) > 1]
    return sorted(rows, key=lambda row: (row.lead, row.settings))


def _row(
    knowledge: Knowledge, kind: str, fixed: Mapping[str, Setting], tests: Mapping[str, Sequence[TestedConfiguration]]
) -> BatchSizeRow:
    first = next(iter(tests.values()))[0]
    words = {name: setting.words(knowledge, first) for name, setting in fixed.items()}
    lead, *rest = [text for text in words.values() if text]
    unpublished = [name for name, text in words.items() if text is None]
    settings = " · ".join(rest) + (f"; not published: {', '.join(unpublished)}" if unpublished else "")
    return BatchSizeRow(lead, settings, {record: _cell(kind, own) for record, own in tests.items()})


def _cell(kind: str, tests: Sequence[TestedConfiguration]) -> BatchSizeCell:
    words = "; ".join(_words(test, with_instance=kind == "accelerators") for test in tests)
    if len(tests) > 1:
        return BatchSizeCell(words, None, None)
    row = tests[0].row
    native = None if _lower_bound(row) == "native" else row.native
    return BatchSizeCell(words, native, None if row.lower_bound else row.compiled)


def _words(test: TestedConfiguration, *, with_instance: bool) -> str:
    row, place = test.row, f" on {test.instance}" if with_instance else ""
    if test.largest_batch_size is None:
        return f"ran{place}"
    withdrawn = ", withdrawn" if row.withdrawn else ""
    inferred = ", scope inferred" if row.scope_inferred else ""
    return f"{_size(row, 'native')} → {_size(row, 'compiled')}{withdrawn}{inferred}{place}"


def _size(row: ConfigurationRow, figure: str) -> str:
    size = getattr(row, figure)
    return "not published" if size is None else f"{'≥ ' if _lower_bound(row) == figure else ''}{number(size)}"


def _lower_bound(row: ConfigurationRow) -> str | None:
    """The name of the batch size that is only a lower bound; None if none is."""
    return ("native" if row.compiled is None else "compiled") if row.lower_bound else None
