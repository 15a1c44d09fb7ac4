"""Damages that only a rule across records can see: wrong by what another record, or another row, says."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import PurePosixPath

from tests.mutations.damage import Damage, Kind, Place, at, cut, damaged, edited, message_name, replaced
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.dice import Dice
from tests.mutations.writing import is_record, is_whole_file

HEADLINES = ("name", "title")
SAME_THING = {"inferences-per-second": "per-request", "tokens-per-second": "per-token"}
DAY = datetime.timedelta(days=1)


def _date(spot: Spot | None) -> datetime.date | None:
    return datetime.date.fromisoformat(spot.value) if spot else None


def is_later_event(spot: Spot) -> bool:
    """The date of an entry below a dated one, in a list that goes from the oldest to the newest."""
    entry = spot.parent
    if not spot.is_date or spot.name != "date" or entry is None or entry.parent is None or entry.before is None:
        return False
    lists = {"frameworks": "lifecycle", "components": "notices"}
    return entry.parent.path == lists.get(spot.file.kind) and entry.before.child("date") is not None


def event_out_of_order(_data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    before = _date(spot.parent.before.child("date")) if spot.parent and spot.parent.before else None
    return replaced(spot, (before - DAY * (1 + dice.below(1000))).isoformat()) if before else None


def is_cited_date(spot: Spot) -> bool:
    return spot.is_date and spot.name == "as_of" and spot.parent is not None and spot.parent.child("source") is not None


def date_after_source(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    source = spot.parent.child("source") if spot.parent else None
    own = data.records.sources[source.value].as_of if source else None
    days = (data.records.atlas.edition - own).days if own else 0
    later = own + DAY * (1 + dice.below(days)) if own and days else None
    excepted = {one.about for one in data.records.exceptions.exceptions}
    return replaced(spot, later.isoformat()) if source and later and f"{source.value} {later}" not in excepted else None


def is_sdk_date(spot: Spot) -> bool:
    return spot.name == "sdk_date" and spot.parent is not None and spot.parent.child("sdk") is not None


def sdk_of_another_date(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    sdk = spot.parent.child("sdk") if spot.parent else None
    release = data.records.sdks.get(sdk.value) if sdk else None
    if release is None or release.date != _date(spot):
        return None
    return replaced(spot, (release.date - DAY * (1 + dice.below(400))).isoformat())


def is_sum_of_instance(spot: Spot) -> bool:
    return spot.file.kind == "instances" and spot.path in ("neuroncores", "accelerator_memory_gib")


def sum_that_does_not_come_out(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    return replaced(spot, str(int(spot.value) * dice.pick((3, 7, 1000)) + 1))


def is_region_account(spot: Spot) -> bool:
    return spot.file.kind == "releases" and spot.parent is not None and spot.parent.path == "regions"


def account_of_another_region(data: Dataset, spot: Spot, _dice: Dice) -> Damage | None:
    same = [one for one in data.choices(is_region_account)["releases"] if one.name == spot.name]
    usual = all(one.value == spot.value for one in same)
    return replaced(spot, f'"{int(spot.value) ^ 1:012}"') if usual and len(same) > 2 else None


def region_misspelt(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    assert spot.key is not None
    code = dice.pick(("us-esat-1", "eu-west-9", "xx-north-1"))
    start, end = int(spot.key.start_mark.index), int(spot.key.end_mark.index)
    place = Place(message_name(spot.file.name), spot.line, spot.column + len(code) - len(spot.name))
    return edited(spot, f"called {code}", cut(spot.file.text, start, end, code), place)


def is_own_name(spot: Spot) -> bool:
    return spot.path in HEADLINES and spot.is_plain and bool(spot.file.kind)


def name_of_another_record(data: Dataset, spot: Spot, dice: Dice) -> Damage | None:
    """A record is called as another of its kind but for capitals: the later of the two is told."""
    excepted = {one.record for one in data.records.exceptions.exceptions}
    rivals = [
        one
        for one in data.choices(is_own_name)[spot.file.kind]
        if one.file is not spot.file and one.name == spot.name and _record(one) not in excepted
    ]
    if not rivals or _record(spot) in excepted:
        return None
    rival = dice.pick(rivals)
    later = max((spot, rival), key=lambda one: PurePosixPath(one.file.name))
    called = dice.pick((rival.value, rival.value.upper(), f"{rival.value}."))
    return replaced(spot, f'"{called}"' if '"' not in called else called, at(later))


def _record(spot: Spot) -> str:
    return spot.file.name.removesuffix(".yml")


def has_headline(spot: Spot) -> bool:
    return is_record(spot) and any(spot.child(name) for name in HEADLINES)


def record_copied(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    """A second record of one thing: the copy, which comes later in the order of ids, is told."""
    new = f"{_record(spot)}_copy.yml"
    others = spot.child("other_names")
    name = others.children[0].child("name") if others and others.children else None
    headline = name or next(child for child in spot.children if child.path in HEADLINES)
    place = Place(message_name(new), headline.line, headline.column)
    return damaged(spot, f"copied to {new}", {new: spot.file.text.encode()}, place)


def is_row(spot: Spot) -> bool:
    """A row of a list, that has a line to itself."""
    in_list = spot.key is None and spot.parent is not None and not spot.parent.is_flow
    alone = spot.is_flow and spot.on_one_line and spot.whole_line.strip() == f"- {spot.written}"
    return in_list and alone and len(spot.parent.children if spot.parent else ()) > 1


def _measured(spot: Spot) -> bool:
    """Whether a row gives a throughput and the latency of what it counts, and no doubt about them."""
    unit, basis = spot.child("throughput_unit"), spot.child("latency_basis")
    needed = ("throughput", "latency_p50_ms", "batch_size", "instances")
    whole = all(spot.child(name) for name in needed) and not spot.child("doubt") and not spot.child("nodes")
    return whole and unit is not None and basis is not None and SAME_THING.get(unit.value) == basis.value


def is_measured_figure(spot: Spot) -> bool:
    names = ("throughput", "latency_p50_ms")
    return spot.file.kind == "benchmarks" and spot.name in names and spot.parent is not None and _measured(spot.parent)


def figure_in_another_unit(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    """Seconds for milliseconds, or results of a thousand for results: the row's throughput is told."""
    row = spot.parent
    told = row.child("throughput") if row else None
    assert told is not None
    thousandth = f"{float(spot.value) / 1000:.7f}".rstrip("0")
    return replaced(spot, thousandth, Place(message_name(told.file.name), told.line))


def is_split(spot: Spot) -> bool:
    if spot.name != "tensor_parallel" or spot.parent is None:
        return False
    return spot.parent.child("instances" if spot.file.kind == "benchmarks" else "instance") is not None


def more_cores_than_there_are(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    return replaced(spot, dice.pick(("4096", "100000", "65536")))


def is_tested_instance(spot: Spot) -> bool:
    return spot.name == "instance" and spot.file.kind == "configurations"


def hardware_of_another_framework(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    return replaced(spot, dice.pick(("inf1.xlarge", "ml.inf2.xlarge", "trn1.32xlarge")))


def is_batch_size(spot: Spot) -> bool:
    return spot.name == "compiled" and spot.file.kind == "configurations" and spot.parent is not None


def batch_size_of_a_node(data: Dataset, spot: Spot, _dice: Dice) -> Damage | None:
    """The size that all accelerators of an instance hold, in a table of sizes for one of them."""
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
    return replaced(spot, str(max(known) * count * 2)) if known and not row.child("instance_count") else None


def _tested(row: Spot) -> Sequence[str]:
    fields = [
        row.child(name) for name in ("model", "dataset", "precision", "sequence_length", "instance_count", "variant")
    ]
    return [field.value if field else "" for field in fields]


def _accelerators(data: Dataset, row: Spot | None) -> int:
    return data.records.instances[_instance(data, row)].accelerator_count if row else 0


def _chip(data: Dataset, row: Spot) -> str:
    return data.records.instances[_instance(data, row)].accelerator


def _instance(data: Dataset, row: Spot) -> str:
    written = row.child("instance")
    assert written is not None
    return data.records.catalog.names["instances"][written.value]


def is_source(spot: Spot) -> bool:
    return is_whole_file(spot) and spot.file.kind == "sources"


def source_that_nothing_cites(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    new = "sources/cited-by-nothing.yml"
    place = Place(message_name(new), spot.line, spot.column)
    return damaged(spot, f"copied to {new}", {new: spot.file.text.encode()}, place)


def is_pointer(spot: Spot) -> bool:
    in_facts = spot.parent is not None and spot.parent.parent is not None and spot.parent.parent.path == "facts"
    return in_facts and spot.file.kind == "conflicts" and spot.name == "at"


def pointer_to_nothing(_data: Dataset, spot: Spot, dice: Dice) -> Damage:
    assert spot.parent is not None
    return replaced(spot, dice.pick(("no_such_field", '"rows[line=99999].model"')), at(spot.parent))


def is_exception(spot: Spot) -> bool:
    return spot.file.name == "exceptions.yml" and spot.name == "rule"


def exception_from_no_rule(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    return replaced(spot, "no-such-rule")


def is_excepted_record(spot: Spot) -> bool:
    return spot.file.name == "exceptions.yml" and spot.name == "record" and spot.parent is not None


def exception_that_nothing_needs(_data: Dataset, spot: Spot, _dice: Dice) -> Damage:
    assert spot.parent is not None
    return replaced(spot, "sources/no-such-record", at(spot.parent))


KINDS = (
    Kind("event before the one above", is_later_event, event_out_of_order),
    Kind("as_of after the source's date", is_cited_date, date_after_source),
    Kind("SDK release of another date", is_sdk_date, sdk_of_another_date),
    Kind("instance that does not add up", is_sum_of_instance, sum_that_does_not_come_out),
    Kind("account of another region", is_region_account, account_of_another_region),
    Kind("region misspelt", is_region_account, region_misspelt),
    Kind("one name for two records, in other capitals", is_own_name, name_of_another_record),
    Kind("record twice", has_headline, record_copied),
    Kind("figure in another unit", is_measured_figure, figure_in_another_unit),
    Kind("more cores than there are", is_split, more_cores_than_there_are),
    Kind("hardware the framework does not know", is_tested_instance, hardware_of_another_framework),
    Kind("batch size of a whole node", is_batch_size, batch_size_of_a_node),
    Kind("source that nothing cites", is_source, source_that_nothing_cites),
    Kind("conflict that points at nothing", is_pointer, pointer_to_nothing),
    Kind("exception from no rule", is_exception, exception_from_no_rule),
    Kind("exception that nothing needs", is_excepted_record, exception_that_nothing_needs),
)
