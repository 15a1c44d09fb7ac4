"""What other sites embed: badges of models, and cards of models, accelerators and frameworks."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap

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
from macros.pages.support_today import SupportLine
from macros.words import first_of, month, plural

BADGE_COLOR = "#4a3f9f"
MOST_ON_BADGE = 2
"""Accelerators that a badge names; of more, it gives the number."""
MOST_ON_LINE = 6
"""Names on a line of a card; of more, it gives the number."""

MOST_GROUPS = 3
"""Groups of names with the same limits on a line of a card."""

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


Lines = tuple[Sequence[tuple[str, str]], Sequence[datetime.date]]
"""The lines of a card, which are verdicts with the hardware or software of each; and the dates of what they rest on."""


def _of_model(knowledge: Knowledge, model_id: str) -> Lines:
    """The accelerators by the best of their answers, with what limits each, and a workload that is not inference."""
    answers = runs_today(knowledge, subject_of_model(knowledge, model_id))
    by_chip = group_by((answer.best for answer in answers), lambda best: best.accelerator)
    known = [best for best, *_ in by_chip.values() if best.outcome != "not-known"]

    def line(best: Option) -> tuple[str, str, str]:
        short, name = headline(knowledge, best), knowledge.records.accelerators[best.accelerator].short_name
        limits = short.rest.removeprefix(f"for {INFERENCE}").removeprefix(", ")
        return f"{knowledge.term('outcome', short.shown).symbol} {short.label}", limits, name

    return _lines(map(line, known)), [best.as_of for best in known]


def _of_software(knowledge: Knowledge, kind: str, record_id: str) -> Lines:
    """A framework's accelerators, or an accelerator's software, each by its best support status."""
    chips, best = knowledge.records.accelerators, dict[str, SupportLine]()
    for status in sorted(knowledge.support.of(kind, record_id), key=lambda one: ORDER.index(one.status)):
        chip, software = chips[status.accelerator].short_name, software_name(knowledge.records, status)
        best.setdefault(chip if kind == "frameworks" else software, SupportLine(knowledge, status))
    said = {name: line for name, line in best.items() if line.status.status not in SAYS_NOTHING}

    def line(name: str, found: SupportLine) -> tuple[str, str, str]:
        term = knowledge.term(found.shown.vocabulary, found.shown.value)
        return f"{term.symbol} {term.label}", ", ".join(found.beside), name

    return _lines(starmap(line, said.items())), [one.status.as_of for one in said.values() if one.status.as_of]


def _lines(said: Iterable[tuple[str, str, str]]) -> Sequence[tuple[str, str]]:
    """Of verdicts, what limits each, and names: by verdict the names, those with the same limits together."""
    alike = group_pairs(((verdict, limits), name) for verdict, limits, name in said)
    lines = group_by(alike.items(), lambda group: group[0][0])
    return [(verdict, _named([(limits, names) for (_, limits), names in groups])) for verdict, groups in lines.items()]


def _named(groups: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Names by what limits them, such as: Chip One, Anvil (example code); 2 more with other limits."""
    shown = [f"{first_of(names, MOST_ON_LINE)}{f' ({limits})' if limits else ''}" for limits, names in groups]
    left = sum(len(names) for _, names in groups[MOST_GROUPS:])
    return "; ".join(shown[:MOST_GROUPS]) + (f"; {left} more with other limits" if left else "")
