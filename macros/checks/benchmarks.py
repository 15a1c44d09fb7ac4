"""Rules on rows of benchmark files: their units and order, and figures of one row that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from macros.checks.rows import benchmark_rows, listed_rows
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
BASIS_OF_UNIT = {"inferences-per-second": "per-request", "tokens-per-second": "per-token"}
"""By `throughput_unit`: the `latency_basis` that is about the same thing, so that the two figures can be multiplied."""
MIN_BATCHES = 0.9
"""Least number of batches in flight. At least one is; the computed number is a little lower where the median latency,
which is published, is below the mean."""
MAX_BATCHES_PER_CORE = 2.5
"""Published measurements have at most two batches per core in flight: one computing and one being transferred."""

CORRECT = "correct the figure or the instance"


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


def _cores(records: Records, instances: Sequence[str], nodes: int | None = None) -> int | None:
    """Cores of the largest of the instances times the number of nodes. None where the cores of one are not known."""
    counts = []
    for name in instances:
        instance = records.instance_named(name)
        per_chip = records.accelerators[instance.accelerator].cores_per_chip
        if per_chip is None:
            return None
        counts.append(per_chip * instance.accelerator_count)
    return max(counts) * (nodes or 1) if counts else None


@rule("batches-at-work")
def plausible_batches_in_flight(records: Records) -> Iterator[Finding]:
    """Throughput × median latency / batch size, the number of batches in flight, is at least one.

    It is not more than the cores can hold either. Rows with a `doubt` are not checked.
    """
    for record, path, _, row in benchmark_rows(records):
        unit = row.throughput_unit
        if row.doubt or row.throughput is None or row.latency_p50_ms is None or row.batch_size is None:
            continue
        if unit is None or BASIS_OF_UNIT.get(unit) != row.latency_basis:
            continue
        batches = row.throughput * row.latency_p50_ms / 1000 / row.batch_size
        cores = _cores(records, row.instances, row.nodes)
        most = cores * MAX_BATCHES_PER_CORE if cores else None
        if batches < MIN_BATCHES or (most and batches > most):
            limit = f" and at most {most:g}, for {cores} cores" if most else ""
            wanted = f"to give at least {MIN_BATCHES} batches at work at once{limit}"
            message = f"expected throughput × latency_p50_ms / batch_size {wanted}, got {batches:.3g}"
            hint = "compare the three figures with the source; where it prints them so, say in `doubt` what is wrong"
            yield Finding(record, (*path, "throughput"), message, hint)


@rule("within-cores", exceptable=True)
def within_cores(records: Records) -> Iterator[Finding]:
    """A benchmark row or a line of a vendor's list uses no more cores than its instance has."""
    for record, path, _, row in benchmark_rows(records):
        cores = _cores(records, row.instances, row.nodes)
        for name, value in (("tensor_parallel", row.tensor_parallel), ("cores", row.cores)):
            if cores and value and value > cores:
                message = f"expected at most {cores}, the cores of {' or '.join(row.instances)}, got {value}"
                yield Finding(record, (*path, name), message, CORRECT, f"line {row.line}")
    for record, path, _, line in listed_rows(records):
        cores = _cores(records, [line.instance]) if line.instance else None
        if cores and line.tensor_parallel and line.tensor_parallel > cores:
            message = f"expected at most {cores}, the cores of {line.instance}, got {line.tensor_parallel}"
            yield Finding(record, (*path, "tensor_parallel"), message, CORRECT, line.as_published)


@rule("first-token-before-answer", per_record=True)
def first_token_before_answer(records: Records) -> Iterator[Finding]:
    """The time to first token is not above the request latency, unless the row has a `doubt`."""
    for record, path, _, row in benchmark_rows(records):
        if row.ttft_ms and row.request_latency_s and row.ttft_ms > row.request_latency_s * 1000 and not row.doubt:
            message = f"expected at most request_latency_s, {row.request_latency_s:g} s, got {row.ttft_ms:g} ms"
            hint = "correct the figure, or say in `doubt` that the source prints it so"
            yield Finding(record, (*path, "ttft_ms"), message, hint)
