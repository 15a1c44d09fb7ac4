"""Facts from configurations, matrices, validated examples and vendors' lists: rows with their names resolved to ids."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from macros.facts.citations import as_of
from macros.loading import Records
from macros.schema.catalogues import Catalogue, ListedRow
from macros.schema.configurations import ConfigurationRow, ConfigurationTable
from macros.schema.frameworks import ValidatedArchitecture
from macros.schema.models import VerdictRow
from macros.schema.walk import Location

Direction = Literal["gain", "loss", "same", "unknown"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A row of a data file, joined to the header of its file, with the names in it resolved to ids."""

    id: str
    workload: str
    source: str
    locator: str
    as_of: datetime.date
    at: Location
    """Its place in the data."""


@dataclass(frozen=True, slots=True)
class TestedConfiguration(Fact):
    model: str
    family: str | None
    release: str
    """Framework and release, such as some-compiler/pytorch-1.13.1."""
    dataset: str | None
    instance: str
    accelerator: str
    accelerator_count: int
    """Per instance."""
    name_inferred: str | None
    """Why the published model name is taken to mean this model, where it is not certain."""
    row: ConfigurationRow
    table: ConfigurationTable

    @property
    def framework(self) -> str:
        return self.release.partition("/")[0]

    @property
    def release_name(self) -> str:
        """The id of the release within its framework."""
        return self.release.partition("/")[2]

    @property
    def sequence_length(self) -> int | None:
        """In tokens; absent for vision models."""
        return self.row.sequence_length or self.table.sequence_length

    @property
    def settings(self) -> Hashable:
        """In which two rows must agree, beside what they name, for their batch sizes to be compared."""
        return self.release, self.workload, self.row.precision, self.sequence_length

    @property
    def scope(self) -> str:
        return self.row.scope or self.table.scope

    @property
    def direction(self) -> Direction:
        """Whether the largest batch size is larger, smaller or the same with the compiler."""
        native, compiled = self.row.native, self.row.compiled
        if native is None or compiled is None:
            return "unknown"
        return "gain" if compiled > native else "loss" if compiled < native else "same"

    @property
    def change_percent(self) -> int | None:
        """Compiled against native, in percent of native, rounded."""
        native, compiled = self.row.native, self.row.compiled
        return None if native is None or compiled is None else round((compiled - native) * 100 / native)

    @property
    def largest_batch_size(self) -> int | None:
        """The larger of both batch sizes; None for a row that only says that it ran."""
        return max((size for size in (self.row.native, self.row.compiled) if size is not None), default=None)


def family_of_model(records: Records, model_id: str) -> str | None:
    architecture = records.models[model_id].architecture
    return records.architectures[architecture].family if architecture else None


def facts_of_configurations(records: Records) -> Iterator[TestedConfiguration]:
    names = records.names.ids_by_name
    inferred = {
        name.name: name.reason
        for model in records.models.values()
        for name in model.other_names
        if name.certainty != "certain"
    }
    for file_id, file in records.configurations.items():
        for number, table in enumerate(file.tables):
            for index, row in enumerate(table.rows):
                model, instance = names["models"][row.model], names["instances"][row.instance]
                dataset = names["datasets"][row.dataset] if row.dataset else None
                place = f"line {table.first_line + index}" if table.first_line else f"row {index + 1}"
                count = f"{row.instance_count}x" if row.instance_count and row.instance_count > 1 else ""
                parts = (file.release, model, dataset, f"{count}{instance}", row.variant)
                yield TestedConfiguration(
                    id="/".join(filter(None, parts)),
                    model=model,
                    family=family_of_model(records, model),
                    release=file.release,
                    workload=file.workload,
                    dataset=dataset,
                    instance=instance,
                    accelerator=records.instances[instance].accelerator,
                    accelerator_count=records.instances[instance].accelerator_count,
                    source=file.source,
                    locator=f"{table.locator}, {place}",
                    as_of=file.as_of,
                    name_inferred=inferred.get(row.model),
                    at=Location(f"configurations/{file_id}", ("tables", number, "rows", index)),
                    row=row,
                    table=table,
                )


@dataclass(frozen=True)
class Coverage:
    configurations: int
    releases: int
    models: int
    oldest: datetime.date
    newest: datetime.date


def coverage(tests: Sequence[TestedConfiguration]) -> Coverage | None:
    if not tests:
        return None
    days = [test.as_of for test in tests]
    releases, models = {test.release for test in tests}, {test.model for test in tests}
    return Coverage(len(tests), len(releases), len(models), min(days), max(days))


@dataclass(frozen=True, slots=True)
class Verdict(Fact):
    family: str
    accelerator: str
    core_architecture: str | None
    framework: str
    workload_inferred: str | None
    fit: str
    status: str
    status_as_published: str
    row: VerdictRow


def facts_of_verdicts(records: Records) -> Iterator[Verdict]:
    """Every verdict: one for each family, accelerator and column of each matrix.

    A word that a matrix does not map, which the checks report, stands for itself.
    """
    for matrix_id, matrix in records.support.items():
        if (date := as_of(records, matrix.citation)) is None:
            continue
        for accelerator, (index, row) in product(matrix.accelerators, enumerate(matrix.rows)):
            for key, word in row.status.items():
                if column := matrix.columns.get(key):
                    yield Verdict(
                        id=f"{matrix_id}/{row.family}/{accelerator}/{key}",
                        family=row.family,
                        accelerator=accelerator,
                        core_architecture=matrix.core_architecture,
                        framework=column.framework,
                        workload=column.workload,
                        workload_inferred=column.workload_inferred,
                        fit=matrix.wording.fit.get(row.fit, row.fit) if row.fit else "unknown",
                        status=matrix.wording.status.get(word, word),
                        status_as_published=word,
                        source=matrix.citation.source,
                        locator=f"{matrix.citation.locator}, row {row.as_published}",
                        as_of=date,
                        at=Location(f"support/{matrix_id}", ("rows", index, "status", key)),
                        row=row,
                    )


@dataclass(frozen=True, slots=True)
class ValidatedPair:
    """An architecture and a task for which a source marks an example."""

    architecture: str
    family: str | None
    model: str | None
    """The checkpoint of the example; None where the source names an architecture only."""
    task: str
    framework: str
    dataset: str | None
    status: str
    source: str
    locator: str
    as_of: datetime.date
    row: ValidatedArchitecture


def facts_of_validated_examples(records: Records) -> Iterator[ValidatedPair]:
    names = records.names.ids_by_name
    for table in records.validated.values():
        for row in table.rows:
            for task in row.tasks:
                yield ValidatedPair(
                    architecture=row.architecture,
                    family=records.architectures[row.architecture].family,
                    model=names["models"][row.model] if row.model else None,
                    task=task,
                    framework=table.framework,
                    dataset=names["datasets"][row.dataset] if row.dataset else None,
                    status=table.marks[row.mark],
                    source=table.source,
                    locator=", ".join(filter(None, (table.locator, row.place))),
                    as_of=table.as_of,
                    row=row,
                )


@dataclass(frozen=True, slots=True)
class Listed(Fact):
    catalogue_id: str
    model: str | None
    architectures: tuple[str, ...]
    """Those the line is about: that of its checkpoint if it is known, or else those that the line names."""
    accelerators: tuple[str, ...]
    """None where the source names no hardware."""
    framework: str | None
    status: str
    replaced_by: str | None
    """The later edition of the same list; None for the newest known."""
    row: ListedRow
    catalogue: Catalogue
    number_format: str | None = None
    """Of a line about an architecture that is asked of a quantised checkpoint: its format, which the list names."""

    @property
    def kind(self) -> str:
        """What it is worth as evidence."""
        return "sample" if self.row.samples else self.catalogue.evidence

    @property
    def sdk(self) -> str | None:
        return self.row.sdk or self.catalogue.sdk

    @property
    def version(self) -> str | None:
        """Of the framework."""
        return self.row.version or self.catalogue.version

    @property
    def subjects(self) -> Sequence[tuple[str, str]]:
        return [("models", self.model)] if self.model else [("architectures", one) for one in self.architectures]


def facts_of_lists(records: Records) -> Iterator[Listed]:
    """Every line. Words that a list does not map, which the checks report, stand for themselves."""
    later_editions: dict[str | None, str] = {one.earlier: key for key, one in records.catalogues.items()}
    models = records.names.ids_by_name["models"]
    for catalogue_id, catalogue in records.catalogues.items():
        for index, row in enumerate(catalogue.rows):
            model = models[row.model] if row.model else None
            architecture = records.models[model].architecture if model else None
            framework = row.framework or (None if row.frameworks_as_published else catalogue.framework)
            yield Listed(
                id=f"{catalogue_id}/{index + 1}",
                catalogue_id=catalogue_id,
                model=model,
                architectures=(architecture,) if architecture else row.architectures,
                accelerators=_accelerators(records, catalogue, row, framework),
                framework=framework,
                workload=row.workload or catalogue.workload,
                status=catalogue.wording.get(row.wording, row.wording),
                source=catalogue.citation.source,
                locator=", ".join(filter(None, (catalogue.citation.locator, row.section, row.place))),
                as_of=row.as_of or catalogue.as_of,
                replaced_by=later_editions.get(catalogue_id),
                at=Location(f"catalogues/{catalogue_id}", ("rows", index)),
                row=row,
                catalogue=catalogue,
            )


def _accelerators(records: Records, catalogue: Catalogue, row: ListedRow, framework: str | None) -> tuple[str, ...]:
    """The accelerators of a line: its own, or those of the list as far as the framework of the line runs on them."""
    if row.accelerators or row.instance:
        return row.accelerators or (records.instances[row.instance or ""].accelerator,)
    if framework is None:
        return catalogue.accelerators
    return tuple(chip for chip in catalogue.accelerators if chip in records.frameworks[framework].hardware)
