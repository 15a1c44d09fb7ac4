"""Models: the list, a model's page, and the tables of models on the pages of what they belong to."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from macros.columns.column import Column
from macros.columns.phrase import PageLink, phrase
from macros.facts import Benchmark, Knowledge, TestedConfiguration
from macros.facts.answers import OUTCOMES
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.memory import (
    BYTES_PER_PARAMETER,
    KV_CACHE_TOKENS,
    KV_CACHE_TYPE,
    SIZES,
    kv_cache_gib,
    size_class,
    weights_gib,
)
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import ShortAnswer, headline
from macros.facts.vendor_lists import features_of_model
from macros.pages.batch_sizes import batch_sizes
from macros.pages.entries import TESTED, Entry, fact, own
from macros.pages.lists import NO_VALUE, Facet, facet_of
from macros.pages.records import RecordPages
from macros.pages.runs_today import issues_of_software, runs_today_section
from macros.pages.section import Section, TemplateSection, shown_section
from macros.pages.shared_sections import sections_of
from macros.pages.throughput import picture
from macros.schema.models import Architecture, Model
from macros.words import plural

MOST_SIMILAR = 6
MOST_NAMED = 4
"""Accelerators that a description names; of more, the number is given."""

MOST_RANKED = 60
"""Models that are ranked by similarity at most: a larger family is cut first."""


class ModelLine(Entry[Model]):
    """A model with what follows from its record and its runs."""

    @property
    def family(self) -> str | None:
        """None: the guidelines name none for it."""
        return self.knowledge.family_of(self.id)

    @property
    def architecture(self) -> Architecture:
        return self.knowledge.records.architectures[self.record.architecture]

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
        """What they take, by number format."""
        found = self.record.parameters
        sizes = {kind: weights_gib(found.billions, kind) for kind in BYTES_PER_PARAMETER} if found else {}
        return [f"{gib:,.1f} GiB in {kind}" for kind, gib in sizes.items()]

    @property
    def kv_cache(self) -> str | None:
        kept = kv_cache_gib(self.knowledge, self.id)
        return None if kept is None else f"{kept:.2f} GiB in {KV_CACHE_TYPE}" if kept else "none"

    @property
    def tests(self) -> Sequence[TestedConfiguration]:
        return self.facts("configurations")

    @property
    def runs(self) -> Sequence[Benchmark]:
        return self.knowledge.measurements_of("models", self.id)

    @cached_property
    def dates(self) -> Sequence[datetime.date]:
        """Of its results, tested configurations and benchmarks, the oldest first."""
        return sorted([*(test.as_of for test in self.tests), *(run.as_of for run in self.runs)])

    @property
    def accelerators(self) -> Sequence[str]:
        """Those it ran on."""
        return sorted({test.accelerator for test in self.tests}.union(*(fact.accelerators for fact in self.runs)))

    @cached_property
    def today(self) -> Mapping[ShortAnswer, Sequence[str]]:
        """The accelerators by their outcome in its shortest form, the best first; what is not known is left out."""
        subject = subject_of_model(self.knowledge, self.id)
        answers = group_by(runs_today(self.knowledge, subject), lambda found: found.accelerator)
        best = {chip: group[0].best for chip, group in answers.items() if group[0].outcome != "not-known"}
        return group_pairs((headline(self.knowledge, one), chip) for chip, one in best.items())

    @property
    def outcomes(self) -> Sequence[ShortAnswer]:
        """Each outcome with its accelerators, for the list."""
        chips = self.knowledge.records.accelerators
        return [
            replace(short, rest=f"{short.rest}: {', '.join(chips[one].short_name for one in found)}")
            for short, found in self.today.items()
        ]

    @property
    def description(self) -> str:
        """How much was tested and measured of it, and on which hardware."""
        tested = self._on(len(self.tests), "tested configuration", (test.accelerator for test in self.tests))
        measured = self._on(len(self.runs), "benchmark", (chip for run in self.runs for chip in run.accelerators))
        return f"{self.record.name}: {tested}; {measured}. Who tested it, how and when."

    def _on(self, count: int, noun: str, accelerators: Iterable[str]) -> str:
        names = sorted({self.knowledge.records.accelerators[one].name for one in accelerators})
        on = ", ".join(names) if len(names) <= MOST_NAMED else plural(len(names), "accelerator")
        return f"{plural(count, noun)} on {on}" if names else plural(count, noun)


def line(knowledge: Knowledge, record_id: str) -> ModelLine:
    """What is known of a model."""
    return ModelLine(knowledge, "models", record_id, knowledge.records.models[record_id])


def models_of(kind: str) -> Callable[[Knowledge, str], Sequence[ModelLine]]:
    """Finds the models of a family or an architecture, those with most results first."""

    def found(knowledge: Knowledge, record_id: str) -> Sequence[ModelLine]:
        lines = (line(knowledge, one) for one in knowledge.models.of(kind, record_id))
        return sorted(lines, key=lambda one: -len(one.dates))

    return found


def _benchmarks(knowledge: Knowledge, record_id: str) -> Mapping[str, Any] | None:
    shown = shown_section(BENCHMARKS, knowledge, "models", record_id)
    drawn = picture(knowledge, knowledge.measurements_of("models", record_id))
    return {"shown": shown, "picture": drawn, "model": record_id, "sources": shown.sources} if shown else None


def _features(knowledge: Knowledge, record_id: str) -> Mapping[str, Any] | None:
    matrix = features_of_model(knowledge, record_id)
    return {"matrix": matrix} if matrix else None


@dataclass(frozen=True)
class SimilarModel:
    """A model that ran, and is like another one."""

    id: str
    likeness: str
    instances: Sequence[str]
    """On which both ran."""


def _similar(knowledge: Knowledge, record_id: str) -> Sequence[SimilarModel]:
    """Of the same architecture, then of the same family; those with most shared instance types first."""
    ran_on, ran = knowledge.run_instances, knowledge.run_models
    same_architecture = ran.of("architectures", knowledge.records.models[record_id].architecture)[:MOST_RANKED]
    same_family = ran.of("families", knowledge.family_of(record_id)) if len(same_architecture) <= MOST_SIMILAR else ()
    own = ran_on.get(record_id, frozenset())
    similar = [
        SimilarModel(one, "architecture" if one in same_architecture else "family", sorted(own & ran_on[one]))
        for one in unique((*same_architecture, *same_family[:MOST_RANKED]))
        if one != record_id
    ]
    return sorted(similar, key=lambda found: (found.likeness, -len(found.instances), found.id))[:MOST_SIMILAR]


def _selects(knowledge: Knowledge) -> Sequence[Facet]:
    """Accelerator and outcome choose by one field: a model must have that outcome on that accelerator."""
    models, chips = knowledge.records.models, knowledge.records.accelerators
    outcomes = [(key, knowledge.term("outcome", key).label) for key in OUTCOMES if key != "not-known"]
    sizes = [*((key, label) for key, (_, label) in SIZES.items()), (NO_VALUE, "Not published")]
    return (
        facet_of(knowledge, FAMILY, map(knowledge.family_of, models)),
        Facet("size", "Parameters", sizes, "size"),
        Facet("accelerator", "Accelerator", [(key, chip.short_name) for key, chip in chips.items()], TODAY.name),
        Facet("outcome", "Runs today", outcomes, TODAY.name),
    )


(BENCHMARKS,) = (one for one in sections_of("models") if one.anchor == "benchmarks")
ARCHITECTURE: Column[ModelLine] = own(Model, "architecture")
PARAMETERS: Column[ModelLine] = Column(
    "parameters", "All of them, those of experts that rest included.", "record.parameters.billions", unit="billion"
)
NEWEST: Column[ModelLine] = Column(
    "newest",
    "The date of the newest test or measurement.",
    lambda one: max(one.dates, default=None),
    label="Newest result",
    absent="–",
)
FAMILY: Column[ModelLine] = Column("family", "As guidelines name it.", kind="families", absent="no family")
TODAY: Column[ModelLine] = Column(
    "today",
    "Outcomes with their accelerators.",
    lambda one: [":".join((short.outcome, *chips)) for short, chips in one.today.items()],
)
MEASURED: Column[ModelLine] = Column("benchmarks", "Measurements of its speed.", lambda one: len(one.runs))

MODELS: Sequence[Column[ModelLine]] = (
    Column("id", "The checkpoint.", label="Model", kind="models"),
    ARCHITECTURE,
    TESTED,
    MEASURED,
    Column("accelerators", "On which it ran.", label="Ran on", kind="accelerators", absent="no run known"),
    NEWEST,
)
"""Of tables of models on other pages."""

PAGES = RecordPages[ModelLine](
    "models",
    line=line,
    order=lambda one: (-max(one.dates).toordinal() if one.dates else 0, -len(one.dates)),
    description=lambda one: one.description,
    names=lambda one: [one.record.name],
    columns=(
        PARAMETERS,
        ARCHITECTURE,
        FAMILY,
        Column("outcomes", "The best outcome on each accelerator.", label="Runs today", absent="No data"),
        Column("results", "Tested configurations and benchmarks.", lambda one: len(one.dates)),
        NEWEST,
    ),
    facets=(FAMILY, Column("size", "Its class of size."), TODAY),
    selects=_selects,
    caption="Those with the newest results first. Runs today: the best outcome on each accelerator.",
    counts=lambda *_: phrase(PageLink("What the outcomes mean", "contribute/#vocabulary-outcome"), "."),
    answer=runs_today_section("models"),
    facts=(
        PARAMETERS,
        ARCHITECTURE,
        FAMILY,
        own(Model, "variant_of"),
        Column("weights", "An estimate: parameters times bytes per parameter.", absent="not known"),
        Column("kv_cache", "Of one sequence.", label=f"KV cache of {KV_CACHE_TOKENS:,} tokens", absent="not recorded"),
        Column(
            "calculator",
            "For this model.",
            lambda one: PageLink("which instance types hold it", f"memory/?model={one.id}"),
            label="Memory calculator",
        ),
        Column(
            "hub",
            "The address, else the name there.",
            lambda one: one.record.url or one.record.hub_id,
            label="Hugging Face Hub",
            absent="no checkpoint named by the sources",
        ),
        TESTED,
        MEASURED,
    ),
    more_facts=(
        fact("counted", "record.parameters.reason", label="Number of parameters"),
        own(Model, "published"),
        own(Model, "other_names"),
        fact("variants", kind="models"),
        own(Model, "related", label="Related checkpoints"),
        fact("architecture_inferred", "record.architecture_inferred.reason"),
        fact("family_inferred", "architecture.family_inferred.reason"),
    ),
    sections=(
        TemplateSection("Benchmarks", "benchmarks", "parts/benchmarks.html", _benchmarks, plain=(BENCHMARKS,)),
        TemplateSection(
            "Batch sizes",
            "batch-sizes",
            "parts/batch_sizes.html",
            batch_sizes,
            summary="The largest batches that fitted, without and with the compiler",
        ),
    ),
    last_sections=(
        TemplateSection("Features", "features", "parts/features.html", _features, summary="As lists rate them"),
        *issues_of_software("models"),
        Section(
            "Similar models with results",
            "nearest",
            _similar,
            (
                Column("id", "The model.", label="Model", kind="models"),
                Column("likeness", "What they share.", label="Same"),
                Column("instances", "Instance types.", label="Both ran on", kind="instances", absent="–"),
            ),
            empty="No other model of its family has results here.",
        ),
        TemplateSection(
            "Badge", "badge", "parts/badge.html", lambda _, record_id: {"model": record_id}, summary="For a README"
        ),
    ),
    most_open=2,
    left_out=("benchmarks",),
    former_anchors={"facts": "does-it-fit", "benchmarks": "measured-by"},
)
