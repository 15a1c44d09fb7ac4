"""Models: the list, a model's page, and the tables of models on the pages of what they belong to."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from math import inf
from typing import Any, NamedTuple

from macros.columns.column import SOURCE, Column, chosen
from macros.columns.phrase import PageLink
from macros.facts import Benchmark, Knowledge, TestedConfiguration
from macros.facts.benchmarks import best_first
from macros.facts.grouping import group_by, unique
from macros.facts.memory import (
    BYTES_PER_PARAMETER,
    HELD_IN,
    KV_CACHE_TOKENS,
    KV_CACHE_TYPE,
    SIZES,
    kv_cache_gib,
    published_format,
    shape_of,
    size_class,
    weights_of,
)
from macros.facts.tasks import models_by_task, tasks_of_model
from macros.pages.entries import MEASURED, TESTED, Entry, entries, fact, own
from macros.pages.lists import NO_VALUE, Facet, facet_of
from macros.pages.outcomes import OUTCOMES, RESULTS, AnsweredEntry, caption, what_outcomes_mean
from macros.pages.pictures import batch_sizes, throughput
from macros.pages.records import RecordPages
from macros.pages.runs_today import DOES_IT_RUN, ISSUES_OF_SOFTWARE, MEMORY_OF_TYPES
from macros.pages.section import Section, shown_section
from macros.pages.shared_sections import EMBED, FEATURES, MEASUREMENTS
from macros.schema.kinds import Records
from macros.schema.models import Architecture, Model, Shape
from macros.words import gib, number, plural

MOST_SIMILAR = 6
MOST_NAMED = 4
"""Accelerators that a description names; of more, the number is given."""

MOST_RANKED = 60
"""Models that are ranked by similarity at most: a larger family is cut first."""


def size_in_words(billions: float) -> str:
    """A number of parameters, as people say it: 8.03 billion, 82.1 million."""
    unit, count = ("billion", billions) if billions >= 1 else ("million", billions * 1_000)
    return f"{number(float(f'{count:.3g}'))} {unit}"


class ModelEntry(AnsweredEntry[Model]):
    @property
    def lede(self) -> str:
        """Of a model without a summary: what its architecture and its size tell."""
        if self.record.summary:
            return self.record.summary
        of = f" of {self.architecture.name}" if self.architecture else ""
        parameters = self.record.parameters
        size = f" with {size_in_words(parameters.billions)} parameters" if parameters else ""
        return f"A checkpoint{of}{size}."

    @property
    def family(self) -> str | None:
        """None: the guidelines name none for it."""
        return self.knowledge.family_of(self.id)

    @property
    def architecture(self) -> Architecture | None:
        return self.records.architectures[self.record.architecture] if self.record.architecture else None

    @property
    def variants(self) -> Sequence[str]:
        """Its variants, or, of a variant, the others of its base."""
        return [one for one in self.knowledge.models.of("models", self.record.variant_of or self.id) if one != self.id]

    @property
    def size(self) -> str | None:
        """One of `SIZES`."""
        return size_class(self.record.parameters.billions) if self.record.parameters else None

    @property
    def weights(self) -> Sequence[str]:
        """What they take, by number format, that in which they are published first; bf16 where that is not known."""
        kinds = unique((published_format(self.knowledge, self.id) or HELD_IN, *BYTES_PER_PARAMETER))
        found = ((kind, weights_of(self.knowledge, self.id, kind)) for kind in kinds)
        return [f"{gib(size)} GiB in {kind}" for kind, size in found if size is not None]

    @property
    def shape(self) -> Shape | None:
        return shape_of(self.knowledge, self.id)

    @property
    def kv_cache(self) -> str | None:
        kept = kv_cache_gib(self.shape)
        return None if kept is None else f"{kept:.2f} GiB in {KV_CACHE_TYPE}" if kept else "none"

    @property
    def tasks(self) -> Sequence[str]:
        return tasks_of_model(self.knowledge, self.id)

    @property
    def tests(self) -> Sequence[TestedConfiguration]:
        return self.facts("configurations")

    @property
    def runs(self) -> Sequence[Benchmark]:
        return self.knowledge.measurements_of("models", self.id)

    @cached_property
    def dates(self) -> Sequence[datetime.date]:
        return [*(test.as_of for test in self.tests), *(run.as_of for run in self.runs)]

    @property
    def newest(self) -> datetime.date | None:
        return max(self.dates, default=None)

    @property
    def accelerators(self) -> Sequence[str]:
        return sorted({test.accelerator for test in self.tests}.union(*(fact.accelerators for fact in self.runs)))

    @property
    def description(self) -> str:
        """How much was tested and measured of it, and on which hardware."""
        if not (self.tests or self.runs):
            return f"{self.record.name}: {self.lede} What vendors' lists say of it, accelerator by accelerator."
        tested = self._on(len(self.tests), "tested configuration", (test.accelerator for test in self.tests))
        by_kind = group_by(self.runs, lambda run: "regression threshold" if run.file.thresholds else "benchmark")
        counts = (
            self._on(len(runs), noun, (chip for run in runs for chip in run.accelerators))
            for noun, runs in sorted(by_kind.items())
        )
        return f"{self.record.name}: {'; '.join((tested, *counts))}. Who tested it, how and when."

    def _on(self, count: int, noun: str, accelerators: Iterable[str]) -> str:
        names = sorted({self.records.accelerators[one].name for one in accelerators})
        on = ", ".join(names) if len(names) <= MOST_NAMED else plural(len(names), "accelerator")
        return f"{plural(count, noun)} on {on}" if names else plural(count, noun)


def models_of(one: Entry[Any]) -> Sequence[ModelEntry]:
    """The models of a family or an architecture, those with most results first."""
    found: Sequence[ModelEntry] = entries(one.knowledge, "models", one.facts("models"), ModelEntry)
    return sorted(found, key=lambda model: -len(model.dates))


def _benchmarks(one: ModelEntry) -> Mapping[str, Any] | None:
    shown = shown_section(MEASUREMENTS, one)
    picture = throughput(one.knowledge, one.runs)
    return {"shown": shown, "picture": picture, "model": one.id, "sources": shown.sources} if shown else None


def _of_variants(one: ModelEntry) -> Sequence[Benchmark]:
    """The first run on each hardware of each variant in the same number format; one in doubt where no other is."""
    variants = (other for other in one.variants if one.records.models[other].weight_format is None)
    runs = best_first(run for other in variants for run in one.knowledge.measurements_of("models", other))
    same_hardware = group_by(runs, lambda run: (run.model, run.hardware)).values()
    return [min(same, key=lambda run: run.row.doubt is not None) for same in same_hardware]


class SimilarModel(NamedTuple):
    id: str
    likeness: str
    instances: Sequence[str]
    """On which both ran."""


def _similar(one: ModelEntry) -> Sequence[SimilarModel]:
    """Of the same architecture, then of the same family; with most shared instance types, then of the nearest size."""
    ran_on, ran = one.knowledge.run_instances, one.knowledge.run_models
    same_architecture = ran.of("architectures", one.record.architecture)[:MOST_RANKED]
    same_family = ran.of("families", one.family) if len(same_architecture) <= MOST_SIMILAR else ()
    own = ran_on.get(one.id, frozenset())
    similar = [
        SimilarModel(other, "architecture" if other in same_architecture else "family", sorted(own & ran_on[other]))
        for other in unique((*same_architecture, *same_family[:MOST_RANKED]))
        if other != one.id
    ]
    far = partial(_times_as_large, one.records, one.id)
    return sorted(similar, key=lambda it: (it.likeness, -len(it.instances), far(it.id), it.id))[:MOST_SIMILAR]


def _times_as_large(records: Records, model: str, other: str) -> float:
    """How many times as many parameters the larger of two models has; infinite where a number is not recorded."""
    counts = [found.billions for one in (model, other) if (found := records.models[one].parameters)]
    return max(counts) / min(counts) if len(counts) > 1 else inf


def _selects(knowledge: Knowledge) -> Sequence[Facet]:
    """Accelerator and outcome choose by one field: a model must have that outcome on that accelerator."""
    models, chips = knowledge.records.models, knowledge.records.accelerators
    shown = [key for key in knowledge.records.vocabularies["outcome"].values if key != "not-known"]
    outcomes = [(key, knowledge.term("outcome", key).label) for key in shown]
    sizes = [*((key, label) for key, (_, label) in SIZES.items()), (NO_VALUE, "Not recorded")]
    tasks = [(key, knowledge.term("task", key).label) for key in models_by_task(knowledge)]
    return (
        facet_of(knowledge, FAMILY, map(knowledge.family_of, models)),
        Facet("size", "Parameters", sizes, "size"),
        Facet("task", "Task", tasks, "tasks"),
        Facet("accelerator", "Accelerator", [(key, chip.short_name) for key, chip in chips.items()], "today"),
        Facet("outcome", "Runs today", outcomes, "today"),
    )


NEWEST: Column[ModelEntry] = fact("newest", label="Newest result", absent="–")
FAMILY: Column[ModelEntry] = Column("family", "As guidelines name it.", kind="families", absent="no family")

MODELS: Sequence[Column[ModelEntry]] = (
    fact("id", label="Model", kind="models"),
    own(Model, "architecture"),
    RESULTS,
    fact("accelerators", label="Results on", absent="–"),
    NEWEST,
)
"""Of tables of models on other pages."""

CHECKPOINTS = Section("Checkpoints", models_of, MODELS, whole="api/v1/models.csv", is_open=True)

PAGES = RecordPages[ModelEntry](
    "models",
    entry=ModelEntry,
    order=lambda one: (-one.vendors_running, -one.newest.toordinal() if one.newest else 0, -len(one.dates)),
    description=lambda one: one.description,
    columns=(
        Column(
            "parameters",
            "All of them, those of experts that rest included.",
            "record.parameters.billions",
            look=size_in_words,
            absent="not recorded",
        ),
        FAMILY,
        OUTCOMES,
        RESULTS,
        NEWEST,
        TESTED,
        MEASURED,
        fact("weights", absent="not known"),
        fact("usual_weights", lambda one: next(iter(one.weights), None)),
        fact("positions", "shape.positions", label="Longest context", unit="tokens"),
        fact("kv_cache", label=f"KV cache of {KV_CACHE_TOKENS:,} tokens", absent="not recorded"),
        fact(
            "calculator",
            lambda one: PageLink("which hardware holds it", f"memory/?model={one.id}"),
            label="Memory calculator",
        ),
        fact(
            "hub",
            lambda one: one.record.url or one.record.hub_id,
            label="Hugging Face Hub",
            absent="no checkpoint named by the sources",
        ),
        fact("counted", "record.parameters.reason", label="How their number is known"),
        fact("variants", kind="models"),
        fact("tasks", vocabulary="task"),
        own(Model, "related", label="Related checkpoints"),
        fact("architecture_inferred", "record.architecture_inferred.reason"),
        fact("family_inferred", "architecture.family_inferred.reason"),
    ),
    listed="parameters architecture family outcomes results newest",
    brief="parameters usual_weights architecture family",
    facts=(
        "tasks parameters counted architecture family variant_of weight_format weights positions kv_cache calculator"
        " hub"
    ),
    more_facts="published other_names variants related architecture_inferred family_inferred configurations benchmarks",
    facets="family size tasks today",
    selects=_selects,
    caption=caption(),
    counts=what_outcomes_mean,
    answer=DOES_IT_RUN,
    sections=(
        MEMORY_OF_TYPES,
        replace(MEASUREMENTS, template="parts/benchmarks.html", context=_benchmarks),
        Section(
            "Benchmarks of its variants",
            _of_variants,
            chosen(
                MEASUREMENTS.columns,
                "model hardware throughput throughput_unit latency_p50_ms framework number_format as_of",
            ),
            anchor="of-variants",
            note="One on each hardware; the page of the variant has all.",
            source=SOURCE,
        ),
        Section(
            "Batch sizes",
            template="parts/batch_sizes.html",
            context=batch_sizes,
        ),
    ),
    last_sections=(
        FEATURES,
        *ISSUES_OF_SOFTWARE,
        Section(
            "Similar models with results",
            _similar,
            (
                fact("id", label="Model", kind="models"),
                fact("likeness", label="Same"),
                fact("instances", label="Both ran on", absent="–"),
            ),
            anchor="nearest",
            empty="No other model of its family has results here.",
        ),
        EMBED,
    ),
    folds=True,
    former_anchors={"facts": "does-it-fit listed", "benchmarks": "measured-by"},
)
