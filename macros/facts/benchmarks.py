"""Facts from benchmark files: a fact is a row joined to its file's header, with its names resolved to ids.

A row is a line of a file. A run is one measurement, which several files may print: their rows agree in hardware, every
setting and figure, and all but one of them have that one's id in `repeats`. Count runs, not rows.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from macros.facts.fact_types import Fact, family_of_model
from macros.facts.grouping import group_by, unique
from macros.loading import Records
from macros.schema.benchmarks import RUN_SETTINGS, BenchmarkFile, BenchmarkRow, fields_with_role
from macros.schema.walk import Location

SETTINGS_AND_FIGURES = (*RUN_SETTINGS, *fields_with_role("figure"))
"""What two rows that print one run agree in, beside what they name."""

WORK_FIELDS = ("model", "workload", "work", *fields_with_role("work"))
"""Two runs did the same work if they agree in these. Only then may their figures be compared, and only in one unit."""

WORD = re.compile(r"[a-z]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class RunHardware:
    """What a run ran on: instance types, or the accelerators of another machine."""

    kind: Literal["instances", "accelerators"]
    names: tuple[str, ...]
    """Ids: several where the source does not say which of them ran."""
    count: int | None
    """How many of them; None where that is not published."""


@dataclass(frozen=True, slots=True)
class Benchmark(Fact):
    file_id: str
    model: str
    work: tuple[str, ...]
    """What was run, beyond the model: words of the published name that are not in the model's id, such as a phase of
    training. Runs are compared only if they agree in it."""
    architecture: str | None
    family: str | None
    named_instances: tuple[str, ...]
    """Several where the source joins them and does not say which of them ran, none where it is not known."""
    accelerators: tuple[str, ...]
    framework: str | None
    row: BenchmarkRow
    file: BenchmarkFile
    repeats: str | None = None
    """The id of the row that is counted for this run, if another row prints it too. None: this row is counted."""

    @property
    def instances(self) -> tuple[str, ...]:
        """The instance type it ran on. Empty where that is not known, such as where the source joins several."""
        return self.named_instances if len(self.named_instances) == 1 else ()

    @property
    def hardware(self) -> RunHardware | None:
        if self.named_instances:
            return RunHardware("instances", self.named_instances, self.row.nodes or 1)
        return RunHardware("accelerators", self.accelerators, self.row.accelerator_count) if self.accelerators else None

    @property
    def framework_as_published(self) -> str | None:
        return self.row.framework_as_published or self.file.framework_as_published


def facts_of_benchmarks(records: Records) -> Iterator[Benchmark]:
    """Every row, in the order of files and lines. `repeats` is set on all rows of a run but one."""
    facts = list(_facts(records))
    counted: dict[Hashable, str] = {}
    repeats: dict[str, str] = {}
    copies: Counter[Hashable] = Counter()
    # Rows of published files first, so that the row that is counted is one that readers can see.
    for fact in sorted(facts, key=lambda fact: not fact.file.published):
        key = _run_key(fact)
        # Equal rows within a file are different runs: the n-th one repeats the n-th of another file.
        copies[fact.file_id, key] += 1
        first = counted.setdefault((key, copies[fact.file_id, key]), fact.id)
        if first != fact.id:
            repeats[fact.id] = first
    return (replace(fact, repeats=repeats.get(fact.id)) for fact in facts)


def counted_runs(facts: Iterable[Benchmark]) -> Sequence[Benchmark]:
    return [fact for fact in facts if fact.repeats is None]


def measured_runs(facts: Iterable[Benchmark]) -> Sequence[Benchmark]:
    """Without the thresholds of tests, which nobody measured."""
    return [fact for fact in facts if not fact.file.thresholds]


def work_of(fact: Benchmark) -> Hashable:
    """What a run did and in which unit its throughput is counted: equal for runs that may be compared."""
    values = (getattr(fact if hasattr(fact, name) else fact.row, name) for name in WORK_FIELDS)
    return (fact.row.throughput_unit, *values)


def best_first(facts: Iterable[Benchmark]) -> Sequence[Benchmark]:
    """Runs by accelerator; on each, those of the same work together, by throughput, then by latency.

    Figures in doubt come after the others, thresholds, which nobody measured, last.
    """

    def rank(fact: Benchmark) -> tuple[bool, bool, float, float]:
        doubtful = fact.row.doubt is not None
        return fact.file.thresholds, doubtful, -(fact.row.throughput or 0), fact.row.latency_p50_ms or math.inf

    by_work = group_by(facts, lambda fact: (fact.accelerators, work_of(fact)))
    groups = sorted(by_work.values(), key=lambda same: same[0].accelerators)
    return [fact for same in groups for fact in sorted(same, key=rank)]


def _run_key(fact: Benchmark) -> Hashable:
    """Equal for two rows that agree in hardware, software, every setting and figure."""
    hardware = fact.named_instances, fact.accelerators
    resolved = (fact.model, fact.work, hardware, fact.workload, fact.framework, fact.framework_as_published)
    return resolved, tuple(getattr(fact.row, name) for name in SETTINGS_AND_FIGURES)


def _facts(records: Records) -> Iterator[Benchmark]:
    ids_by_name = records.names.ids_by_name
    for file_id, file in records.benchmarks.items():
        for index, row in enumerate(file.rows):
            model = ids_by_name["models"][row.model]
            instances = tuple(ids_by_name["instances"][name] for name in row.instances)
            carried = [records.instances[instance].accelerator for instance in instances]
            yield Benchmark(
                id=f"{file_id}/{row.line}",
                file_id=file_id,
                model=model,
                work=_extra_words(row, model),
                architecture=records.models[model].architecture,
                family=family_of_model(records, model),
                named_instances=instances,
                accelerators=unique([*carried, *row.accelerators]),
                framework=row.framework or file.framework,
                workload=file.workload,
                source=file.citation.source,
                locator=f"{file.citation.locator}, line {row.line}",
                as_of=row.as_of or file.as_of,
                at=Location(f"benchmarks/{file_id}", ("rows", index)),
                row=row,
                file=file,
            )


def _extra_words(row: BenchmarkRow, model_id: str) -> tuple[str, ...]:
    """The words of the published name that are not in the model's id, without the batch size."""
    published = row.model.casefold()
    if row.batch_size is not None:
        published = published.removesuffix(f"bs{row.batch_size}")
    words_of_id = set(WORD.findall(model_id))
    return tuple(word for word in WORD.findall(published) if word not in words_of_id)
