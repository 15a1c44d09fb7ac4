"""Rules on benchmarks and tested configurations: figures and settings that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from macros.checks.rule import Finding, entries, every, rule
from macros.facts.fact_types import TestedConfiguration, facts_of_configurations
from macros.facts.grouping import group_by
from macros.loading import Records
from macros.loading.problems import field
from macros.schema.benchmarks import BENCHMARK_FIELDS, BenchmarkRow, fields_with_role
from macros.schema.catalogues import ListedRow
from macros.schema.configurations import ConfigurationRow
from macros.schema.walk import Location

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
MIN_NODE_RATIO = 0.75
"""With n accelerators in an instance, a batch size of at least 0.75 n times that of a single accelerator is per node.
In the published data the ratio is at most 0.5 n for sizes per accelerator, and mostly n for sizes per node."""
MAX_ACCELERATOR_RATIO = 1.5
"""A batch size of at most 1.5 times that of a single accelerator is per accelerator."""
CORRECT_OR_DOUBT = "correct the figure, or say in `doubt` that the source prints it so"


@rule(per_record=True)
def given_together(records: Records) -> Iterator[Finding]:
    """`throughput` and `throughput_unit`, and `scope` and `scope_inferred`, its reason, are given together.

    A row with a latency percentile has `latency_basis`: what one latency is measured over.
    """
    for at, _, row in entries(records, Records.benchmarks, BenchmarkRow):
        yield from _one_alone(at, row, "throughput", "throughput_unit")
        latency = next((name for name in LATENCIES_WITH_BASIS if getattr(row, name) is not None), None)
        if latency and row.latency_basis is None:
            yield Finding(at, f"latency_basis beside {latency}")
    for at, _, tested in entries(records, Records.configurations, ConfigurationRow):
        yield from _one_alone(at, tested, "scope", "scope_inferred")


def _one_alone(at: Location, row: object, one: str, other: str) -> Iterator[Finding]:
    given, absent = (one, other) if getattr(row, other) is None else (other, one)
    if getattr(row, given) is not None and getattr(row, absent) is None:
        yield Finding(at, f"{absent} beside {given}")


@rule(CORRECT_OR_DOUBT, per_record=True)
def latencies_in_order(records: Records) -> Iterator[Finding]:
    """A median is not above the 99th percentile, nor the time to first token above the request latency.

    Rows with a `doubt` are not checked.
    """
    for at, _, row in entries(records, Records.benchmarks, BenchmarkRow):
        if row.doubt:
            continue
        for lower, upper in PERCENTILES:
            median, tail = getattr(row, lower), getattr(row, upper)
            if median and tail and median > tail:
                yield Finding(at.field(lower), f"at most {upper}, {tail}", median)
        first, answer = row.ttft_ms, row.request_latency_s
        if first and answer and first > answer * 1000:
            yield Finding(at.field("ttft_ms"), f"at most request_latency_s, {answer:g} s", f"{first:g} ms")


@rule(per_record=True)
def lines_ascend(records: Records) -> Iterator[Finding]:
    """The rows of a benchmark file are sorted by line, without duplicates."""
    for _, at, file in every(records, Records.benchmarks):
        for index, (before, row) in enumerate(pairwise(file.rows), start=1):
            if row.line <= before.line:
                expected = f"a line after {before.line}, the line of the row before"
                yield Finding(at.field("rows", index, "line"), expected, row.line)


@rule("compare the three figures with the source; where it prints them so, say in `doubt` what is wrong")
def batches_at_work(records: Records) -> Iterator[Finding]:
    """Throughput × median latency / batch size, the number of batches in flight, is at least one.

    It is not more than the cores can hold either. Rows with a `doubt` are not checked.
    """
    for at, _, row in entries(records, Records.benchmarks, BenchmarkRow):
        if row.doubt or row.throughput is None or row.latency_p50_ms is None or row.batch_size is None:
            continue
        if row.throughput_unit is None or BASIS_OF_UNIT.get(row.throughput_unit) != row.latency_basis:
            continue
        batches = row.throughput * row.latency_p50_ms / 1000 / row.batch_size
        cores = _cores(records, row.instances, row.nodes)
        most = cores * MAX_BATCHES_PER_CORE if cores else None
        if batches < MIN_BATCHES or (most and batches > most):
            limit = f" and at most {most:g}, for {cores} cores" if most else ""
            wanted = f"to give at least {MIN_BATCHES} batches at work at once{limit}"
            expected = f"throughput × latency_p50_ms / batch_size {wanted}"
            yield Finding(at.field("throughput"), expected, f"{batches:.3g}")


@rule("correct the figure or the instance", exceptable=True)
def within_cores(records: Records) -> Iterator[Finding]:
    """A benchmark row or a line of a vendor's list uses no more cores than its instance has."""
    for at, value, instances, nodes, about in _cores_used(records):
        cores = _cores(records, instances, nodes)
        if cores and value and value > cores:
            yield Finding(at, f"at most {cores}, the cores of {' or '.join(instances)}", value, about)


def _cores_used(records: Records) -> Iterator[tuple[Location, int | None, Sequence[str], int | None, str]]:
    """Every count of cores: its place, the count, the instances and the number of nodes, what the finding is about."""
    for at, _, row in entries(records, Records.benchmarks, BenchmarkRow):
        yield at.field("tensor_parallel"), row.tensor_parallel, row.instances, row.nodes, f"line {row.line}"
        yield at.field("cores"), row.cores, row.instances, row.nodes, f"line {row.line}"
    for at, _, line in entries(records, Records.catalogues, ListedRow):
        if line.instance:
            yield at.field("tensor_parallel"), line.tensor_parallel, [line.instance], None, line.as_published


def _cores(records: Records, instances: Sequence[str], nodes: int | None) -> int | None:
    """Cores of the largest of the instances times the number of nodes. None where the cores of one are not known."""
    counts = []
    for name in instances:
        instance = records.instance_named(name)
        per_chip = records.accelerators[instance.accelerator].cores_per_chip
        if per_chip is None:
            return None
        counts.append(per_chip * instance.accelerator_count)
    return max(counts) * (nodes or 1) if counts else None


@rule("remove it, or tell the two apart with `variant`")
def one_id_per_row(records: Records) -> Iterator[Finding]:
    """No two tested configurations of a release have the same id."""
    for first, *others in group_by(facts_of_configurations(records), lambda tested: tested.id).values():
        place = f"{field(first.at.path)} of {first.at.record.removeprefix('configurations/')}"
        for tested in others:
            expected = f"one row for {tested.row.model} on {tested.row.instance} in this release"
            yield Finding(tested.at, expected, f"a second one; the first is {place}")


@rule(exceptable=True)
def batch_size_scope(records: Records) -> Iterator[Finding]:
    """The batch size of an instance with several accelerators is plausible for its scope, per accelerator or per node.

    It is compared with that of a row with the same settings on an instance with a single accelerator.
    """
    on_one = (one for one in facts_of_configurations(records) if (one.row.instance_count or 1) == 1)
    for rows in group_by(on_one, lambda one: (one.model, one.dataset, one.settings, one.row.variant)).values():
        single = [one for one in rows if one.accelerator_count == 1]
        for tested in rows:
            if tested.accelerator_count > 1 and (nearest := _nearest(records, tested, single)):
                yield from _wrong_scope(tested, nearest.row)


def _nearest(
    records: Records, tested: TestedConfiguration, single: Sequence[TestedConfiguration]
) -> TestedConfiguration | None:
    """What to compare with: on the same accelerator, or else on one with as much memory or the least more."""

    def memory(one: TestedConfiguration) -> int:
        return records.instances[one.instance].accelerator_memory_gib

    same = [one for one in single if one.accelerator == tested.accelerator]
    enough = [one for one in single if memory(one) >= memory(tested)]
    return min(same or enough, key=memory, default=None)


def _wrong_scope(tested: TestedConfiguration, single: ConfigurationRow) -> Iterator[Finding]:
    row, scope, count = tested.row, tested.scope, tested.accelerator_count
    for name in ("compiled", "native"):
        size, single_size = getattr(row, name), getattr(single, name)
        if size is None or single_size is None:
            continue
        ratio = size / single_size
        if scope == "per-accelerator" and row.scope_inferred is None and ratio >= MIN_NODE_RATIO * count:
            wanted = f"one of the {count} accelerators"
            hint = "correct the figure, or give the row scope: per-node and say why in scope_inferred"
        elif scope == "per-node" and ratio <= MAX_ACCELERATOR_RATIO:
            wanted = f"all {count} accelerators"
            hint = "correct the figure, or the scope: it is more like per-accelerator"
        else:
            continue
        expected = f"a batch size for {wanted} of {row.instance}"
        got = f"{size}, {ratio:.3g} times the {single_size} of {single.instance}, which has one"
        yield Finding(tested.at.field(name), expected, got, f"{row.model} on {row.instance}", hint)
        return
