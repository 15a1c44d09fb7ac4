"""Known issues: what they affect, what helps, and which version lifted them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from macros.columns.phrase import Phrase
from macros.columns.sentences import chips_in_brief
from macros.facts.issues import STACKS, Issue
from macros.pages.entries import Entry, columns_of, fact, own
from macros.pages.issues import DISAGREEMENTS, SUBJECTS
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.issues import Conflict, Limitation, Subjects
from macros.words import month


def _fixed_in(one: Entry[Limitation]) -> Sequence[str]:
    return [f"{fix.version} ({month(fix.date)})" if fix.date else fix.version for fix in one.record.fixes]


def _hardware(one: Entry[Limitation]) -> Phrase | None:
    return chips_in_brief(one.knowledge, one.record.affects.accelerators) or None


def _newest(one: Entry[Limitation]) -> int:
    """The day for which its newest source speaks, as a number; 0 where none is dated."""
    dates = (one.knowledge.as_of(citation) for citation in one.record.citations)
    return max((date.toordinal() for date in dates if date), default=0)


def _disagreements(one: Entry[Limitation]) -> Sequence[Issue[Conflict]]:
    stacks = product(one.record.affects.frameworks, one.record.affects.accelerators)
    return one.knowledge.conflicts.of_any(*((STACKS, stack) for stack in stacks))


PAGES = RecordPages[Entry[Limitation]](
    "limitations",
    order=lambda one: (one.place("limitation_state", one.record.state), -_newest(one), one.id),
    columns=(
        *columns_of(Subjects, SUBJECTS, "record.affects."),
        fact("hardware", _hardware, absent="–"),
        fact("fixed_in", _fixed_in, absent="none found"),
        own(Limitation, "workaround", absent="none published"),
        own(Limitation, "bound", label="The limit"),
        own(Limitation, "excludes", label="Rules out"),
        own(Limitation, "first_seen", absent="not published"),
        own(Limitation, "last_seen", label="Last listed"),
        own(Limitation, "fixes", label="Fixed in", absent="no fix found in the sources read"),
    ),
    listed="state hardware frameworks models workaround fixed_in",
    facts=f"workaround {SUBJECTS} examples bound excludes first_seen last_seen fixes other_names",
    state="state",
    facets="state accelerators frameworks families",
    sections=(
        Section(
            "Source disagreements about its software",
            _disagreements,
            DISAGREEMENTS,
            anchor="conflicts",
            whole="conflicts/",
        ),
    ),
    caption="The open ones first, and the newest of them, with what each affects and the version that fixed it.",
)
