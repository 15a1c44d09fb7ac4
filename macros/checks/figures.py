"""Figures of one measurement that cannot all be right together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.schema.benchmarks import BenchmarkRow

SAME_THING = {"inferences-per-second": "per-request", "tokens-per-second": "per-token"}
"""By unit of throughput: the latency of what that throughput counts."""
LEAST_AT_WORK = 0.9
"""Somebody is always at work; a median a little below the mean makes it look like less than one batch."""
MOST_PER_CORE = 2.5
"""Two batches a core are the most that published measurements have at work, one computing and one on its way."""

CORRECT = "correct the figure or the instance"


def _rows(records: Records) -> Iterator[tuple[str, int, BenchmarkRow]]:
    for record_id, file in records.benchmarks.items():
        for index, row in enumerate(file.rows):
            yield f"benchmarks/{record_id}", index, row


def _cores(records: Records, instances: Sequence[str], nodes: int | None) -> int | None:
    """Cores of the largest of the instances, all nodes together. None where one has none."""
    names = records.catalog.names["instances"]
    counts = []
    for name in instances:
        instance = records.instances[names[name]]
        per_chip = records.accelerators[instance.accelerator].cores_per_chip
        if per_chip is None:
            return None
        counts.append(per_chip * instance.accelerator_count)
    return max(counts) * (nodes or 1) if counts else None


def _at_work(records: Records) -> Iterator[Finding]:
    for record, index, row in _rows(records):
        unit = row.throughput_unit
        if row.doubt or row.throughput is None or row.latency_p50_ms is None or row.batch_size is None:
            continue
        if unit is None or SAME_THING.get(unit) != row.latency_basis:
            continue
        batches = row.throughput * row.latency_p50_ms / 1000 / row.batch_size
        cores = _cores(records, row.instances, row.nodes)
        most = cores * MOST_PER_CORE if cores else None
        if batches < LEAST_AT_WORK or (most and batches > most):
            limit = f" and at most {most:g}, for {cores} cores" if most else ""
            yield Finding(
                record,
                ("rows", index, "throughput"),
                f"expected throughput × latency_p50_ms / batch_size to give at least {LEAST_AT_WORK} batches at work at"
                f" once{limit}, got {batches:.3g}",
                "compare the three figures with the source; where it prints them so, say in `doubt` what is wrong",
            )


def _within_cores(records: Records) -> Iterator[Finding]:
    for record, index, row in _rows(records):
        cores = _cores(records, row.instances, row.nodes)
        for name, value in (("tensor_parallel", row.tensor_parallel), ("cores", row.cores)):
            if cores and value and value > cores:
                message = f"expected at most {cores}, the cores of {' or '.join(row.instances)}, got {value}"
                yield Finding(record, ("rows", index, name), message, CORRECT, f"line {row.line}")
    for record_id, file in records.catalogues.items():
        for index, listed in enumerate(file.rows):
            cores = _cores(records, [listed.instance], None) if listed.instance else None
            if cores and listed.tensor_parallel and listed.tensor_parallel > cores:
                message = f"expected at most {cores}, the cores of {listed.instance}, got {listed.tensor_parallel}"
                place = ("rows", index, "tensor_parallel")
                yield Finding(f"catalogues/{record_id}", place, message, CORRECT, listed.as_published)


def _first_token(records: Records) -> Iterator[Finding]:
    for record, index, row in _rows(records):
        if row.ttft_ms and row.request_latency_s and row.ttft_ms > row.request_latency_s * 1000 and not row.doubt:
            yield Finding(
                record,
                ("rows", index, "ttft_ms"),
                f"expected at most request_latency_s, {row.request_latency_s:g} s, got {row.ttft_ms:g} ms",
                "correct the figure, or say in `doubt` that the source prints it so",
            )


BATCHES_AT_WORK = Rule(
    "batches-at-work",
    "Throughput, median latency and batch size make at least one batch at work at a time, and no more than the cores"
    " can be busy with, unless the row carries a doubt.",
    _at_work,
)
WITHIN_CORES = Rule(
    "within-cores",
    "A measurement or a listed setup uses no more cores than its instance has.",
    _within_cores,
    exceptable=True,
)
FIRST_TOKEN_BEFORE_ANSWER = Rule(
    "first-token-before-answer",
    "The first token comes no later than the whole answer, unless the row carries a doubt.",
    _first_token,
    alone=True,
)
