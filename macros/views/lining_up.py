"""Batch sizes lined up: tests that agree in every setting but the one that is compared, and what follows from it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration
from macros.words import number, plural

FREE: Mapping[str, frozenset[str]] = {
    "models": frozenset({"model", "accelerators"}),
    "instances": frozenset({"instance", "accelerators"}),
    "accelerators": frozenset({"instance"}),
    "releases": frozenset({"release", "code", "date", "source", "accelerators"}),
}
"""Per kind that tests can be compared by: the settings that are compared or follow from it."""


@dataclass(frozen=True)
class Setting:
    """A setting of a test."""

    value: Hashable
    """What tests have to agree in."""
    words: str | None
    """How a reader is told; None where it was not published, empty where it goes without saying."""


@dataclass(frozen=True)
class Size:
    """Batch sizes of a record in one line."""

    words: str
    native: int | None
    """To take ratios of; None where none can be taken: not published, a bound, or several tests."""
    compiled: int | None


@dataclass(frozen=True)
class Line:
    """Settings in which at least two records of a kind were tested."""

    lead: str
    """The setting a reader looks for first: the model, or else the instance."""
    settings: str
    sizes: Mapping[str, Size]
    """By id of the record."""


def lines(knowledge: Knowledge, kind: str) -> Sequence[Line]:
    """Every line of a kind, by what leads it."""
    found: dict[Hashable, dict[str, list[TestedConfiguration]]] = {}
    for test in knowledge.configurations:
        settings = _settings(knowledge, test)
        key = tuple(setting.value for name, setting in settings.items() if name not in FREE[kind])
        found.setdefault(key, {}).setdefault(_compared(test, kind), []).append(test)
    alike = [_line(knowledge, kind, cells) for cells in found.values() if len(cells) > 1]
    return sorted(alike, key=lambda line: (line.lead, line.settings))


def _compared(test: TestedConfiguration, kind: str) -> str:
    by_kind = {
        "models": test.model,
        "instances": test.instance,
        "accelerators": test.accelerator,
        "releases": test.release,
    }
    return by_kind[kind]


def _line(knowledge: Knowledge, kind: str, cells: Mapping[str, Sequence[TestedConfiguration]]) -> Line:
    first = next(iter(cells.values()))[0]
    settings = {name: one for name, one in _settings(knowledge, first).items() if name not in FREE[kind]}
    lead, *rest = [setting.words for setting in settings.values() if setting.words]
    silent = [name for name, setting in settings.items() if setting.words is None]
    said = " · ".join(rest) + (f"; not published: {', '.join(silent)}" if silent else "")
    return Line(lead, said, {record: _size(kind, tests) for record, tests in cells.items()})


def _settings(knowledge: Knowledge, test: TestedConfiguration) -> Mapping[str, Setting]:
    """The settings by their names, those a reader looks for first in front."""
    records, row, table = knowledge.records, test.row, test.table
    count, length = row.instance_count, test.sequence_length
    scope = knowledge.term("batch_size_scope", test.scope).label
    return {
        "model": Setting(test.model, test.model),
        "instance": Setting(test.instance, test.instance),
        "accelerators": Setting(
            test.accelerator_count, f"{plural(test.accelerator_count, 'accelerator')} per instance"
        ),
        "dataset": Setting(test.dataset, records.datasets[test.dataset].name if test.dataset else None),
        # A model that takes no tokens has no length to publish.
        "length": Setting(length, f"{number(length)} tokens" if length else ""),
        "precision": Setting(row.precision, row.precision),
        "release": Setting(test.release, records.releases[test.release].name),
        "instances": Setting(count, plural(count, "instance") if count else None),
        "scope of the batch size": Setting(test.scope, None if test.scope == "unknown" else scope),
        # What a source says of whole tables tells few lines apart: it has to agree, and is told elsewhere.
        "topology": Setting(table.topology, ""),
        "mixed precision": Setting(table.automatic_mixed_precision, ""),
        "code": Setting(table.tested_with, ""),
        "date": Setting(test.as_of, ""),
        "source": Setting(test.source, ""),
    }


def _size(kind: str, tests: Sequence[TestedConfiguration]) -> Size:
    words = "; ".join(_words(test, with_instance=kind == "accelerators") for test in tests)
    if len(tests) > 1:
        return Size(words, None, None)
    row = tests[0].row
    return Size(words, row.native, None if row.lower_bound else row.compiled)


def _words(test: TestedConfiguration, *, with_instance: bool) -> str:
    row = test.row
    native = "not published" if row.native is None else number(row.native)
    place = f" on {test.instance}" if with_instance else ""
    doubts = [word for word, is_so in (("withdrawn", row.withdrawn), ("scope inferred", row.scope_inferred)) if is_so]
    return (
        f"{native} → {'≥ ' if row.lower_bound else ''}{number(row.compiled)}{''.join(f', {d}' for d in doubts)}{place}"
    )
