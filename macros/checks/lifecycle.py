"""Rules on components: their notices, the state of their framework, and their package."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rows import notices
from macros.checks.rule import Finding, rule
from macros.facts.lifecycle import Lifecycle, framework_state
from macros.facts.notices import ENDED_STATES
from macros.loading import Records

ANNOUNCING = ("announced", "corrected")
"""Events that refer to another event, which `announces` holds."""


@rule("announces-where-announced", per_record=True)
def announces_where_announced(records: Records) -> Iterator[Finding]:
    """A notice has `announces` if and only if its event is an announcement or a correction."""
    for record, path, notice in notices(records):
        if notice.event in ANNOUNCING and notice.announces is None:
            yield Finding(record, path, f"expected announces beside the event {notice.event}, got none")
        elif notice.event not in ANNOUNCING and notice.announces is not None:
            message = f"expected announces only beside {' or '.join(ANNOUNCING)}, got it beside {notice.event}"
            yield Finding(record, (*path, "announces"), message)


@rule("framework-and-notices-agree")
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
        wanted = f"notices that agree with frameworks/{component_id}, which is {state}"
        hint = "correct the one that is wrong, or say in a note of this notice why they differ"
        path = ("notices", newest.index)
        yield Finding(f"components/{component_id}", path, f"expected {wanted}, got {status.state}", hint)


@rule("one-component-per-package")
def one_component_per_package(records: Records) -> Iterator[Finding]:
    """Each package of an SDK release is the `package` of exactly one component."""
    owners: dict[str, str] = {}
    for component_id, component in records.components.items():
        if component.package and owners.setdefault(component.package, component_id) != component_id:
            message = f"expected a package of one component, got {component.package}, which is also that of"
            yield Finding(f"components/{component_id}", ("package",), f"{message} {owners[component.package]}")
    ids_by_name, reported = records.names.ids_by_name["components"], set()
    for sdk_id, sdk in records.sdks.items():
        for index, row in enumerate(sdk.packages):
            owner = ids_by_name[row.package]
            if records.components[owner].package != row.package and row.package not in reported:
                reported.add(row.package)
                message = f"expected the package of a component, got {row.package}, which is only a name of {owner}"
                hint = f"add package: {row.package} to data/components/{owner}.yml, or give the package a record"
                yield Finding(f"sdks/{sdk_id}", ("packages", index, "package"), message, hint)
