"""Batch sizes lined up: tests that agree in every setting but the one that is compared, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration
from macros.schema.configurations import ConfigurationRow
from macros.words import number, plural

FREE: Mapping[str, frozenset[str]] = {
    "models": frozenset({"model", "accelerators"}),
    "instances": frozenset({"instance", "accelerators"}),
    "accelerators": frozenset({"instance"}),
    "releases": frozenset({"release", "code", "date", "source", "accelerators"}),
}
"""Per kind that tests can be compared by: the settings that are compared or follow from it."""

COMPARED = {"models": "model", "instances": "instance", "accelerators": "accelerator", "releases": "release"}
"""By kind: what of a test is the record it is compared by."""


@dataclass(frozen=True)
class Setting:
    """A setting of a test."""

    value: Callable[[TestedConfiguration], Hashable]
    """What tests have to agree in."""
    words: Callable[[Knowledge, TestedConfiguration], str | None] = lambda _, __: ""
    """How a reader is told; None where it was not published, empty where it goes without saying."""


FIGURES = ("native", "compiled")

SETTINGS: Mapping[str, Setting] = {
    "model": Setting(lambda test: test.model, lambda _, test: test.model),
    "instance": Setting(lambda test: test.instance, lambda _, test: test.instance),
    "accelerators": Setting(
        lambda test: test.accelerator_count,
        lambda _, test: f"{plural(test.accelerator_count, 'accelerator')} per instance",
    ),
    "dataset": Setting(
        lambda test: test.dataset,
        lambda known, test: known.records.datasets[test.dataset].name if test.dataset else None,
    ),
    # A model that takes no tokens has no length to publish.
    "length": Setting(
        lambda test: test.sequence_length,
        lambda _, test: f"{number(test.sequence_length)} tokens" if test.sequence_length else "",
    ),
    "workload": Setting(
        lambda test: test.workload, lambda known, test: known.term("workload", test.workload).label.lower()
    ),
    "precision": Setting(lambda test: test.row.precision, lambda _, test: test.row.precision),
    "release": Setting(lambda test: test.release, lambda known, test: known.records.releases[test.release].name),
    "instances": Setting(
        lambda test: test.row.instance_count,
        lambda _, test: plural(test.row.instance_count, "instance") if test.row.instance_count else None,
    ),
    "scope of the batch size": Setting(
        lambda test: test.scope,
        lambda known, test: None if test.scope == "unknown" else known.term("batch_size_scope", test.scope).label,
    ),
    # What a source says of whole tables tells few lines apart: it has to agree, and is told elsewhere.
    "topology": Setting(lambda test: test.table.topology),
    "mixed precision": Setting(lambda test: test.table.automatic_mixed_precision),
    "code": Setting(lambda test: test.table.tested_with),
    "date": Setting(lambda test: test.as_of),
    "source": Setting(lambda test: test.source),
}
"""The settings by their names, those a reader looks for first in front."""


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
    values = [setting.value for setting in _bound(kind).values()]
    found: dict[Hashable, dict[str, list[TestedConfiguration]]] = {}
    for test in knowledge.configurations:
        key = tuple([value(test) for value in values])
        found.setdefault(key, {}).setdefault(_compared(test, kind), []).append(test)
    alike = [_line(knowledge, kind, cells) for cells in found.values() if len(cells) > 1]
    return sorted(alike, key=lambda line: (line.lead, line.settings))


def _bound(kind: str) -> Mapping[str, Setting]:
    """The settings that tests of a line agree in."""
    return {name: setting for name, setting in SETTINGS.items() if name not in FREE[kind]}


def _compared(test: TestedConfiguration, kind: str) -> str:
    compared: str = getattr(test, COMPARED[kind])
    return compared


def _line(knowledge: Knowledge, kind: str, cells: Mapping[str, Sequence[TestedConfiguration]]) -> Line:
    first = next(iter(cells.values()))[0]
    told = {name: setting.words(knowledge, first) for name, setting in _bound(kind).items()}
    lead, *rest = [words for words in told.values() if words]
    silent = [name for name, words in told.items() if words is None]
    said = " · ".join(rest) + (f"; not published: {', '.join(silent)}" if silent else "")
    return Line(lead, said, {record: _size(kind, tests) for record, tests in cells.items()})


def _size(kind: str, tests: Sequence[TestedConfiguration]) -> Size:
    words = "; ".join(_words(test, with_instance=kind == "accelerators") for test in tests)
    if len(tests) > 1:
        return Size(words, None, None)
    row = tests[0].row
    return Size(words, None if _bounded(row) == "native" else row.native, None if row.lower_bound else row.compiled)


def _words(test: TestedConfiguration, *, with_instance: bool) -> str:
    row = test.row
    if test.largest_batch_size is None:
        return f"ran{f' on {test.instance}' if with_instance else ''}"
    native, compiled = (_size_words(row, figure) for figure in FIGURES)
    place = f" on {test.instance}" if with_instance else ""
    doubts = [word for word, is_so in (("withdrawn", row.withdrawn), ("scope inferred", row.scope_inferred)) if is_so]
    return f"{native} → {compiled}{''.join(f', {d}' for d in doubts)}{place}"


def _size_words(row: ConfigurationRow, figure: str) -> str:
    size = getattr(row, figure)
    return "not published" if size is None else f"{'≥ ' if _bounded(row) == figure else ''}{number(size)}"


def _bounded(row: ConfigurationRow) -> str | None:
    """Which of its two batch sizes is only a lower bound; None where neither is."""
    return ("native" if row.compiled is None else "compiled") if row.lower_bound else None
