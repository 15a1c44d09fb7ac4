"""Damages that only a rule can find, by what another record or another row says."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import PurePosixPath
from random import Random

from macros.checks.benchmarks import BASIS_OF_UNIT
from macros.knowledge.packages import sdk_named
from tests.mutations.damage import Damage, Kind, Place, at, cut, damaged, edited, message_name, replaced
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.syntax import is_record, is_whole_file

HEADLINES = ("name", "title")
DAY = datetime.timedelta(days=1)


def _record(spot: Spot) -> str:
    return spot.file.name.removesuffix(".yml")


def _has_exception(data: Dataset, rule: str, spot: Spot) -> bool:
    exceptions = data.records.exceptions.exceptions
    return any(one.rule == rule and one.record == _record(spot) for one in exceptions)


def _date(spot: Spot | None) -> datetime.date | None:
    return datetime.date.fromisoformat(spot.value) if spot else None


def is_later_event(spot: Spot) -> bool:
    """The date of an event whose previous one is dated, too."""
    entry = spot.parent
    if not spot.is_date or spot.name != "date" or entry is None or entry.parent is None or entry.before is None:
        return False
    lists = {"frameworks": "lifecycle", "components": "notices"}
    return entry.parent.path == lists.get(spot.file.kind) and entry.before.child("date") is not None


def event_out_of_order(_data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    before = _date(spot.parent.before.child("date")) if spot.parent and spot.parent.before else None
    return replaced(spot, (before - DAY * (1 + rng.randrange(1000))).isoformat()) if before else None


def is_cited_date(spot: Spot) -> bool:
    return spot.is_date and spot.name == "as_of" and spot.parent is not None and spot.parent.child("source") is not None


def date_after_source(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    source = spot.parent.child("source") if spot.parent else None
    own = data.records.sources[source.value].as_of if source else None
    if own is None or _has_exception(data, "not-after-source", spot):
        return None
    return replaced(spot, (own + DAY * (1 + rng.randrange(1000))).isoformat())


def is_sdk_date(spot: Spot) -> bool:
    return spot.name == "sdk_date" and spot.parent is not None and spot.parent.child("sdk") is not None


def sdk_of_another_date(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    sdk = spot.parent.child("sdk") if spot.parent else None
    release_id = sdk_named(data.records, sdk.value) if sdk else None
    if release_id is None or data.records.sdks[release_id].date != _date(spot):
        return None
    return replaced(spot, (data.records.sdks[release_id].date - DAY * (1 + rng.randrange(400))).isoformat())


def is_total_of_instance(spot: Spot) -> bool:
    return spot.file.kind == "instances" and spot.path in ("cores", "accelerator_memory_gib")


def total_that_does_not_add_up(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    accelerator = data.records.accelerators[data.records.instances[spot.file.record_id].accelerator]
    wrong = int(spot.value) * rng.choice((3, 7, 1000)) + 1
    return replaced(spot, str(wrong)) if wrong not in {memory.gib for memory in accelerator.memory} else None


def is_region_account(spot: Spot) -> bool:
    return spot.file.kind == "releases" and spot.parent is not None and spot.parent.path == "regions"


def _vendor(data: Dataset, spot: Spot) -> str:
    return data.records.frameworks[spot.file.record_id.partition("/")[0]].vendor


def account_of_another_region(data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    every = data.choices(is_region_account)["releases"]
    accounts = [one.value for one in every if one.name == spot.name and _vendor(data, one) == _vendor(data, spot)]
    usual = set(accounts) == {spot.value} and len(accounts) > 2
    return replaced(spot, f'"{int(spot.value) ^ 1:012}"') if usual else None


def misspelt_region(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    """Renames the code of a region; without another code that two releases share, no rule notices."""
    codes = [one.name for one in data.choices(is_region_account)["releases"]]
    wrong = rng.choice((f"{spot.name}-x", f"{spot.name}0", f"x{spot.name}"))
    others = {code for code in codes if code != spot.name and codes.count(code) > 1}
    if not others or wrong in codes or _has_exception(data, "known-regions", spot):
        return None
    assert spot.key is not None
    start, end = int(spot.key.start_mark.index), int(spot.key.end_mark.index)
    place = Place(message_name(spot.file.name), spot.line, spot.column + len(wrong) - len(spot.name))
    return edited(spot, f"renamed to {wrong}", cut(spot.file.text, start, end, wrong), place)


def is_headline(spot: Spot) -> bool:
    return spot.path in HEADLINES and spot.is_plain and bool(spot.file.kind)


def name_of_another_record(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    """A name becomes that of another record of the kind but for capitals; it is reported at the later of the two."""
    rivals = [
        one
        for one in data.choices(is_headline)[spot.file.kind]
        if one.file is not spot.file and one.name == spot.name and not _has_exception(data, "names-apart", one)
    ]
    if not rivals or _has_exception(data, "names-apart", spot):
        return None
    rival = rng.choice(rivals)
    later = max((spot, rival), key=lambda one: PurePosixPath(one.file.name))
    name = rng.choice((rival.value, rival.value.upper(), f"{rival.value}."))
    return replaced(spot, f'"{name}"' if '"' not in name else name, at(later))


def has_headline(spot: Spot) -> bool:
    return is_record(spot) and any(spot.child(name) for name in HEADLINES)


def record_copied(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    """Copies a record under a later id; the copy is reported at the first name that it shares."""
    new = f"{_record(spot)}_copy.yml"
    others = spot.child("other_names")
    name = others.children[0].child("name") if others and others.children else None
    headline = name or next(child for child in spot.children if child.path in HEADLINES)
    place = Place(message_name(new), headline.line, headline.column)
    return damaged(spot, f"copied to {new}", {new: spot.file.text.encode()}, place)


def _measured(spot: Spot) -> bool:
    """Whether a row has a throughput and the latency of what it counts, and no doubt about them."""
    unit, basis = spot.child("throughput_unit"), spot.child("latency_basis")
    needed = ("throughput", "latency_p50_ms", "batch_size", "instances")
    complete = all(spot.child(name) for name in needed) and not spot.child("doubt") and not spot.child("nodes")
    return complete and unit is not None and basis is not None and BASIS_OF_UNIT.get(unit.value) == basis.value


def is_measured_figure(spot: Spot) -> bool:
    names = ("throughput", "latency_p50_ms")
    return spot.file.kind == "benchmarks" and spot.name in names and spot.parent is not None and _measured(spot.parent)


def figure_in_another_unit(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    """Divides a figure by a thousand, so that less than one batch is at work; it is reported at the throughput."""
    assert spot.parent is not None
    fields = [spot.parent.child(name) for name in ("throughput", "latency_p50_ms", "batch_size")]
    throughput, latency, batch_size = (float(field.value) for field in fields if field)
    if throughput * latency / 1000 / batch_size > 500:
        return None
    thousandth = f"{float(spot.value) / 1000:.7f}".rstrip("0")
    assert fields[0] is not None
    return replaced(spot, thousandth, Place(message_name(spot.file.name), fields[0].line))


def is_core_count(spot: Spot) -> bool:
    if spot.name != "tensor_parallel" or spot.parent is None:
        return False
    return spot.parent.child("instances" if spot.file.kind == "benchmarks" else "instance") is not None


def more_cores_than_there_are(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    assert spot.parent is not None
    named = spot.parent.child("instances") or spot.parent.child("instance")
    names = [one.value for one in named.children] or [named.value] if named else []
    instances = [data.records.instances[data.records.names.ids_by_name["instances"][name]] for name in names]
    counted = all(data.records.accelerators[instance.accelerator].cores_per_chip for instance in instances)
    if not counted or _has_exception(data, "within-cores", spot):
        return None
    return replaced(spot, rng.choice(("65536", "100000", "1048576")))


def is_tested_instance(spot: Spot) -> bool:
    return spot.name == "instance" and spot.file.kind == "configurations"


def unsupported_instance(data: Dataset, spot: Spot, rng: Random) -> Damage | None:
    file = data.records.configurations[spot.file.record_id]
    hardware = data.records.frameworks[file.release.partition("/")[0]].hardware
    supported = {entry.accelerator for entry in hardware if file.workload in entry.workloads}
    others = [name for name, instance in data.records.instances.items() if instance.accelerator not in supported]
    if not others or _has_exception(data, "release-supports-accelerator", spot):
        return None
    return replaced(spot, rng.choice(others))


def is_batch_size(spot: Spot) -> bool:
    return spot.name == "compiled" and spot.file.kind == "configurations" and spot.parent is not None


def batch_size_of_a_node(data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    """The batch size of all accelerators of an instance, in a table of batch sizes for one of them."""
    row = spot.parent
    table = row.parent.parent if row and row.parent else None
    scope = table.child("scope") if table else None
    count = _accelerators(data, row)
    if row is None or scope is None or scope.value != "per-accelerator" or row.child("scope") or count < 2:
        return None
    alike = [one for one in (row.parent.children if row.parent else ()) if _tested(one) == _tested(row)]
    sizes = [
        one.child("compiled") for one in alike if _accelerators(data, one) == 1 and _chip(data, one) == _chip(data, row)
    ]
    known = [int(size.value) for size in sizes if size]
    if not known or row.child("instance_count") or _has_exception(data, "batch-size-scope", spot):
        return None
    return replaced(spot, str(max(known) * count * 2))


def _tested(row: Spot) -> Sequence[str]:
    names = ("model", "dataset", "precision", "sequence_length", "instance_count", "variant")
    fields = [row.child(name) for name in names]
    return [field.value if field else "" for field in fields]


def _accelerators(data: Dataset, row: Spot | None) -> int:
    return data.records.instances[_instance(data, row)].accelerator_count if row else 0


def _chip(data: Dataset, row: Spot) -> str:
    return data.records.instances[_instance(data, row)].accelerator


def _instance(data: Dataset, row: Spot) -> str:
    written = row.child("instance")
    assert written is not None
    return data.records.names.ids_by_name["instances"][written.value]


def is_source(spot: Spot) -> bool:
    return is_whole_file(spot) and spot.file.kind == "sources"


def unused_source(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    new = "sources/cited-by-nothing.yml"
    place = Place(message_name(new), spot.line, spot.column)
    return damaged(spot, f"copied to {new}", {new: spot.file.text.encode()}, place)


def is_pointer(spot: Spot) -> bool:
    in_facts = spot.parent is not None and spot.parent.parent is not None and spot.parent.parent.path == "facts"
    return in_facts and spot.file.kind == "conflicts" and spot.name == "at"


def dangling_pointer(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    assert spot.parent is not None
    return replaced(spot, rng.choice(("no_such_field", '"rows[line=99999].model"')), at(spot.parent))


def is_exception(spot: Spot) -> bool:
    return spot.file.name == "exceptions.yml" and spot.name == "rule"


def exception_to_an_unknown_rule(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    return replaced(spot, "no-such-rule")


def is_excepted_record(spot: Spot) -> bool:
    return spot.file.name == "exceptions.yml" and spot.name == "record" and spot.parent is not None


def unneeded_exception(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    assert spot.parent is not None
    return replaced(spot, "sources/no-such-record", at(spot.parent))


KINDS = (
    Kind("event before the previous one", is_later_event, event_out_of_order),
    Kind("date after that of its source", is_cited_date, date_after_source),
    Kind("SDK release with another date", is_sdk_date, sdk_of_another_date),
    Kind("instance that does not add up", is_total_of_instance, total_that_does_not_add_up),
    Kind("account of another region", is_region_account, account_of_another_region),
    Kind("misspelt region", is_region_account, misspelt_region),
    Kind("name of another record", is_headline, name_of_another_record),
    Kind("copied record", has_headline, record_copied),
    Kind("figure in another unit", is_measured_figure, figure_in_another_unit),
    Kind("more cores than there are", is_core_count, more_cores_than_there_are),
    Kind("instance that its framework does not support", is_tested_instance, unsupported_instance),
    Kind("batch size of a whole node", is_batch_size, batch_size_of_a_node),
    Kind("unused source", is_source, unused_source),
    Kind("dangling pointer", is_pointer, dangling_pointer),
    Kind("exception to an unknown rule", is_exception, exception_to_an_unknown_rule),
    Kind("unneeded exception", is_excepted_record, unneeded_exception),
)
