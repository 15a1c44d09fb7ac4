"""Published measurements of speed: one file per result file of a source, one row a line."""

from __future__ import annotations

from typing import Annotated

from pydantic.dataclasses import dataclass

from macros.schema.base import (
    CLOSED,
    Citation,
    Count,
    Date,
    FormerIds,
    FrameworkId,
    Listing,
    NonEmpty,
    PublishedInstance,
    PublishedModel,
    Quantity,
    Record,
    Row,
    Statement,
    Term,
    Text,
)


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class BenchmarkRow(Row):
    """One measurement, names and figures as the source prints them."""

    line: Count
    """In the source file, the header being line 1."""
    model: PublishedModel
    instances: Listing[PublishedInstance] = ()
    """Several where the source joins them; empty where it names none and none can be concluded."""
    instance_inferred: Text | None = None
    """Why this instance, where the row does not name it."""
    model_details: Text | None = None
    task: Text | None = None
    framework: FrameworkId | None = None
    """Overrides the file's."""
    framework_as_published: Text | None = None
    framework_version: Text | None = None
    sdk: Text | None = None
    operating_system: Text | None = None
    run_mode: Text | None = None
    application_type: Text | None = None
    variant: Text | None = None
    """Scenario or configuration that sets the row apart."""
    load: Text | None = None
    """How requests were offered."""
    request_rate: Quantity | None = None
    """Requests offered a second."""
    model_data_type: Text | None = None
    autocast_data_type: Text | None = None
    weight_storage_data_type: Text | None = None
    training_data_type: Text | None = None
    batch_size: Count | None = None
    """Per replica."""
    micro_batch: Count | None = None
    global_batch: Count | None = None
    sequence_length: Count | None = None
    """Tokens."""
    input_length: Count | None = None
    output_length: Count | None = None
    image_size: Text | None = None
    tensor_parallel: Count | None = None
    pipeline_parallel: Count | None = None
    data_parallel: Count | None = None
    """Replicas."""
    cores: Count | None = None
    nodes: Count | None = None
    topology: Text | None = None
    optimizer: Text | None = None
    scaling: Text | None = None
    threads: Count | None = None
    model_count: Count | None = None
    workers_per_model: Count | None = None
    throughput: Quantity | None = None
    throughput_unit: Annotated[str, Term("throughput_unit")] | None = None
    requests_per_s: Quantity | None = None
    latency_p50_ms: Quantity | None = None
    latency_p99_ms: Quantity | None = None
    latency_basis: Annotated[str, Term("latency_basis")] | None = None
    request_latency_s: Quantity | None = None
    """Statistic not stated."""
    ttft_ms: Quantity | None = None
    """Time to the first token, statistic not stated."""
    inter_token_latency_ms: Quantity | None = None
    """Statistic not stated."""
    ttft_p50_ms: Quantity | None = None
    ttft_p99_ms: Quantity | None = None
    tpot_p50_ms: Quantity | None = None
    """Time per output token."""
    tpot_p99_ms: Quantity | None = None
    mfu_percent: Quantity | None = None
    """Model FLOPS utilisation."""
    compute_cost_per_token_tflops: Quantity | None = None
    doubt: Text | None = None
    """Why the figures of this row should be doubted."""


class BenchmarkHead(Record):
    """What holds for all rows of a file of results."""

    title: Text
    citation: Citation
    as_of: Date
    as_of_basis: Text
    """How that date is known."""
    table: Annotated[str, Term("benchmark_table")]
    workload: Annotated[str, Term("workload")]
    framework: FrameworkId | None = None
    """Of every row that names no other."""
    framework_as_published: Text | None = None
    published: bool
    """Whether readers of the source's pages see these rows."""
    removed: Date | None = None
    """The day the source stopped showing them. None where it shows them, or is not known to have shown them."""
    published_note: Text
    basis: Text
    """What throughput and latency are counted for: the instance, a request, a token."""
    statistic: Text | None = None
    notes: Listing[Statement] = ()


class BenchmarkFile(BenchmarkHead):
    """A file of results, or a table of a page."""

    rows: NonEmpty[BenchmarkRow]
    former_ids: FormerIds = ()
