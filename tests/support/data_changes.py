"""Sound changes of a data folder, each made of whatever records the folder holds today."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

from macros.loading import Records
from tests.support.data_corrections import correct_figure_and_date, rename_and_delete
from tests.support.new_records import add_source, file_of, first_term, instance_of, write

Change = Callable[[Path, Records], None]
"""Edits the files of a data folder that holds some records."""


def add_row(data: Path, records: Records) -> None:
    """One more row of a table of tested configurations: the last one again, as a variant."""
    file = file_of(data, "configurations", next(iter(records.configurations)))
    content = yaml.safe_load(file.read_text("utf-8"))
    rows = content["tables"][-1]["rows"]
    rows.append({**rows[-1], "variant": f"run {len(rows) + 1}"})
    file.unlink()
    write(data, file.relative_to(data).as_posix(), content)


def add_model(data: Path, records: Records) -> None:
    """A model with its benchmark and source."""
    name, day, cited = add_source(data, records)
    framework, hardware = next((key, one.hardware[0]) for key, one in records.frameworks.items() if one.hardware)
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
            "table": first_term(data, "benchmark_table"),
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
    _, day, cited = add_source(data, records)
    platform = next(iter(records.platforms))
    listed = [key for key, sdk in records.sdks.items() if sdk.platform == platform and sdk.packages]
    newest = max(listed, key=lambda key: (records.sdks[key].date, _major(key)))
    folder, _, _ = newest.rpartition("/")
    major = max(map(_major, listed)) + 1
    packages = yaml.safe_load(file_of(data, "sdks", newest).read_text("utf-8"))["packages"]
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
    name, _, cited = add_source(data, records)
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
    write(data, f"instances/{name}.large.yml", instance_of(name, cited, provider.provider, provider.kind))


def add_limitation_and_conflict(data: Path, records: Records) -> None:
    """A limitation and a disagreement about records that are there already."""
    name, _, cited = add_source(data, records)
    write(
        data,
        f"limitations/{name}-limit.yml",
        {
            "title": f"A limit that was {name}",
            "summary": "Nothing works on a Monday.",
            "affects": {"frameworks": [next(iter(records.frameworks))], "models": [next(iter(records.models))]},
            "state": first_term(data, "limitation_state"),
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
            "state": first_term(data, "conflict_state"),
        },
    )


def add_framework_of_another_vendor(data: Path, records: Records) -> None:
    """A framework, an accelerator, an instance type, an SDK with a release and a package of a vendor that is new."""
    name, day, cited = add_source(data, records)
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
    write(data, f"instances/{name}.large.yml", instance_of(name, cited, f"Cloud {name}", instance_kind))
    event = {"date": day, "state": "current", "text": "First release.", "citations": [cited]}
    stated = [
        {"accelerator": f"{name}-chip", "workload": workload, "status": "current", "date": day, "citations": [cited]}
        for workload in ("training", "inference")
    ]
    write(
        data,
        f"frameworks/{name}-framework.yml",
        {
            "name": f"{name} Framework",
            "vendor": f"Vendor {name}",
            "summary": "A framework of another vendor.",
            "lifecycle": [event],
            "support": stated,
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
                    "domain": first_term(data, "category"),
                    "rows": [{"model": model, "instance": f"{name}.large"}],
                }
            ],
        },
    )


def add_dataset_and_architecture(data: Path, records: Records) -> None:
    """A dataset that a new test uses, with a model of a new architecture: a ninth kind of change."""
    name, day, cited = add_source(data, records)
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
