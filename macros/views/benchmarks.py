"""What was measured: tables of comparable runs for other pages, the page of a result file, and the list of files."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Benchmark, Knowledge
from macros.schema.benchmarks import BenchmarkFile, BenchmarkRow
from macros.views.charts import Chart, charts
from macros.views.citing import once
from macros.views.comparable import (
    CHOICES,
    FIGURES,
    SETUP,
    SIZES,
    Measurement,
    Reading,
    Remark,
    differing,
    divided,
    measurements,
    printed,
    rounded,
    stated,
    value,
)

MOST_LINES = 40
"""Runs on one page besides those of the first table; the pages of the files have all of them."""

MOST_MODELS = 120
"""Models in one summary."""

ALWAYS = ("batch_size", "global_batch", "load")
"""Settings that get a column of their own even where all runs agree: figures mean little without them."""

ASIDE = ("framework_as_published", "framework_version", "as_published", "model_details", "task")
"""Settings of many words that tell little: their columns come after the figures."""

NEVER = ("run_mode", "operating_system")
"""Settings that follow from others and only the page of the file repeats."""


@dataclass(frozen=True)
class Line:
    """A run in a table, with the numbers of the remarks below it."""

    run: Measurement
    remarks: Sequence[int]


@dataclass(frozen=True)
class Group(Reading):
    """Runs with one setup as one table; only runs of one band may be compared."""

    number: int
    first: Benchmark
    shared: Sequence[str]
    """Settings that are the same in all runs."""
    columns: Sequence[str]
    """Settings that tell the runs apart."""
    figures: Sequence[str]
    aside: Sequence[str]
    """Further settings in which they differ, to be shown after the figures."""
    bands: Sequence[Sequence[Line]]
    """Runs that do the same work, smallest first."""
    remarks: Sequence[Remark]
    charts: Sequence[Chart]

    @property
    def size(self) -> int:
        """How many runs it holds."""
        return sum(map(len, self.bands))

    @property
    def historic(self) -> bool:
        """Whether the source shows none of them any more."""
        return all(line.run.historic for band in self.bands for line in band)


@dataclass(frozen=True)
class Measured:
    """What was measured of a record."""

    rows: int
    """As printed."""
    runs: int
    """Behind these rows: two tables may print one run."""
    historic: int
    """Runs that the source no longer shows."""
    groups: Sequence[Group]
    left_out: int
    apart: Sequence[str]
    """Settings in which the tables differ, so that their figures are not compared."""
    several_models: bool
    files: Sequence[tuple[str, BenchmarkFile]]
    bases: Sequence[tuple[str, str | None]]
    """What the files say their figures count, and of the statistic; each once."""
    histories: Sequence[str]
    """What became of those that are no longer shown."""
    more_at: str

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return self.rows > 0

    @property
    def banded(self) -> bool:
        """Whether a table has rows that are not compared with each other."""
        return any(len(group.bands) > 1 for group in self.groups)

    @property
    def newest(self) -> datetime.date:
        """The date of the newest file."""
        return max(file.as_of for _, file in self.files)

    @property
    def oldest(self) -> datetime.date:
        """The date of the oldest file."""
        return min(file.as_of for _, file in self.files)


def measured(knowledge: Knowledge, facts: Sequence[Benchmark], more_at: str = "benchmarks/") -> Measured:
    """Some rows as tables of comparable runs, as many as a page holds; the rest is at `more_at`."""
    runs = measurements(facts)
    parts = sorted(divided(runs, SETUP), key=_rank)
    groups: list[Group] = []
    for part in parts:
        if groups and sum(group.size for group in groups) + len(part) > MOST_LINES:
            break
        groups.append(_group(len(groups) + 1, part))
    files = _files(knowledge, facts)
    return Measured(
        rows=len(facts),
        runs=len(runs),
        historic=sum(run.historic for run in runs),
        groups=groups,
        left_out=len(runs) - sum(group.size for group in groups),
        apart=differing([part[0].fact for part in parts], SETUP),
        several_models=len({fact.model for fact in facts}) > 1,
        files=files,
        bases=list(dict.fromkeys((file.basis, file.statistic) for _, file in files)),
        histories=once(file.published_note for _, file in files if not file.published),
        more_at=more_at,
    )


def _files(knowledge: Knowledge, facts: Iterable[Benchmark]) -> Sequence[tuple[str, BenchmarkFile]]:
    """The files of some facts, those still shown first."""
    files = knowledge.records.benchmarks
    found = [(key, files[key]) for key in once(fact.file_id for fact in facts)]
    return sorted(found, key=lambda item: not item[1].published)


def _each_once(remarks: Iterable[Remark]) -> Sequence[Remark]:
    return list(dict.fromkeys(remarks))


def _rank(part: Sequence[Measurement]) -> tuple[bool, int, str, tuple[str, ...]]:
    """What the source still shows first, then the newest, then by name."""
    newest = max(run.fact.as_of for run in part)
    fact = part[0].fact
    return all(run.historic for run in part), -newest.toordinal(), fact.model, fact.instances


def _group(number: int, runs: Sequence[Measurement]) -> Group:
    facts = [run.fact for run in runs]
    told = stated(facts, (*SIZES, *(name for name in CHOICES if name not in NEVER)))
    varying = differing(facts, told)
    columns = [name for name in told if name in varying or name in ALWAYS]
    leading = [name for name in columns if name not in ASIDE] or columns[:1] or ["as_published"]
    remarks = _each_once(remark for run in runs for remark in run.remarks)
    ordered = _bands(runs)
    bands = [[Line(run, [remarks.index(remark) + 1 for remark in run.remarks]) for run in band] for band in ordered]
    return Group(
        number=number,
        first=facts[0],
        shared=[*stated(facts[:1], SETUP[4:]), *(name for name in told if name not in columns)],
        columns=leading,
        figures=stated(facts, FIGURES),
        aside=[name for name in columns if name not in leading],
        bands=bands,
        remarks=remarks,
        charts=charts([run for band in ordered for run in band]),
    )


def _bands(runs: Sequence[Measurement]) -> Sequence[Sequence[Measurement]]:
    bands = sorted(divided(runs, SIZES), key=lambda band: _sortable(band[0], SIZES))
    return [sorted(band, key=lambda run: (run.historic, *_sortable(run, CHOICES))) for band in bands]


def _sortable(run: Measurement, names: Sequence[str]) -> tuple[tuple[bool, float, str], ...]:
    found = (value(run.fact, name) for name in names)
    return tuple(
        (one is not None, one, "") if isinstance(one, int | float) else (one is not None, 0, one or "") for one in found
    )


@dataclass(frozen=True)
class MeasuredModel:
    """What was measured of a model on one piece of hardware or with one framework, without choosing among it."""

    model: str
    workload: str
    unit: str | None
    """Of throughput; None where none was published."""
    runs: int
    historic: int
    lowest: float | None
    highest: float | None
    sdk: str | None
    """The newest, as published."""
    instances: Sequence[str]
    frameworks: Sequence[str]
    oldest: datetime.date
    newest: datetime.date


@dataclass(frozen=True)
class MeasuredModels:
    """What was measured of many models."""

    rows: int
    runs: int
    historic: int
    models: int
    lines: Sequence[MeasuredModel]
    left_out: int
    files: Sequence[tuple[str, BenchmarkFile]]

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return self.rows > 0


def measured_models(knowledge: Knowledge, facts: Sequence[Benchmark]) -> MeasuredModels:
    """Some rows in summary: a line for each model, workload and unit of throughput."""
    runs = measurements(facts)
    parts = divided(runs, ("model", "workload", "throughput_unit"))
    lines = sorted(map(_measured_model, parts), key=lambda line: (line.model, line.workload, line.unit or ""))
    return MeasuredModels(
        rows=len(facts),
        runs=len(runs),
        historic=sum(run.historic for run in runs),
        models=len({fact.model for fact in facts}),
        lines=lines[:MOST_MODELS],
        left_out=len(lines[MOST_MODELS:]),
        files=_files(knowledge, facts),
    )


def _measured_model(runs: Sequence[Measurement]) -> MeasuredModel:
    facts = [run.fact for run in runs]
    found = [rounded(fact.row.throughput) for fact in facts if fact.row.throughput]
    return MeasuredModel(
        model=facts[0].model,
        workload=facts[0].workload,
        unit=facts[0].row.throughput_unit,
        runs=len(runs),
        historic=sum(run.historic for run in runs),
        lowest=min(found, default=None),
        highest=max(found, default=None),
        sdk=newest_sdk(facts),
        instances=sorted({instance for fact in facts for instance in fact.instances}),
        frameworks=once(fact.framework for fact in facts if fact.framework),
        oldest=min(fact.as_of for fact in facts),
        newest=max(fact.as_of for fact in facts),
    )


def newest_sdk(facts: Iterable[Benchmark]) -> str | None:
    """The highest SDK version that some facts name."""
    return max((fact.row.sdk for fact in facts if fact.row.sdk), key=_version, default=None)


def _version(words: str) -> tuple[int, ...]:
    return tuple(int(part) for part in words.split(".") if part.isdigit())


@dataclass(frozen=True)
class FilePage(Reading):
    """What the page of a result file says."""

    id: str
    file: BenchmarkFile
    facts: Sequence[Benchmark]
    columns: Sequence[str]
    """Settings that at least one row states."""
    figures: Sequence[str]
    remarks: Sequence[Remark]
    models: Sequence[str]
    instances: Sequence[str]

    @property
    def heads(self) -> BenchmarkRow | None:
        """A row whose units stand for all; None where the rows differ in them."""
        if UNITS[0] in self.columns or UNITS[1] in self.columns:
            return None
        return max((fact.row for fact in self.facts), key=lambda row: sum(bool(getattr(row, name)) for name in UNITS))

    def figure(self, fact: Benchmark, name: str) -> str | None:
        """A figure as printed."""
        found = value(fact, name)
        return None if found is None else printed(found)

    def remarks_on(self, fact: Benchmark) -> Sequence[int]:
        """The numbers of the remarks on a row."""
        return [self.remarks.index(remark) + 1 for remark in Measurement([fact]).remarks]


UNITS = ("throughput_unit", "latency_basis")

AS_PRINTED = ("instances", "framework", *SETUP[6:], "application_type", *SIZES[1:], *CHOICES)
"""The settings in the order of a file's page."""


def page(knowledge: Knowledge, record: str) -> FilePage:
    """The page of one result file."""
    facts = knowledge.benchmarks_of("benchmarks", record)
    return FilePage(
        id=record,
        file=knowledge.records.benchmarks[record],
        facts=facts,
        columns=[*stated(facts, AS_PRINTED), *_mixed_units(facts)],
        figures=stated(facts, FIGURES),
        remarks=_each_once(remark for fact in facts for remark in Measurement([fact]).remarks),
        models=once(fact.model for fact in facts),
        instances=once(instance for fact in facts for instance in fact.instances),
    )


def _mixed_units(facts: Sequence[Benchmark]) -> Sequence[str]:
    return [name for name in UNITS if len({value(fact, name) for fact in facts} - {None}) > 1]


@dataclass(frozen=True)
class FileLine:
    """A result file in the list."""

    id: str
    file: BenchmarkFile
    rows: int
    models: int
    instances: Sequence[str]
    frameworks: Sequence[str]
    sdk: str | None
    """The newest that it names."""


@dataclass(frozen=True)
class HardwareGroup:
    """The result files about one workload on the same accelerators."""

    accelerators: Sequence[str]
    """None where the files name no hardware."""
    workload: str
    lines: Sequence[FileLine]

    @property
    def rows(self) -> int:
        """How many measurements the files hold."""
        return sum(line.rows for line in self.lines)


@dataclass(frozen=True)
class InstanceLine:
    """An instance type on which something was measured."""

    id: str
    rows: int
    historic: int
    models: int
    oldest: datetime.date
    newest: datetime.date


@dataclass(frozen=True)
class BenchmarkIndex:
    """Every result file, and every instance type with measurements."""

    rows: int
    historic: int
    files: int
    groups: Sequence[HardwareGroup]
    instances: Sequence[InstanceLine]
    unplaced: int
    """Rows whose instance type is not known."""


def index(knowledge: Knowledge) -> BenchmarkIndex:
    """The list of result files, by hardware and workload."""
    groups: dict[tuple[tuple[str, ...], str], list[FileLine]] = {}
    for record, file in knowledge.records.benchmarks.items():
        facts = knowledge.benchmarks_of("benchmarks", record)
        accelerators = sorted({accelerator for fact in facts for accelerator in fact.accelerators})
        groups.setdefault((tuple(accelerators), file.workload), []).append(_file_line(record, file, facts))
    found = [
        HardwareGroup(accelerators, workload, _newest_first(of)) for (accelerators, workload), of in groups.items()
    ]
    benchmarks = knowledge.benchmarks
    return BenchmarkIndex(
        rows=len(benchmarks),
        historic=sum(not fact.file.published for fact in benchmarks),
        files=len(knowledge.records.benchmarks),
        groups=sorted(found, key=lambda group: (not group.accelerators, group.accelerators, group.workload)),
        instances=_instance_lines(knowledge),
        unplaced=sum(not fact.instances for fact in benchmarks),
    )


def _newest_first(lines: Sequence[FileLine]) -> Sequence[FileLine]:
    return sorted(lines, key=lambda line: (not line.file.published, -line.file.as_of.toordinal(), line.file.title))


def _file_line(record: str, file: BenchmarkFile, facts: Sequence[Benchmark]) -> FileLine:
    return FileLine(
        id=record,
        file=file,
        rows=len(facts),
        models=len({fact.model for fact in facts}),
        instances=sorted({instance for fact in facts for instance in fact.instances}),
        frameworks=once(fact.framework for fact in facts if fact.framework),
        sdk=newest_sdk(facts),
    )


def _instance_lines(knowledge: Knowledge) -> Sequence[InstanceLine]:
    by_instance: Mapping[str, Sequence[Benchmark]] = {
        record: found
        for accelerator in knowledge.records.accelerators
        for record in knowledge.instances_of(accelerator)
        if (found := knowledge.benchmarks_of("instances", record))
    }
    return [
        InstanceLine(
            id=record,
            rows=len(facts),
            historic=sum(not fact.file.published for fact in facts),
            models=len({fact.model for fact in facts}),
            oldest=min(fact.as_of for fact in facts),
            newest=max(fact.as_of for fact in facts),
        )
        for record, facts in by_instance.items()
    ]
