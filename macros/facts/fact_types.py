"""Facts as pages and exports want them: canonical ids beside the published words, provenance attached."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

from macros.schema.benchmarks import BenchmarkFile, BenchmarkRow
from macros.schema.catalogues import Catalogue, ListedRow
from macros.schema.configurations import ConfigurationRow, ConfigurationTable
from macros.schema.frameworks import ValidatedArchitecture
from macros.schema.models import SupportMatrix, VerdictRow

Direction = Literal["gain", "loss", "same", "unknown"]


@dataclass(frozen=True, slots=True)
class TestedConfiguration:
    """One run that a source reports, with all its preconditions."""

    id: str
    model: str
    family: str | None
    release: str
    """Framework and release, such as some-compiler/pytorch-1.13.1."""
    workload: str
    dataset: str | None
    instance: str
    accelerator: str
    accelerator_count: int
    """Per instance."""
    source: str
    locator: str
    as_of: datetime.date
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of one matrix on a family, an accelerator and a framework."""

    id: str
    family: str
    accelerator: str
    core_architecture: str | None
    framework: str
    workload: str
    workload_inferred: str | None
    fit: str
    status: str
    status_as_published: str
    source: str
    locator: str
    as_of: datetime.date
    matrix: SupportMatrix
    row: VerdictRow


@dataclass(frozen=True, slots=True)
class ValidatedPair:
    """An architecture and a task for which a source marks an example."""

    architecture: str
    family: str | None
    model: str | None
    """The checkpoint of the example; None where the source names an architecture only."""
    as_published: str
    task: str
    framework: str
    workload: str | None
    dataset: str | None
    status: str
    mark: str
    source: str
    locator: str
    as_of: datetime.date
    published: bool
    row: ValidatedArchitecture


@dataclass(frozen=True, slots=True)
class Hardware:
    """What a run ran on: instance types, or the accelerators of another machine."""

    kind: Literal["instances", "accelerators"]
    names: tuple[str, ...]
    """Ids: several where the source does not say which of them ran."""
    count: int | None
    """How many of them; None where that is not published."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A row of a benchmark file."""

    id: str
    file_id: str
    model: str
    work: tuple[str, ...]
    """What was run, beyond the model: words of the published name that are not in the model's id, such as a phase of
    training. Runs are compared only if they agree in it."""
    architecture: str
    family: str | None
    named_instances: tuple[str, ...]
    """Several where the source joins them and does not say which of them ran, none where it is not known."""
    accelerators: tuple[str, ...]
    framework: str | None
    workload: str
    source: str
    locator: str
    as_of: datetime.date
    row: BenchmarkRow
    file: BenchmarkFile
    repeats: str | None = None
    """The id of the row that is counted for this run, if another row prints it too. None: this row is counted."""

    @property
    def instances(self) -> tuple[str, ...]:
        """The instance type it ran on. Empty where that is not known, such as where the source joins several."""
        return self.named_instances if len(self.named_instances) == 1 else ()

    @property
    def hardware(self) -> Hardware | None:
        """What it ran on; None where the source names nothing."""
        if self.named_instances:
            return Hardware("instances", self.named_instances, self.row.nodes or 1)
        return Hardware("accelerators", self.accelerators, self.row.accelerator_count) if self.accelerators else None

    @property
    def run(self) -> str:
        """The id of the run, equal for all rows that print it: that of the row that is counted."""
        return self.repeats or self.id


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a vendor's list of what it supports or has example code for."""

    id: str
    catalogue_id: str
    model: str | None
    architectures: tuple[str, ...]
    """Those the line is about, that of its checkpoint included."""
    covers: frozenset[str]
    """The only checkpoints of its architectures that the line is about; all of them where empty."""
    accelerators: tuple[str, ...]
    """None where the source names no hardware."""
    framework: str | None
    workload: str
    status: str
    source: str
    locator: str
    as_of: datetime.date
    replaced_by: str | None
    """The later edition of the same list; None for the newest known."""
    row: ListedRow
    catalogue: Catalogue
