"""What was measured: tables of comparable runs for other pages, the page of a result file, and the list of files."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from macros.knowledge import Benchmark, Knowledge
from macros.knowledge.packages import version_order
from macros.schema.benchmarks import BenchmarkFile, BenchmarkRow
from macros.views.benchmark_groups import (
    CHOICES,
    FIGURES,
    SAME_WORK,
    SETUP,
    SIZES,
    SPELLINGS,
    Measurement,
    Reading,
    Remark,
    between,
    differing,
    divided,
    measurements,
    printed,
    rounded,
    stated,
    value,
    values,
)
from macros.views.charts import Chart, charts
from macros.views.cited_sources import once
from macros.views.heads import PageHead
from macros.views.paging import Pager, consecutive, pager
from macros.words import plural

T = TypeVar("T")

MOST_LINES = 40
"""Runs on one page, and in its first table; the pages of the files have all of them."""

MOST_MODELS = 40
"""Models in one summary."""

FIRST = ("batch_size", "variant", "load", "nodes", "global_batch", "sdk", "request_rate", "tensor_parallel")
"""Settings that tell the rows of a table apart best, the best first."""

MOST_FIRST = 2
"""Columns before the figures: more would push those off a narrow screen."""

FIRST_IN_FILE = ("instances", "batch_size", "load", "nodes", "global_batch", "sequence_length")
"""The same among the rows of a file, which are of many models."""

ASIDE = (*SPELLINGS, "framework_version", "model_details", "task")
"""Settings of many words that tell little: their columns come last."""

NEVER = ("run_mode", "operating_system")
"""Settings that follow from others and only the page of the file repeats."""

TELLING = tuple(name for name in (*SIZES, *CHOICES) if name not in NEVER)


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    file = knowledge.records.benchmarks[record]
    measured = plural(len(file.rows), "row")
    description = f"{file.title}: {measured} with settings, units and basis, as of {file.as_of:%Y-%m-%d}."
    return PageHead(file.title, description, [file.title])


@dataclass(frozen=True)
class Line:
    """A run in a table, with the numbers of the remarks below it."""

    run: Measurement
    remarks: Sequence[int]


@dataclass(frozen=True)
class Band:
    """Runs that do the same work: their figures may be compared."""

    work: Sequence[str]
    """The settings that tell this work from that of other bands; none where there is only one."""
    lines: Sequence[Line]


@dataclass(frozen=True)
class Group(Reading):
    """Runs with one setup as one table; only runs of one band may be compared."""

    number: int
    first: Benchmark
    memory_gib: Sequence[int]
    """Accelerator memory of the instance type; of each, where the source does not say which of several ran."""
    named_by: Sequence[str]
    """Settings that tell it from the other tables on the same hardware with the same framework."""
    shared: Sequence[str]
    """The other settings that are the same in all runs."""
    columns: Sequence[str]
    """Settings that tell the runs apart, to be shown before the figures."""
    figures: Sequence[str]
    rest: Sequence[str]
    """Further settings in which they differ, to be shown after the figures."""
    bands: Sequence[Band]
    """Smallest work first."""
    remarks: Sequence[Remark]
    charts: Sequence[Chart]
    charted: Band | None
    """The band of the charts."""

    @property
    def size(self) -> int:
        """How many runs it holds."""
        return sum(len(band.lines) for band in self.bands)

    @property
    def unshown(self) -> bool:
        """Whether the source shows none of them."""
        return all(line.run.unshown for band in self.bands for line in band.lines)

    @property
    def removed(self) -> bool:
        """Whether the source stopped showing all of them."""
        return all(line.run.removed for band in self.bands for line in band.lines)


@dataclass(frozen=True)
class Measured:
    """What was measured of a model."""

    rows: int
    """As printed."""
    runs: int
    """Behind these rows: two tables may print one run."""
    unshown: int
    """Runs that the source does not show."""
    removed: int
    """Of these, those it is known to have shown."""
    groups: Sequence[Group]
    left_out: int
    apart: Sequence[str]
    """Settings in which the tables differ, so that their figures are not compared."""
    files: Sequence[tuple[str, BenchmarkFile]]
    bases: Sequence[tuple[str, str | None]]
    """What the files say their figures count, and of the statistic; each once."""
    unshown_notes: Sequence[tuple[datetime.date | None, str]]
    """Why rows are not shown, and since when if they once were."""

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


def measured(knowledge: Knowledge, facts: Sequence[Benchmark]) -> Measured:
    """The rows of one model as tables of comparable runs, as many as a page holds."""
    runs = measurements(facts)
    parts = sorted(divided(runs, SETUP), key=_rank)
    names = _names([[run.fact for run in part] for part in parts])
    groups: list[Group] = []
    for part, named_by in zip(parts, names, strict=True):
        if groups and sum(group.size for group in groups) + len(part) > MOST_LINES:
            break
        groups.append(_group(knowledge, len(groups) + 1, _newest(part), named_by))
    files = _files(knowledge, facts)
    return Measured(
        rows=len(facts),
        runs=len(runs),
        unshown=sum(run.unshown for run in runs),
        removed=sum(run.removed for run in runs),
        groups=groups,
        left_out=len(runs) - sum(group.size for group in groups),
        apart=_apart([[run.fact for run in part] for part in parts]),
        files=files,
        bases=list(dict.fromkeys((file.basis, file.statistic) for _, file in files)),
        unshown_notes=_each_once((file.removed, file.published_note) for _, file in files if not file.published),
    )


def _newest(runs: Sequence[Measurement]) -> Sequence[Measurement]:
    """As many as one page shows, in the order given."""
    kept = {id(run) for run in sorted(runs, key=lambda run: run.fact.as_of, reverse=True)[:MOST_LINES]}
    return [run for run in runs if id(run) in kept]


def _files(knowledge: Knowledge, facts: Iterable[Benchmark]) -> Sequence[tuple[str, BenchmarkFile]]:
    """The files of some facts, those still shown first."""
    files = knowledge.records.benchmarks
    found = [(key, files[key]) for key in once(fact.file_id for fact in facts)]
    return sorted(found, key=lambda item: not item[1].published)


def _each_once(found: Iterable[T]) -> Sequence[T]:
    return list(dict.fromkeys(found))


def _rank(part: Sequence[Measurement]) -> tuple[bool, int, str, tuple[str, ...]]:
    """What the source still shows first, then the newest, then by name."""
    newest = max(run.fact.as_of for run in part)
    fact = part[0].fact
    return all(run.unshown for run in part), -newest.toordinal(), fact.model, fact.instances


def _apart(parts: Sequence[Sequence[Benchmark]]) -> Sequence[str]:
    """What tables differ in: their setup, and every other setting that more than one states."""
    told = [[part for part in parts if stated(part, [name])] for name in TELLING]
    return [*between(parts, SETUP), *(name for name, said in zip(TELLING, told, strict=True) if between(said, [name]))]


def _names(parts: Sequence[Sequence[Benchmark]]) -> Sequence[Sequence[str]]:
    """For each table, the settings that tell it from those on the same hardware with the same framework."""
    alike: dict[Hashable, list[Sequence[Benchmark]]] = {}
    for part in parts:
        alike.setdefault(values(part[0], TITLE), []).append(part)
    return [_telling(alike[values(part[0], TITLE)]) for part in parts]


def _telling(parts: Sequence[Sequence[Benchmark]]) -> Sequence[str]:
    """As few settings as give each table a name of its own, those that all tables state first."""
    firsts = [part[0] for part in parts]
    even = [name for name in (*SIZES, *SETUP[4:], *CHOICES) if not any(differing(part, [name]) for part in parts)]
    partial = {name for name in even if any(value(first, name) is None for first in firsts)}
    names: list[str] = []
    # What the work is tells tables apart best, unless one of them does not state it.
    for name in sorted(even, key=lambda name: (name in partial, (name in SIZES) == (name in partial))):
        if _told(firsts, [*names, name]) > _told(firsts, names):
            names.append(name)
    return names


def _told(facts: Sequence[Benchmark], names: Sequence[str]) -> int:
    return len({values(fact, names) for fact in facts})


TITLE = ("instances", "workload", "framework")


def _group(knowledge: Knowledge, number: int, runs: Sequence[Measurement], named_by: Sequence[str]) -> Group:
    facts = [run.fact for run in runs]
    told = stated(facts, (*TELLING, *SPELLINGS))
    varying = differing(facts, told)
    bands = _bands(runs)
    work = _work(facts) if len(bands) > 1 else []
    columns = [name for name in varying if name not in work]
    first = _first(columns, FIRST, MOST_FIRST) or _first(told, FIRST, 1) or [SPELLINGS[0]]
    remarks = _each_once(remark for run in runs for remark in run.remarks)
    lined = [
        Band(work, [Line(run, [remarks.index(remark) + 1 for remark in run.remarks]) for run in band]) for band in bands
    ]
    drawn, charted = max(
        ((charts(band), place) for place, band in enumerate(bands)), key=lambda found: _points(found[0])
    )
    return Group(
        number=number,
        first=facts[0],
        memory_gib=sorted({knowledge.records.instances[one].memory_gib for one in facts[0].instances}),
        named_by=named_by,
        shared=[name for name in (*stated(facts[:1], SETUP[4:]), *told) if name not in (*varying, *first, *named_by)],
        columns=first,
        figures=stated(facts, FIGURES),
        rest=sorted((name for name in columns if name not in first), key=lambda name: name in ASIDE),
        bands=lined,
        remarks=remarks,
        charts=drawn,
        charted=lined[charted] if drawn else None,
    )


def _points(drawn: Sequence[Chart]) -> int:
    return sum(len(series.points) for chart in drawn for series in chart.series)


def _work(facts: Sequence[Benchmark]) -> Sequence[str]:
    """The settings by which bands differ: the published name too, where it says more than the model's."""
    sizes = differing(facts, SIZES)
    return [SPELLINGS[0], *sizes] if differing(facts, ["work"]) else sizes


def _first(names: Sequence[str], order: Sequence[str], most: int) -> list[str]:
    """The names that stand before the figures."""
    ranked = [name for name in order if name in names] + [name for name in names if name not in (*order, *ASIDE)]
    return ranked[:most]


def _bands(runs: Sequence[Measurement]) -> Sequence[Sequence[Measurement]]:
    bands = sorted(divided(runs, SAME_WORK), key=lambda band: _sortable(band[0], SIZES))
    return [sorted(band, key=lambda run: (run.unshown, *_sortable(run, CHOICES))) for band in bands]


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
    nodes: int | None
    """Instances that ran together, whose throughput is one figure; None where the source names no number."""
    either: Sequence[str]
    """The instance types that the source joins, where it does not say which of them ran."""
    runs: int
    unshown: int
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
    unshown: int
    removed: int
    models: int
    lines: Sequence[MeasuredModel]
    left_out: int
    files: Sequence[tuple[str, BenchmarkFile]]

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return self.rows > 0

    @property
    def newest(self) -> datetime.date:
        """The date of the newest file."""
        return max(file.as_of for _, file in self.files)

    @property
    def oldest(self) -> datetime.date:
        """The date of the oldest file."""
        return min(file.as_of for _, file in self.files)

    @property
    def clustered(self) -> bool:
        """Whether any line says on how many instances it ran."""
        return any(line.nodes for line in self.lines)

    @property
    def joined(self) -> bool:
        """Whether any line names instance types of which one ran."""
        return any(line.either for line in self.lines)


def measured_models(knowledge: Knowledge, facts: Sequence[Benchmark]) -> MeasuredModels:
    """Some rows in summary: a line for each model, workload, unit of throughput and number of nodes."""
    runs = measurements(facts)
    parts: dict[Hashable, list[Measurement]] = {}
    for run in runs:
        key = (*values(run.fact, ("model", "workload", "throughput_unit", "nodes")), _either(run.fact))
        parts.setdefault(key, []).append(run)
    lines = sorted((_measured_model(knowledge, found) for found in parts.values()), key=_place)
    return MeasuredModels(
        rows=len(facts),
        runs=len(runs),
        unshown=sum(run.unshown for run in runs),
        removed=sum(run.removed for run in runs),
        models=len({fact.model for fact in facts}),
        lines=lines[:MOST_MODELS],
        left_out=len(lines[MOST_MODELS:]),
        files=_files(knowledge, facts),
    )


def _either(fact: Benchmark) -> Sequence[str]:
    return fact.instances if len(fact.instances) > 1 else ()


def _place(line: MeasuredModel) -> tuple[str, str, str, int, Sequence[str]]:
    return line.model, line.workload, line.unit or "", line.nodes or 0, line.either


def _measured_model(knowledge: Knowledge, runs: Sequence[Measurement]) -> MeasuredModel:
    facts = [run.fact for run in runs]
    found = [rounded(fact.row.throughput) for fact in facts if fact.row.throughput]
    return MeasuredModel(
        model=facts[0].model,
        workload=facts[0].workload,
        unit=facts[0].row.throughput_unit,
        nodes=facts[0].row.nodes,
        either=_either(facts[0]),
        runs=len(runs),
        unshown=sum(run.unshown for run in runs),
        lowest=min(found, default=None),
        highest=max(found, default=None),
        sdk=newest_sdk(knowledge, facts),
        instances=sorted({instance for fact in facts for instance in fact.instances}),
        frameworks=once(fact.framework for fact in facts if fact.framework),
        oldest=min(fact.as_of for fact in facts),
        newest=max(fact.as_of for fact in facts),
    )


def newest_sdk(knowledge: Knowledge, facts: Iterable[Benchmark]) -> str | None:
    """The newest SDK release that some facts name: by their days, or by their numbers where one is not on record."""
    named = once(fact.row.sdk for fact in facts if fact.row.sdk)
    recorded = {words: sdk for words in named if (sdk := knowledge.sdk_named(words))}
    if len(recorded) == len(named):
        return max(named, key=lambda words: knowledge.records.sdks[recorded[words]].date, default=None)
    return max(named, key=version_order)


@dataclass(frozen=True)
class FilePage(Reading):
    """What the page of a result file says."""

    id: str
    file: BenchmarkFile
    facts: Sequence[Benchmark]
    shared: Sequence[str]
    """Settings that all rows state, and alike."""
    columns: Sequence[str]
    """Settings that tell the rows apart, to be shown before the figures."""
    figures: Sequence[str]
    rest: Sequence[str]
    """The other settings that at least one row states."""
    remarks: Sequence[Remark]
    models: Sequence[str]
    instances: Sequence[str]

    @property
    def heads(self) -> BenchmarkRow | None:
        """A row whose units stand for all; None where the rows differ in them."""
        if any(name in (*self.columns, *self.rest) for name in UNITS):
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

AS_PRINTED = ("instances", "framework", *SETUP[6:], "application_type", *SIZES, *CHOICES, SPELLINGS[1])
"""The settings in the order of a file's page."""


def page(knowledge: Knowledge, record: str) -> FilePage:
    """The page of one result file."""
    facts = knowledge.benchmarks.of("benchmarks", record)
    told = [*stated(facts, AS_PRINTED), *_mixed_units(facts)]
    shared = [name for name in told if name not in differing(facts, told)]
    first = [name for name in FIRST_IN_FILE if name in told and name not in shared]
    return FilePage(
        id=record,
        file=knowledge.records.benchmarks[record],
        facts=facts,
        shared=shared,
        columns=first,
        figures=stated(facts, FIGURES),
        rest=[name for name in told if name not in (*shared, *first)],
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
    accelerators: tuple[str, ...]
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
    unshown: int
    models: int
    oldest: datetime.date
    newest: datetime.date


@dataclass(frozen=True)
class BenchmarkIndex:
    """One page of the list of result files, and every instance type with measurements."""

    pager: Pager
    rows: int
    unshown: int
    groups: Sequence[HardwareGroup]
    instances: Sequence[InstanceLine]
    """On the first page alone."""
    unplaced: int
    """Rows whose instance type is not known."""


def index(knowledge: Knowledge, number: str = "1") -> BenchmarkIndex:
    """One page of the list of result files, by hardware and workload."""
    pages = pager(knowledge, "benchmarks", number)
    ordered = sorted(_file_lines(knowledge), key=_file_order)
    groups = consecutive(pages.cut(ordered), lambda line: (line.accelerators, line.file.workload))
    benchmarks = knowledge.benchmarks
    return BenchmarkIndex(
        pager=pages,
        rows=len(benchmarks),
        unshown=sum(not fact.file.published for fact in benchmarks),
        groups=[HardwareGroup(accelerators, workload, lines) for (accelerators, workload), lines in groups],
        instances=_instance_lines(knowledge) if pages.number == 1 else (),
        unplaced=sum(not fact.instances for fact in benchmarks),
    )


def _file_order(line: FileLine) -> tuple[object, ...]:
    """By hardware and workload; those shown by their source first, the newest first."""
    day = -line.file.as_of.toordinal()
    return not line.accelerators, line.accelerators, line.file.workload, not line.file.published, day, line.file.title


def _file_lines(knowledge: Knowledge) -> Iterator[FileLine]:
    for record, file in knowledge.records.benchmarks.items():
        yield _file_line(knowledge, record, file)


def _file_line(knowledge: Knowledge, record: str, file: BenchmarkFile) -> FileLine:
    facts = knowledge.benchmarks.of("benchmarks", record)
    return FileLine(
        id=record,
        file=file,
        rows=len(facts),
        models=len({fact.model for fact in facts}),
        accelerators=tuple(sorted({accelerator for fact in facts for accelerator in fact.accelerators})),
        instances=sorted({instance for fact in facts for instance in fact.instances}),
        frameworks=once(fact.framework for fact in facts if fact.framework),
        sdk=newest_sdk(knowledge, facts),
    )


def _instance_lines(knowledge: Knowledge) -> Sequence[InstanceLine]:
    by_instance: Mapping[str, Sequence[Benchmark]] = {
        record: found
        for accelerator in knowledge.records.accelerators
        for record in knowledge.instances.of("accelerators", accelerator)
        if (found := knowledge.benchmarks.of("instances", record))
    }
    return [
        InstanceLine(
            id=record,
            rows=len(facts),
            unshown=sum(not fact.file.published for fact in facts),
            models=len({fact.model for fact in facts}),
            oldest=min(fact.as_of for fact in facts),
            newest=max(fact.as_of for fact in facts),
        )
        for record, facts in by_instance.items()
    ]
