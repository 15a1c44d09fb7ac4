"""Architectures: where they run, and their checkpoints."""

from __future__ import annotations

from macros.columns.column import Column
from macros.columns.phrase import Phrase, RecordLink, phrase
from macros.pages.entries import Entry, fact, own
from macros.pages.models import CHECKPOINTS, models_of
from macros.pages.records import RecordPages
from macros.pages.runs_today import DOES_IT_RUN, ISSUES_OF_SOFTWARE
from macros.schema.models import Architecture
from macros.words import plural

ArchitectureEntry = Entry[Architecture]


def _lede(one: ArchitectureEntry) -> Phrase:
    family = one.record.family
    return phrase(
        phrase("Family: ", RecordLink("families", family), ".") if family else "The guidelines name no family for it.",
        " What is said of the architecture as such holds for each of its checkpoints; "
        "what is said of one of them is said with its name.",
    )


COUNT: Column[ArchitectureEntry] = fact("checkpoints", lambda one: one.count("models"))

PAGES = RecordPages[ArchitectureEntry](
    "architectures",
    # By family, in the order of the data; last those that the guidelines name no family for.
    order=lambda one: [*one.records.families, None].index(one.record.family),
    lede=_lede,
    description=lambda one: (
        f"{one.record.name} as an architecture: where it runs, which lists name it, "
        f"and {plural(one.count('models'), 'checkpoint')}."
    ),
    page_title=lambda one: f"{one.record.name} (architecture)",
    columns=(
        own(Architecture, "family", absent="no family"),
        COUNT,
        fact("family_inferred", "record.family_inferred.reason"),
        fact("tested_configurations", lambda one: sum(len(model.tests) for model in models_of(one))),
        fact("benchmarks", lambda one: len(one.knowledge.measurements_of("architectures", one.id)), kind=None),
        fact("support_lists", lambda one: len({row.catalogue_id for row in one.facts("listed")})),
    ),
    listed="family checkpoints tested_configurations benchmarks support_lists",
    facts="family_inferred checkpoints other_names published",
    facets="family",
    caption="By family.",
    answer=DOES_IT_RUN,
    sections=(CHECKPOINTS,),
    last_sections=ISSUES_OF_SOFTWARE,
    folds=True,
)
