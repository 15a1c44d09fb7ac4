"""Instance types and where they are offered, from the JSON of the EC2 API."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from macros.importing.upstream import DataRow, Found, Known, RecordUpdate, Upstream, UpstreamError

PROVIDER = "Amazon EC2"
MIB_PER_GIB = 1024


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """Every type with an accelerator that is recorded here: its size, whether it is listed, and its regions."""
    answers = list(_answers(upstream))
    types = {one["InstanceType"]: one for answer in answers for one in answer.get("InstanceTypes", ())}
    regions: defaultdict[str, set[str]] = defaultdict(set)
    for one in (one for answer in answers for one in answer.get("InstanceTypeOfferings", ())):
        regions[one["InstanceType"]].add(one["Location"])
    for name, described in sorted(types.items()):
        if device := _device(described):
            chip = known.accelerator(device["Name"])
            if chip or name in known.records.instances:
                yield _update(upstream, known, described, chip, sorted(regions[name]))
            else:
                yield f"{name}: left out, for its accelerator, {device['Name']}, has no record"
    ours = {name: one.offer for name, one in known.records.instances.items() if one.provider == PROVIDER}
    if missing := [name for name, offer in ours.items() if offer and offer.listed and name not in types]:
        yield f"no entry, although listed so far; if the files are complete, set their offer: {', '.join(missing)}"


def _answers(upstream: Upstream) -> Iterator[Mapping[str, Any]]:
    for file in upstream.files("*.json"):
        try:
            yield json.loads(file.read_text("utf-8"))
        except ValueError as error:
            raise UpstreamError(f"{file.name}: expected JSON: {error}") from error


def _device(described: DataRow) -> Mapping[str, Any] | None:
    devices = described.get("NeuronInfo", {}).get("NeuronDevices") or described.get("GpuInfo", {}).get("Gpus") or ()
    return next(iter(devices), None)


def _update(
    upstream: Upstream, known: Known, described: DataRow, accelerator_id: str | None, regions: list[str]
) -> RecordUpdate:
    name, device = described["InstanceType"], _device(described) or {}
    entry = upstream.cite(f"entry {name}")
    fields: dict[str, Any] = {
        "accelerator_count": device["Count"],
        "accelerator_memory_gib": round(device["MemoryInfo"]["SizeInMiB"] / MIB_PER_GIB),
        "vcpus": described["VCpuInfo"]["DefaultVCpus"],
        "host_memory_gib": _gib(described["MemoryInfo"]["SizeInMiB"]),
        "network": described["NetworkInfo"]["NetworkPerformance"],
        "efa": described["NetworkInfo"]["EfaSupported"],
    }
    if "CoreInfo" in device:
        fields["cores"] = device["CoreInfo"]["Count"] * device["Count"]
    fields["offer"] = {"listed": True, "as_of": upstream.as_of, "citations": [entry]}
    if regions:
        cited = [upstream.cite(f"regions that offer {name}")]
        fields["regions"] = {"codes": regions, "as_of": upstream.as_of, "citations": cited}
    path = f"instances/{name}.yml"
    before = known.file(path)
    # What says the same of the same day keeps its note and its citations.
    news = {field: value for field, value in fields.items() if not _says(before.get(field), value)}
    kind = {"provider": PROVIDER, "series": name.partition(".")[0], "kind": "instance", "accelerator": accelerator_id}
    return RecordUpdate(path, news, {**kind, "citations": [entry]})


def _says(before: Any, now: Any) -> bool:
    if isinstance(before, Mapping):
        return all(before.get(name) == value for name, value in now.items() if name != "citations")
    return bool(before == now)


def _gib(mib: int) -> float | int:
    gib = mib / MIB_PER_GIB
    return int(gib) if gib.is_integer() else gib
