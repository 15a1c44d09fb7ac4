"""Tables that compare batch sizes of models, instances, accelerators or releases. A row: equal settings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

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

    value: str
    """The attribute of the test that holds it."""
    words: Callable[[Knowledge, Any], str | None] | None = None
    """A value in words; None: not published. Without it, the setting is compared but not shown."""
    absent: str | None = None
    """Stands for the value None."""

    def of(self, test: TestedConfiguration) -> Hashable:
        value: Hashable = attrgetter(self.value)(test)
        return value

    def in_words(self, knowledge: Knowledge, test: TestedConfiguration) -> str | None:
        """Empty: not shown. None: not published."""
        value = self.of(test)
        if self.words is None:
            return ""
        return self.absent if value is None else self.words(knowledge, value)


SETTINGS: Mapping[str, Setting] = {
    "model": Setting("model", lambda _, model: model),
    "instance": Setting("instance", lambda _, instance: instance),
    "accelerators": Setting("accelerator_count", lambda _, count: f"{plural(count, 'accelerator')} per instance"),
    "dataset": Setting("dataset", lambda knowledge, dataset: knowledge.records.datasets[dataset].name),
    # Vision models have no sequence length: empty, not "not published".
    "length": Setting("sequence_length", lambda _, length: f"{number(length)} tokens", absent=""),
    "workload": Setting("workload", lambda knowledge, workload: knowledge.term("workload", workload).label.lower()),
    "precision": Setting("row.precision", lambda _, precision: precision),
    "release": Setting("release", lambda knowledge, release: knowledge.records.releases[release].name),
    "instances": Setting("row.instance_count", lambda _, count: plural(count, "instance")),
    "scope of the batch size": Setting(
        "scope",
        lambda knowledge, scope: None if scope == "unknown" else knowledge.term("batch_size_scope", scope).label,
    ),
    "topology": Setting("table.topology"),
    "mixed precision": Setting("table.automatic_mixed_precision"),
    "code": Setting("table.tested_with"),
    "date": Setting("as_of"),
    "source": Setting("source"),
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
    groups = group_by(knowledge.configurations, lambda test: tuple([setting.of(test) for setting in fixed.values()]))
    compared: Callable[[TestedConfiguration], str] = attrgetter(COMPARED[kind])
    tests_by_record = [group_by(tests, compared) for tests in groups.values()]
    rows = [_row(knowledge, kind, fixed, tests) for tests in tests_by_record if len(tests) > 1]
    return sorted(rows, key=lambda row: (row.lead, row.settings))


def _row(
    knowledge: Knowledge, kind: str, fixed: Mapping[str, Setting], tests: Mapping[str, Sequence[TestedConfiguration]]
) -> BatchSizeRow:
    first = next(iter(tests.values()))[0]
    words = {name: setting.in_words(knowledge, first) for name, setting in fixed.items()}
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
