"""The compare tool: a sheet for each kind of record, with the facts of every record in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from macros.knowledge import Knowledge, TestedConfiguration
from macros.knowledge.coverage import coverage
from macros.knowledge.evidence import subject_of_model
from macros.knowledge.figures import figure, highest
from macros.knowledge.grouping import group_by, group_pairs, unique
from macros.knowledge.runs_today import RunsToday, runs_today
from macros.knowledge.short_answers import nothing_known, short_answer
from macros.schema.hardware import Accelerator, Offer
from macros.tables.sheets import Sheet, SheetCell, SheetGroup
from macros.views import framework_lifecycle, frameworks
from macros.views.framework_lifecycle import FrameworkState, Replacement
from macros.words import number, plural

T = TypeVar("T")

NOTHING = "none"
NOT_APPLICABLE = "not applicable"

Answer = SheetCell | str | None
"""None where nothing was published."""
Rows = Sequence[tuple[str, Answer]]
"""Labels and answers. Every record of a kind has the same labels in the same order."""
Groups = Mapping[str, Rows]
"""By title."""


def sheets(knowledge: Knowledge) -> Mapping[str, Sheet]:
    """What can be compared, by the kind of record."""
    return {kind: _sheet(knowledge, kind, groups_of) for kind, groups_of in GROUPS.items()}


def kinds(_: Knowledge) -> Sequence[str]:
    return list(GROUPS)


def _sheet(knowledge: Knowledge, kind: str, groups_of: Callable[[Knowledge, str], Groups]) -> Sheet:
    all_groups = {record: groups_of(knowledge, record) for record in knowledge.records.of(kind)}
    first: Groups = next(iter(all_groups.values()), {})
    return Sheet(
        [SheetGroup(title, [label for label, _ in rows]) for title, rows in first.items()],
        {
            record: [[_cell(answer) for _, answer in rows] for rows in groups.values()]
            for record, groups in all_groups.items()
        },
    )


def _cell(answer: Answer) -> SheetCell | None:
    return SheetCell(answer) if isinstance(answer, str) else answer


def _model(knowledge: Knowledge, record: str) -> Groups:
    model = knowledge.records.models[record]
    family = knowledge.family_of(record)
    tests = knowledge.configurations.of("models", record)
    lengths = _distinct(test.sequence_length for test in tests)
    return {
        "Runs today": _runs_today(knowledge, record),
        "Published throughput": _throughputs(knowledge, record),
        "Model": [
            ("Family", knowledge.records.families[family].name if family else "none named by the guidelines"),
            ("Architecture", knowledge.records.architectures[model.architecture].name),
            ("Hugging Face Hub", model.hub_id),
        ],
        "Tested": [
            *_tested(tests),
            ("Instance types", _listed(sorted({test.instance for test in tests}))),
            ("Datasets", _listed(knowledge.records.datasets[d].name for d in _distinct(t.dataset for t in tests))),
            ("Sequence lengths", ", ".join(map(number, sorted(lengths))) or None),
            ("Precisions", ", ".join(_distinct(test.row.precision for test in tests)) or None),
        ],
    }


def _runs_today(knowledge: Knowledge, record: str) -> Rows:
    """A row for every accelerator: the short answers of the model's page."""
    answers = group_by(runs_today(knowledge, subject_of_model(knowledge, record)), lambda found: found.accelerator)
    return [
        (chip.name, _today_cell(knowledge, answers[key]))
        if key in answers
        else (chip.name, nothing_known(knowledge, record, key).words)
        for key, chip in knowledge.records.accelerators.items()
    ]


def _today_cell(knowledge: Knowledge, answers: Sequence[RunsToday]) -> SheetCell:
    words = [short_answer(knowledge, answer.best).words for answer in answers]
    return SheetCell("; ".join(words), max(answer.best.as_of for answer in answers))


def _throughputs(knowledge: Knowledge, record: str) -> Rows:
    """A row for every accelerator: the highest throughput of each workload, unit and number format."""
    runs = group_pairs(
        (accelerator, fact)
        for fact in knowledge.measurements_of("models", record)
        for accelerator in fact.accelerators
        if fact.row.throughput
    )
    figures = {key: [str(figure(knowledge, fact)) for fact in highest(knowledge, runs[key])] for key in runs}
    return [
        (f"On {chip.name}", "; ".join(figures[key]) if key in figures else None)
        for key, chip in knowledge.records.accelerators.items()
    ]


def _instance(knowledge: Knowledge, record: str) -> Groups:
    instance = knowledge.records.instances[record]
    chip = knowledge.records.accelerators[instance.accelerator]
    return {
        "Accelerators": [
            ("Accelerator", chip.name),
            ("Core architecture", knowledge.term("core_architecture", chip.core_architecture).label),
            ("How many", number(instance.accelerator_count)),
            ("Cores", _cores(chip, instance.cores)),
            ("Memory each", f"{number(instance.accelerator_memory_gib)} GiB"),
            ("Total memory", f"{number(instance.memory_gib)} GiB"),
        ],
        "Host": [
            ("Kind", knowledge.term("instance_kind", instance.kind).label),
            ("vCPUs", number(instance.vcpus)),
            ("Host memory", f"{number(instance.host_memory_gib)} GiB"),
            ("Network", instance.network),
            ("Elastic Fabric Adapter", _yes(instance.efa)),
            ("Provider", instance.provider),
            ("In the provider’s list of types", _offered(instance.offer)),
        ],
        "Tested": _tested(knowledge.configurations.of("instances", record), models=True),
    }


def _accelerator(knowledge: Knowledge, record: str) -> Groups:
    chip = knowledge.records.accelerators[record]
    bandwidth, peak = chip.memory_bandwidth, chip.peak
    return {
        "Chip": [
            ("Kind", knowledge.term("accelerator_kind", chip.kind).label),
            ("Vendor", chip.vendor),
            ("Core architecture", knowledge.term("core_architecture", chip.core_architecture).label),
            ("Cores", _cores(chip, chip.cores_per_chip)),
            ("Memory", " or ".join(f"{number(size.gib)} GiB" for size in chip.memory)),
            ("Memory bandwidth", _measured(bandwidth.value, bandwidth.unit) if bandwidth else None),
            ("Data types", _listed(chip.data_types) if chip.data_types else None),
        ],
        "Peak, dense": [
            ("bf16 / fp16", _measured(peak.bf16_fp16_tflops, "TFLOPS")),
            ("fp32", _measured(peak.fp32_tflops, "TFLOPS")),
            ("fp8", _measured(peak.fp8_tflops, "TFLOPS")),
            ("int8", _measured(peak.int8_tops, "TOPS")),
        ],
        "Use": [
            ("Instance types", _listed(knowledge.instances.of("accelerators", record))),
            ("Frameworks", _listed(_name(knowledge, key) for key in frameworks.on_accelerator(knowledge, record))),
        ],
        "Tested": _tested(knowledge.configurations.of("accelerators", record), models=True),
    }


def _framework(knowledge: Knowledge, record: str) -> Groups:
    line = frameworks.line(knowledge, record)
    uses = {hardware.accelerator: hardware.workloads for hardware in line.framework.hardware}
    words = {key: _listed(knowledge.term("workload", one).label.lower() for one in use) for key, use in uses.items()}
    return {
        "Life": [
            ("State", SheetCell(_state(knowledge, line.state), line.state.newest.date)),
            ("In this state since", _since(line.state)),
            ("Vendor", line.framework.vendor),
            ("Replaced by", _replaced_by(knowledge, line.replacement)),
            ("Replaces", _listed(_name(knowledge, key) for key in frameworks.replaced_by(knowledge, record))),
        ],
        "Hardware, and for what": [(c.name, words.get(key)) for key, c in knowledge.records.accelerators.items()],
        "Evidence": [
            ("Releases with a page", _count(line.releases)),
            *_tested(knowledge.configurations.of("frameworks", record), models=True),
            ("Verdicts on families", _count(line.verdicts)),
            ("Validated examples", _count(line.validated)),
        ],
    }


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


def _release(knowledge: Knowledge, record: str) -> Groups:
    release, framework = knowledge.records.releases[record], record.partition("/")[0]
    state = framework_lifecycle.state_of(knowledge.records.frameworks[framework])
    releases = knowledge.records.releases.values()
    components = sorted({component for other in releases for component in other.components})
    regions = group_by(sorted(release.regions), _area)
    areas = sorted({_area(code) for other in releases for code in other.regions})
    return {
        "Release": [
            ("Framework", _name(knowledge, framework)),
            ("State of the framework", SheetCell(_state(knowledge, state), state.newest.date)),
            ("Launched", release.launched.isoformat() if release.launched else None),
            *((component, release.components.get(component, "not listed")) for component in components),
        ],
        "Image": [
            ("Repository", release.image.repository if release.image else None),
            ("Tag", release.image.tag if release.image else None),
            ("Extendable with Docker", _yes(release.extendable)),
            ("Regions", number(len(release.regions))),
            *((f"Regions in {area}", _listed(regions.get(area, ()))) for area in areas),
        ],
        "Tested": _tested(knowledge.configurations.of("releases", record), models=True),
    }


def _area(region: str) -> str:
    """The prefix of a region code, such as af and ap."""
    return region.partition("-")[0]


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


GROUPS: Mapping[str, Callable[[Knowledge, str], Groups]] = {
    "models": _model,
    "instances": _instance,
    "accelerators": _accelerator,
    "frameworks": _framework,
    "releases": _release,
}
