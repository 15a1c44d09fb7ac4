"""Damages that show only next to other values of the same file: swapped figures, duplicate rows, unmapped words."""

from __future__ import annotations

from random import Random

from tests.mutations.damage import Damage, Kind, Place, at, cut, edited, message_name, replaced, without
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.syntax import is_later_row

PERCENTILES = {"latency_p50_ms": "latency_p99_ms", "ttft_p50_ms": "ttft_p99_ms", "tpot_p50_ms": "tpot_p99_ms"}


def is_median(spot: Spot) -> bool:
    if spot.name not in PERCENTILES or spot.parent is None or spot.parent.child("doubt"):
        return False
    tail = spot.parent.child(PERCENTILES[spot.name])
    return tail is not None and float(tail.value) > float(spot.value)


def percentiles_swapped(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    assert spot.parent is not None
    tail = spot.parent.child(PERCENTILES[spot.name])
    assert tail is not None
    first, second = sorted((spot, tail), key=lambda one: one.start)
    text = cut(spot.file.text, second.start, second.end, first.written)
    text = cut(text, first.start, first.end, second.written)
    return edited(spot, f"swapped with {tail.name}", text, Place(message_name(spot.file.name), spot.line))


def is_later_measurement(spot: Spot) -> bool:
    return is_later_row(spot) and spot.file.kind == "benchmarks" and spot.child("line") is not None


def rows_out_of_order(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    lines = list(spot.file.lines)
    above, here = spot.line - 2, spot.line - 1
    lines[above], lines[here] = lines[here], lines[above]
    return edited(spot, "moved before the previous row", "".join(lines), Place(message_name(spot.file.name), spot.line))


def row_duplicated(_data: Dataset, spot: Spot, _rng: Random) -> Damage:
    lines = list(spot.file.lines)
    lines.insert(spot.line, spot.whole_line)
    return edited(spot, "duplicated", "".join(lines), Place(message_name(spot.file.name), spot.line + 1))


def is_tested_row(spot: Spot) -> bool:
    return is_later_row(spot) and spot.file.kind == "configurations"


def is_needed_by_another(spot: Spot) -> bool:
    """A value that another one in the same row needs."""
    names = ("throughput", "throughput_unit", "latency_basis", "scope_inferred", "scope")
    if spot.name not in names or spot.parent is None or not spot.parent.is_flow or not spot.index:
        return False
    if spot.name in ("scope", "scope_inferred"):
        return spot.parent.name == "" and spot.file.kind == "configurations"
    if spot.name == "latency_basis":
        return any(spot.parent.child(name) for name in ("latency_p50_ms", "latency_p99_ms"))
    return True


def needed_value_removed(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    left = without(spot)
    assert spot.parent is not None
    return edited(spot, "removed", left, at(spot.parent)) if left else None


def is_compared(spot: Spot) -> bool:
    parent = spot.parent
    if parent is None or parent.name != "values" or spot.file.kind != "comparisons":
        return False
    return parent.parent is not None and parent.parent.parent is not None and parent.parent.parent.name == "features"


def comparison_without_value(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    left = without(spot)
    assert spot.parent is not None
    return edited(spot, "removed", left, at(spot.parent)) if left and spot.parent.is_flow else None


def is_printed_word(spot: Spot) -> bool:
    """A word of the source that its file maps to a term."""
    if spot.file.kind == "support":
        in_row = spot.path.startswith("rows[")
        return in_row and (spot.name == "fit" or (spot.parent is not None and spot.parent.name == "status"))
    return spot.file.kind == "validated" and spot.name == "mark"


def unmapped_word(_data: Dataset, spot: Spot, rng: Random) -> Damage:
    return replaced(spot, rng.choice(('"No such word"', '"?"', f'"{spot.value} so far"')))


def is_announced(spot: Spot) -> bool:
    return spot.name == "announces" and spot.index > 0


def announces_removed(_data: Dataset, spot: Spot, _rng: Random) -> Damage | None:
    left = without(spot)
    assert spot.parent is not None
    return edited(spot, "removed", left, at(spot.parent)) if left else None


KINDS = (
    Kind("median and 99th percentile swapped", is_median, percentiles_swapped),
    Kind("measurements out of order", is_later_measurement, rows_out_of_order),
    Kind("duplicate measurement", is_later_measurement, row_duplicated),
    Kind("duplicate configuration", is_tested_row, row_duplicated),
    Kind("figure without its unit or basis", is_needed_by_another, needed_value_removed),
    Kind("comparison without a value", is_compared, comparison_without_value),
    Kind("unmapped word", is_printed_word, unmapped_word),
    Kind("announcement without its event", is_announced, announces_removed),
)
