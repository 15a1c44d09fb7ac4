"""Architectures: where they run, and their checkpoints."""

from __future__ import annotations

from collections.abc import Sequence

from macros.columns.column import Column
from macros.columns.phrase import Phrase, RecordLink, phrase
from macros.pages.entries import Entry, fact, own
from macros.pages.models import MODELS, ModelLine, models_of
from macros.pages.records import RecordPages
from macros.pages.runs_today import issues_of_software, runs_today_section
from macros.pages.section import FEW_ROWS, Section
from macros.schema.models import Architecture
from macros.words import plural

ArchitectureEntry = Entry[Architecture]


def _checkpoints(one: ArchitectureEntry) -> Sequence[ModelLine]:
    return models_of("architectures")(one.knowledge, one.id)


def _place(one: ArchitectureEntry) -> int:
    """Of its family, in the order of the data; last those that the guidelines name no family for."""
    return [*one.knowledge.records.families, None].index(one.record.family)


def _lede(one: ArchitectureEntry) -> Phrase:
    family = one.record.family
    return phrase(
        phrase("Family: ", RecordLink("families", family), ".") if family else "The guidelines name no family for it.",
        " What is said of the architecture as such holds for each of its checkpoints; "
        "what is said of one of them is said with its name.",
    )


FAMILY: Column[ArchitectureEntry] = own(Architecture, "family", absent="no family")
CHECKPOINTS: Column[ArchitectureEntry] = Column(
    "models", "Its models.", lambda one: one.count("models"), label="Checkpoints"
)

PAGES = RecordPages[ArchitectureEntry](
    "architectures",
    order=_place,
    lede=_lede,
    description=lambda one: (
        f"{one.record.name} as an architecture: where it runs, which lists name it, "
        f"and {plural(one.count('models'), 'checkpoint')}."
    ),
    page_title=lambda one: f"{one.record.name} (architecture)",
    columns=(
        FAMILY,
        CHECKPOINTS,
        Column(
            "configurations",
            "Tested configurations of its checkpoints.",
            lambda one: sum(len(model.tests) for model in _checkpoints(one)),
            label="Tested configurations",
        ),
        Column(
            "benchmarks",
            "Measurements of its checkpoints.",
            lambda one: len(one.knowledge.measurements_of("architectures", one.id)),
        ),
        Column(
            "lists",
            "Vendors' lists with lines about it.",
            lambda one: len({row.catalogue_id for row in one.facts("listed")}),
            label="Support lists",
        ),
    ),
    facets=(FAMILY,),
    caption="By family.",
    answer=runs_today_section("architectures"),
    facts=(
        fact("family_inferred", "record.family_inferred.reason"),
        CHECKPOINTS,
        own(Architecture, "other_names"),
        own(Architecture, "published"),
    ),
    sections=(
        Section(
            "Checkpoints",
            "checkpoints",
            models_of("architectures"),
            MODELS,
            whole="api/v1/models.csv",
            is_open=True,
        ),
    ),
    last_sections=issues_of_software("architectures"),
    most_open=FEW_ROWS,
)
