"""Sound changes of a data folder, each made of whatever records the folder holds today."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from macros.knowledge.citations import newest_fact
from macros.loading import Records
from macros.schema.walk import walk
from tests.support.golden_cases import messages

Change = Callable[[Path, Records], None]
"""Edits the files of a data folder that holds some records."""


def write(data: Path, name: str, content: Mapping[str, Any]) -> None:
    """Writes a new data file."""
    file = data / name
    file.parent.mkdir(parents=True, exist_ok=True)
    assert not file.exists(), f"{name} exists already"
    file.write_text(yaml.dump(dict(content), Dumper=_WithoutAliases, sort_keys=False, allow_unicode=True), "utf-8")


class _WithoutAliases(yaml.SafeDumper):
    """Writes each value in full, as data files have to."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - named by the base class
        return True


def _added(data: Path, records: Records) -> tuple[str, datetime.date, Mapping[str, str]]:
    """Adds a source. Returns what no id contains yet, the source's date (that of the newest fact), and its citation."""
    known = " ".join(f"{kind}/{key}" for kind, key, _ in records.walk())
    name = next(f"added{number}" for number in count(1) if f"added{number}" not in known)
    day = newest_fact(records)
    write(
        data,
        f"sources/{name}-report.yml",
        {
            "title": f"A report that was {name}",
            "publisher": "Somebody",
            "summary": "Facts that a test adds.",
            "url": f"https://example.org/{name}",
            "as_of": day,
            "as_of_basis": "Printed on it.",
            "licence": "MIT",
            "state": _first_term(data, "source_state"),
        },
    )
    return name, day, {"source": f"{name}-report", "locator": "page 1"}


def _first_term(data: Path, vocabulary: str) -> str:
    found: str = next(iter(yaml.safe_load((data / "vocabularies.yml").read_text("utf-8"))[vocabulary]["values"]))
    return found


def _file(data: Path, kind: str, record: str) -> Path:
    return data / kind / f"{record}.yml"


def add_row(data: Path, records: Records) -> None:
    """One more row of a table of tested configurations: the last one again, as a variant."""
    file = _file(data, "configurations", next(iter(records.configurations)))
    content = yaml.safe_load(file.read_text("utf-8"))
    rows = content["tables"][-1]["rows"]
    rows.append({**rows[-1], "variant": f"run {len(rows) + 1}"})
    file.unlink()
    write(data, file.relative_to(data).as_posix(), content)


def add_model(data: Path, records: Records) -> None:
    """A model with its benchmark and source."""
    name, day, cited = _added(data, records)
    framework, hardware = next((key, one.hardware[0]) for key, one in records.frameworks.items())
    instances = (key for key, one in records.instances.items() if one.accelerator == hardware.accelerator)
    write(
        data,
        f"models/somebody/{name}-1b.yml",
        {
            "name": f"{name}-1B",
            "hub_id": f"Somebody/{name}-1B",
            "architecture": next(iter(records.architectures)),
            "parameters": {"billions": 1.1, "reason": "The report says so."},
            "summary": "A model that a test adds.",
        },
    )
    row = {"line": 2, "model": f"somebody/{name}-1b", "batch_size": 4, "throughput": 12.5}
    row |= {"throughput_unit": "inferences-per-second", "instances": [next(instances)]}
    write(
        data,
        f"benchmarks/{name}-speed.yml",
        {
            "title": f"Speed of {name}",
            "citation": cited,
            "as_of": day,
            "as_of_basis": "Printed on it.",
            "table": _first_term(data, "benchmark_table"),
            "workload": hardware.workloads[0],
            "framework": framework,
            "published": True,
            "published_note": "The report shows it.",
            "basis": "Per instance.",
            "rows": [row],
        },
    )


def add_sdk_release(data: Path, records: Records) -> None:
    """The next release of an SDK, with the packages of the newest one."""
    _, day, cited = _added(data, records)
    platform = next(iter(records.platforms))
    listed = [key for key, sdk in records.sdks.items() if sdk.platform == platform and sdk.packages]
    newest = max(listed, key=lambda key: (records.sdks[key].date, _major(key)))
    folder, _, _ = newest.rpartition("/")
    major = max(map(_major, listed)) + 1
    packages = yaml.safe_load(_file(data, "sdks", newest).read_text("utf-8"))["packages"]
    write(
        data,
        f"sdks/{f'{folder}/' if folder else ''}{major}.0.0.yml",
        {
            "platform": platform,
            "date": day,
            "packages": packages,
            "manifest": cited,
            "citations": [cited],
        },
    )


def _major(sdk: str) -> int:
    return int(re.findall(r"\d+", sdk.rpartition("/")[2])[0])


def add_hardware(data: Path, records: Records) -> None:
    """An accelerator and an instance type of a vendor and provider that are there already."""
    name, _, cited = _added(data, records)
    known = next(iter(records.accelerators.values()))
    provider = next(iter(records.instances.values()))
    write(
        data,
        f"accelerators/{name}-chip.yml",
        {
            "name": f"{name} Chip",
            "vendor": known.vendor,
            "kind": known.kind,
            "core_architecture": known.core_architecture,
            "memory": [{"gib": 192}],
            "summary": "A chip that a test adds.",
            "citations": [cited],
        },
    )
    write(data, f"instances/{name}.large.yml", _instance(name, cited, provider.provider, provider.kind))


def _instance(name: str, cited: Mapping[str, str], provider: str, kind: str) -> Mapping[str, Any]:
    return {
        "provider": provider,
        "series": name,
        "kind": kind,
        "accelerator": f"{name}-chip",
        "accelerator_count": 8,
        "accelerator_memory_gib": 192,
        "vcpus": 192,
        "host_memory_gib": 2048,
        "citations": [cited],
    }


def correct_figure_and_date(data: Path, records: Records) -> None:
    """A figure a little higher, and the date of its table a day earlier: in the first table where both are sound."""
    for key, table in records.benchmarks.items():
        file = _file(data, "benchmarks", key)
        before = file.read_text("utf-8")
        figure = next((row.throughput for row in table.rows if row.throughput), None)
        if figure is None or f"throughput: {figure:g}" not in before:
            continue
        earlier = table.as_of - datetime.timedelta(days=1)
        text = before.replace(f"throughput: {figure:g}", f"throughput: {figure * 1.01:.2f}", 1)
        file.write_text(text.replace(f"\nas_of: {table.as_of}", f"\nas_of: {earlier}", 1), "utf-8")
        if _is_sound(data):
            return
        file.write_text(before, "utf-8")
    raise AssertionError("no table of benchmarks can be corrected soundly")


def _is_sound(data: Path) -> bool:
    return messages(data) == ""


def add_limitation_and_conflict(data: Path, records: Records) -> None:
    """A limitation and a disagreement about records that are there already."""
    name, _, cited = _added(data, records)
    write(
        data,
        f"limitations/{name}-limit.yml",
        {
            "title": f"A limit that was {name}",
            "summary": "Nothing works on a Monday.",
            "affects": {"frameworks": [next(iter(records.frameworks))], "models": [next(iter(records.models))]},
            "state": _first_term(data, "limitation_state"),
            "citations": [cited],
        },
    )
    write(
        data,
        f"conflicts/{name}-conflict.yml",
        {
            "title": f"A disagreement that was {name}",
            "about": {"accelerators": [next(iter(records.accelerators))]},
            "claims": [{"says": "It is so.", "citation": cited}, {"says": "It is not.", "citation": cited}],
            "reading": "Nobody knows.",
            "state": _first_term(data, "conflict_state"),
        },
    )


def rename_and_delete(data: Path, records: Records) -> None:
    """A model under another id, and a limitation that goes, as Contribute says."""
    referenced = {key for name in _named_by_id(records) for key in name}
    old, model = next((key, one) for key, one in records.models.items() if f"models/{key}" not in referenced)
    new = f"{old}-renamed"
    text = _file(data, "models", old).read_text("utf-8")
    names = [*(name.name for name in model.other_names), old]
    content = yaml.safe_load(text)
    content["other_names"] = [*content.get("other_names", ()), {"name": names[-1]}]
    content["former_ids"] = [*content.get("former_ids", ()), old]
    _file(data, "models", old).unlink()
    write(data, f"models/{new}.yml", content)
    gone = next(iter(records.limitations))
    _file(data, "limitations", gone).unlink()
    redirects = data / "redirects.yml"
    entry = f"\n  - {{from: /limitations/{gone}/, to: /limitations/, reason: It was taken back.}}\n"
    redirects.write_text(redirects.read_text("utf-8").rstrip() + entry, "utf-8")


def _named_by_id(records: Records) -> Iterator[set[str]]:
    """The models that other records name by their ids and not by a published name."""
    for model in records.models.values():
        yield {f"models/{related.model}" for related in model.related}
    for subjects in (*(one.affects for one in records.limitations.values()), *_abouts(records)):
        yield {f"models/{model}" for model in subjects.models}
    for key, conflict in records.conflicts.items():
        yield {pointer.record for pointer in conflict.facts} | {f"conflicts/{key}"}
    for one in records.exceptions.exceptions:
        yield {one.record}
    for _, change in walk(records.atlas, str):
        yield {change.strip("/")}


def _abouts(records: Records) -> Iterator[Any]:
    yield from (conflict.about for conflict in records.conflicts.values())


def add_framework_of_another_vendor(data: Path, records: Records) -> None:
    """A framework, an accelerator, an instance type, an SDK with a release and a package of a vendor that is new."""
    name, day, cited = _added(data, records)
    kind = next(iter(records.accelerators.values())).kind
    core = next(iter(records.accelerators.values())).core_architecture
    write(
        data,
        f"accelerators/{name}-chip.yml",
        {
            "name": f"{name} Chip",
            "vendor": f"Vendor {name}",
            "kind": kind,
            "core_architecture": core,
            "memory": [{"gib": 192}],
            "summary": "A chip of another vendor.",
            "citations": [cited],
        },
    )
    instance_kind = next(iter(records.instances.values())).kind
    write(data, f"instances/{name}.large.yml", _instance(name, cited, f"Cloud {name}", instance_kind))
    event = {"date": day, "state": "current", "text": "First release.", "citations": [cited]}
    hardware = {"accelerator": f"{name}-chip", "workloads": ["training", "inference"], "citations": [cited]}
    write(
        data,
        f"frameworks/{name}-framework.yml",
        {
            "name": f"{name} Framework",
            "vendor": f"Vendor {name}",
            "summary": "A framework of another vendor.",
            "lifecycle": [event],
            "hardware": [hardware],
            "citations": [cited],
        },
    )
    write(
        data,
        f"platforms/{name}.yml",
        {
            "name": f"{name} Stack",
            "short_name": name,
            "vendor": f"Vendor {name}",
            "main_packages": [f"{name}-package"],
        },
    )
    package = {"package": f"{name}-package", "version": "6.4.0", "series": [name]}
    write(
        data,
        f"sdks/{name}/6.4.0.yml",
        {
            "platform": name,
            "date": day,
            "packages": [package],
            "manifest": cited,
            "citations": [cited],
        },
    )
    write(
        data,
        f"components/{name}-package.yml",
        {
            "name": package["package"],
            "kind": "library",
            "framework": f"{name}-framework",
            "package": package["package"],
        },
    )
    model = next(iter(records.models))
    write(
        data,
        f"releases/{name}-framework/1.0.yml",
        {"name": f"{name} 1.0", "components": {f"{name} Framework": "1.0"}, "citations": [cited]},
    )
    write(
        data,
        f"configurations/{name}-report/1.0.yml",
        {
            "source": f"{name}-report",
            "release": f"{name}-framework/1.0",
            "workload": "inference",
            "as_of": day,
            "as_of_basis": "Printed on it.",
            "tables": [
                {
                    "title": "It ran",
                    "locator": "page 2",
                    "domain": _first_term(data, "category"),
                    "rows": [{"model": model, "instance": f"{name}.large"}],
                }
            ],
        },
    )


def add_dataset_and_architecture(data: Path, records: Records) -> None:
    """A dataset that a new test uses, with a model of a new architecture: a ninth kind of change."""
    name, day, cited = _added(data, records)
    write(data, f"architectures/{name}-net.yml", {"name": f"{name}-Net"})
    write(
        data,
        f"models/somebody/{name}-net.yml",
        {
            "name": f"{name}-Net",
            "architecture": f"{name}-net",
            "summary": "A model of an added architecture.",
        },
    )
    dataset = {
        "name": f"{name} Texts",
        "task": "Reading",
        "summary": "Texts that a test adds.",
        "citations": [cited],
    }
    write(data, f"datasets/{name}-texts.yml", dataset)
    key = next(iter(records.configurations))
    head = records.configurations[key]
    instance = records.names.ids_by_name["instances"][head.tables[0].rows[0].instance]
    release = head.release
    write(
        data,
        f"configurations/{name}-report/{release.rpartition('/')[2]}.yml",
        {
            "source": f"{name}-report",
            "release": release,
            "workload": head.workload,
            "as_of": day,
            "as_of_basis": "Printed on it.",
            "tables": [
                {
                    "title": "More tests",
                    "locator": "page 3",
                    "domain": head.tables[0].domain,
                    "rows": [{"model": f"somebody/{name}-net", "dataset": f"{name}-texts", "instance": instance}],
                }
            ],
        },
    )


CHANGES: Mapping[str, Change] = {
    "a row": add_row,
    "a model with its benchmark and source": add_model,
    "an SDK release": add_sdk_release,
    "an accelerator with an instance type": add_hardware,
    "a corrected figure and date": correct_figure_and_date,
    "a limitation and a conflict": add_limitation_and_conflict,
    "a rename and a deletion": rename_and_delete,
    "a framework of another vendor": add_framework_of_another_vendor,
    "a dataset with a new architecture": add_dataset_and_architecture,
}
"""The kinds of change that contributors make, each by itself."""
