"""Rules on the day on which something was read, which is the date of no fact."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence

from macros.checks.dates import ISO_DATE
from macros.checks.rule import Finding, rule
from macros.facts.citations import as_of
from macros.loading import Records
from macros.schema.base import SourceReference
from macros.schema.frameworks import Framework
from macros.schema.walk import Path

SENTENCE_END = re.compile(r"\.\s+")
READ = re.compile(r"\bread\b")
LEAVE_OUT = "give the date that is published, else leave it out: as_of_basis may say when it was read"
Dated = tuple[Path, datetime.date, Sequence[SourceReference]]
"""A date of a framework, its path, and what is cited for it."""


@rule("source-dated-by-reading", exceptable=True, per_record=True)
def source_dated_by_reading(records: Records) -> Iterator[Finding]:
    """The date of a source is not the day on which it, or the revision that holds it, was read.

    That it is shows in `as_of_basis`: a sentence that speaks of reading and names no other day.
    """
    for source_id, source in records.sources.items():
        sentences = SENTENCE_END.split(source.as_of_basis) if source.as_of else ()
        if any(READ.search(sentence) and not ISO_DATE.search(sentence) for sentence in sentences):
            message = f"expected a date of the document, got {source.as_of}, on which as_of_basis says it was read"
            yield Finding(f"sources/{source_id}", ("as_of",), message, LEAVE_OUT)


@rule("fact-dated-by-reading", exceptable=True)
def fact_dated_by_reading(records: Records) -> Iterator[Finding]:
    """No event and no statement of support of a framework has the day on which somebody looked for news of it.

    Nor is one later than everything cited for it, unless on the day of an SDK release: a notice may come before it.
    """
    releases = {release.date for release in records.sdks.values()}
    for framework_id, framework in records.frameworks.items():
        for path, date, citations in _dates(framework):
            known = [day for day in (as_of(records, citation) for citation in citations) if day]
            if framework.watch and date == framework.watch.read:
                message = f"expected a published date, got {date}, the day on which watch says it was read"
            elif len(known) < len(citations) or date <= max(known) or date in releases:
                continue
            else:
                message = f"expected a date up to {max(known)}, that of the newest source cited, got {date}"
            yield Finding(f"frameworks/{framework_id}", path, message, LEAVE_OUT, str(date))


def _dates(framework: Framework) -> Iterator[Dated]:
    for index, event in enumerate(framework.lifecycle):
        yield ("lifecycle", index, "date"), event.date, event.citations
    for index, said in enumerate(framework.support):
        if said.date:
            yield ("support", index, "date"), said.date, said.citations
