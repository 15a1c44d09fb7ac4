"""Which pages are generated, and what each stub says. Pure: nothing here knows the site builder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from macros.addresses import address
from macros.knowledge import Knowledge
from macros.words import inert, plural


@dataclass(frozen=True)
class GeneratedPage:
    """A page for one record: a stub of front matter and one macro call."""

    kind: str
    record: str
    title: str
    description: str
    names: tuple[str, ...]
    """Every name a reader may search it by."""

    @property
    def address(self) -> str:
        """From the site's root."""
        return address(self.kind, self.record)

    @property
    def source_path(self) -> str:
        """Where the stub would lie below docs/."""
        return f"{self.address}index.md"

    @property
    def data_file(self) -> str:
        """The file to edit, from the project's root."""
        return f"data/{self.kind}/{self.record}.yml"

    @property
    def search_boost(self) -> float:
        """How much the page counts in the site search: its kind, and the more the shorter its id is.

        The search does not weigh a match by how much of the name it covers: without this, gpt2-large
        would answer to gpt2 as well as gpt2 does.
        """
        more_words = min(len(NAME_PARTS.findall(self.record)), LONG_NAME) - 1
        return round(SEARCH_BOOST[self.kind] / (1 + WEIGHT_OF_BREVITY * more_words), 2)

    @property
    def stub(self) -> str:
        """The page's source."""
        # JSON is YAML, and quoting it this way leaves nothing for YAML to reinterpret.
        meta = {
            "title": inert(self.title),
            "description": inert(self.description),
            "tags": [inert(name) for name in self.names],
            "search": {"boost": self.search_boost},
        }
        lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items())
        macro = f'{MACROS[self.kind]}("{self.record}")'
        return "\n".join(("---", *lines, "---", "", f"{{{{ {macro} }}}}", ""))


MACROS = {
    "models": "model_page",
    "families": "family_page",
    "accelerators": "accelerator_page",
    "instances": "instance_page",
    "frameworks": "framework_page",
    "releases": "release_page",
    "datasets": "dataset_page",
    "comparisons": "comparison_page",
    "sources": "source_page",
    "limitations": "limitation_page",
    "conflicts": "conflict_page",
}
"""The macro that fills the pages of a kind."""

SEARCH_BOOST = {
    "models": 4,
    "families": 4,
    "accelerators": 8,
    "instances": 4,
    "frameworks": 5,
    "releases": 2,
    "datasets": 3,
    "comparisons": 4,
    "sources": 0.5,
    "limitations": 3,
    "conflicts": 1,
}
"""How much a kind counts in the site search: what people look for before what cites it."""

NAME_PARTS = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")
"""The words of a name or id: g5.2xlarge is one."""

LONG_NAME = 8
WEIGHT_OF_BREVITY = 0.2


def generated_pages(knowledge: Knowledge) -> Iterator[GeneratedPage]:
    """Every generated page, by kind and id."""
    for kind, describe in DESCRIBERS.items():
        for record in knowledge.records.of(kind):
            title, description, names = describe(knowledge, record)
            yield GeneratedPage(kind, record, title, description, tuple(dict.fromkeys(names)))


Description = tuple[str, str, list[str]]


def _other_names(names: object) -> list[str]:
    return [name.name for name in names] if isinstance(names, tuple) else []


def _model(knowledge: Knowledge, record: str) -> Description:
    model = knowledge.records.models[record]
    tests = knowledge.configurations_of("models", record)
    accelerators = {knowledge.records.accelerators[test.accelerator].name for test in tests}
    description = f"{model.name}: {plural(len(tests), 'tested configuration')}"
    description += f" on {', '.join(sorted(accelerators))}." if accelerators else "."
    architecture = knowledge.records.architectures[model.architecture].name
    names = [record, model.name, *_other_names(model.other_names), architecture]
    return record, f"{description} Who tested it, how and when.", names


def _family(knowledge: Knowledge, record: str) -> Description:
    family = knowledge.records.families[record]
    architectures = [knowledge.records.architectures[a].name for a in knowledge.architectures_of_family(record)]
    description = f"{family.name}: how well they suit each accelerator, which frameworks run them, and what was tested."
    return family.name, description, [family.name, record, *_other_names(family.other_names), *architectures]


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
    memory = instance.accelerator_memory_gib * instance.accelerator_count
    tested = plural(len(tests), "tested configuration")
    description = f"{record}: {hardware}, {memory:,} GiB of accelerator memory in all, {tested}."
    _, _, size = record.partition(".")
    return record, description, [record, f"ml.{record}", f"{instance.series} {size}".strip()]


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


DESCRIBERS = {
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
}
