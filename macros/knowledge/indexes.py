"""Indexes: facts by the records that they name, and ids of records by the records that they belong to."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Generic, Self, TypeVar

from macros.knowledge.benchmark_facts import facts_of_benchmarks
from macros.knowledge.build_facts import (
    facts_of_configurations,
    facts_of_validated_examples,
    facts_of_verdicts,
    family_of_model,
)
from macros.knowledge.facts import Benchmark, Listed, TestedConfiguration, ValidatedPair, Verdict
from macros.knowledge.grouping import group_pairs
from macros.knowledge.listed_facts import facts_of_lists
from macros.knowledge.packages import sdk_named
from macros.loading import Records
from macros.schema.limitations import Subjects

F = TypeVar("F")
S = TypeVar("S")

RecordIds = str | tuple[str, ...] | None
"""The records of one kind that a fact names: one, several or none."""

FrameworkOnAccelerator = tuple[str, str]
"""Ids of a framework and an accelerator: a software stack, whatever the model."""


class Index(tuple[F, ...]):  # noqa: SLOT001 - a tuple cannot have slots for attributes
    """All facts of one type, in the order of the data, with an index by the records that they name.

    `keys` gives, for each kind of record, the function that reads its ids from a fact.
    """

    _by_record: Mapping[str, Mapping[str, Sequence[F]]]

    def __new__(cls, facts: Iterable[F], keys: Mapping[str, Callable[[F], RecordIds]]) -> Self:
        """Iterates over the facts once."""
        self = super().__new__(cls, facts)
        self._by_record = {
            kind: group_pairs((record, fact) for fact in self for record in _ids(key(fact)))
            for kind, key in keys.items()
        }
        return self

    def of(self, kind: str, record: str) -> Sequence[F]:
        """The facts that name a record. Raises KeyError where facts of this type name no record of this kind."""
        return self._by_record[kind].get(record, ())


def _ids(ids: RecordIds) -> Iterable[str | None]:
    return dict.fromkeys(ids) if isinstance(ids, tuple) else (ids,)


def index_configurations(records: Records) -> Index[TestedConfiguration]:
    """Tested configurations."""
    return Index(
        facts_of_configurations(records),
        {
            "models": lambda test: test.model,
            "families": lambda test: test.family,
            "instances": lambda test: test.instance,
            "accelerators": lambda test: test.accelerator,
            "datasets": lambda test: test.dataset,
            "releases": lambda test: test.release,
            "frameworks": lambda test: test.framework,
            "sources": lambda test: test.source,
        },
    )


def index_verdicts(records: Records) -> Index[Verdict]:
    """Verdicts of support matrices."""
    return Index(
        facts_of_verdicts(records),
        {
            "families": lambda verdict: verdict.family,
            "accelerators": lambda verdict: verdict.accelerator,
            "frameworks": lambda verdict: verdict.framework,
            "sources": lambda verdict: verdict.source,
        },
    )


def index_validated(records: Records) -> Index[ValidatedPair]:
    """Validated examples."""
    return Index(
        facts_of_validated_examples(records),
        {
            "models": lambda pair: pair.model,
            "datasets": lambda pair: pair.dataset,
            "architectures": lambda pair: pair.architecture,
            "families": lambda pair: records.architectures[pair.architecture].family,
            "frameworks": lambda pair: pair.framework,
            "sources": lambda pair: pair.source,
        },
    )


def index_benchmarks(records: Records) -> Index[Benchmark]:
    """Rows of files of benchmark results."""
    return Index(
        facts_of_benchmarks(records),
        {
            "models": lambda fact: fact.model,
            "architectures": lambda fact: fact.architecture,
            "families": lambda fact: fact.family,
            "instances": lambda fact: fact.instances,
            "accelerators": lambda fact: fact.accelerators,
            "frameworks": lambda fact: fact.framework,
            "benchmarks": lambda fact: fact.file_id,
            "sdks": lambda fact: sdk_named(records, fact.row.sdk),
            "sources": lambda fact: fact.source,
        },
    )


def index_listed(records: Records) -> Index[Listed]:
    """Lines of vendors' lists."""
    return Index(
        facts_of_lists(records),
        {
            "models": lambda line: line.model,
            "architectures": lambda line: line.architectures,
            "instances": lambda line: line.row.instance,
            "accelerators": lambda line: line.accelerators,
            "frameworks": lambda line: line.framework,
            "catalogues": lambda line: line.catalogue_id,
            "sources": lambda line: line.source,
        },
    )


def index_models(records: Records, models: Iterable[str]) -> Index[str]:
    """Ids of models."""
    return Index(
        models,
        {
            "architectures": lambda model: records.models[model].architecture,
            "families": lambda model: family_of_model(records, model),
        },
    )


def index_instances(records: Records) -> Index[str]:
    """Ids of instance types, the smallest of a series first."""

    def size(instance: str) -> tuple[str, int, int]:
        record = records.instances[instance]
        return record.series, record.accelerator_count, record.vcpus

    return Index(
        sorted(records.instances, key=size), {"accelerators": lambda instance: records.instances[instance].accelerator}
    )


def index_releases(records: Records) -> Index[str]:
    """Ids of releases of frameworks, the newest first."""

    def launch(release: str) -> tuple[datetime.date, str]:
        return records.releases[release].launched or datetime.date.min, release

    return Index(
        sorted(records.releases, key=launch, reverse=True), {"frameworks": lambda release: release.partition("/")[0]}
    )


class SubjectIndex(Generic[S]):
    """Limitations or conflicts by the records that they are about."""

    def __init__(self, records: Mapping[str, S], subjects_of: Callable[[S], Subjects]) -> None:
        self._records = records
        subjects = [(key, subjects_of(record)) for key, record in records.items()]
        self._by_record = group_pairs(
            ((kind, record), key)
            for key, about in subjects
            for kind in type(about).model_fields
            for record in getattr(about, kind)
        )
        self._by_stack = group_pairs(
            (stack, key)
            for key, about in subjects
            if not (about.models or about.architectures or about.families)
            for stack in product(about.frameworks, about.accelerators)
        )

    def of(self, *subjects: tuple[str, str | None]) -> Sequence[tuple[str, S]]:
        """Those about any of these records (kind, id), sorted by id. Subjects whose id is None are ignored."""
        keys = {key for kind, record in subjects if record for key in self._by_record.get((kind, record), ())}
        return [(key, self._records[key]) for key in sorted(keys)]

    def of_stacks(self, *stacks: FrameworkOnAccelerator) -> Sequence[tuple[str, S]]:
        """Those about any of these stacks that name no model, architecture or family; sorted by id."""
        keys = {key for stack in stacks for key in self._by_stack.get(stack, ())}
        return [(key, self._records[key]) for key in sorted(keys)]
