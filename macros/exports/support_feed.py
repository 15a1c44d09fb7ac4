"""What vendors support, as an Atom feed: one entry for each dated statement."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from macros.exports.feed import AUTHOR, NOT_IN_A_SLUG, Entry, midnight, tag, write_feed
from macros.exports.writing import File, Render
from macros.knowledge import Knowledge
from macros.knowledge.support_status import SupportStatus
from macros.schema.support_statements import SupportStatement


@dataclass(frozen=True)
class StatementEntry(Entry):
    """A statement of support."""

    statement: SupportStatement


def files(knowledge: Knowledge, render: Render, site_url: str) -> Iterator[File]:
    """The feed. Each entry links to the row of its status on the page of what runs today."""
    entries = [
        _entry(knowledge, status, said, said.date, site_url)
        for status in knowledge.support
        for said in (status.statement, *status.history)
        if said.date
    ]
    entries.sort(key=lambda entry: entry.moment, reverse=True)
    yield write_feed(knowledge, render, site_url, "support", entries)


def _entry(
    knowledge: Knowledge, status: SupportStatus, said: SupportStatement, day: datetime.date, site_url: str
) -> StatementEntry:
    slug = NOT_IN_A_SLUG.sub("-", f"{status.id} {said.status}".lower())
    return StatementEntry(
        id=tag(site_url, day, f"support/{slug}"),
        title=statement_title(knowledge, status, said),
        moment=midnight(day),
        author=AUTHOR,
        anchor=status.id,
        statement=said,
    )


def statement_title(knowledge: Knowledge, status: SupportStatus, said: SupportStatement) -> str:
    """For example: torch-neuronx on AWS Trainium for training: ended."""
    records = knowledge.records
    owner = (records.platforms if status.whole else records.frameworks)[status.owner].name
    name = f"{owner} ({status.package})" if status.package else owner
    hardware = records.accelerators[said.accelerator].name
    workload = knowledge.term("workload", said.workload).label.lower()
    return f"{name} on {hardware} for {workload}: {knowledge.term('support_status', said.status).label.lower()}"
