"""Known issues: what they affect, what helps, and which version lifted them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from macros.columns.column import Column, chosen
from macros.facts import Knowledge
from macros.facts.issues import STACKS, Issue
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.pages.shared_sections import DISAGREEMENTS
from macros.schema.issues import Conflict, Limitation, Subjects
from macros.words import month


@dataclass(frozen=True)
class KnownIssue:
    """A known issue; the open ones come first."""

    id: str
    record: Limitation
    state_label: str
    place: int
    """Of its state, in the order of the vocabulary."""

    @property
    def fixed_in(self) -> Sequence[str]:
        """The versions that lifted it."""
        return [f"{fix.version} ({month(fix.date)})" if fix.date else fix.version for fix in self.record.fixes]


def line(knowledge: Knowledge, record: str) -> KnownIssue:
    """What is known of an issue."""
    issue = knowledge.records.limitations[record]
    states = list(knowledge.records.vocabularies["limitation_state"].values)
    label = knowledge.term("limitation_state", issue.state).label.lower()
    return KnownIssue(record, issue, label, states.index(issue.state))


def subject_columns(field: str) -> Sequence[Column[Any]]:
    """What a record is about, a column for each kind of record."""
    return [
        Column(kind, f"The {kind} that it is about.", f"record.{field}.{kind}", kind=kind, absent="")
        for kind in Subjects.model_fields
    ]


def subject_facets(field: str) -> Sequence[Column[Any]]:
    """By what readers of a list choose."""
    return chosen(subject_columns(field), ("accelerators", "frameworks", "families"))


def _conflicts(knowledge: Knowledge, record: str) -> Sequence[Issue[Conflict]]:
    affects = knowledge.records.limitations[record].affects
    return knowledge.conflicts.of_any(*((STACKS, one) for one in product(affects.frameworks, affects.accelerators)))


STATE: Column[Any] = Column("state", "Whether it still holds.", "record.state", vocabulary="limitation_state")
FIXED: Column[Any] = Column("fixed_in", "The version that lifted it.", absent="none found")

PAGES = RecordPages[KnownIssue](
    "limitations",
    line,
    order=lambda one: (one.place, one.id),
    title=lambda one: one.record.title,
    description=lambda one: (
        f"{one.record.title}: {one.state_label}. What it affects, what helps, and which version lifted it."
    ),
    columns=(STATE, *chosen(subject_columns("affects"), ("accelerators", "frameworks", "families", "models")), FIXED),
    facts=(
        Column("workaround", "What helps.", "record.workaround", absent="none published"),
        *subject_columns("affects"),
        Column("examples", "Affected models, as the source names them.", "record.examples", absent=""),
        Column("bound", "The limit, as a figure.", "record.bound", label="The limit", absent=""),
        Column("excludes", "What it rules out as a whole.", "record.excludes", label="Rules out", absent=""),
        Column("first_seen", "When it was first seen.", "record.first_seen"),
        Column(
            "last_seen", "The newest release whose notes list it.", "record.last_seen", label="Last listed", absent=""
        ),
        Column(
            "fixes",
            "The versions that lifted it.",
            "record.fixes",
            label="Fixed in",
            absent="no fix found in the sources read",
        ),
        Column("other_names", "What people search for.", "record.other_names", label="Also known as", absent=""),
    ),
    state=STATE,
    sections=(
        Section(
            "Source disagreements", "conflicts", _conflicts, DISAGREEMENTS, whole="conflicts/", note="About this stack:"
        ),
    ),
    facets=(STATE, *subject_facets("affects")),
    caption="The open ones first, with what each affects and the version that fixed it.",
)
