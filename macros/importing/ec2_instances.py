"""Instance types and where they are offered, from the JSON of the EC2 API."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from macros.importing.accelerator_names import AcceleratorNames
from macros.importing.updates import Found, Known, RecordUpdate, Remark, Upstream, UpstreamError

PROVIDER = "Amazon EC2"
MIB_PER_GIB = 1024


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """Every type with an accelerator that is recorded here: its size, whether it is listed, and its regions."""
    types, regions = _types_and_regions(upstream)
    names = AcceleratorNames(known.records)
    for name, described in sorted(types.items()):
        device = _device(described)
        if device is None:
            continue
        chip = names.find(device["Name"])
        if chip or name in known.records.instances:
            update = _update(upstream, name, described, chip, regions[name])
            before = known.file(update.path)
            # What says the same of the same day keeps its note and its citations.
            news = {field: value for field, value in update.fields.items() if not _says(before.get(field), value)}
            yield replace(update, fields=news)
        else:
            yield Remark(f"{name}: left out, for its accelerator, {device['Name']}, has no record")
    listed = [
        name
        for name, one in known.records.instances.items()
        if one.provider == PROVIDER and one.offer and one.offer.listed
    ]
    if missing := [name for name in listed if name not in types]:
        yield Remark(
            f"no entry, although listed so far; if the files are complete, set their offer: {', '.join(missing)}"
        )


def _types_and_regions(upstream: Upstream) -> tuple[Mapping[str, Mapping[str, Any]], Mapping[str, Sequence[str]]]:
    types: dict[str, Mapping[str, Any]] = {}
    regions: defaultdict[str, list[str]] = defaultdict(list)
    for file in upstream.files("*.json"):
        try:
            content = json.loads(file.read_text("utf-8"))
        except ValueError as error:
            raise UpstreamError(f"{file.name}: expected JSON: {error}") from error
        types |= {one["InstanceType"]: one for one in content.get("InstanceTypes", ())}
        for one in content.get("InstanceTypeOfferings", ()):
            regions[one["InstanceType"]].append(one["Location"])
    return types, regions


def _device(described: Mapping[str, Any]) -> Mapping[str, Any] | None:
    devices = described.get("NeuronInfo", {}).get("NeuronDevices") or described.get("GpuInfo", {}).get("Gpus") or ()
    return next(iter(devices), None)


def _update(
    upstream: Upstream, name: str, described: Mapping[str, Any], chip: str | None, regions: Sequence[str]
) -> RecordUpdate:
    device = _device(described) or {}
    entry = upstream.cite(f"entry {name}")
    size = {
        "accelerator_count": device["Count"],
        "accelerator_memory_gib": round(device["MemoryInfo"]["SizeInMiB"] / MIB_PER_GIB),
        "vcpus": described["VCpuInfo"]["DefaultVCpus"],
        "host_memory_gib": _gib(described["MemoryInfo"]["SizeInMiB"]),
        "network": described["NetworkInfo"]["NetworkPerformance"],
        "efa": described["NetworkInfo"]["EfaSupported"],
    }
    if "CoreInfo" in device:
        size["cores"] = device["CoreInfo"]["Count"] * device["Count"]
    dated = {"as_of": upstream.as_of}
    fields: dict[str, Any] = {**size, "offer": {"listed": True, **dated, "citations": [entry]}}
    if regions:
        cited = [upstream.cite(f"regions that offer {name}")]
        fields["regions"] = {"codes": sorted(set(regions)), **dated, "citations": cited}
    kind = {"provider": PROVIDER, "series": name.partition(".")[0], "kind": "instance", "accelerator": chip}
    return RecordUpdate(f"instances/{name}.yml", fields, {**kind, "citations": [entry]})


def _says(before: Any, now: Any) -> bool:
    if isinstance(before, Mapping):
        return all(before.get(name) == value for name, value in now.items() if name != "citations")
    return bool(before == now)


def _gib(mib: int) -> float | int:
    gib = mib / MIB_PER_GIB
    return int(gib) if gib.is_integer() else gib
