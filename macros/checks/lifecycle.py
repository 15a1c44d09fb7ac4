"""What is said of a component agrees with the rest: its notices, its framework, its package."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, Rule
from macros.knowledge.dated_notices import ENDED_STATES
from macros.knowledge.lifecycle import Lifecycle, framework_state
from macros.loading import Records

ANNOUNCING = ("announced", "corrected")
"""Events that are about another event."""


def _check_announces(records: Records) -> Iterator[Finding]:
    for component_id, component in records.components.items():
        for index, notice in enumerate(component.notices):
            place = ("notices", index)
            if notice.event in ANNOUNCING and notice.announces is None:
                message = f"expected announces beside the event {notice.event}, got none"
                yield Finding(f"components/{component_id}", place, message)
            elif notice.event not in ANNOUNCING and notice.announces is not None:
                message = f"expected announces only beside {' or '.join(ANNOUNCING)}, got it beside {notice.event}"
                yield Finding(f"components/{component_id}", (*place, "announces"), message)


def _check_frameworks(records: Records) -> Iterator[Finding]:
    lifecycle = Lifecycle(records)
    for component_id, framework in records.frameworks.items():
        component = records.components.get(component_id)
        if component is None or component.framework != component_id:
            continue
        status, state = lifecycle.status_by_notices(component_id), framework_state(framework)
        newest = status.state_notices[-1] if status.state_notices else None
        if newest is None or status.over == (state in ENDED_STATES) or newest.notice.note:
            continue
        yield Finding(
            f"components/{component_id}",
            ("notices", newest.index),
            f"expected notices that agree with frameworks/{component_id}, which is {state}, got {status.state}",
            "correct the one that is wrong, or say in a note of this notice why they differ",
        )


def _check_packages(records: Records) -> Iterator[Finding]:
    owners: dict[str, str] = {}
    for component_id, component in records.components.items():
        if component.package and owners.setdefault(component.package, component_id) != component_id:
            message = f"expected a package of one component, got {component.package}, which is also that of"
            yield Finding(f"components/{component_id}", ("package",), f"{message} {owners[component.package]}")
    names, told = records.catalog.names["components"], set()
    for sdk_id, sdk in records.sdks.items():
        for index, row in enumerate(sdk.packages):
            owner = names[row.package]
            if records.components[owner].package != row.package and row.package not in told:
                told.add(row.package)
                yield Finding(
                    f"sdks/{sdk_id}",
                    ("packages", index, "package"),
                    f"expected the package of a component, got {row.package}, which is only a name of {owner}",
                    f"add package: {row.package} to data/components/{owner}.yml, or give the package a record",
                )


ANNOUNCES_WHERE_ANNOUNCED = Rule(
    "announces-where-announced",
    "A notice says which event it announces or puts right, and only such a notice does.",
    _check_announces,
    alone=True,
)
FRAMEWORK_AND_NOTICES_AGREE = Rule(
    "framework-and-notices-agree",
    "A framework and the component of the same name agree on whether it is over, or a note on the notice says why not.",
    _check_frameworks,
)
ONE_COMPONENT_PER_PACKAGE = Rule(
    "one-component-per-package", "Each package of an SDK release is the package of one component.", _check_packages
)
