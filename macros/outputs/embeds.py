"""What other sites embed: badges of models, and cards of models, accelerators and frameworks."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence

from macros.columns.files import as_json
from macros.columns.phrase import name_of
from macros.facts import Knowledge
from macros.facts.answers import INFERENCE, Option
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import headline
from macros.facts.support_status import ORDER, software_name
from macros.outputs import File, Render
from macros.schema.atlas import Value
from macros.words import first_of, month, plural

BADGE_COLOR = "#4a3f9f"
MOST_ON_BADGE = 2
"""Accelerators that a badge names; of more, it gives the number."""
MOST_ON_LINE = 6
"""Names on a line of a card; of more, it gives the number."""

SAYS_NOTHING = ("unknown", "never")
"""Support statuses that a card leaves out."""

CARDS = ("models", "accelerators", "frameworks")


def files(knowledge: Knowledge, render: Render) -> Iterator[File]:
    """Path from the site's root, and content. Neither follows a redirect, so both stay at former addresses, too."""
    for model, record in knowledge.records.models.items():
        # The format of badge services: https://shields.io/badges/endpoint-badge.
        said = {"label": "Accelerator Atlas", "message": _badge(knowledge, model), "color": BADGE_COLOR}
        badge = as_json({"schemaVersion": 1, **said})
        yield from ((f"badges/{name}.json", badge) for name in (model, *record.former_ids))
    for kind in CARDS:
        for record_id, found in knowledge.records.of(kind).items():
            about = kind, record_id
            lines, dates = _of_model(knowledge, record_id) if kind == "models" else _of_software(knowledge, *about)
            name, as_of = name_of(knowledge, *about), max(dates, default=None)
            for address in (record_id, *getattr(found, "former_ids", ())):
                page = f"cards/{kind}/{address}.html"
                yield page, render("card.html", page, about=about, name=name, lines=lines, as_of=as_of).encode()


def _badge(knowledge: Knowledge, model_id: str) -> str:
    """The best answer of today with its workload, betas and limits, on which accelerators, and when it was said."""
    answers = runs_today(knowledge, subject_of_model(knowledge, model_id))
    if not answers:
        return "nothing known"
    said = headline(knowledge, answers[0].best).words
    alike = [answer.best for answer in answers if headline(knowledge, answer.best).words == said]
    chips = unique(knowledge.records.accelerators[one.accelerator].short_name for one in alike)
    place = ", ".join(chips) if len(chips) <= MOST_ON_BADGE else plural(len(chips), "accelerator")
    return f"{said[:1].lower()}{said[1:]} on {place} · as of {month(max(one.as_of for one in alike))}"


Lines = tuple[Sequence[tuple[Value, str]], Sequence[datetime.date]]
"""The lines of a card, which are verdicts with the hardware or software of each; and the dates of what they rest on."""


def _of_model(knowledge: Knowledge, model_id: str) -> Lines:
    """The accelerators by the best of their answers, with the workload where that is not inference."""
    answers = runs_today(knowledge, subject_of_model(knowledge, model_id))
    chips = knowledge.records.accelerators

    def named(best: Option) -> str:
        name = chips[best.accelerator].short_name
        return name if best.workload == INFERENCE else f"{name} ({best.workload})"

    by_chip = group_by((answer.best for answer in answers), lambda best: best.accelerator)
    names = group_pairs((best.shown, named(best)) for best, *_ in by_chip.values())
    known = {key: found for key, found in names.items() if key != "not-known"}
    return _lines(knowledge, "outcome", known), [answer.best.as_of for answer in answers]


def _of_software(knowledge: Knowledge, kind: str, record_id: str) -> Lines:
    """A framework's accelerators, or an accelerator's software, each by its best support status."""
    records, best, statuses = knowledge.records, dict[str, str](), knowledge.support.of(kind, record_id)
    for one in sorted(statuses, key=lambda one: ORDER.index(one.status)):
        accelerator, software = records.accelerators[one.accelerator].short_name, software_name(records, one)
        best.setdefault(accelerator if kind == "frameworks" else software, one.status)
    names = group_pairs((status, name) for name, status in best.items() if status not in SAYS_NOTHING)
    return _lines(knowledge, "support_status", names), [one.as_of for one in statuses if one.as_of]


def _lines(knowledge: Knowledge, vocabulary: str, names: Mapping[str, Sequence[str]]) -> Sequence[tuple[Value, str]]:
    return [(knowledge.term(vocabulary, key), first_of(found, MOST_ON_LINE)) for key, found in names.items()]
