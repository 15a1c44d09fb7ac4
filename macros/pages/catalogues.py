"""Vendors' lists of supported models: their lines, and what changed since the last edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from macros.addresses import address
from macros.columns.column import CITATION, Column
from macros.columns.phrase import PageLink, Phrase, RecordLink
from macros.columns.sentences import chips_in_brief
from macros.columns.statements import SCORES, Score
from macros.facts.grouping import unique
from macros.facts.vendor_lists import LineChange, compared_with_earlier
from macros.pages.entries import Entry, columns_of, fact, own
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.catalogues import Catalogue, RatedFeature, RunFormats

NOT_STATED = "not stated for the whole list"


def _changed(one: Entry[Catalogue]) -> PageLink | None:
    """How much changed since the last edition; None where that is not known."""
    compared = compared_with_earlier(one.knowledge, one.id)
    if compared is None:
        return None
    words = {"No longer listed": "removed", "Same": "the same"}
    counts = Counter(words.get(line.change, line.change.lower()) for line in compared)
    found = ", ".join(f"{count} {word}" for word, count in counts.items())
    return PageLink(found, f"{address('catalogues', one.id)}#changes")


def _changes(one: Entry[Catalogue]) -> Sequence[LineChange] | None:
    compared = compared_with_earlier(one.knowledge, one.id)
    return None if compared is None else [line for line in compared if line.change != "Same"]


def _hardware(one: Entry[Catalogue]) -> Phrase | None:
    named = unique(chip for line in one.facts("listed") for chip in line.accelerators)
    return chips_in_brief(one.knowledge, named) or None


PAGES = RecordPages[Entry[Catalogue]](
    "catalogues",
    order=lambda one: (
        one.knowledge.lifecycle.ended_state("frameworks", one.record.framework or "") is not None,
        -one.record.as_of.toordinal(),
        one.id,
    ),
    columns=(
        own(Catalogue, "framework", absent="several frameworks"),
        fact("lines", lambda one: len(one.record.rows)),
        Column("changes", "Since the last edition.", _changed, absent=""),
        fact("source", "record.citation.source", kind="sources"),
        own(Catalogue, "sdk", absent=NOT_STATED),
        own(Catalogue, "accelerators", label="Hardware", absent=NOT_STATED),
        Column("hardware", "That its lines name, or the list as a whole.", _hardware, absent="not stated"),
        own(Catalogue, "earlier", label="Earlier edition"),
        fact("later_edition", lambda one: one.facts("listed")[0].replaced_by, kind="catalogues"),
        fact("reading", "record.reading.reason", label="How the list is read"),
    ),
    listed="framework hardware workload lines as_of source",
    facts="as_of framework version workload sdk accelerators earlier changes later_edition doubt",
    more_facts="as_of_basis reading",
    facets="framework workload",
    former_anchors={"listed": "list"},
    sections=(
        Section(
            "What changed",
            _changes,
            (
                fact("change"),
                fact("subject", lambda one: RecordLink(one.kind, one.record_id)),
                fact("workload", vocabulary="workload"),
                fact("section"),
                fact("says", label="What they say"),
            ),
            anchor="changes",
            empty="Nothing: both editions say the same.",
        ),
    ),
    last_sections=(
        Section(
            "Quantised checkpoints",
            "record.run_formats",
            (*columns_of(RunFormats, "formats accelerators reason"), *CITATION),
            note="Lines about an architecture count for checkpoints in these number formats too.",
        ),
        Section(
            "Features",
            "record.features",
            columns_of(RatedFeature, "feature category status note"),
            note="Rated for everything that the list names.",
        ),
        Section(
            "Accuracy",
            lambda one: [Score(one.id, it) for it in one.record.accuracy],
            (fact("model", "accuracy.model"), *SCORES),
            note="Shares and percent as printed.",
        ),
    ),
    searched={"listed": "as_published"},
    caption="The newest first; those of frameworks that have ended last. A line is a vendor’s statement, not a test.",
)
