"""The known issues and the disagreements of sources that concern a record, and the sections of its page with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from macros.columns.column import Column
from macros.facts.evidence import Subject, subject_of_architecture, subject_of_model
from macros.facts.grouping import Index, unique
from macros.facts.hardware import stacks_instead, stacks_of
from macros.facts.issues import Issue
from macros.facts.support_status import OFFERED
from macros.pages.entries import Entry
from macros.pages.section import Section
from macros.schema.issues import Conflict, Limitation, Subjects

AnyEntry = Entry[Any]
RecordKey = tuple[str, str]
"""Kind and id of a record."""


def _family_of(one: AnyEntry) -> tuple[Sequence[RecordKey], str | None]:
    """A model with its architecture, or an architecture, and their family."""
    architecture_id = one.record.architecture if one.kind == "models" else one.id
    if architecture_id is None:
        return [(one.kind, one.id)], None
    own = unique([(one.kind, one.id), ("architectures", architecture_id)])
    return own, one.records.architectures[architecture_id].family


BELONGS_TO: Mapping[str, Callable[[AnyEntry], Sequence[RecordKey]]] = {
    "instances": lambda one: [("accelerators", one.record.accelerator)],
    "components": lambda one: [("frameworks", framework_id) for framework_id in one.record.belongs_to],
    "catalogues": lambda one: [("sources", one.record.citation.source)],
    "comparisons": lambda one: [("frameworks", framework_id) for framework_id in one.record.frameworks],
    "releases": lambda one: [("frameworks", one.id.partition("/")[0])],
}
"""By kind: what its records belong to, whose issues concern them too."""


def subject_of(one: AnyEntry) -> Subject:
    """What is asked about: a model or an architecture."""
    return (subject_of_model if one.kind == "models" else subject_of_architecture)(one.knowledge, one.id)


def _of_its_software(one: AnyEntry, every: Index[Issue[Any]]) -> Sequence[Issue[Any]]:
    """Issues of software that is offered on an accelerator, which name no hardware and no models."""
    offered = (found for found in one.knowledge.support.of("accelerators", one.id) if found.status in OFFERED)
    found = every.of_any(*unique(("frameworks", status.framework) for status in offered if status.framework))
    narrow = ("accelerators", "models", "architectures", "families")
    return [issue for issue in found if not any(getattr(issue.about, field) for field in narrow)]


def _issues(name: str, one: AnyEntry) -> Sequence[Issue[Any]]:
    """The issues that concern a record: its own, those that rule out its software, and those of what it belongs to.

    Its software is also what is named instead of some that has ended.

    A family has members that run on other hardware, with other software: of its issues, those concern a model that
    name no other member, and no hardware or software but such as the model has evidence for.
    """
    every: Index[Issue[Any]] = getattr(one.knowledge, name)
    if one.kind == "accelerators":
        return [*every.of(one.kind, one.id), *_of_its_software(one, every)]
    if one.kind not in ("architectures", "models"):
        itself = [(one.kind, one.id)] if one.kind in Subjects.model_fields else []
        return every.of_any(*itself, *(BELONGS_TO[one.kind](one) if one.kind in BELONGS_TO else ()))
    own, family_id = _family_of(one)
    known = stacks_of(one.knowledge, subject_of(one))
    ruled_out = every.of_any(*known, *stacks_instead(one.knowledge, subject_of(one)))
    first = unique((*(issue for issue in ruled_out if issue.rules_out), *every.of_any(*own)))
    frameworks, accelerators = ({stack[place] for _, stack in known} for place in (0, 1))

    def concerns(about: Subjects) -> bool:
        named = (about.frameworks, frameworks), (about.accelerators, accelerators)
        is_general = not (about.models or about.architectures)
        return is_general and not any(ids and known.isdisjoint(ids) for ids, known in named)

    of_family = (issue for issue in every.of("families", family_id) if concerns(issue.about))
    return [*first, *(issue for issue in of_family if issue not in first)]


def _contradiction(issue: Issue[Limitation]) -> str | None:
    """What says otherwise, where the state is that something does."""
    notes = issue.record.notes if issue.record.state == "contradicted" else ()
    return notes[0].text if notes else None


ISSUES: Sequence[Column[Issue[Limitation]]] = (
    Column("issue", "The known issue.", "id", kind="limitations"),
    Column("hardware", "What it affects.", "about.accelerators", kind="accelerators", absent="–"),
    Column("state", "Whether it still holds.", "record.state", vocabulary="limitation_state"),
    Column("summary", "What happens.", "record.summary"),
    Column("but", "What says otherwise.", _contradiction, beside="summary"),
    Column("workaround", "What helps.", "record.workaround", absent="–"),
)
DISAGREEMENTS: Sequence[Column[Issue[Conflict]]] = (
    Column("question", "On what sources disagree.", "id", kind="conflicts"),
    Column("state", "Whether it is decided.", "record.state", vocabulary="conflict_state"),
    Column("reading", "How this site reads the sources.", "record.reading"),
)

RARELY_NAMED = ("catalogues", "components", "datasets", "sdks", "sources")
"""Kinds of record that few known issues name: their pages do not say that there is none."""

SUBJECTS = " ".join(Subjects.model_fields)
"""Fields with what an issue is about."""

WITH_ISSUES = (*Subjects.model_fields, "comparisons", "catalogues")

KNOWN_ISSUES = Section[Issue[Limitation]](
    "Known issues",
    partial(_issues, "limitations"),
    ISSUES,
    anchor="limitations",
    whole="limitations/",
    kinds=[kind for kind in WITH_ISSUES if kind not in RARELY_NAMED],
    empty="None recorded.",
)

SECTIONS_OF_ISSUES: Sequence[Section[Any]] = (
    KNOWN_ISSUES,
    replace(KNOWN_ISSUES, kinds=[kind for kind in WITH_ISSUES if kind in RARELY_NAMED], empty=""),
    Section(
        "Source disagreements",
        partial(_issues, "conflicts"),
        DISAGREEMENTS,
        anchor="conflicts",
        whole="conflicts/",
        kinds=WITH_ISSUES,
    ),
)
