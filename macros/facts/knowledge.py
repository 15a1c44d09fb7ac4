"""The records and the facts joined from them, which views and exports read."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from macros.facts.benchmarks import Benchmark, distinct_runs, facts_of_benchmarks
from macros.facts.citations import AgeRuler, as_of, citations, newest_fact
from macros.facts.fact_types import (
    Listed,
    TestedConfiguration,
    ValidatedPair,
    Verdict,
    facts_of_configurations,
    facts_of_lists,
    facts_of_validated_examples,
    facts_of_verdicts,
    family_of_model,
)
from macros.facts.grouping import Index, SubjectIndex, group_pairs
from macros.facts.images import index_images
from macros.facts.lifecycle import Lifecycle
from macros.facts.packages import Packages, sdk_named, version_of
from macros.facts.support_status import index_support
from macros.loading import Records
from macros.schema.base import SourceReference
from macros.schema.limitations import Limitation
from macros.schema.vocabularies import Value

T = TypeVar("T")


class Knowledge:
    """The records, and the facts joined from them.

    Facts are indexed by the records that they name: `knowledge.benchmarks` are all, and
    `knowledge.benchmarks.of("models", "gpt2")` those of one model.
    """

    def __init__(self, records: Records) -> None:
        self.records = records
        self._results: dict[tuple[Callable[..., Any], tuple[Hashable, ...]], Any] = {}
        self.edition = newest_fact(records)
        """The day to which ages are counted."""
        self.ages = AgeRuler(records.atlas.age_rule, self.edition)
        self._index_facts(records)
        self._index_ids(records)
        states = {name: records.vocabularies[f"{name}_state"].values for name in ("limitation", "conflict")}
        self.limitations = SubjectIndex(records.limitations, attrgetter("affects"), states["limitation"])
        self.conflicts = SubjectIndex(records.conflicts, attrgetter("about"), states["conflict"])
        self.citations = Index(citations(records), {"sources": "source"})
        self.support = index_support(records, self.ages)
        self.images = index_images(records, self.configurations)
        self.packages = Packages(records)
        self.lifecycle = Lifecycle(records, self.packages)

    def cached(self, function: Callable[..., T], *arguments: Hashable) -> T:
        """What a function of this knowledge and some arguments returns, computed once."""
        key = (function, arguments)
        if key not in self._results:
            self._results[key] = function(self, *arguments)
        result: T = self._results[key]
        return result

    def _index_facts(self, records: Records) -> None:
        self.configurations = Index(
            facts_of_configurations(records),
            {
                "models": "model",
                "families": "family",
                "instances": "instance",
                "accelerators": "accelerator",
                "datasets": "dataset",
                "releases": "release",
                "frameworks": "framework",
                "sources": "source",
            },
        )
        self.guidelines = Index(
            facts_of_verdicts(records),
            {"families": "family", "accelerators": "accelerator", "frameworks": "framework", "sources": "source"},
        )
        self.validated = Index(
            facts_of_validated_examples(records),
            {
                "architectures": "architecture",
                "families": "family",
                "frameworks": "framework",
                "sources": "source",
                "models": "model",
                "datasets": "dataset",
            },
        )
        self.benchmarks = Index(
            facts_of_benchmarks(records),
            {
                "models": "model",
                "architectures": "architecture",
                "families": "family",
                "instances": "named_instances",
                "accelerators": "accelerators",
                "frameworks": "framework",
                "benchmarks": "file_id",
                "sdks": lambda fact: sdk_named(records, fact.row.sdk),
                "sources": "source",
            },
        )
        self.listed = Index(
            facts_of_lists(records),
            {
                "models": "model",
                "architectures": "architectures",
                "instances": "row.instance",
                "accelerators": "accelerators",
                "frameworks": "framework",
                "catalogues": "catalogue_id",
                "sources": "source",
            },
        )

    def _index_ids(self, records: Records) -> None:
        """Ids of records by the records that they belong to."""
        by_subject: Mapping[str, Callable[[str], str | None]] = {
            "architectures": lambda model: records.models[model].architecture,
            "families": self.family_of,
            "models": lambda model: records.models[model].variant_of,
        }
        self.models = Index(records.models, by_subject)
        self._run_instances = _run_instances(self.configurations, self.benchmarks)
        self._run_models = Index(sorted(self._run_instances), by_subject)
        self.architectures = Index(records.architectures, {"families": lambda key: records.architectures[key].family})
        instances, releases = records.instances, records.releases
        smallest_first = sorted(instances, key=lambda key: instances[key].order)
        self.instances = Index(smallest_first, {"accelerators": lambda key: instances[key].accelerator})
        newest_first = sorted(
            releases, key=lambda key: (releases[key].launched or datetime.date.min, key), reverse=True
        )
        self.releases = Index(newest_first, {"frameworks": lambda key: key.partition("/")[0]})
        self.configuration_files = Index(
            records.configurations, {"releases": lambda key: records.configurations[key].release}
        )

    @property
    def revision(self) -> str:
        """A digest of the data: every change of it changes this."""
        return self.records.revision

    def term(self, vocabulary: str, value: str) -> Value:
        return self.records.vocabularies[vocabulary].values[value]

    def as_of(self, citation: SourceReference) -> datetime.date | None:
        return as_of(self.records, citation)

    def family_of(self, model: str) -> str | None:
        return family_of_model(self.records, model)

    def published(self, model: str | None, architecture: str) -> datetime.date | None:
        """The day on which a model was made public, else what it is a variant of, else its architecture.

        None where none is recorded.
        """
        records = self.records
        own = records.models[model] if model else None
        root = records.models[own.variant_of] if own and own.variant_of else None
        known = [one.published for one in (own, root, records.architectures.get(architecture)) if one and one.published]
        return known[0].date if known else None

    def measurements_of(self, kind: str, record: str) -> Sequence[Benchmark]:
        """The benchmarks that name a record, one row for each run: what two tables print is counted once."""
        return distinct_runs(self.benchmarks.of(kind, record))

    def variants_of(self, model: str) -> Sequence[str]:
        """The other checkpoints of the same shape: the one it is a variant of, and that one's variants."""
        root = self.records.models[model].variant_of or model
        return [other for other in (root, *self.models.of("models", root)) if other != model]

    def listed_as_architecture(self, architecture: str) -> Sequence[Listed]:
        """The lines of vendors' lists that name an architecture and none of its checkpoints."""
        return [line for line in self.listed.of("architectures", architecture) if line.model is None]

    def listed_about(self, model: str) -> Sequence[Listed]:
        """The lines of vendors' lists about a checkpoint: its own, then those of its architecture that cover it."""
        lines = self.listed_as_architecture(self.records.models[model].architecture)
        return [*self.listed.of("models", model), *(line for line in lines if not line.covers or model in line.covers)]

    def validated_about(self, model: str) -> Sequence[ValidatedPair]:
        """The validated examples of a checkpoint, then those of its architecture that name no checkpoint."""
        pairs = self.validated.of("architectures", self.records.models[model].architecture)
        return [*self.validated.of("models", model), *(pair for pair in pairs if pair.model is None)]

    def sdk_named(self, words: str) -> str | None:
        return sdk_named(self.records, words)

    def sdk_name(self, sdk: str) -> str:
        """The name of an SDK release for readers, such as ROCm 6.4.0."""
        return f"{self.records.platforms[self.records.sdks[sdk].platform].short_name} {version_of(sdk)}"

    def newest_guidelines(self, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
        """Of some verdicts, those of the newest matrix for each accelerator."""
        dates = group_pairs((verdict.accelerator, verdict.as_of) for verdict in verdicts)
        newest = {accelerator: max(own) for accelerator, own in dates.items()}
        return [verdict for verdict in verdicts if verdict.as_of == newest[verdict.accelerator]]

    def inherited_limitations(
        self, own: Sequence[tuple[str, str]], family: str | None
    ) -> Sequence[tuple[str, Limitation]]:
        """The limitations of some records, then those of their family that name no model or architecture of it."""
        wider = self.limitations.of(("families", family))
        common = [(key, limit) for key, limit in wider if not (limit.affects.models or limit.affects.architectures)]
        return list(dict([*self.limitations.of(*own), *common]).items())

    def run_instances(self, model: str) -> frozenset[str]:
        """The instance types on which a model was tested or measured."""
        return self._run_instances.get(model, frozenset())

    def run_models(self, kind: str, record: str, most: int) -> Mapping[str, frozenset[str]]:
        """The first models of an architecture or a family that were tested or measured, with these instance types."""
        return {model: self._run_instances[model] for model in self._run_models.of(kind, record)[:most]}

    def runs_on(self, accelerator: str) -> Mapping[str, Sequence[str]]:
        """By model that was tested or measured on an accelerator: the instance types of these runs."""
        tests = self.configurations.of("accelerators", accelerator)
        instances = _run_instances(tests, self.benchmarks.of("accelerators", accelerator))
        return {model: sorted(instances[model]) for model in sorted(instances)}


def _run_instances(
    tests: Iterable[TestedConfiguration], benchmarks: Iterable[Benchmark]
) -> Mapping[str, frozenset[str]]:
    """By model that was tested or measured: the instance types of these runs, as far as sources name them."""
    by_model: defaultdict[str, set[str]] = defaultdict(set)
    for test in tests:
        by_model[test.model].add(test.instance)
    for benchmark in benchmarks:
        by_model[benchmark.model].update(benchmark.instances)
    return {model: frozenset(instances) for model, instances in by_model.items()}
