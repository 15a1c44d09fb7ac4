"""Rules on what vendors support: statements, the notices about components, and the state of frameworks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from macros.checks.rows import support_statements
from macros.checks.rule import Finding, entries, every, rule
from macros.facts.citations import AgeRuler, newest_fact
from macros.facts.grouping import group_pairs
from macros.facts.lifecycle import Lifecycle, framework_state
from macros.facts.notices import ENDED_STATES
from macros.facts.support_status import OFFERED, ORDER, support_statuses
from macros.loading import Records
from macros.schema.components import Notice, PackageVersion
from macros.schema.walk import Place

BEST_STATUSES: Mapping[str, Sequence[str]] = {
    "preview": ("public-beta", "private-beta"),
    "current": ("current",),
    "maintenance": ("maintenance",),
}
"""By the state of a framework: its best support status may be one of these. An ended or removed framework has none that
is offered."""
ANNOUNCING = ("announced", "corrected")
"""Events that refer to another event, which `announces` holds."""


@rule(per_record=True)
def one_day_per_statement(records: Records) -> Iterator[Finding]:
    """A support statement has either `date` or `after`."""
    expected = "either date or after"
    for at, said in support_statements(records):
        if said.date and said.after:
            yield Finding(at.field("after"), expected, "both", hint="keep the published date")
        elif not (said.date or said.after):
            hint = "where the source has no date, write a day after which it was written as after"
            yield Finding(at, expected, "neither", hint=hint)


@rule("keep the statement that holds, and say in its field disputed what the other source says")
def one_status_per_day(records: Records) -> Iterator[Finding]:
    """Statements about the same framework, hardware, workload, package and day agree on the status."""
    same = group_pairs(
        ((at.record, said.accelerator, said.workload, said.package, said.day), (at, said))
        for at, said in support_statements(records)
    )
    for (*_, day), group in same.items():
        _, first = group[0]
        for at, said in group[1:]:
            if said.status != first.status:
                expected = f"{first.status}, as another statement of {day} on the same says"
                yield Finding(at.field("status"), expected, said.status)


@rule("add the event or the statement that is missing, or correct the one that is wrong")
def framework_and_support_agree(records: Records) -> Iterator[Finding]:
    """The newest event of a framework agrees with its best support status, where that is known today."""
    ages = AgeRuler(records.atlas.age_rule, newest_fact(records))
    statuses = group_pairs(
        (status.framework, status.statement.status if status.ended_with else status.status)
        for status in support_statuses(records, ages)
    )
    for record_id, at, framework in every(records, Records.frameworks):
        best, state = min(statuses[record_id], key=ORDER.index), framework_state(framework)
        wanted = BEST_STATUSES.get(state, tuple(status for status in ORDER if status not in OFFERED))
        if best != "unknown" and best not in wanted:
            place = at.field("lifecycle", len(framework.lifecycle) - 1, "state")
            yield Finding(place, f"a state that agrees with the best support status, {best}", state)


@rule("correct the one that is wrong, or say in a note of this notice why they differ")
def framework_and_notices_agree(records: Records) -> Iterator[Finding]:
    """A framework has ended if and only if its component has, unless a note on the newest notice says why not."""
    lifecycle = Lifecycle(records)
    for component_id, framework in records.frameworks.items():
        component = records.components.get(component_id)
        if component is None or component.framework != component_id:
            continue
        status, state = lifecycle.status_by_notices(component_id), framework_state(framework)
        newest = status.state_notices[-1] if status.state_notices else None
        if newest is None or status.over == (state in ENDED_STATES) or newest.notice.note:
            continue
        at = Place(f"components/{component_id}", ("notices", newest.index))
        yield Finding(at, f"notices that agree with frameworks/{component_id}, which is {state}", status.state)


@rule(per_record=True)
def announces_where_announced(records: Records) -> Iterator[Finding]:
    """A notice has `announces` if and only if its event is an announcement or a correction."""
    for at, _, notice in entries(records, Records.components, Notice):
        if notice.event in ANNOUNCING and notice.announces is None:
            yield Finding(at, f"announces beside the event {notice.event}")
        elif notice.event not in ANNOUNCING and notice.announces is not None:
            expected = f"announces only beside {' or '.join(ANNOUNCING)}"
            yield Finding(at.field("announces"), expected, f"it beside {notice.event}")


@rule()
def one_component_per_package(records: Records) -> Iterator[Finding]:
    """Each package of an SDK release is the `package` of exactly one component."""
    owners: dict[str, str] = {}
    for record_id, at, component in every(records, Records.components):
        package = component.package
        if package and owners.setdefault(package, record_id) != record_id:
            got = f"{package}, which is also that of {owners[package]}"
            yield Finding(at.field("package"), "a package of one component", got)
    ids_by_name, reported = records.names.ids_by_name["components"], set()
    for at, _, row in entries(records, Records.sdks, PackageVersion):
        owner = ids_by_name[row.package]
        if records.components[owner].package != row.package and row.package not in reported:
            reported.add(row.package)
            got = f"{row.package}, which is only a name of {owner}"
            hint = f"add package: {row.package} to data/components/{owner}.yml, or give the package a record"
            yield Finding(at.field("package"), "the package of a component", got, hint=hint)
