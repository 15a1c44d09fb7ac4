"""Families: the list, what runs today, what guidelines say, and their models."""

from __future__ import annotations

import datetime
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from macros.columns.column import Column
from macros.columns.phrase import GUIDELINES, PageLink, Phrase, RecordLink, TermOf, links, phrase, printed
from macros.facts import Knowledge, Verdict
from macros.facts.answers import RUNS_TODAY, Option
from macros.facts.families import (
    FamilyOnAccelerator,
    VerdictChange,
    family_on_accelerators,
    rank,
    verdict_changes,
)
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.hardware import software_ended
from macros.facts.runs_today import availability
from macros.facts.short_answers import ShortAnswer, with_software
from macros.facts.support_status import OFFERED
from macros.pages.architectures import COUNT
from macros.pages.entries import COVERAGE, Entry, entries, fact, own
from macros.pages.models import MODELS, models_of
from macros.pages.records import RecordPages
from macros.pages.section import Section, ShownSection, shown_facts
from macros.schema.base import Statement
from macros.schema.models import Family, Guidance, SupportMatrix, VerdictRow
from macros.words import first_of

MOST_LISTED = 6
"""Vendors that a row of the list names for one verdict."""

NOT_GOOD = ("poor", "limited")
"""Fits for which a list gives the reason, the worst first."""


class FamilyEntry(Entry[Family]):
    @cached_property
    def known(self) -> Mapping[str, FamilyOnAccelerator]:
        """What is known of it, by accelerator, the best answer first."""
        offered_first = sorted(self.records.accelerators, key=lambda chip: availability(self.knowledge, chip))
        found = family_on_accelerators(self.knowledge, self.id, offered_first)
        return {one.accelerator: one for one in sorted(found, key=_rank) if one.known}


def _rank(one: FamilyOnAccelerator) -> tuple[bool, tuple[Any, ...]]:
    return one.today is None, rank(one.today.option) if one.today else ()


def _today(workload: str, one: FamilyEntry) -> Sequence[Phrase]:
    """The best of each vendor for a workload; vendors with the same verdict stand together."""
    options = [it.option for found in one.known.values() for it in found.answers if it.option.workload == workload]
    by_vendor = group_by(sorted(options, key=rank), lambda option: one.records.accelerators[option.accelerator].vendor)
    said = group_pairs((_verdict_today(one.knowledge, best), vendor) for vendor, (best, *_) in by_vendor.items())
    lines = [
        phrase(replace(verdict, rest=""), f" on {first_of(vendors, MOST_LISTED)}", f" {verdict.rest}".rstrip())
        for verdict, vendors in said.items()
    ]
    runs = any(verdict.outcome in RUNS_TODAY for verdict in said)
    return (
        lines if runs or not lines else [phrase("Nothing current on record, which does not mean unsupported."), *lines]
    )


def _verdict_today(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """Without what limits it, which the page of the family says; of software that has ended with its name."""
    named = with_software(knowledge, option)
    if option.outcome != "ended":
        return replace(named, rest="")
    here = knowledge.support.of("accelerators", option.accelerator)
    is_offered = any(one.workload == option.workload and one.status in OFFERED for one in here)
    software = named.rest.removeprefix(f"for {option.workload} ")
    return replace(named, rest=f"{software}; other software is offered there" if is_offered else software)


def _guideline(one: FamilyEntry) -> Sequence[Phrase]:
    """The newest verdicts, those that say the same together, the reasons of those that are not good beside them."""
    verdicts = [found.verdict for found in one.known.values() if found.verdict]
    over = {verdict.accelerator: software_ended(one.knowledge, verdict.accelerator) for verdict in verdicts}
    verdicts.sort(key=lambda verdict: (verdict.fit not in NOT_GOOD, over[verdict.accelerator]))
    alike = group_by(verdicts, lambda verdict: (verdict.fit, verdict.as_of.year, over[verdict.accelerator]))
    return [
        phrase(
            *(TermOf("fit", fit), f" ({year}) on ", links("accelerators", (verdict.accelerator for verdict in found))),
            *((" (", TermOf("outcome", "ended", words="all its software has ended"), ")") if is_over else ()),
            *(f": {why}" for why in _reasons(one, fit, {verdict.accelerator for verdict in found})),
        )
        for (fit, year, is_over), found in alike.items()
    ]


def _reasons(one: FamilyEntry, fit: str | None, accelerators: Container[str]) -> Sequence[str]:
    """Why a family does not suit some accelerators, without the verdict that the reason begins with."""
    if fit not in NOT_GOOD:
        return ()
    verdict = one.knowledge.term("fit", fit).label
    told = (guidance.fit.text for guidance in one.record.guidance if guidance.accelerator in accelerators)
    return unique(text.removeprefix(verdict).lstrip(".,: ") for text in told)


def _rank_of_verdicts(one: FamilyEntry) -> int:
    """Sort key: families that some hardware does not suit come first, for their verdicts are what one looks for."""
    fits = {found.verdict.fit for found in one.known.values() if found.verdict}
    return next((place for place, fit in enumerate(NOT_GOOD) if fit in fits), len(NOT_GOOD))


def _examples(one: FamilyEntry) -> Statement | None:
    """The models that sources name as typical."""
    examples = one.record.examples
    names = ", ".join(example.name for example in examples)
    return Statement(text=names, citations=unique(example.citation for example in examples)) if examples else None


def _advice(guidance: Guidance) -> Sequence[Statement]:
    return [guidance.fit, guidance.support, *guidance.considerations]


def _question(change: VerdictChange) -> Phrase:
    if change.question == "fit":
        return phrase("Architecture fit")
    return phrase(
        RecordLink("frameworks", change.after.framework),
        " for ",
        TermOf("workload", change.after.workload, within=True),
    )


def _verdict(question: str, verdict: Verdict) -> Phrase:
    return phrase(TermOf(question, getattr(verdict, question)), " ", verdict.as_of)


def guidelines(knowledge: Knowledge) -> Sequence[ShownSection]:
    """The matrices of guidelines as their sources published them, the newest first, and what changed between them."""
    changes = shown_facts(CHANGES, list(verdict_changes(knowledge.guidelines)))
    shown = (shown_facts(_matrix(knowledge, *one), one[1].rows) for one in _newest_first(knowledge))
    return [table for table in (*shown, changes) if table]


class Published(NamedTuple):
    """A matrix as the list names it, under the anchor that it had when it stood there."""

    anchor: str
    title: str
    as_of: datetime.date | None


MATRICES = Section[Published](
    "Guidelines as published",
    anchor="as-published",
    columns=(
        Column("matrix", "On the page of all.", lambda one: PageLink(one.title, f"{GUIDELINES}#{one.anchor}")),
        fact("as_of", absent="–"),
    ),
    row_id=lambda one: one.anchor,
)


def guideline_list(knowledge: Knowledge) -> ShownSection | None:
    """What the page of guidelines holds."""
    matrices = (Published(key, one.title, knowledge.as_of(one.citation)) for key, one in _newest_first(knowledge))
    return shown_facts(MATRICES, [*matrices, Published(CHANGES.anchor, CHANGES.heading, None)])


def _newest_first(knowledge: Knowledge) -> Sequence[tuple[str, SupportMatrix]]:
    matrices = knowledge.records.support.items()
    return sorted(matrices, key=lambda one: str(knowledge.as_of(one[1].citation) or ""), reverse=True)


def _matrix(knowledge: Knowledge, record_id: str, matrix: SupportMatrix) -> Section[VerdictRow]:
    """Each cell has our word, and beside it the published one."""
    fits = matrix.wording.fit
    return Section(
        matrix.title,
        "record.rows",
        (
            Column("accelerators", "Of the matrix.", lambda _: matrix.accelerators, kind="accelerators"),
            Column("cores", "Of the matrix.", lambda _: matrix.core_architecture, vocabulary="core_architecture"),
            Column("supported", "What it means there.", lambda _: matrix.definition_of_supported),
            Column("caveat", "What is doubtful of it.", lambda _: matrix.doubt),
            Column("source", "Who says so.", lambda _: matrix.citation),
            fact("family", kind="families"),
            Column("family_as_published", "As printed.", "as_published", beside="family", look=printed),
            Column("category", "As printed.", label="Field"),
            Column("fit", "Of the hardware.", lambda row: fits.get(row.fit or "", "unknown"), vocabulary="fit"),
            Column("fit_as_published", "As printed.", "fit", beside="fit", absent="", look=printed),
            Column("note", "About the verdict.", absent="–"),
            *(column for key in matrix.columns for column in _statuses(knowledge, matrix, key)),
        ),
        anchor=record_id,
    )


def _statuses(knowledge: Knowledge, matrix: SupportMatrix, key: str) -> Sequence[Column[VerdictRow]]:
    column, words = matrix.columns[key], matrix.wording.status
    framework = knowledge.records.frameworks[column.framework].name
    label = f"{framework}, {knowledge.term('workload', column.workload).label.lower()}"
    meaning = f"{column.heading}. {column.workload_inferred or ''}".rstrip()
    return (
        Column(key, meaning, lambda row: words[row.status[key]], vocabulary="status", label=label),
        Column(f"{key}_as_published", "As printed.", lambda row: row.status[key], beside=key, look=printed),
    )


TODAY: Sequence[Column[FamilyOnAccelerator]] = (
    fact("accelerator", kind="accelerators"),
    Column("today", "The best that is known of one of its architectures.", "today.headline", absent="–"),
    fact("software_of_others", beside="today"),
    fact("known", lambda one: len(one.today.architectures) if one.today else None, label="Architectures"),
    Column(
        "architectures",
        "Of which that is known.",
        "today.architectures",
        label="Which",
        kind="architectures",
        absent="",
        folded=True,
        beside="known",
    ),
    fact("framework", "today.option.framework", label="With", kind="frameworks"),
    Column("guideline", "The newest verdict on the family.", "verdict.fit", vocabulary="fit", absent="–"),
    fact("as_of", "verdict.as_of", beside="guideline"),
    fact("tested", lambda one: one.tested or None),
    fact("measured", lambda one: one.measured or None, label="Benchmarks"),
    Column("listed", "Lines of vendors' newest lists.", lambda one: one.listed or None, absent="–"),
)

CHANGES = Section[VerdictChange](
    "What changed between two dates",
    lambda one: list(verdict_changes(one.facts("guidelines"))),
    (
        fact("family", "after.family", kind="families"),
        fact("accelerator", "after.accelerator", kind="accelerators"),
        Column("question", "What the verdict is about: the hardware, or software on it.", _question, label="About"),
        Column("before", "The former verdict.", lambda change: _verdict(change.question, change.before)),
        Column("after", "The later one.", lambda change: _verdict(change.question, change.after)),
    ),
    anchor="changes",
    empty="No verdict changed between the dates that are recorded here.",
    note="A cell that only one of the matrices has is not a change.",
)

PAGES = RecordPages[FamilyEntry](
    "families",
    entry=FamilyEntry,
    order=_rank_of_verdicts,
    description=lambda one: (
        f"{one.record.name}: how well they suit each accelerator, which frameworks run them, and what was tested."
    ),
    columns=(
        own(Family, "categories", label="Field"),
        COVERAGE,
        fact("examples", _examples, label="Named as typical"),
        *(
            Column(work, "The best that is known on each vendor's accelerators.", partial(_today, work), label=label)
            for work, label in (("inference", "Inference today"), ("training", "Training today"))
        ),
        fact("guideline", _guideline),
    ),
    listed="inference training guideline",
    facts="categories coverage examples",
    more_facts="other_names",
    caption=(
        "For each workload the best that is known of one of its architectures on any accelerator of a vendor, and the"
        " newest verdicts of guidelines. All accelerators and architectures stand on its page."
    ),
    answer=Section(
        "Does it run today?",
        lambda one: list(one.known.values()),
        TODAY,
        anchor="where-it-runs",
        empty="No source used here says anything about this family on any accelerator.",
        is_open=True,
        note="The best that is known for one of its architectures; a model’s page says what is known of that model.",
    ),
    sections=(
        Section(
            "Guidance",
            "record.guidance",
            (
                fact("accelerator", kind="accelerators"),
                Column("advice", "How well it suits the family, and what the software does.", _advice),
            ),
            empty="The guidelines rate this family in their matrix and say nothing more about it.",
        ),
        Section(
            "Models",
            models_of,
            MODELS,
            whole="models/?family={record}",
            empty="No model of this family is named by the sources used here.",
        ),
        Section(
            "Architectures",
            lambda one: entries(one.knowledge, "architectures", one.facts("architectures")),
            (
                fact("id", label="Architecture", kind="architectures"),
                COUNT,
                fact(
                    "reason",
                    "record.family_inferred.reason",
                    label="Why it is here",
                    absent="Named by the guidelines.",
                ),
            ),
            whole="architectures/?family={record}",
        ),
    ),
    last_sections=(CHANGES,),
    folds=True,
    former_anchors={"verdicts": "earlier"},
)
