"""Everything known, indexed by what pages ask for."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import TypeVar

from macros.knowledge import cataloguing, joining, measuring
from macros.knowledge.ages import AgeRuler
from macros.knowledge.citing import Cited, citations
from macros.knowledge.facts import Benchmark, Listed, TestedConfiguration, ValidatedPair, Verdict
from macros.knowledge.lifecycle import Lifecycle
from macros.knowledge.packages import Packages, sdk_named
from macros.loading import Records
from macros.schema.base import Citation
from macros.schema.doubts import Conflict, Limitation, Subjects
from macros.schema.vocabularies import Value

F = TypeVar("F")

Stack = tuple[str, str]
"""A framework on an accelerator."""


def _index(facts: Iterable[F], key: Callable[[F], str | None]) -> Mapping[str, Sequence[F]]:
    index: defaultdict[str, list[F]] = defaultdict(list)
    for fact in facts:
        if (value := key(fact)) is not None:
            index[value].append(fact)
    index.default_factory = None
    return index


def _index_all(facts: Iterable[F], keys: Callable[[F], Iterable[str | None]]) -> Mapping[str, Sequence[F]]:
    """The same where a fact names several records."""
    index: defaultdict[str, list[F]] = defaultdict(list)
    for fact in facts:
        for key in dict.fromkeys(keys(fact)):
            if key is not None:
                index[key].append(fact)
    index.default_factory = None
    return index


class Knowledge:
    """The records, the facts joined from them, and indexes over both."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.ages = AgeRuler(records.atlas)
        self.configurations = tuple(joining.tested_configurations(records))
        self.verdicts = tuple(joining.verdicts(records))
        self.validated = tuple(joining.validated_pairs(records))
        self.benchmarks = tuple(measuring.benchmarks(records))
        self.listed = tuple(cataloguing.listed(records))
        self._configurations = {
            "models": _index(self.configurations, lambda c: c.model),
            "families": _index(self.configurations, lambda c: c.family),
            "instances": _index(self.configurations, lambda c: c.instance),
            "accelerators": _index(self.configurations, lambda c: c.accelerator),
            "datasets": _index(self.configurations, lambda c: c.dataset),
            "releases": _index(self.configurations, lambda c: c.release),
            "frameworks": _index(self.configurations, lambda c: c.framework),
            "sources": _index(self.configurations, lambda c: c.source),
        }
        self._verdicts = {
            "families": _index(self.verdicts, lambda v: v.family),
            "accelerators": _index(self.verdicts, lambda v: v.accelerator),
            "frameworks": _index(self.verdicts, lambda v: v.framework),
            "sources": _index(self.verdicts, lambda v: v.source),
        }
        self._validated = {
            "architectures": _index(self.validated, lambda pair: pair.architecture),
            "families": _index(self.validated, lambda pair: records.architectures[pair.architecture].family),
            "frameworks": _index(self.validated, lambda pair: pair.framework),
            "sources": _index(self.validated, lambda pair: pair.source),
        }
        self._benchmarks = {
            "models": _index(self.benchmarks, lambda b: b.model),
            "architectures": _index(self.benchmarks, lambda b: b.architecture),
            "families": _index(self.benchmarks, lambda b: b.family),
            "instances": _index_all(self.benchmarks, lambda b: b.instances),
            "accelerators": _index_all(self.benchmarks, lambda b: b.accelerators),
            "frameworks": _index(self.benchmarks, lambda b: b.framework),
            "benchmarks": _index(self.benchmarks, lambda b: b.file_id),
            "sdks": _index(self.benchmarks, lambda b: sdk_named(records, b.row.sdk)),
            "sources": _index(self.benchmarks, lambda b: b.source),
        }
        self._listed = {
            "models": _index(self.listed, lambda line: line.model),
            "architectures": _index_all(self.listed, lambda line: line.architectures),
            "instances": _index(self.listed, lambda line: line.row.instance),
            "accelerators": _index_all(self.listed, lambda line: line.accelerators),
            "frameworks": _index(self.listed, lambda line: line.framework),
            "catalogues": _index(self.listed, lambda line: line.catalogue_id),
            "sources": _index(self.listed, lambda line: line.source),
        }
        self._listed_as_such = _index_all(
            (line for line in self.listed if line.model is None), lambda line: line.architectures
        )
        self._models_of_architecture = _index(records.models, lambda m: records.models[m].architecture)
        self._models_of_family = _index(records.models, self.family_of)
        self._architectures_of_family = _index(records.architectures, lambda a: records.architectures[a].family)
        self._instances_of_accelerator = _index(records.instances, lambda i: records.instances[i].accelerator)
        self._releases_of_framework = _index(records.releases, lambda r: r.partition("/")[0])
        self._limitations = _subject_index((key, limit.affects) for key, limit in records.limitations.items())
        self._conflicts = _subject_index((key, conflict.about) for key, conflict in records.conflicts.items())
        self._stack_limitations = _stack_index((key, limit.affects) for key, limit in records.limitations.items())
        self._stack_conflicts = _stack_index((key, conflict.about) for key, conflict in records.conflicts.items())
        self._ran_on = _ran_on(self.configurations, self.benchmarks)
        self._citations = citations(records)
        self.packages = Packages(records)
        self.lifecycle = Lifecycle(records, self.packages)

    def term(self, vocabulary: str, value: str) -> Value:
        """The words and symbol of a vocabulary value."""
        return self.records.vocabularies[vocabulary].values[value]

    def as_of(self, citation: Citation) -> datetime.date | None:
        """The date a citation speaks for; None where none was published."""
        return joining.as_of(self.records, citation)

    def family_of(self, model: str) -> str | None:
        """The family of a model; None where the guidelines name none for its architecture."""
        return joining.family_of_model(self.records, model)

    def configurations_of(self, kind: str, record: str) -> Sequence[TestedConfiguration]:
        """The tested configurations that name a record of any kind."""
        return self._configurations[kind].get(record, ())

    def verdicts_of(self, kind: str, record: str) -> Sequence[Verdict]:
        """The verdicts that name a record of any kind."""
        return self._verdicts[kind].get(record, ())

    def validated_of(self, kind: str, record: str) -> Sequence[ValidatedPair]:
        """The validated examples that name a record of any kind."""
        return self._validated[kind].get(record, ())

    def benchmarks_of(self, kind: str, record: str) -> Sequence[Benchmark]:
        """The rows of result files that name a record of any kind."""
        return self._benchmarks[kind].get(record, ())

    def measurements_of(self, kind: str, record: str) -> Sequence[Benchmark]:
        """The same, one row for each run: what two tables print is one measurement. What counts, counts these."""
        return measuring.distinct(self.benchmarks_of(kind, record))

    def listed_of(self, kind: str, record: str) -> Sequence[Listed]:
        """The lines of vendors' lists that name a record of any kind."""
        return self._listed[kind].get(record, ())

    def listed_as_such(self, architecture: str) -> Sequence[Listed]:
        """The lines of vendors' lists that name an architecture and none of its checkpoints."""
        return self._listed_as_such.get(architecture, ())

    def listed_about(self, model: str) -> Sequence[Listed]:
        """What a checkpoint inherits: its own lines, then those of its architecture that name no checkpoint."""
        architecture = self.records.models[model].architecture
        return [*self.listed_of("models", model), *self.listed_as_such(architecture)]

    def sdk_named(self, words: str) -> str | None:
        """The id of the SDK release that a source means by a number such as 2.20; None where none is recorded."""
        return sdk_named(self.records, words)

    def newest_verdicts(self, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
        """Of some verdicts, those of the newest matrix for each accelerator."""
        newest: dict[str, datetime.date] = {}
        for verdict in verdicts:
            newest[verdict.accelerator] = max(newest.get(verdict.accelerator, verdict.as_of), verdict.as_of)
        return [verdict for verdict in verdicts if verdict.as_of == newest[verdict.accelerator]]

    def models_of_architecture(self, architecture: str) -> Sequence[str]:
        """The ids of the models of an architecture."""
        return self._models_of_architecture.get(architecture, ())

    def models_of_family(self, family: str) -> Sequence[str]:
        """The ids of the models of a family."""
        return self._models_of_family.get(family, ())

    def architectures_of_family(self, family: str) -> Sequence[str]:
        """The ids of the architectures of a family."""
        return self._architectures_of_family.get(family, ())

    def instances_of(self, accelerator: str) -> Sequence[str]:
        """The instance types that carry an accelerator, smallest first."""
        instances = self.records.instances
        found = self._instances_of_accelerator.get(accelerator, ())
        return sorted(found, key=lambda i: (instances[i].series, instances[i].accelerator_count, instances[i].vcpus))

    def releases_of(self, framework: str) -> Sequence[str]:
        """The releases of a framework, newest first."""
        found = self._releases_of_framework.get(framework, ())
        return sorted(found, key=lambda r: (self.records.releases[r].launched, r), reverse=True)

    def limitations_of(self, *subjects: tuple[str, str | None]) -> Sequence[tuple[str, Limitation]]:
        """The limitations that touch any of some records, given as kind and id."""
        return [(key, self.records.limitations[key]) for key in _touching(self._limitations, subjects)]

    def limitations_inherited(
        self, own: Sequence[tuple[str, str]], family: str | None
    ) -> Sequence[tuple[str, Limitation]]:
        """The limitations of some records, then those of their family that name no model or architecture of it."""
        nearest = dict(self.limitations_of(*own))
        wider = self.limitations_of(("families", family))
        common = [(key, limit) for key, limit in wider if not (limit.affects.models or limit.affects.architectures)]
        return list({**nearest, **dict(common)}.items())

    def conflicts_of(self, *subjects: tuple[str, str | None]) -> Sequence[tuple[str, Conflict]]:
        """The conflicts about any of some records, given as kind and id."""
        return [(key, self.records.conflicts[key]) for key in _touching(self._conflicts, subjects)]

    def stack_limitations_of(self, *stacks: Stack) -> Sequence[tuple[str, Limitation]]:
        """The limitations of a framework on an accelerator, whatever the model, that touch any of some stacks."""
        return [(key, self.records.limitations[key]) for key in _touching(self._stack_limitations, stacks)]

    def stack_conflicts_of(self, *stacks: Stack) -> Sequence[tuple[str, Conflict]]:
        """The conflicts about a framework on an accelerator, whatever the model, that touch any of some stacks."""
        return [(key, self.records.conflicts[key]) for key in _touching(self._stack_conflicts, stacks)]

    def ran_on(self, model: str) -> frozenset[str]:
        """The instance types on which a model was tested or measured."""
        return self._ran_on.get(model, frozenset())

    def citations_of(self, source: str) -> Sequence[Cited]:
        """Every citation of a source, in the order of the records."""
        return self._citations.get(source, ())


SubjectIndex = Mapping[tuple[str, str], Sequence[str]]


def _subject_index(subjects: Iterable[tuple[str, Subjects]]) -> SubjectIndex:
    index: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for key, about in subjects:
        for kind in type(about).model_fields:
            for record in getattr(about, kind):
                index[kind, record].append(key)
    index.default_factory = None
    return index


def _stack_index(subjects: Iterable[tuple[str, Subjects]]) -> SubjectIndex:
    """Of what names no model: under which framework on which accelerator it is."""
    index: defaultdict[Stack, list[str]] = defaultdict(list)
    for key, about in subjects:
        if not (about.models or about.architectures or about.families):
            for stack in product(about.frameworks, about.accelerators):
                index[stack].append(key)
    index.default_factory = None
    return index


def _ran_on(tests: Iterable[TestedConfiguration], benchmarks: Iterable[Benchmark]) -> Mapping[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for test in tests:
        found[test.model].add(test.instance)
    for benchmark in benchmarks:
        found[benchmark.model].update(benchmark.instances)
    return {model: frozenset(instances) for model, instances in found.items()}


def _touching(index: SubjectIndex, subjects: Iterable[tuple[str, str | None]]) -> Sequence[str]:
    found = {key for kind, record in subjects if record is not None for key in index.get((kind, record), ())}
    return sorted(found)
