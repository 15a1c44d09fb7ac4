"""Vendors' lists of supported models: their lines, and what changed since the last edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from macros.addresses import address
from macros.columns.column import Column
from macros.columns.phrase import PageLink, RecordLink
from macros.columns.statements import SCORES, Score
from macros.facts import Knowledge
from macros.facts.issues import Issue
from macros.facts.vendor_lists import LineChange, compared_with_earlier
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.pages.shared_sections import DISAGREEMENTS
from macros.schema.catalogues import Catalogue
from macros.schema.issues import Conflict
from macros.words import plural

NOT_STATED = "not stated for the whole list"


@dataclass(frozen=True)
class SupportList:
    """A list with what changed since its last edition."""

    id: str
    record: Catalogue
    later: str | None
    """The next edition of it."""
    earlier: Catalogue | None
    lines: Counter[str] | None
    """How many lines were added, changed and so on; None where no earlier edition is known."""
    has_ended: bool
    """Whether its framework has ended."""

    @property
    def changes(self) -> PageLink | None:
        """How much changed since the last edition."""
        if self.lines is None:
            return None
        counts = [self.lines[change] for change in ("Added", "No longer listed", "Changed")]
        words = "{} added, {} removed, {} changed".format(*counts) if any(counts) else "none"
        return PageLink(words, f"{address('catalogues', self.id)}#changes")

    @property
    def compared(self) -> str | None:
        """What two editions have in common, and for which versions they stand."""
        if self.lines is None or self.earlier is None:
            return None
        words = [f"{self.earlier.as_of}: {plural(self.lines['Same'], 'line')} the same in both"]
        versions = ("version", self.earlier.version, self.record.version), ("SDK", self.earlier.sdk, self.record.sdk)
        words += [f"{name} {old} then, {new} now" for name, old, new in versions if old and new and old != new]
        return "; ".join(words)


def line(knowledge: Knowledge, record: str) -> SupportList:
    """What is known of a list."""
    catalogue = knowledge.records.catalogues[record]
    compared = compared_with_earlier(knowledge, record)
    return SupportList(
        id=record,
        record=catalogue,
        later=knowledge.listed.of("catalogues", record)[0].replaced_by,
        earlier=knowledge.records.catalogues[catalogue.earlier] if catalogue.earlier else None,
        lines=None if compared is None else Counter(one.change for one in compared),
        has_ended=knowledge.lifecycle.ended_state("frameworks", catalogue.framework or "") is not None,
    )


def _changes(knowledge: Knowledge, record: str) -> Sequence[LineChange] | None:
    compared = compared_with_earlier(knowledge, record)
    return None if compared is None else [one for one in compared if one.change != "Same"]


def _conflicts(knowledge: Knowledge, record: str) -> Sequence[Issue[Conflict]]:
    source = knowledge.records.catalogues[record].citation.source
    return knowledge.conflicts.of("sources", source)


def _scores(knowledge: Knowledge, record: str) -> Sequence[Score]:
    return [Score(record, one) for one in knowledge.records.catalogues[record].accuracy]


def _field(name: str, meaning: str, label: str = "", kind: str | None = None, absent: str = "") -> Column[SupportList]:
    return Column(name, meaning, f"record.{name}", label=label, kind=kind, absent=absent)


FRAMEWORK = _field("framework", "The framework or library.", kind="frameworks", absent="several frameworks")
WORKLOAD: Column[Any] = Column("workload", "What the models run for.", "record.workload", vocabulary="workload")
DATE = _field("as_of", "The date for which it is valid.", "Date")

PAGES = RecordPages[SupportList](
    "catalogues",
    line,
    order=lambda one: (one.has_ended, -one.record.as_of.toordinal(), one.id),
    title=lambda one: one.record.title,
    description=lambda one: (
        f"{one.record.title}: {plural(len(one.record.rows), 'line')}, with the words of the source and what changed."
    ),
    columns=(
        FRAMEWORK,
        WORKLOAD,
        Column("lines", "Lines of the list.", lambda one: len(one.record.rows)),
        Column("changes", "Since the last edition.", absent="one edition known"),
        DATE,
        Column("source", "Where it stands.", "record.citation.source", kind="sources"),
    ),
    facts=(
        DATE,
        FRAMEWORK,
        _field("version", "Of the framework."),
        WORKLOAD,
        _field("sdk", "The SDK release.", absent=NOT_STATED),
        _field("accelerators", "For which it is a list.", "Hardware", "accelerators", NOT_STATED),
        _field("earlier", "The same list at an earlier date.", "Earlier edition", "catalogues"),
        Column("compared", "How it differs from that.", label="Compared with it", absent=""),
        Column("later", "The same list at a later date.", kind="catalogues", label="Later edition", absent=""),
        _field("doubt", "What makes it doubtful.", "Caveat"),
    ),
    more_facts=(
        _field("as_of_basis", "How the date is known.", "How the date is known"),
        Column("reading", "How its words are read.", "record.reading.reason", label="How the list is read"),
    ),
    former_anchors={"listed": "list"},
    sections=(
        Section(
            "What changed",
            "changes",
            _changes,
            (
                Column("change", "What happened to it."),
                Column("subject", "The model or architecture.", lambda one: RecordLink(one.kind, one.record)),
                Column("workload", "What it runs for.", vocabulary="workload"),
                Column("section", "The heading under which it stands.", absent="–"),
                Column("says", "What the lines say.", label="What they say", absent="–"),
            ),
            empty="Nothing: both editions say the same.",
        ),
    ),
    last_sections=(
        Section(
            "Features",
            "features",
            lambda known, record: known.records.catalogues[record].features,
            (
                Column("feature", "The feature."),
                Column("category", "Of what."),
                Column("status", "How the list rates it.", vocabulary="status"),
                Column("note", "What the list says besides.", absent="–"),
            ),
            note="Rated for everything that the list names.",
        ),
        Section(
            "Accuracy",
            "accuracy",
            _scores,
            (Column("model", "The model, as printed.", "accuracy.model"), *SCORES),
            note="Shares and percent as printed.",
        ),
        Section("Source disagreements", "conflicts", _conflicts, DISAGREEMENTS, whole="conflicts/"),
    ),
    facets=(FRAMEWORK, WORKLOAD),
    caption="The newest first; those of frameworks that have ended last. A line is a vendor’s statement, not a test.",
)
