"""Everything known: the questions that pages ask."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from macros import published
from macros.knowledge import benchmark_facts, build_facts, indexes, listed_facts
from macros.knowledge.ages import AgeRuler
from macros.knowledge.citations import Cited, citations
from macros.knowledge.dates import newest_fact
from macros.knowledge.facts import Benchmark, Listed, TestedConfiguration, ValidatedPair, Verdict
from macros.knowledge.indexes import Stack, touching
from macros.knowledge.lifecycle import Lifecycle
from macros.knowledge.packages import Packages, sdk_named, version_of
from macros.loading import Records
from macros.published import FormerId, Move
from macros.schema.base import Citation
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation
from macros.schema.vocabularies import Value


class Knowledge:
    """The records, and the facts joined from them."""

    def __init__(self, records: Records, edition: datetime.date | None = None) -> None:
        """`edition` is the day of the newest change of the data, which no fact is newer than; None if unknown."""
        self.records = records
        self.edition = max(edition or datetime.date.min, newest_fact(records))
        """The day to which ages are counted."""
        self.ages = AgeRuler(records.atlas.age_rule, self.edition)
        self.configurations = tuple(build_facts.tested_configurations(records))
        self.verdicts = tuple(build_facts.verdicts(records))
        self.validated = tuple(build_facts.validated_pairs(records))
        self.benchmarks = tuple(benchmark_facts.benchmarks(records))
        self.listed = tuple(listed_facts.listed(records))
        self._configurations = indexes.of_configurations(self.configurations)
        self._verdicts = indexes.of_verdicts(self.verdicts)
        self._validated = indexes.of_validated(records, self.validated)
        self._benchmarks = indexes.of_benchmarks(records, self.benchmarks)
        self._listed = indexes.of_listed(self.listed)
        self._listed_as_such = indexes.index_all(
            (line for line in self.listed if line.model is None), lambda line: line.architectures
        )
        self._models_of_architecture = indexes.index(records.models, lambda m: records.models[m].architecture)
        self._models_of_family = indexes.models_by_family(records)
        self._architectures_of_family = indexes.index(records.architectures, lambda a: records.architectures[a].family)
        self._instances_of_accelerator = indexes.index(records.instances, lambda i: records.instances[i].accelerator)
        self._releases_of_framework = indexes.index(records.releases, lambda r: r.partition("/")[0])
        self._tables_of_release = indexes.index(records.configurations, lambda c: records.configurations[c].release)
        limits = [(key, limit.affects) for key, limit in records.limitations.items()]
        conflicts = [(key, conflict.about) for key, conflict in records.conflicts.items()]
        self._limitations, self._conflicts = indexes.by_subject(limits), indexes.by_subject(conflicts)
        self._stack_limitations, self._stack_conflicts = indexes.by_stack(limits), indexes.by_stack(conflicts)
        self._ran_on = indexes.ran_on(self.configurations, self.benchmarks)
        self._ran_of = {
            "architectures": indexes.index(sorted(self._ran_on), lambda m: records.models[m].architecture),
            "families": indexes.index(sorted(self._ran_on), lambda m: build_facts.family_of_model(records, m)),
        }
        self._citations = citations(records)
        self.packages = Packages(records)
        self.lifecycle = Lifecycle(records, self.packages)

    @property
    def revision(self) -> str:
        """A digest of the data: every change of it changes this."""
        return self.records.revision

    def term(self, vocabulary: str, value: str) -> Value:
        """The words and symbol of a vocabulary value."""
        return self.records.vocabularies[vocabulary].values[value]

    def as_of(self, citation: Citation) -> datetime.date | None:
        """The date a citation speaks for; None where none was published."""
        return build_facts.as_of(self.records, citation)

    def family_of(self, model: str) -> str | None:
        """The family of a model; None where the guidelines name none for its architecture."""
        return build_facts.family_of_model(self.records, model)

    def configurations_of(self, kind: str, record: str) -> Sequence[TestedConfiguration]:
        """The tested configurations that name a record of any kind."""
        return self._configurations[kind].get(record, ())

    def tests_of(self, kind: str, record: str) -> int:
        """How many tested configurations name a record of any kind."""
        return len(self.configurations_of(kind, record))

    def tables_of(self, release: str) -> Sequence[str]:
        """The ids of the files of tested configurations of a release."""
        return self._tables_of_release.get(release, ())

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
        return benchmark_facts.distinct(self.benchmarks_of(kind, record))

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

    def sdk_name(self, sdk: str) -> str:
        """An SDK release as readers call it, such as ROCm 6.4.0."""
        return f"{self.records.platforms[self.records.sdks[sdk].platform].short_name} {version_of(sdk)}"

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
        return sorted(found, key=lambda r: (self.records.releases[r].launched or datetime.date.min, r), reverse=True)

    def limitations_of(self, *subjects: tuple[str, str | None]) -> Sequence[tuple[str, Limitation]]:
        """The limitations that touch any of some records, given as kind and id."""
        return [(key, self.records.limitations[key]) for key in touching(self._limitations, subjects)]

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
        return [(key, self.records.conflicts[key]) for key in touching(self._conflicts, subjects)]

    def stack_limitations_of(self, *stacks: Stack) -> Sequence[tuple[str, Limitation]]:
        """The limitations of a framework on an accelerator, whatever the model, that touch any of some stacks."""
        return [(key, self.records.limitations[key]) for key in touching(self._stack_limitations, stacks)]

    def stack_conflicts_of(self, *stacks: Stack) -> Sequence[tuple[str, Conflict]]:
        """The conflicts about a framework on an accelerator, whatever the model, that touch any of some stacks."""
        return [(key, self.records.conflicts[key]) for key in touching(self._stack_conflicts, stacks)]

    def ran_on(self, model: str) -> frozenset[str]:
        """The instance types on which a model was tested or measured."""
        return self._ran_on.get(model, frozenset())

    def ran_of(self, kind: str, record: str, most: int) -> Mapping[str, frozenset[str]]:
        """The same for the first so many models of an architecture or a family that were tested or measured."""
        return {model: self._ran_on[model] for model in self._ran_of[kind].get(record, ())[:most]}

    def runs_on(self, accelerator: str) -> Mapping[str, Sequence[str]]:
        """By model that was tested or measured on an accelerator: the instance types of these runs."""
        found: dict[str, set[str]] = {}
        for test in self.configurations_of("accelerators", accelerator):
            found.setdefault(test.model, set()).add(test.instance)
        for benchmark in self.benchmarks_of("accelerators", accelerator):
            found.setdefault(benchmark.model, set()).update(benchmark.instances)
        return {model: sorted(instances) for model, instances in sorted(found.items())}

    def former_ids(self) -> Sequence[FormerId]:
        """Every id that a record had before."""
        return list(published.former_ids(self.records))

    def moves(self) -> Sequence[Move]:
        """Every former address of a page."""
        return list(published.moves(self.records))

    def citations_of(self, source: str) -> Sequence[Cited]:
        """Every citation of a source, in the order of the records."""
        return self._citations.get(source, ())
