"""Rules on statements of software support: their days and hardware, and the state of their framework."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from macros.checks.dates import SDK_RELEASE
from macros.checks.rule import Finding, rule
from macros.facts.citations import AgeRuler, newest_fact
from macros.facts.grouping import group_pairs, unique
from macros.facts.lifecycle import framework_state
from macros.facts.packages import sdk_named
from macros.facts.support_status import OFFERED, ORDER, support_statuses
from macros.loading import Records
from macros.schema.frameworks import SupportStatement
from macros.schema.walk import Path

BEST_STATUSES: dict[str, Sequence[str]] = {
    "preview": ("public-beta", "private-beta"),
    "current": ("current",),
    "maintenance": ("maintenance",),
}
"""By the state of a framework: its best support status may be one of these. An ended or removed framework has none that
is offered."""


def _statements(records: Records) -> Iterator[tuple[str, Path, SupportStatement]]:
    """Every support statement: kind and id of its record, its path, and the statement."""
    frameworks = ((f"frameworks/{record_id}", record.support) for record_id, record in records.frameworks.items())
    platforms = ((f"platforms/{record_id}", record.support) for record_id, record in records.platforms.items())
    for record_id, statements in (*frameworks, *platforms):
        for index, said in enumerate(statements):
            yield record_id, ("support", index), said


@rule("one-day-per-statement", per_record=True)
def one_day_per_statement(records: Records) -> Iterator[Finding]:
    """A support statement has either `date` or `after`."""
    for record, path, said in _statements(records):
        if said.date and said.after:
            yield Finding(
                record, (*path, "after"), "expected either date or after, got both", "keep the published date"
            )
        elif not (said.date or said.after):
            hint = "where the source has no date, write a day after which it was written as after"
            yield Finding(record, path, "expected either date or after, got neither", hint)


@rule("one-status-per-day")
def one_status_per_day(records: Records) -> Iterator[Finding]:
    """Statements about the same framework, hardware, workload, package and day agree on the status."""
    same = group_pairs(
        ((record, said.accelerator, said.workload, said.package, said.day), (path, said))
        for record, path, said in _statements(records)
    )
    for (record, *_, day), group in same.items():
        _, first = group[0]
        for path, said in group[1:]:
            if said.status != first.status:
                message = f"expected {first.status}, as another statement of {day} on the same says, got {said.status}"
                hint = "keep the statement that holds, and say in its field disputed what the other source says"
                yield Finding(record, (*path, "status"), message, hint)


@rule("status-after-its-release", exceptable=True)
def status_after_its_release(records: Records) -> Iterator[Finding]:
    """A support statement is not older than the SDK releases that the words of its source name.

    `last_sdk` is no such word: it moves on with every release while the statement stands.
    """
    for record, path, said in _statements(records):
        for sdk in unique(sdk_named(records, words) for words in SDK_RELEASE.findall(said.as_published or "")):
            if sdk and said.date and said.date < (released := records.sdks[sdk].date):
                message = f"expected a date not before {released}, when SDK {sdk} was released, got {said.date}"
                hint = "give the date of the source that speaks of the release, or after where it has none"
                yield Finding(record, (*path, "date"), message, hint, f"{said.accelerator} {said.workload} SDK {sdk}")


@rule("framework-and-support-agree")
def framework_and_support_agree(records: Records) -> Iterator[Finding]:
    """The newest event of a framework agrees with its best support status, where that is known today."""
    ages = AgeRuler(records.atlas.age_rule, newest_fact(records))
    statuses = group_pairs(
        (status.framework, status.statement.status if status.ended_with else status.status)
        for status in support_statuses(records, ages)
    )
    for framework_id, framework in records.frameworks.items():
        best, state = min(statuses[framework_id], key=ORDER.index), framework_state(framework)
        wanted = BEST_STATUSES.get(state, tuple(status for status in ORDER if status not in OFFERED))
        if best == "unknown" or best in wanted:
            continue
        path = ("lifecycle", len(framework.lifecycle) - 1, "state")
        message = f"expected a state that agrees with the best support status, {best}, got {state}"
        hint = "add the event or the statement that is missing, or correct the one that is wrong"
        yield Finding(f"frameworks/{framework_id}", path, message, hint)
