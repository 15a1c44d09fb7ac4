"""Published measurements of speed: one file per result file of a source, one row a line."""

from __future__ import annotations

from collections.abc import Mapping
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
    fields_of,
)
from macros.schema.benchmark_field import BenchmarkField, Role


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class BenchmarkRow(Row):
    """One measurement, names and figures as the source prints them."""

    line: Annotated[Count, BenchmarkField("place", "Line", "The line in the source file, the header being line 1.")]
    as_of: Annotated[
        Date | None, BenchmarkField("place", "As of", "The date the row speaks for.", absent="that of the file")
    ] = None
    """Where it differs from the file's."""
    model: Annotated[
        PublishedModel, BenchmarkField("subject", "Model as published", "The model as the source prints it.")
    ]
    instances: Annotated[
        Listing[PublishedInstance],
        BenchmarkField(
            "subject",
            "Instance",
            "The instance type: several where the source joins them without saying which ran.",
            absent="none named",
        ),
    ] = ()
    """Several where the source joins them; empty where it names none and none can be concluded."""
    instance_inferred: Annotated[
        Text | None,
        BenchmarkField(
            "note",
            "Instance inferred",
            "Why this instance type, where the source does not name it.",
            absent="no, the source names it",
        ),
    ] = None
    """Why this instance, where the row does not name it."""
    model_details: Annotated[
        Text | None, BenchmarkField("work", "Details", "What the source adds to the name of the model.")
    ] = None
    task: Annotated[Text | None, BenchmarkField("work", "Task", "The task as the source prints it.")] = None
    framework: Annotated[
        FrameworkId | None,
        BenchmarkField("subject", "Framework", "The framework or library it ran with. Null where none is recorded."),
    ] = None
    """Overrides the file's."""
    framework_as_published: Annotated[
        Text | None, BenchmarkField("spelling", "Framework as published", "The framework as the source prints it.")
    ] = None
    framework_version: Annotated[
        Text | None,
        BenchmarkField("software", "Framework version", "The version of the framework as the source prints it."),
    ] = None
    sdk: Annotated[
        Text | None,
        BenchmarkField("software", "SDK", "The version of the SDK as the source prints it.", after="operating_system"),
    ] = None
    operating_system: Annotated[
        Text | None, BenchmarkField("software", "System", "The operating system as the source prints it.")
    ] = None
    run_mode: Annotated[
        Text | None,
        BenchmarkField(
            "choice",
            "Run mode",
            "How the model was spread over cores, in the words of the source.",
            after="workers_per_model",
        ),
    ] = None
    application_type: Annotated[
        Text | None,
        BenchmarkField("purpose", "Application type", "What the settings were chosen for, in the words of the source."),
    ] = None
    variant: Annotated[
        Text | None, BenchmarkField("choice", "Variant", "The scenario or configuration that sets the row apart.")
    ] = None
    load: Annotated[Text | None, BenchmarkField("choice", "Load", "How requests were offered.")] = None
    request_rate: Annotated[
        Quantity | None,
        BenchmarkField(
            "choice", "Rate offered", "Requests offered.", unit="requests per second", heading_unit="requests/s"
        ),
    ] = None
    model_data_type: Annotated[
        Text | None,
        BenchmarkField("data type", "Model data type", "The number format of the model as the source prints it."),
    ] = None
    autocast_data_type: Annotated[
        Text | None,
        BenchmarkField("data type", "Autocast", "What the compiler was told to cast to, as the source prints it."),
    ] = None
    weight_storage_data_type: Annotated[
        Text | None, BenchmarkField("work", "Weights stored as", "The number format in which weights were stored.")
    ] = None
    training_data_type: Annotated[
        Text | None, BenchmarkField("data type", "Training data type", "The number format of training.")
    ] = None
    batch_size: Annotated[
        Count | None,
        BenchmarkField("choice", "Batch size", "The batch size of each replica.", unit="samples", heading_unit=""),
    ] = None
    micro_batch: Annotated[
        Count | None,
        BenchmarkField("choice", "Micro batch", "The micro-batch size of training.", unit="samples", heading_unit=""),
    ] = None
    global_batch: Annotated[
        Count | None,
        BenchmarkField(
            "choice", "Global batch", "The batch size over all nodes in training.", unit="samples", heading_unit=""
        ),
    ] = None
    sequence_length: Annotated[
        Count | None,
        BenchmarkField("work", "Sequence length", "Tokens in one sample.", unit="tokens", absent="none stated"),
    ] = None
    input_length: Annotated[Count | None, BenchmarkField("work", "Input", "Tokens read.", unit="tokens")] = None
    output_length: Annotated[Count | None, BenchmarkField("work", "Output", "Tokens generated.", unit="tokens")] = None
    image_size: Annotated[
        Text | None,
        BenchmarkField(
            "work", "Image size", "The size of a picture as the source prints it.", unit="pixels", heading_unit=""
        ),
    ] = None
    tensor_parallel: Annotated[
        Count | None,
        BenchmarkField(
            "choice", "Tensor parallel", "The degree of tensor parallelism.", unit="shards", heading_unit="degree"
        ),
    ] = None
    pipeline_parallel: Annotated[
        Count | None,
        BenchmarkField(
            "choice", "Pipeline parallel", "The degree of pipeline parallelism.", unit="stages", heading_unit="degree"
        ),
    ] = None
    data_parallel: Annotated[
        Count | None, BenchmarkField("choice", "Data parallel", "Copies of the model at work.", unit="replicas")
    ] = None
    cores: Annotated[Count | None, BenchmarkField("choice", "Cores", "Cores used.", unit="cores", heading_unit="")] = (
        None
    )
    nodes: Annotated[
        Count | None, BenchmarkField("choice", "Nodes", "Instances in the cluster.", unit="instances", heading_unit="")
    ] = None
    topology: Annotated[
        Text | None, BenchmarkField("choice", "Topology", "How the work was spread, in the words of the source.")
    ] = None
    optimizer: Annotated[Text | None, BenchmarkField("choice", "Optimizer", "The optimizer of training.")] = None
    scaling: Annotated[
        Text | None, BenchmarkField("choice", "Scaling", "Strong or weak scaling, as the source prints it.")
    ] = None
    threads: Annotated[
        Count | None,
        BenchmarkField("choice", "Threads", "Threads that sent requests.", unit="threads", heading_unit=""),
    ] = None
    model_count: Annotated[
        Count | None,
        BenchmarkField("choice", "Models loaded", "Models loaded at once.", unit="models", heading_unit=""),
    ] = None
    workers_per_model: Annotated[
        Count | None,
        BenchmarkField("choice", "Workers", "Workers for each model.", unit="workers", heading_unit="per model"),
    ] = None
    throughput: Annotated[
        Quantity | None,
        BenchmarkField(
            "figure", "Throughput", "Throughput, counted as throughput_unit says.", unit_field="throughput_unit"
        ),
    ] = None
    throughput_unit: Annotated[
        Annotated[str, Term("throughput_unit")] | None,
        BenchmarkField("unit", "Unit of throughput", "What throughput counts. Compare only rows that agree in it."),
    ] = None
    requests_per_s: Annotated[
        Quantity | None,
        BenchmarkField(
            "figure", "Requests", "Requests answered.", unit="requests per second", heading_unit="per second"
        ),
    ] = None
    latency_p50_ms: Annotated[
        Quantity | None,
        BenchmarkField(
            "figure",
            "Latency p50",
            "Median latency, of what latency_basis says.",
            unit="ms",
            unit_field="latency_basis",
        ),
    ] = None
    latency_p99_ms: Annotated[
        Quantity | None,
        BenchmarkField(
            "figure",
            "Latency p99",
            "99th percentile of latency, of what latency_basis says.",
            unit="ms",
            unit_field="latency_basis",
        ),
    ] = None
    latency_basis: Annotated[
        Annotated[str, Term("latency_basis")] | None,
        BenchmarkField("unit", "Basis of latency", "What one latency is the time of."),
    ] = None
    request_latency_s: Annotated[
        Quantity | None,
        BenchmarkField(
            "figure",
            "Request latency",
            "Time from request to answer. The source does not name the statistic.",
            unit="s",
            heading_unit="s, statistic not stated",
        ),
    ] = None
    ttft_ms: Annotated[
        Quantity | None,
        BenchmarkField(
            "figure",
            "TTFT",
            "Time to the first token. The source does not name the statistic.",
            unit="ms",
            heading_unit="ms, statistic not stated",
        ),
    ] = None
    inter_token_latency_ms: Annotated[
        Quantity | None,
        BenchmarkField(
            "figure",
            "Between tokens",
            "Time between tokens. The source does not name the statistic.",
            unit="ms",
            heading_unit="ms, statistic not stated",
            after="ttft_p99_ms",
        ),
    ] = None
    ttft_p50_ms: Annotated[
        Quantity | None, BenchmarkField("figure", "TTFT p50", "Median time to the first token.", unit="ms")
    ] = None
    ttft_p99_ms: Annotated[
        Quantity | None,
        BenchmarkField("figure", "TTFT p99", "99th percentile of the time to the first token.", unit="ms"),
    ] = None
    tpot_p50_ms: Annotated[
        Quantity | None, BenchmarkField("figure", "TPOT p50", "Median time per output token.", unit="ms")
    ] = None
    tpot_p99_ms: Annotated[
        Quantity | None,
        BenchmarkField("figure", "TPOT p99", "99th percentile of the time per output token.", unit="ms"),
    ] = None
    mfu_percent: Annotated[
        Quantity | None, BenchmarkField("figure", "FLOPS utilisation", "Model FLOPS utilisation.", unit="percent")
    ] = None
    compute_cost_per_token_tflops: Annotated[
        Quantity | None,
        BenchmarkField(
            "figure",
            "Compute, printed as per token",
            "Arithmetic for one token.",
            unit="TFLOP",
            heading_unit="TFLOP, see the notes of the table",
        ),
    ] = None
    doubt: Annotated[
        Text | None,
        BenchmarkField(
            "note", "Doubt", "Why the figures should be doubted. Null where no reason is known.", absent="none known"
        ),
    ] = None
    """Why the figures of this row should be doubted."""


BENCHMARK_FIELDS: Mapping[str, BenchmarkField] = {
    name: next(item for item in info.metadata if isinstance(item, BenchmarkField))
    for name, info in fields_of(BenchmarkRow).items()
}
"""The annotations of the fields of a row, in the order of the fields."""


def fields_with_role(*roles: Role) -> tuple[str, ...]:
    """The fields of a row that have one of some roles, in their order."""
    return tuple(name for name, field in BENCHMARK_FIELDS.items() if field.role in roles)


RUN_SETTINGS = fields_with_role("unit", "data type", "work", "choice", "software")
"""How a measurement was made, beside its subject."""


class BenchmarkHeader(Record):
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


class BenchmarkFile(BenchmarkHeader):
    """A file of results, or a table of a page."""

    rows: NonEmpty[BenchmarkRow]
    former_ids: FormerIds = ()
