"""What each page is called: its title, its description, and the names by which readers search it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from macros.knowledge import Knowledge
from macros.knowledge.packages import version_of
from macros.words import plural

Description = tuple[str, str, list[str]]
"""Title, description, names."""


def _other_names(names: object) -> list[str]:
    return [name.name for name in names] if isinstance(names, tuple) else []


def _model(knowledge: Knowledge, record: str) -> Description:
    model = knowledge.records.models[record]
    tests = knowledge.configurations_of("models", record)
    accelerators = {knowledge.records.accelerators[test.accelerator].name for test in tests}
    benchmarks = plural(len(knowledge.measurements_of("models", record)), "benchmark")
    description = f"{model.name}: {plural(len(tests), 'tested configuration')}, {benchmarks}"
    description += f" on {', '.join(sorted(accelerators))}." if accelerators else "."
    names = [record, model.name, *_other_names(model.other_names)]
    return record, f"{description} Who tested it, how and when.", names


def _family(knowledge: Knowledge, record: str) -> Description:
    family = knowledge.records.families[record]
    description = f"{family.name}: how well they suit each accelerator, which frameworks run them, and what was tested."
    return family.name, description, [family.name, record, *_other_names(family.other_names)]


def _accelerator(knowledge: Knowledge, record: str) -> Description:
    accelerator = knowledge.records.accelerators[record]
    core = knowledge.term("core_architecture", accelerator.core_architecture).label
    description = f"{accelerator.name}: memory, cores, instance types, families that fit, and what was tested on it."
    names = [accelerator.name, record, *_other_names(accelerator.other_names), core]
    return accelerator.name, description, names


def _instance(knowledge: Knowledge, record: str) -> Description:
    instance = knowledge.records.instances[record]
    accelerator = knowledge.records.accelerators[instance.accelerator]
    tests = knowledge.configurations_of("instances", record)
    hardware = f"{instance.accelerator_count} × {accelerator.name}"
    tested = plural(len(tests), "tested configuration")
    description = f"{record}: {hardware}, {instance.memory_gib:,} GiB of accelerator memory in all, {tested}."
    _, _, size = record.partition(".")
    return record, description, [record, *_other_names(instance.other_names), f"{instance.series} {size}".strip()]


def _framework(knowledge: Knowledge, record: str) -> Description:
    framework = knowledge.records.frameworks[record]
    description = f"{framework.name}: lifecycle, supported hardware, install lines, and which models run with it."
    names = [framework.name, record, *_other_names(framework.other_names), *_calls(knowledge, record)]
    return framework.name, description, names


def _calls(knowledge: Knowledge, framework: str) -> Iterator[str]:
    """The functions that comparisons name as the framework's own, such as torch_neuronx.trace()."""
    for comparison in knowledge.records.comparisons.values():
        values = (feature.values.get(framework, "") for feature in comparison.features)
        yield from (value for value in values if value.endswith("()"))


def _release(knowledge: Knowledge, record: str) -> Description:
    release = knowledge.records.releases[record]
    framework = knowledge.records.frameworks[record.partition("/")[0]]
    tests = knowledge.configurations_of("releases", record)
    title = f"{release.name} ({framework.name})"
    tested = plural(len(tests), "tested configuration")
    description = f"{framework.name} with {release.name}: image, regions and {tested}."
    return title, description, [release.name, record.partition("/")[2]]


def _dataset(knowledge: Knowledge, record: str) -> Description:
    dataset = knowledge.records.datasets[record]
    tests = knowledge.configurations_of("datasets", record)
    tested = plural(len(tests), "tested configuration")
    description = f"{dataset.name} ({dataset.task}): {tested} that used it, by model."
    return dataset.name, description, [dataset.name, record, *_other_names(dataset.other_names)]


def _comparison(knowledge: Knowledge, record: str) -> Description:
    comparison = knowledge.records.comparisons[record]
    description = f"{comparison.title}: features, differences, what became of them, and which to choose."
    frameworks = [knowledge.records.frameworks[framework].name for framework in comparison.frameworks]
    return comparison.title, description, [record, f"Compare {', '.join(frameworks)}"]


def _source(knowledge: Knowledge, record: str) -> Description:
    source = knowledge.records.sources[record]
    date = f"{source.as_of:%Y-%m-%d}" if source.as_of else "undated"
    title = f"{source.title} ({record})"
    return title, f"{source.title}, {source.publisher}, {date}: what was taken from {record}.", [record]


def _limitation(knowledge: Knowledge, record: str) -> Description:
    limitation = knowledge.records.limitations[record]
    state = knowledge.term("limitation_state", limitation.state).label.lower()
    description = f"{limitation.title}: {state}. What it affects, what helps, and which version lifted it."
    return limitation.title, description, [limitation.title, *_other_names(limitation.other_names)]


def _conflict(knowledge: Knowledge, record: str) -> Description:
    conflict = knowledge.records.conflicts[record]
    claims = plural(len(conflict.claims), "claim")
    return conflict.title, f"{conflict.title}: {claims} side by side, and how this site reads them.", [conflict.title]


def _architecture(knowledge: Knowledge, record: str) -> Description:
    architecture = knowledge.records.architectures[record]
    checkpoints = plural(len(knowledge.models_of_architecture(record)), "checkpoint")
    description = f"{architecture.name} as an architecture: where it runs, which lists name it, and {checkpoints}."
    return (
        f"{architecture.name} (architecture)",
        description,
        [architecture.name, *_other_names(architecture.other_names)],
    )


def _benchmark(knowledge: Knowledge, record: str) -> Description:
    file = knowledge.records.benchmarks[record]
    measured = plural(len(file.rows), "row")
    description = f"{file.title}: {measured} with settings, units and basis, as of {file.as_of:%Y-%m-%d}."
    return file.title, description, [file.title]


def _catalogue(knowledge: Knowledge, record: str) -> Description:
    catalogue = knowledge.records.catalogues[record]
    lines = plural(len(catalogue.rows), "line")
    return (
        catalogue.title,
        f"{catalogue.title}: {lines}, with the words of the source and what changed.",
        [catalogue.title],
    )


def _component(knowledge: Knowledge, record: str) -> Description:
    component = knowledge.records.components[record]
    kind = knowledge.term("component_kind", component.kind).label.lower()
    title = f"{component.name}: notices and versions ({kind})"
    description = (
        f"{component.name}: since when, until when, what replaced it, and which versions each SDK release has."
    )
    return title, description, [component.name, record, *_other_names(component.other_names)]


def _sdk(knowledge: Knowledge, record: str) -> Description:
    sdk = knowledge.records.sdks[record]
    packages = plural(len(sdk.packages), "package version")
    title, version = knowledge.sdk_name(record), version_of(record)
    platform = knowledge.records.platforms[sdk.platform]
    versions = (version, version.removesuffix(".0"))
    called = ("SDK", platform.short_name, platform.name, *_other_names(platform.other_names))
    names = [title, record, *(f"{name} {number}" for name in called for number in versions)]
    return title, f"{title} of {sdk.date:%Y-%m-%d}: {packages} listed, and what changed with it.", names


DESCRIBERS: Mapping[str, Callable[[Knowledge, str], Description]] = {
    "models": _model,
    "families": _family,
    "accelerators": _accelerator,
    "instances": _instance,
    "frameworks": _framework,
    "releases": _release,
    "datasets": _dataset,
    "comparisons": _comparison,
    "sources": _source,
    "limitations": _limitation,
    "conflicts": _conflict,
    "architectures": _architecture,
    "benchmarks": _benchmark,
    "catalogues": _catalogue,
    "components": _component,
    "sdks": _sdk,
}
"""Per kind of record with a page of its own."""
