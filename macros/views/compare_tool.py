"""The compare tool: a sheet for each kind of record, with the facts of every record in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from macros.knowledge import Knowledge, TestedConfiguration
from macros.knowledge.grouping import unique
from macros.schema.frameworks import Release
from macros.schema.hardware import Accelerator, Offer
from macros.tables.sheets import Sheet, SheetCell, SheetGroup
from macros.views import framework_lifecycle, frameworks
from macros.views.configurations import coverage
from macros.views.framework_lifecycle import FrameworkState, Replacement
from macros.views.verdicts import FamilyVerdict, newest_family_verdicts
from macros.words import number, plural

T = TypeVar("T")

NOTHING = "none"
NOT_APPLICABLE = "not applicable"

Answer = SheetCell | str | None
"""None where nothing was published."""
Rows = Sequence[tuple[str, Answer]]
"""Labels and answers. Every record of a kind has the same labels in the same order."""
_Groups = Iterator[tuple[str, Rows]]
"""Titles of groups, and their rows."""


def sheets(knowledge: Knowledge) -> Mapping[str, Sheet]:
    return {kind: _sheet(knowledge, kind, describe) for kind, (_, describe) in _KINDS.items()}


def titles(_: Knowledge) -> Mapping[str, str]:
    return {kind: title for kind, (title, _) in _KINDS.items()}


def _sheet(knowledge: Knowledge, kind: str, describe: Callable[[Knowledge, str], _Groups]) -> Sheet:
    groups: Sequence[SheetGroup] = ()
    records = {}
    for record in knowledge.records.of(kind):
        found = list(describe(knowledge, record))
        groups = groups or [SheetGroup(name, [label for label, _ in rows]) for name, rows in found]
        records[record] = [[_cell(answer) for _, answer in rows] for _, rows in found]
    return Sheet(groups, records)


def _cell(answer: Answer) -> SheetCell | None:
    return SheetCell(answer) if isinstance(answer, str) else answer


def _model(knowledge: Knowledge, record: str) -> _Groups:
    model = knowledge.records.models[record]
    family = knowledge.family_of(record)
    tests = knowledge.configurations.of("models", record)
    lengths = _distinct(test.sequence_length for test in tests)
    yield (
        "Model",
        [
            ("Family", knowledge.records.families[family].name if family else "none named by the guidelines"),
            ("Architecture", knowledge.records.architectures[model.architecture].name),
            ("Hugging Face Hub", model.hub_id),
        ],
    )
    yield (
        "Tested",
        [
            *_tested(tests),
            ("Instance types", _listed(sorted({test.instance for test in tests}))),
            ("Datasets", _listed(knowledge.records.datasets[d].name for d in _distinct(t.dataset for t in tests))),
            ("Sequence lengths", ", ".join(map(number, sorted(lengths))) or None),
            ("Precisions", ", ".join(_distinct(test.row.precision for test in tests)) or None),
        ],
    )
    yield "Where it runs", _where_it_runs(knowledge, tests, family)


def _where_it_runs(knowledge: Knowledge, tests: Sequence[TestedConfiguration], family: str | None) -> Rows:
    """A row for every accelerator: tests of the model itself before verdicts on its family."""
    verdicts = newest_family_verdicts(knowledge, "families", family) if family else ()
    answers = {found[0].accelerator: _family_verdict(knowledge, found) for found in verdicts}
    for accelerator in _distinct(test.accelerator for test in tests):
        if found := coverage([test for test in tests if test.accelerator == accelerator]):
            text = f"{plural(found.configurations, 'tested configuration')} in {plural(found.releases, 'release')}"
            answers[accelerator] = SheetCell(text, found.newest)
    return [(chip.name, answers.get(key)) for key, chip in knowledge.records.accelerators.items()]


def _family_verdict(knowledge: Knowledge, found: FamilyVerdict) -> SheetCell:
    evidence = knowledge.term("evidence", "guideline").label.lower()
    by_framework = (
        f"{knowledge.records.frameworks[verdict.framework].name},"
        f" {knowledge.term('workload', verdict.workload).label.lower()}:"
        f" {knowledge.term('status', verdict.status).label.lower()}"
        for verdict in found
    )
    fit = knowledge.term("fit", found[0].fit).label
    return SheetCell(f"{fit} ({evidence} for the whole family); {'; '.join(by_framework)}", found[0].as_of)


def _instance(knowledge: Knowledge, record: str) -> _Groups:
    instance = knowledge.records.instances[record]
    chip = knowledge.records.accelerators[instance.accelerator]
    yield (
        "Accelerators",
        [
            ("Accelerator", chip.name),
            ("Core architecture", knowledge.term("core_architecture", chip.core_architecture).label),
            ("How many", number(instance.accelerator_count)),
            ("Cores", _cores(chip, instance.cores)),
            ("Memory each", f"{number(instance.accelerator_memory_gib)} GiB"),
            ("Memory in all", f"{number(instance.memory_gib)} GiB"),
        ],
    )
    yield (
        "Host",
        [
            ("Kind", knowledge.term("instance_kind", instance.kind).label),
            ("vCPUs", number(instance.vcpus)),
            ("Host memory", f"{number(instance.host_memory_gib)} GiB"),
            ("Network", instance.network),
            ("Elastic Fabric Adapter", _yes(instance.efa)),
            ("Provider", instance.provider),
            ("In the provider’s list of types", _offered(instance.offer)),
        ],
    )
    yield "Tested", _tested(knowledge.configurations.of("instances", record), models=True)


def _accelerator(knowledge: Knowledge, record: str) -> _Groups:
    chip = knowledge.records.accelerators[record]
    bandwidth, peak = chip.memory_bandwidth, chip.peak
    yield (
        "Chip",
        [
            ("Kind", knowledge.term("accelerator_kind", chip.kind).label),
            ("Vendor", chip.vendor),
            ("Core architecture", knowledge.term("core_architecture", chip.core_architecture).label),
            ("Cores", _cores(chip, chip.cores_per_chip)),
            ("Memory", " or ".join(f"{number(size.gib)} GiB" for size in chip.memory)),
            ("Memory bandwidth", _measured(bandwidth.value, bandwidth.unit) if bandwidth else None),
            ("Data types", _listed(chip.data_types) if chip.data_types else None),
        ],
    )
    yield (
        "Peak, dense",
        [
            ("bf16 / fp16", _measured(peak.bf16_fp16_tflops, "TFLOPS")),
            ("fp32", _measured(peak.fp32_tflops, "TFLOPS")),
            ("fp8", _measured(peak.fp8_tflops, "TFLOPS")),
            ("int8", _measured(peak.int8_tops, "TOPS")),
        ],
    )
    all_frameworks = knowledge.records.frameworks.values()
    names = (f.name for f in all_frameworks if record in {hardware.accelerator for hardware in f.hardware})
    yield (
        "Use",
        [("Instance types", _listed(knowledge.instances.of("accelerators", record))), ("Frameworks", _listed(names))],
    )
    yield "Tested", _tested(knowledge.configurations.of("accelerators", record), models=True)


def _framework(knowledge: Knowledge, record: str) -> _Groups:
    line = frameworks.line(knowledge, record)
    replaced = (other.name for other in knowledge.records.frameworks.values() if other.successor == record)
    yield (
        "Life",
        [
            ("State", SheetCell(_state(knowledge, line.state), line.state.newest.date)),
            ("On record in this state since", _since(line.state)),
            ("Vendor", line.framework.vendor),
            ("Replaced by", _replaced_by(knowledge, line.replacement)),
            ("Took the place of", _listed(replaced)),
        ],
    )
    uses = {hardware.accelerator: hardware.workloads for hardware in line.framework.hardware}
    words = {key: _listed(knowledge.term("workload", one).label.lower() for one in use) for key, use in uses.items()}
    yield "Hardware, and for what", [(c.name, words.get(key)) for key, c in knowledge.records.accelerators.items()]
    yield (
        "Evidence",
        [
            ("Releases with a page", _count(line.releases)),
            *_tested(knowledge.configurations.of("frameworks", record), models=True),
            ("Verdicts on families", _count(line.verdicts)),
            ("Validated examples", _count(line.validated)),
        ],
    )


def _since(state: FrameworkState) -> str:
    day = state.turn.date.isoformat()
    return day if state.turn.day_published else f"date not published; by {day}"


def _replaced_by(knowledge: Knowledge, replacement: Replacement) -> str:
    """What took its place and on which of its accelerators, as one line."""
    chips = knowledge.records.accelerators
    parts = []
    for found in replacement.successors:
        where = f"on {_listed(chips[key].name for key in found.on)}" if found.on else "on other hardware only"
        parts.append(f"{_name(knowledge, found.id)} ({_state(knowledge, found.state)}) {where}")
    text = ", then ".join(parts) or "none on this site"
    if parts and replacement.none_on:
        text += f"; none recorded for {_listed(chips[key].name for key in replacement.none_on)}"
    return f"{text}: pin SDK {replacement.pin.sdk}" if replacement.pin else text


def _release(knowledge: Knowledge, record: str) -> _Groups:
    release, framework = knowledge.records.releases[record], record.partition("/")[0]
    state = framework_lifecycle.state_of(knowledge.records.frameworks[framework])
    yield (
        "Release",
        [
            ("Framework", _name(knowledge, framework)),
            ("State of the framework", SheetCell(_state(knowledge, state), state.newest.date)),
            ("Launched", release.launched.isoformat() if release.launched else None),
            *((component, release.components.get(component, "not listed")) for component in _components(knowledge)),
        ],
    )
    yield (
        "Image",
        [
            ("Repository", release.image.repository if release.image else None),
            ("Tag", release.image.tag if release.image else None),
            ("Extendable with Docker", _yes(release.extendable)),
            ("Regions", number(len(release.regions))),
            *((f"Regions in {area}", _listed(_within(release, area))) for area in _areas(knowledge)),
        ],
    )
    yield "Tested", _tested(knowledge.configurations.of("releases", record), models=True)


def _components(knowledge: Knowledge) -> Sequence[str]:
    return sorted({component for release in knowledge.records.releases.values() for component in release.components})


def _areas(knowledge: Knowledge) -> Sequence[str]:
    """The prefixes of region codes, such as af and ap, sorted."""
    return sorted(
        {region.partition("-")[0] for release in knowledge.records.releases.values() for region in release.regions}
    )


def _within(release: Release, area: str) -> Sequence[str]:
    return sorted(region for region in release.regions if region.startswith(f"{area}-"))


def _tested(tests: Sequence[TestedConfiguration], *, models: bool = False) -> Rows:
    found = coverage(tests)
    text = f"{number(found.configurations)} in {plural(found.releases, 'release')}" if found else NOTHING
    tested: list[tuple[str, Answer]] = [("Tested configurations", text)]
    if models:
        tested.append(("Models tested", number(found.models) if found else NOTHING))
    return [*tested, ("Newest test", SheetCell("", found.newest) if found else NOTHING)]


def _name(knowledge: Knowledge, framework: str) -> str:
    return knowledge.records.frameworks[framework].name


def _state(knowledge: Knowledge, state: FrameworkState) -> str:
    return knowledge.term("lifecycle", state.id).label


def _cores(chip: Accelerator, cores: int | None) -> str | None:
    """A number of cores; not applicable to GPUs."""
    return NOT_APPLICABLE if chip.kind == "gpu" else _measured(cores)


def _offered(offer: Offer | None) -> SheetCell | None:
    return SheetCell("yes" if offer.listed else "no", offer.as_of) if offer else None


def _measured(value: float | None, unit: str = "") -> str | None:
    return None if value is None else f"{number(value)} {unit}".rstrip()


def _yes(fact: bool | None) -> str | None:
    return None if fact is None else "yes" if fact else "no"


def _count(many: int) -> str:
    return number(many) if many else NOTHING


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or NOTHING


def _distinct(values: Iterable[T | None]) -> Sequence[T]:
    """Each value once, in the order of the first time; what was not published left out."""
    return [value for value in unique(values) if value is not None]


_KINDS: Mapping[str, tuple[str, Callable[[Knowledge, str], _Groups]]] = {
    "models": ("Models", _model),
    "instances": ("Instance types", _instance),
    "accelerators": ("Accelerators", _accelerator),
    "frameworks": ("Frameworks", _framework),
    "releases": ("Releases", _release),
}
