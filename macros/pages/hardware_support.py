"""Software support of an accelerator or instance type: what notices and package lists (manifests) say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from macros.columns.lifecycle_words import successor_of
from macros.columns.phrase import Phrase
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs, unique
from macros.facts.issues import Issue
from macros.facts.notices import DatedNotice, LifecycleStatus, Pin
from macros.facts.packages import by_component, newest_version_first
from macros.schema.components import Component
from macros.schema.conflicts import Conflict

NEEDED_KINDS = ("driver", "runtime")
"""Kinds of package without which an accelerator does not run."""

MOST_IN_TABLE = 5
"""Components in the table; the rest are named below it."""


@dataclass(frozen=True)
class NamedComponent:
    """A component of which notices name some hardware."""

    id: str
    component: Component
    status: LifecycleStatus
    steps: Sequence[DatedNotice]
    """Those notices, the newest first."""
    versions: Sequence[LifecycleStatus]
    """The versions that these notices are about."""
    successor: Phrase | None
    successor_runs_here: bool
    """Whether its successor runs on this hardware, as far as is known."""

    @property
    def pin(self) -> Pin | None:
        """What to stay with on this hardware: stated by one of these notices, and not of one version only."""
        pin = self.status.pin
        return pin if pin and pin.notice in [step.notice for step in self.steps] else None


@dataclass(frozen=True)
class HardwareSupport:
    """The software support of an accelerator, or of one instance type that carries it."""

    accelerator: str
    instance: str | None
    gone: str | None
    """The state of the instance type, where a notice ends it."""
    gone_by: Sequence[NamedComponent]
    """Whose notices say so."""
    series: Sequence[str]
    """Its instance series that SDK releases list packages for."""
    missing_kinds: Mapping[str, str]
    """Needed kinds that the newest SDK release no longer lists for it, each with the last release that did."""
    platform: str
    """The short name of the SDK."""
    newest: str | None
    """The newest SDK release."""
    packages: Mapping[str, Sequence[str]]
    """For it in the newest SDK release: components and their versions."""
    last: str | None
    """The newest SDK release with packages for it."""
    components: Sequence[NamedComponent]
    """The component with the newest notice first."""
    pins: Sequence[NamedComponent]
    """Those that say which driver, or which version, to stay with."""
    conflicts: Sequence[Issue[Conflict]]
    """About support itself."""

    @property
    def in_table(self) -> Sequence[NamedComponent]:
        return self.components[:MOST_IN_TABLE]

    @property
    def below(self) -> Sequence[NamedComponent]:
        return self.components[MOST_IN_TABLE:]

    @property
    def notices(self) -> int:
        """How many notices name it."""
        return sum(len(component.steps) for component in self.components)


def hardware_support(knowledge: Knowledge, accelerator: str, instance: str | None = None) -> HardwareSupport | None:
    """The software support of an accelerator or of one instance type; None where nothing is known."""
    packages, records = knowledge.packages, knowledge.records
    carriers = knowledge.instances.of("accelerators", accelerator)
    every_series = tuple(sorted({records.instances[key].series for key in carriers}))
    platform = packages.platform_for(every_series)
    last = packages.last_for(every_series, platform) if platform else None
    newest = packages.newest_on(platform)
    steps = knowledge.lifecycle.notices_of_hardware(accelerator, (instance,) if instance else tuple(carriers))
    if last is None and not steps:
        return None
    components = _named_components(knowledge, accelerator, steps)
    listed = by_component(packages.of_series(newest, every_series)) if newest else {}
    missing = _missing_kinds(knowledge, every_series, listed, platform)
    over = [component for component in components if component.status.over]
    last_series = {series for package in packages.of_release(last) for series in package.row.series} if last else set()
    return HardwareSupport(
        accelerator=accelerator,
        instance=instance,
        gone=knowledge.lifecycle.ended_state("instances", instance) if instance else None,
        gone_by=[named for named in over if any(instance in step.notice.instances for step in named.steps)],
        series=sorted(last_series.intersection(every_series)),
        missing_kinds=missing,
        platform=records.platforms[platform].short_name if platform else "",
        newest=newest,
        packages={
            component: unique(package.row.version for package in newest_version_first(packages_of_component))
            for component, packages_of_component in listed.items()
        },
        last=last,
        components=components,
        pins=[named for named in components if named.pin and (named.pin.version or named.component.kind == "driver")],
        conflicts=_support_conflicts(knowledge, accelerator, instance, steps),
    )


def _missing_kinds(
    knowledge: Knowledge, series: tuple[str, ...], listed: Iterable[str], platform: str | None
) -> Mapping[str, str]:
    """The needed kinds that an SDK release had for some instance series and the newest has not, and the last such."""
    components, packages = knowledge.records.components, knowledge.packages
    present = {components[key].kind for key in listed}
    last: dict[str, str] = {}
    for sdk in packages.manifests_on(platform) if platform else ():
        kinds = {components[package.component].kind for package in packages.of_series(sdk, series)}
        last |= dict.fromkeys(kinds, sdk)
    return {kind: last[kind] for kind in NEEDED_KINDS if kind in last and kind not in present}


def _named_components(knowledge: Knowledge, accelerator: str, steps: Iterable[DatedNotice]) -> Sequence[NamedComponent]:
    lifecycle, named = knowledge.lifecycle, []
    for key, group in group_pairs((step.component, step) for step in steps).items():
        component, scopes = knowledge.records.components[key], {step.scope for step in group}
        framework = knowledge.records.frameworks.get(component.successor or "")
        named.append(
            NamedComponent(
                key,
                component,
                lifecycle.status_of(key),
                group,
                [version for version in lifecycle.versions_of(key) if version.version in scopes],
                successor_of(knowledge, key),
                framework is None or any(hardware.accelerator == accelerator for hardware in framework.hardware),
            )
        )
    return named


def _support_conflicts(
    knowledge: Knowledge, accelerator: str, instance: str | None, steps: Iterable[DatedNotice]
) -> Sequence[Issue[Conflict]]:
    """Conflicts about the hardware that cite sources of the notices; those with most sources in common first."""
    sources = {step.notice.citation.source for step in steps}

    def in_common(issue: Issue[Conflict]) -> int:
        return len(sources & {claim.citation.source for claim in issue.record.claims})

    conflicts = knowledge.conflicts.of_any(("accelerators", accelerator), ("instances", instance))
    return sorted(filter(in_common, conflicts), key=in_common, reverse=True)
