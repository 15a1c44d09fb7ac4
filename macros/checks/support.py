"""Rules on what runs where: hardware, statements of support, notices about components, and the state of frameworks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from macros.checks.rule import CORRECT, Finding, entries, every, rule, support_entries, support_statements
from macros.facts.decisions import POSITIVE
from macros.facts.fact_types import facts_of_configurations, facts_of_verdicts
from macros.facts.framework_states import state_of
from macros.facts.grouping import group_pairs
from macros.facts.images import accelerators_of_image
from macros.facts.lifecycle import Lifecycle
from macros.facts.notices import ENDED_STATES
from macros.facts.packages import Packages, sdk_named, version_of
from macros.facts.support_status import OFFERED, ORDER, support_statuses
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.benchmarks import BenchmarkRow
from macros.schema.catalogues import ListedRow
from macros.schema.components import ImageRow, Notice, PackageVersion, Tag
from macros.schema.walk import Location
from macros.words import number

BEST_STATUSES: Mapping[str, Sequence[str]] = {
    "preview": ("public-beta", "experimental", "private-beta"),
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
    statuses = group_pairs((status.framework, status.statement.status) for status in support_statuses(records))
    for record_id, at, framework in every(records, Records.frameworks):
        best = min(statuses.get(record_id, ()), key=ORDER.index, default="unknown")
        state = state_of(framework).id
        wanted = BEST_STATUSES.get(state, tuple(status for status in ORDER if status not in OFFERED))
        if best != "unknown" and best not in wanted:
            place = at.field("lifecycle", len(framework.lifecycle) - 1, "state")
            yield Finding(place, f"a state that agrees with the best support status, {best}", state)


@rule("correct the one that is wrong, or say in a note of this notice why they differ")
def framework_and_notices_agree(records: Records) -> Iterator[Finding]:
    """A framework has ended if and only if its component has, unless a note on the newest notice says why not."""
    lifecycle = Lifecycle(records, Packages(records))
    for component_id, framework in records.frameworks.items():
        component = records.components.get(component_id)
        if component is None or component.framework != component_id:
            continue
        status, state = lifecycle.status_by_notices(component_id), state_of(framework).id
        newest = status.state_notices[-1] if status.state_notices else None
        if newest is None or status.over == (state in ENDED_STATES) or newest.notice.note:
            continue
        at = Location(f"components/{component_id}", ("notices", newest.index))
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


@rule(exceptable=True)
def release_supports_accelerator(records: Records) -> Iterator[Finding]:
    """If a row says that a framework runs on an accelerator, a statement of its `support` says so for the workload."""
    reported: set[tuple[str, str]] = set()
    for at, framework, accelerator, workload, instance in _uses(records):
        if framework is None or framework not in records.frameworks:
            continue
        hardware = records.frameworks[framework].hardware
        supported = [one for one, workloads in hardware.items() if workload in workloads]
        about = f"{framework} on {accelerator} for {workload}"
        if accelerator in supported or (at.record, about) in reported:
            continue
        reported.add((at.record, about))
        expected = f"hardware that {framework} supports for {workload} ({', '.join(sorted(supported)) or 'none'})"
        got = f"{instance}, which has {accelerator}" if instance else accelerator
        where = f"under support in data/frameworks/{framework}.yml"
        yield Finding(at, expected, got, about, f"correct the row, or name {accelerator} with its source {where}")


def _uses(records: Records) -> Iterator[tuple[Location, str | None, str, str, str | None]]:
    """Every framework that a row says runs on an accelerator: its place, and the framework, accelerator and workload.

    Last, the instance with that accelerator which the row names.
    """
    for one in facts_of_configurations(records):
        yield one.at.field("instance"), one.framework, one.accelerator, one.workload, one.row.instance
    for at, results, row in entries(records, Records.benchmarks, BenchmarkRow):
        for index, name in enumerate(row.instances):
            place, accelerator = at.field("instances", index), records.instance_named(name).accelerator
            yield place, row.framework or results.framework, accelerator, results.workload, name
    for at, catalogue, line in entries(records, Records.catalogues, ListedRow):
        if catalogue.wording.get(line.wording) in POSITIVE:
            own = (records.instances[line.instance].accelerator,) if line.instance else line.accelerators
            framework, workload = line.framework or catalogue.framework, line.workload or catalogue.workload
            for accelerator in own or catalogue.accelerators:
                yield at, framework, accelerator, workload, line.instance
    for verdict in facts_of_verdicts(records):
        if verdict.status in POSITIVE:
            yield verdict.at, verdict.framework, verdict.accelerator, verdict.workload, None


@rule()
def instance_adds_up(records: Records) -> Iterator[Finding]:
    """Memory and cores of an instance type follow from its accelerator and their number."""
    for _, at, instance in every(records, Records.instances):
        accelerator = records.accelerators[instance.accelerator]
        sizes = sorted(memory.gib for memory in accelerator.memory)
        if instance.accelerator_memory_gib not in sizes:
            expected = f"a memory size of {instance.accelerator} ({', '.join(map(number, sizes))})"
            yield Finding(at.field("accelerator_memory_gib"), expected, instance.accelerator_memory_gib, hint=CORRECT)
        per_chip, count = accelerator.cores_per_chip, instance.accelerator_count
        cores = per_chip * count if per_chip else None
        if instance.cores != cores:
            product = f"{cores}, {count} times the {per_chip} of {instance.accelerator}"
            expected = product if cores else f"no figure, for {instance.accelerator} has no cores_per_chip"
            hint = "correct the count, or the cores of the accelerator"
            yield Finding(at.field("cores"), expected, instance.cores or "none", hint=hint)


ID_OF_SDK = re.compile(r"[a-z0-9-]+/[a-z0-9.-]+")
"""What is written like the id of an SDK release."""


@rule("correct it, or write the release with its SDK, such as rocm/6.4.0")
def sdk_of_the_vendor(records: Records) -> Iterator[Finding]:
    """What names an SDK release and accelerators names an SDK of a vendor of these; a name like an id is one."""
    for at, words, accelerators, is_announced in _named_sdks(records):
        sdk = sdk_named(records, words)
        vendors = {records.accelerators[accelerator].vendor for accelerator in accelerators}
        is_to_come = is_announced and words.partition("/")[0] in records.platforms
        platform = records.platforms[records.sdks[sdk].platform] if sdk else None
        if platform and vendors and platform.vendor not in vendors:
            expected = f"a release of an SDK by {' or '.join(sorted(vendors))}"
            yield Finding(at, expected, f"one of the {platform.name}", hint=_nearest_sdk(records, words, vendors))
        elif sdk is None and ID_OF_SDK.fullmatch(words) and not is_to_come:
            yield Finding(at, "the id of an SDK release", words, hint=_nearest_sdk(records, words, vendors))


def _nearest_sdk(records: Records, words: str, vendors: Collection[str]) -> str:
    """A hint: the releases of some vendors' SDKs, or of any, that are called alike."""
    platforms = records.platforms
    own = [sdk for sdk, one in records.sdks.items() if not vendors or platforms[one.platform].vendor in vendors]
    same_version = [sdk for sdk in own if version_of(sdk) == version_of(words)]
    return did_you_mean(words, same_version or own)


def _named_sdks(records: Records) -> Iterator[tuple[Location, str, Sequence[str], bool]]:
    """Every field that names an SDK release: its place, the release as written, the accelerators it is about.

    Last, whether it only announces what comes with the release.
    """
    for at, one, accelerators in _naming_sdks(records):
        for name in ("sdk", "last_sdk", "ends_with"):
            if words := getattr(one, name, None):
                yield at.field(name), words, accelerators, name == "ends_with" or bool(getattr(one, "announces", None))
        for index, words in enumerate(getattr(one, "sdks", ())):
            yield at.field("sdks", index), words, accelerators, False


def _naming_sdks(records: Records) -> Iterator[tuple[Location, object, Sequence[str]]]:
    """Every row or record that can name SDK releases, with its place and its accelerators."""
    for at, _, row in entries(records, Records.benchmarks, BenchmarkRow):
        yield at, row, [*(records.instance_named(name).accelerator for name in row.instances), *row.accelerators]
    for _, at, catalogue in every(records, Records.catalogues):
        yield at, catalogue, catalogue.accelerators
    for at, catalogue, line in entries(records, Records.catalogues, ListedRow):
        yield at, line, line.accelerators or catalogue.accelerators
    for at, said in support_entries(records):
        yield at, said, said.every_accelerator
    for at, _, notice in entries(records, Records.components, Notice):
        yield at, notice, notice.accelerators
    for at, _, tag in entries(records, Records.components, Tag):
        yield at, tag, ()
    for at, images, image in entries(records, Records.images, ImageRow):
        yield at, image, accelerators_of_image(records, images, image)
