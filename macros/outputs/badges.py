"""A badge for each model, in the format that badge services read: whether it runs today, on what, and as of when.

See https://shields.io/badges/endpoint-badge.
"""

from __future__ import annotations

from collections.abc import Iterator

from macros.facts import Knowledge
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import unique
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import headline
from macros.outputs.serialize import as_json
from macros.outputs.writing import File
from macros.words import month, plural

LABEL = "Accelerator Atlas"
COLOR = "#4a3f9f"

MOST_NAMED = 2
"""Accelerators that the badge names; of more, it gives the number."""


def files(knowledge: Knowledge) -> Iterator[File]:
    """For each model and each of its former ids: the path of the badge from the site's root, and its text."""
    for model, record in knowledge.records.models.items():
        badge = as_json({"schemaVersion": 1, "label": LABEL, "message": message(knowledge, model), "color": COLOR})
        # Badge services follow no redirect of a page: the badge stays at former addresses.
        yield from ((f"badges/{name}.json", badge) for name in (model, *record.former_ids))


def message(knowledge: Knowledge, model: str) -> str:
    """The best outcome of today with its workload, betas and limits, on which accelerators, and when it was said."""
    answers = runs_today(knowledge, subject_of_model(knowledge, model))
    if not answers:
        return "nothing known"
    said = headline(knowledge, answers[0].best)
    alike = [answer.best for answer in answers if headline(knowledge, answer.best) == said]
    chips = unique(knowledge.records.accelerators[one.accelerator].short_name for one in alike)
    place = ", ".join(chips) if len(chips) <= MOST_NAMED else plural(len(chips), "accelerator")
    return f"{said[:1].lower()}{said[1:]} on {place} · as of {month(max(one.as_of for one in alike))}"
