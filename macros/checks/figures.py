"""Figures of one measurement that cannot all be right together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from macros.checks.rows import benchmark_rows, listed_rows
from macros.checks.rule import Finding, rule
from macros.loading import Records

SAME_THING = {"inferences-per-second": "per-request", "tokens-per-second": "per-token"}
"""By unit of throughput: the latency of what that throughput counts."""
MIN_BATCHES = 0.9
"""One batch is always at work; a median a little below the mean makes it look like less."""
MAX_BATCHES_PER_CORE = 2.5
"""Two batches a core are the most that published measurements have at work, one computing and one on its way."""

CORRECT = "correct the figure or the instance"


def _cores(records: Records, instances: Sequence[str], nodes: int | None = None) -> int | None:
    """Cores of the largest of the instances, all nodes together. None where one has none."""
    counts = []
    for name in instances:
        instance = records.instance_named(name)
        per_chip = records.accelerators[instance.accelerator].cores_per_chip
        if per_chip is None:
            return None
        counts.append(per_chip * instance.accelerator_count)
    return max(counts) * (nodes or 1) if counts else None


@rule("batches-at-work")
def batches_at_work(records: Records) -> Iterator[Finding]:
    """Throughput, median latency and batch size give one batch at work or more, unless the row carries a doubt.

    Nor do they give more than the cores can be busy with.
    """
    for record, path, _, row in benchmark_rows(records):
        unit = row.throughput_unit
        if row.doubt or row.throughput is None or row.latency_p50_ms is None or row.batch_size is None:
            continue
        if unit is None or SAME_THING.get(unit) != row.latency_basis:
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
    """A measurement or a listed setup uses no more cores than its instance has."""
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
    """The first token comes no later than the whole answer, unless the row carries a doubt."""
    for record, path, _, row in benchmark_rows(records):
        if row.ttft_ms and row.request_latency_s and row.ttft_ms > row.request_latency_s * 1000 and not row.doubt:
            message = f"expected at most request_latency_s, {row.request_latency_s:g} s, got {row.ttft_ms:g} ms"
            hint = "correct the figure, or say in `doubt` that the source prints it so"
            yield Finding(record, (*path, "ttft_ms"), message, hint)
