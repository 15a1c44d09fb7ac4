"""Rules on rows of benchmark files: units, percentiles, and the order of the lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from macros.checks.rows import benchmark_rows
from macros.checks.rule import Finding, rule
from macros.loading import Records
from macros.schema.benchmarks import BENCHMARK_FIELDS, fields_with_role

LATENCIES_WITH_BASIS = tuple(name for name, field in BENCHMARK_FIELDS.items() if field.unit_field == "latency_basis")
PERCENTILES = tuple(
    (name, tail)
    for name in fields_with_role("figure")
    if "_p50_" in name and (tail := name.replace("_p50_", "_p99_")) in BENCHMARK_FIELDS
)
"""Medians, each with its 99th percentile."""


@rule("unit-with-throughput", per_record=True)
def unit_with_throughput(records: Records) -> Iterator[Finding]:
    """`throughput` and `throughput_unit` are given together."""
    for record, path, _, row in benchmark_rows(records):
        if (row.throughput is None) != (row.throughput_unit is None):
            given, absent = ("throughput", "throughput_unit") if row.throughput else ("throughput_unit", "throughput")
            yield Finding(record, path, f"expected {absent} beside {given}, got none")


@rule("basis-with-latency", per_record=True)
def basis_with_latency(records: Records) -> Iterator[Finding]:
    """A row with a latency percentile has `latency_basis`: what one latency is measured over."""
    for record, path, _, row in benchmark_rows(records):
        given = next((name for name in LATENCIES_WITH_BASIS if getattr(row, name) is not None), None)
        if given and row.latency_basis is None:
            yield Finding(record, path, f"expected latency_basis beside {given}, got none")


@rule("median-below-tail", per_record=True)
def median_below_tail(records: Records) -> Iterator[Finding]:
    """A median is not above the 99th percentile, unless the row has a `doubt`."""
    for record, path, _, row in benchmark_rows(records):
        for lower, upper in PERCENTILES:
            median, tail = getattr(row, lower), getattr(row, upper)
            if median is not None and tail is not None and median > tail and row.doubt is None:
                message = f"expected at most {upper}, {tail}, got {median}"
                hint = "correct the figure, or say in `doubt` that the source prints it so"
                yield Finding(record, (*path, lower), message, hint)


@rule("lines-ascend", per_record=True)
def lines_ascend(records: Records) -> Iterator[Finding]:
    """The rows of a benchmark file are sorted by line, without duplicates."""
    for record_id, file in records.benchmarks.items():
        for index, (before, row) in enumerate(pairwise(file.rows), start=1):
            if row.line <= before.line:
                message = f"expected a line after {before.line}, the line of the row before, got {row.line}"
                yield Finding(f"benchmarks/{record_id}", ("rows", index, "line"), message)
