"""The records and the facts joined from them, which pages and outputs read."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

from macros.facts.benchmarks import Benchmark, counted_runs, facts_of_benchmarks
from macros.facts.citations import AgeRuler, as_of, citations, dated_facts
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
from macros.facts.grouping import Index, by, group_pairs
from macros.facts.images import index_images
from macros.facts.issues import index_issues
from macros.facts.lifecycle import Lifecycle
from macros.facts.packages import Packages, sdk_name, sdk_named
from macros.facts.support_status import index_support
from macros.loading import Records
from macros.schema.atlas import Value
from macros.schema.base import SourceReference

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

NOT_COMPUTED = object()
"""In place of a result, which may be None."""

ALSO_WRITTEN = {"int8": "w8a8", "int4": "w4a"}
"""How lists write number formats of weights with those of activations."""


class Knowledge:
    """The records, and the facts joined from them.

    Facts are indexed by the records that they name: `knowledge.benchmarks` are all, and
    `knowledge.benchmarks.of("models", "gpt2")` those of one model.
    """

    def __init__(self, records: Records) -> None:
        self.records = records
        self._results: dict[Hashable, Any] = {}
        self.edition = max(date for _, _, date in dated_facts(records))
        """The newest date in the data, to which ages are counted."""
        self.ages = AgeRuler(records.atlas.age_rule, self.edition)
        self.packages = Packages(records)
        self.lifecycle = Lifecycle(records, self.packages)
        self._index_facts(records)
        self._index_ids(records)

    def _index_facts(self, records: Records) -> None:
        self.configurations = Index(
            facts_of_configurations(records),
            by("model", "family", "instance", "accelerator", "dataset", "release", "framework", "source"),
        )
        self.guidelines = Index(facts_of_verdicts(records), by("family", "accelerator", "framework", "source"))
        self.validated = Index(
            facts_of_validated_examples(records),
            by("architecture", "family", "framework", "source", "model", "dataset"),
        )
        self.benchmarks = Index(
            facts_of_benchmarks(records),
            by(
                *("model", "architecture", "family", "accelerators", "framework", "source"),
                instances="named_instances",
                benchmarks="file_id",
                sdks=lambda fact: sdk_named(records, fact.row.sdk),
            ),
        )
        self.listed = Index(
            facts_of_lists(records),
            by(
                *("model", "architectures", "accelerators", "framework", "source"),
                instances="row.instance",
                catalogues="catalogue_id",
            ),
        )
        self.citations = Index(citations(records), by("source"))
        states = {name: records.vocabularies[f"{name}_state"].values for name in ("limitation", "conflict")}
        self.limitations = index_issues(records.limitations, "affects", states["limitation"])
        self.conflicts = index_issues(records.conflicts, "about", states["conflict"])
        self.support = index_support(records, self.ages)
        self.images = index_images(records, self.configurations, self.packages, self.lifecycle, self.support)

    def _index_ids(self, records: Records) -> None:
        """Ids of records by the records that they belong to."""
        of_model: Mapping[str, Callable[[str], str | None]] = {
            "architectures": lambda model_id: records.models[model_id].architecture,
            "families": self.family_of,
            "models": lambda model_id: records.models[model_id].variant_of,
        }
        self.models = Index(records.models, of_model)
        self.run_instances = _run_instances(self.configurations, self.benchmarks)
        """By model that was tested or measured: on which instance types, as far as sources name them."""
        self.run_models = Index(sorted(self.run_instances), of_model)
        components = records.components
        self.components = Index(
            components,
            {
                "frameworks": lambda one: tuple(components[one].belongs_to),
                "components": lambda one: components[one].successor,
            },
        )
        """Those of a framework, and those that another component replaced."""
        self.architectures = Index(records.architectures, {"families": lambda one: records.architectures[one].family})
        instances, releases = records.instances, records.releases
        smallest_first = sorted(instances, key=lambda one: instances[one].order)
        self.instances = Index(smallest_first, {"accelerators": lambda one: instances[one].accelerator})
        newest_first = sorted(
            releases, key=lambda one: (releases[one].launched or datetime.date.min, one), reverse=True
        )
        self.releases = Index(newest_first, {"frameworks": lambda one: one.partition("/")[0]})

    def cached(self, function: Callable[[Knowledge, *Ts], T], *arguments: *Ts) -> T:
        """What a function of this knowledge and some arguments returns, computed once."""
        key = (function, *arguments)
        found = self._results.get(key, NOT_COMPUTED)
        if found is NOT_COMPUTED:
            found = self._results[key] = function(self, *arguments)
        result: T = found
        return result

    @property
    def revision(self) -> str:
        """A digest of the data: every change of it changes this."""
        return self.records.revision

    def term(self, vocabulary: str, value: str) -> Value:
        return self.records.vocabularies[vocabulary].values[value]

    def as_of(self, citation: SourceReference) -> datetime.date | None:
        return as_of(self.records, citation)

    def family_of(self, model_id: str) -> str | None:
        return family_of_model(self.records, model_id)

    def sdk_named(self, words: str) -> str | None:
        return sdk_named(self.records, words)

    def sdk_name(self, words: str, owner: str | None = None) -> str:
        return sdk_name(self.records, words, owner)

    def measurements_of(self, kind: str, record_id: str | None) -> Sequence[Benchmark]:
        """The benchmarks that name a record, one row for each run: what two tables print is counted once."""
        return counted_runs(self.benchmarks.of(kind, record_id))

    def runs_on(self, accelerator_id: str) -> Mapping[str, Sequence[str]]:
        """By model that was tested or measured on an accelerator: the instance types of these runs."""
        tests = self.configurations.of("accelerators", accelerator_id)
        instances = _run_instances(tests, self.benchmarks.of("accelerators", accelerator_id))
        return {model_id: sorted(instances[model_id]) for model_id in sorted(instances)}

    def variants_of(self, model_id: str) -> Sequence[str]:
        """Other checkpoints of the same model: the first, then those of its maker, then others.

        Not those in another number format: what runs in one says nothing of another.
        """
        models = self.records.models
        root = models[model_id].variant_of or model_id
        owner = root.partition("/")[0]
        own_first = sorted(self.models.of("models", root), key=lambda one: not one.startswith(f"{owner}/"))
        number_format = models[model_id].weight_format
        return [one for one in (root, *own_first) if one != model_id and models[one].weight_format == number_format]

    def quantised_from(self, model_id: str) -> Sequence[str]:
        """Checkpoints that were quantised from a model."""
        models = self.records.models
        root = models[model_id].variant_of or model_id
        return [one for one in self.models.of("models", root) if self.origin_of(one) == model_id]

    def origin_of(self, model_id: str) -> str | None:
        """What a checkpoint was quantised from: a related checkpoint, or else that of which it is a variant."""
        record = self.records.models[model_id]
        if not (record.weight_format and record.variant_of):
            return None
        return next((one.model for one in record.related), record.variant_of)

    def listed_about(self, model_id: str) -> Sequence[Listed]:
        """The lines of vendors' lists about a checkpoint: its own, then those of its architecture that cover it."""
        lines = self.listed.of("architectures", self.records.models[model_id].architecture)
        covering = (self._covering(line, model_id) for line in lines if line.model is None)
        return [*self.listed.of("models", model_id), *filter(None, covering)]

    def _covering(self, line: Listed, model_id: str) -> Listed | None:
        """A line about an architecture as far as it is about one of its checkpoints.

        Of one that was quantised from another it says nothing, unless it names the checkpoint or the number format, or
        says no; or as far as its list says where that format runs.
        """
        if line.row.covers:
            return line if model_id in line.row.covers else None
        model = self.records.models[model_id]
        root = self.records.models[model.variant_of] if model.variant_of else model
        if model.weight_format in (None, root.weight_format) or line.status == "unsupported":
            return line
        printed = (*line.row.data_types, *(one for size in line.row.sizes for one in size.data_types))
        written = ALSO_WRITTEN.get(model.weight_format, model.weight_format), model.weight_format
        if any(name in one.lower() for one in printed for name in written):
            return line
        runs = {
            chip
            for one in line.catalogue.run_formats
            if model.weight_format in one.formats and model_id not in one.excludes
            for chip in one.accelerators
        }
        here = tuple(chip for chip in line.accelerators if chip in runs)
        return replace(line, accelerators=here, number_format=model.weight_format) if here else None

    def validated_about(self, model_id: str) -> Sequence[ValidatedPair]:
        """The validated examples of a checkpoint, then those of its architecture that name no checkpoint."""
        pairs = self.validated.of("architectures", self.records.models[model_id].architecture)
        return [*self.validated.of("models", model_id), *(pair for pair in pairs if pair.model is None)]

    def newest_guidelines(self, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
        """Of some verdicts, those of the newest matrix for each accelerator."""
        dates = group_pairs((verdict.accelerator, verdict.as_of) for verdict in verdicts)
        newest = {accelerator_id: max(own) for accelerator_id, own in dates.items()}
        return [verdict for verdict in verdicts if verdict.as_of == newest[verdict.accelerator]]


def once(function: Callable[[Knowledge, *Ts], T]) -> Callable[[Knowledge, *Ts], T]:
    """Decorator: computes what a function tells of the knowledge once for the same arguments, which are hashable."""

    @wraps(function)
    def cached(knowledge: Knowledge, *arguments: *Ts) -> T:
        return knowledge.cached(function, *arguments)

    return cached


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
