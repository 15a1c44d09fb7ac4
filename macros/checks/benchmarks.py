"""Measurements say what their figures count, do not contradict themselves, and stand in the order of their source."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.schema.benchmarks import BenchmarkRow

PERCENTILES = (
    ("latency_p50_ms", "latency_p99_ms"),
    ("ttft_p50_ms", "ttft_p99_ms"),
    ("tpot_p50_ms", "tpot_p99_ms"),
)


def _rows(records: Records) -> Iterator[tuple[str, int, BenchmarkRow]]:
    for record_id, file in records.benchmarks.items():
        for index, row in enumerate(file.rows):
            yield f"benchmarks/{record_id}", index, row


def _units(records: Records) -> Iterator[Finding]:
    for record, index, row in _rows(records):
        if (row.throughput is None) != (row.throughput_unit is None):
            given, absent = ("throughput", "throughput_unit") if row.throughput else ("throughput_unit", "throughput")
            yield Finding(record, ("rows", index), f"expected {absent} beside {given}, got none")


def _bases(records: Records) -> Iterator[Finding]:
    for record, index, row in _rows(records):
        given = next((name for name in PERCENTILES[0] if getattr(row, name) is not None), None)
        if given and row.latency_basis is None:
            yield Finding(record, ("rows", index), f"expected latency_basis beside {given}, got none")


def _percentiles(records: Records) -> Iterator[Finding]:
    for record, index, row in _rows(records):
        for lower, upper in PERCENTILES:
            median, tail = getattr(row, lower), getattr(row, upper)
            if median is not None and tail is not None and median > tail and row.doubt is None:
                yield Finding(
                    record,
                    ("rows", index, lower),
                    f"expected at most {upper}, {tail}, got {median}",
                    "correct the figure, or say in `doubt` that the source prints it so",
                )


def _lines(records: Records) -> Iterator[Finding]:
    for record_id, file in records.benchmarks.items():
        for index, (before, row) in enumerate(pairwise(file.rows), start=1):
            if row.line <= before.line:
                message = f"expected a line after {before.line}, the line of the row before, got {row.line}"
                yield Finding(f"benchmarks/{record_id}", ("rows", index, "line"), message)


UNIT_WITH_THROUGHPUT = Rule(
    "unit-with-throughput",
    "A measurement with a throughput says what it counts, and only such a one.",
    _units,
    alone=True,
)
BASIS_WITH_LATENCY = Rule(
    "basis-with-latency",
    "A measurement with a percentile of latency says what one latency is the time of.",
    _bases,
    alone=True,
)
MEDIAN_BELOW_TAIL = Rule(
    "median-below-tail",
    "A median is not above the 99th percentile, unless the row carries a doubt.",
    _percentiles,
    alone=True,
)
LINES_ASCEND = Rule(
    "lines-ascend", "The rows of a result file stand in the order of its lines, each once.", _lines, alone=True
)
