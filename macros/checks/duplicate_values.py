"""Where the data speaks of one thing in several places: each detector names things, and the places that speak of them.

What differs across time is no disagreement where one document took the place of the other. So of each document the
newest state counts, and lists of different documents are compared where they speak for one date.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from macros.knowledge import benchmark_facts, build_facts, listed_facts
from macros.knowledge.facts import Benchmark
from macros.knowledge.field_paths import FieldPath
from macros.knowledge.packages import sdk_named
from macros.loading import Records
from macros.schema.base import Citation
from macros.schema.components import Notice
from macros.schema.configurations import ConfigurationFile, ConfigurationRow, ConfigurationTable

NO_VERDICT = "unknown"
"""The status of what is only mentioned, which agrees with everything."""

FIGURES = (
    "throughput",
    "requests_per_s",
    "latency_p50_ms",
    "latency_p99_ms",
    "request_latency_s",
    "ttft_ms",
    "inter_token_latency_ms",
    "ttft_p50_ms",
    "ttft_p99_ms",
    "tpot_p50_ms",
    "tpot_p99_ms",
    "mfu_percent",
    "compute_cost_per_token_tflops",
)
"""What a measurement finds; everything else of it is how it was made."""

SETTINGS = tuple(name for name in benchmark_facts.RUN_FIELDS if name not in FIGURES)

BATCH_SIZES = ("native", "compiled")


@dataclass(frozen=True)
class Said:
    """A place that speaks of a thing."""

    thing: Hashable
    """Equal for places that speak of the same."""
    words: str
    """The thing in words that stay when rows are added."""
    place: FieldPath


Detector = Callable[[Records], Iterator[Said]]


def _document(records: Records, source: str) -> str:
    """What stays of a source when it is revised: its path in a repository, or else itself."""
    one = records.sources[source]
    return f"{one.repository}/{one.path}" if one.repository and one.path else source


def _newest(dated: Sequence[tuple[str, datetime.date]]) -> Mapping[str, datetime.date]:
    newest: dict[str, datetime.date] = {}
    for document, date in dated:
        newest[document] = max(newest.get(document, date), date)
    return newest


def verdicts(records: Records) -> Iterator[Said]:
    """Verdicts on a family: the newest of each document, and older ones of one date."""
    dated = [(matrix_id, matrix, _dated(records, matrix.citation)) for matrix_id, matrix in records.support.items()]
    newest = {
        chip: _newest([at for _, matrix, at in dated if at and chip in matrix.accelerators])
        for chip in records.accelerators
    }
    # That one source says the same twice is another rule's matter.
    told: set[tuple[str, str]] = set()
    for matrix_id, matrix, at in dated:
        if at is None:
            continue
        document, date = at
        for index, row in enumerate(matrix.rows):
            for name, word in row.status.items():
                column = matrix.columns.get(name)
                if column is None or matrix.wording.status.get(word) == NO_VERDICT:
                    continue
                for chip in matrix.accelerators:
                    as_of = "" if date == newest[chip][document] else f", {date}"
                    words = f"{column.workload} of {row.family} on {chip} with {column.framework}{as_of}"
                    if (words, matrix.citation.source) not in told:
                        told.add((words, matrix.citation.source))
                        yield Said(words, words, FieldPath(f"support/{matrix_id}", ("rows", index, "status", name)))


def _dated(records: Records, citation: Citation) -> tuple[str, datetime.date] | None:
    date = build_facts.as_of(records, citation)
    return (_document(records, citation.source), date) if date else None


class _Test(NamedTuple):
    file_id: str
    file: ConfigurationFile
    document: str
    table: int
    """Its place among the tables."""
    place_in_table: int
    row: ConfigurationRow

    def place(self, field: str) -> FieldPath:
        """Where one of its figures stands."""
        return FieldPath(f"configurations/{self.file_id}", ("tables", self.table, "rows", self.place_in_table, field))


def configurations(records: Records) -> Iterator[Said]:
    """Batch sizes that several documents print for one configuration: of each document those of its newest revision."""
    models, datasets = records.catalog.names["models"], records.catalog.names["datasets"]
    instances = records.catalog.names["instances"]
    groups: defaultdict[tuple[object, ...], list[_Test]] = defaultdict(list)
    for file_id, file in records.configurations.items():
        document = _document(records, file.source)
        for table_index, table in enumerate(file.tables):
            for index, row in enumerate(table.rows):
                dataset = datasets[row.dataset] if row.dataset else None
                key = (file.release, models[row.model], instances[row.instance], dataset, *_set_up(file, table, row))
                groups[key].append(_Test(file_id, file, document, table_index, index, row))
    for key, tests in groups.items():
        if len(tests) == 1 or len({test.document for test in tests}) == 1:
            continue
        newest = _newest([(test.document, test.file.as_of) for test in tests])
        release, model, instance = key[:3]
        for test in tests:
            for name in BATCH_SIZES if test.file.as_of == newest[test.document] else ():
                if getattr(test.row, name) is not None:
                    words = f"{name} batch size of {model} on {instance}, {release}"
                    yield Said((key, name), words, test.place(name))


def _set_up(file: ConfigurationFile, table: ConfigurationTable, row: ConfigurationRow) -> tuple[object, ...]:
    return file.workload, row.instance_count or 1, row.precision, row.sequence_length or table.sequence_length


def measurements(records: Records) -> Iterator[Said]:
    """Figures of different files for one set-up. Rows of one file that differ are runs of their own."""
    places = {
        f"{file_id}/{row.line}": FieldPath(f"benchmarks/{file_id}", ("rows", index))
        for file_id, file in records.benchmarks.items()
        for index, row in enumerate(file.rows)
    }
    groups: defaultdict[Hashable, list[Benchmark]] = defaultdict(list)
    for fact in benchmark_facts.distinct_runs(benchmark_facts.facts_of_benchmarks(records)):
        groups[_made(records, fact)].append(fact)
    for key, facts in groups.items():
        if len({fact.file_id for fact in facts}) == 1:
            continue
        for fact in facts:
            for name in FIGURES:
                if getattr(fact.row, name) is not None:
                    words = f"{name} of {fact.model} on {'+'.join(fact.instances) or 'no instance'}, {facts[0].id}"
                    yield Said((key, name), words, FieldPath(places[fact.id].record, (*places[fact.id].path, name)))


def _made(records: Records, fact: Benchmark) -> Hashable:
    """How a measurement was made; where it names no SDK release, its date stands for the software."""
    software = sdk_named(records, fact.row.sdk) or fact.row.sdk or fact.as_of
    settings = (getattr(fact.row, name) for name in SETTINGS if name not in {"sdk", "framework_as_published"})
    return fact.model, fact.work, fact.instances, fact.workload, fact.framework, software, tuple(settings)


def lists(records: Records) -> Iterator[Said]:
    """What lists of one date say of a model or architecture on an accelerator."""
    models = records.catalog.names["models"]
    for catalogue_id, catalogue in records.catalogues.items():
        for index, row in enumerate(catalogue.rows):
            if catalogue.wording.get(row.wording) == NO_VERDICT:
                continue
            place = FieldPath(f"catalogues/{catalogue_id}", ("rows", index, "wording"))
            subjects = [f"model {models[row.model]}"] if row.model else [f"architecture {a}" for a in row.architectures]
            stack = f"with {listed_facts.framework_of_row(catalogue, row) or 'no framework'}"
            for subject, chip in product(subjects, listed_facts.accelerators_of_row(records, catalogue, row)):
                words = f"{row.workload or catalogue.workload} of {subject} on {chip} {stack}"
                words = f"{words}, {row.as_of or catalogue.as_of}"
                yield Said(words, words, place)


def notices(records: Records) -> Iterator[Said]:
    """When something befell, or was to befall, a component: an announcement and what came of it are one event."""
    for component_id, component in records.components.items():
        for index, notice in enumerate(component.notices):
            event = _event(notice)
            if event is None:
                continue
            thing = ", ".join(part for part in (component_id, notice.version, notice.applies_to, event) if part)
            names = [name for name in ("sdk", "last_sdk") if getattr(notice, name)]
            if notice.date and not notice.sdk and notice.announces is None:
                names.append("date")
            for name in names:
                words = f"{name} of {thing}"
                yield Said(words, words, FieldPath(f"components/{component_id}", ("notices", index, name)))


def _event(notice: Notice) -> str | None:
    """What it is about; None where the same can befall a component again, as a release without a version can."""
    event = notice.announces or notice.event
    if event == "renamed":
        return f"renamed {notice.successor}" if notice.successor else None
    return None if event == "released" and not notice.version else event


def prices(records: Records) -> Iterator[Said]:
    """Prices of one kind for an instance type in a region."""
    for instance_id, instance in records.instances.items():
        for index, price in enumerate(instance.prices):
            words = ", ".join(part for part in (f"price of {instance_id}", price.basis, price.region) if part)
            yield Said(words, words, FieldPath(f"instances/{instance_id}", ("prices", index, "usd_per_hour")))


def images(records: Records) -> Iterator[Said]:
    """The image of a release: as it is, and as the vendor's page prints it."""
    for release_id, release in records.releases.items():
        if release.image and release.image.as_published:
            words = f"image of {release_id}"
            for name in ("repository", "tag", "as_published"):
                yield Said(words, words, FieldPath(f"releases/{release_id}", ("image", name)))


DETECTORS: tuple[Detector, ...] = (
    verdicts,
    configurations,
    measurements,
    lists,
    notices,
    prices,
    images,
)
"""Every detector there is."""
