"""Architectures: where they run, and their checkpoints."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from macros.columns.column import Column
from macros.columns.phrase import Phrase, RecordLink, phrase
from macros.pages.entries import fact, own
from macros.pages.models import CHECKPOINTS, models_of
from macros.pages.outcomes import OUTCOMES, RESULTS, AnsweredEntry, caption, what_outcomes_mean
from macros.pages.records import RecordPages
from macros.pages.runs_today import DOES_IT_RUN, ISSUES_OF_SOFTWARE
from macros.schema.models import Architecture
from macros.words import plural


class ArchitectureEntry(AnsweredEntry[Architecture]):
    @cached_property
    def dates(self) -> Sequence[datetime.date]:
        """Of the results of its checkpoints."""
        return [date for model in models_of(self) for date in model.dates]


def _lede(one: ArchitectureEntry) -> Phrase:
    family = one.record.family
    return phrase(
        phrase("Family: ", RecordLink("families", family), ".") if family else "The guidelines name no family for it.",
        " What is said of the architecture as such holds for each of its checkpoints; "
        "what is said of one of them is said with its name.",
    )


COUNT: Column[Any] = fact("checkpoints", lambda one: one.count("models"))

PAGES = RecordPages[ArchitectureEntry](
    "architectures",
    entry=ArchitectureEntry,
    order=lambda one: (-one.vendors_running, -one.count("models"), one.title.lower()),
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
        OUTCOMES,
        RESULTS,
        fact("support_lists", lambda one: len({row.catalogue_id for row in one.facts("listed")})),
    ),
    listed="family outcomes checkpoints results support_lists",
    facts="family_inferred checkpoints other_names published",
    facets="family",
    caption=caption(", of the architecture or of some of its checkpoints"),
    counts=what_outcomes_mean,
    answer=DOES_IT_RUN,
    sections=(CHECKPOINTS,),
    last_sections=ISSUES_OF_SOFTWARE,
    folds=True,
)
