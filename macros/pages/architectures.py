"""Architectures: where they run, and their checkpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from macros.columns.column import Column
from macros.columns.phrase import Phrase, RecordLink, phrase
from macros.facts import Knowledge
from macros.pages.models import MODELS, ModelLine, models_of
from macros.pages.records import RecordPages
from macros.pages.runs_today import issues_of_software, runs_today_section
from macros.pages.section import Section
from macros.schema.models import Architecture
from macros.words import plural


@dataclass(frozen=True, eq=False)
class ArchitectureLine:
    """What is known of an architecture and its checkpoints."""

    knowledge: Knowledge
    id: str

    @property
    def record(self) -> Architecture:
        return self.knowledge.records.architectures[self.id]

    @property
    def place(self) -> int:
        """Of its family, in the order of the data; last those that the guidelines name no family for."""
        return [*self.knowledge.records.families, None].index(self.record.family)

    @cached_property
    def checkpoints(self) -> Sequence[ModelLine]:
        return models_of("architectures")(self.knowledge, self.id)

    @property
    def models(self) -> int:
        return len(self.checkpoints)

    @property
    def configurations(self) -> int:
        return sum(model.configurations for model in self.checkpoints)

    @property
    def benchmarks(self) -> int:
        return sum(model.benchmarks for model in self.checkpoints)

    @property
    def lists(self) -> int:
        """Vendors' lists with lines about it or its checkpoints."""
        return len({row.catalogue_id for row in self.knowledge.listed.of("architectures", self.id)})


def _lede(one: ArchitectureLine) -> Phrase:
    family = one.record.family
    return phrase(
        phrase("Family: ", RecordLink("families", family), ".") if family else "The guidelines name no family for it.",
        " What is said of the architecture as such holds for each of its checkpoints; "
        "what is said of one of them is said with its name.",
    )


FAMILY: Column[Any] = Column("family", "As guidelines name it.", "record.family", kind="families", absent="no family")
CHECKPOINTS: Column[Any] = Column("models", "Its checkpoints.", label="Checkpoints")

PAGES = RecordPages[ArchitectureLine](
    "architectures",
    line=ArchitectureLine,
    order=lambda one: one.place,
    lede=_lede,
    description=lambda one: (
        f"{one.record.name} as an architecture: where it runs, which lists name it, "
        f"and {plural(one.models, 'checkpoint')}."
    ),
    page_title=lambda one: f"{one.record.name} (architecture)",
    columns=(
        FAMILY,
        CHECKPOINTS,
        Column("configurations", "Tested configurations of its checkpoints.", label="Tested configurations"),
        Column("benchmarks", "Measurements of its checkpoints."),
        Column("lists", "Vendors' lists with lines about it.", label="Support lists"),
    ),
    facets=(FAMILY,),
    caption="By family.",
    answer=runs_today_section("architectures"),
    facts=(
        Column(
            "family_inferred",
            "Why this family, where the guidelines do not name the architecture; or why none.",
            "record.family_inferred.reason",
            label="Family inferred",
            absent="",
        ),
        CHECKPOINTS,
        Column("other_names", "What it is also called.", "record.other_names", absent=""),
        Column("published", "When it was made public.", "record.published", absent=""),
    ),
    sections=(
        Section(
            "Checkpoints",
            "checkpoints",
            lambda known, record_id: ArchitectureLine(known, record_id).checkpoints,
            MODELS,
            whole="api/v1/models.csv",
            is_open=True,
        ),
    ),
    last_sections=issues_of_software("architectures"),
    folded=True,
)
