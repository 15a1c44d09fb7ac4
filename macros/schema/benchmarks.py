"""Published measurements of speed: one file per result file of a source, one row a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, cast

from pydantic.dataclasses import dataclass

from macros.schema.base import (
    CLOSED,
    AcceleratorId,
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
from macros.schema.benchmark_field import BenchmarkField, Role, column


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class BenchmarkRow(Row):
    """One measurement, names and figures as the source prints them."""

    line: Count = column("place", "Line", "The line in the source file, the header being line 1.", ...)
    as_of: Date | None = column("place", "As of", "The date the row speaks for.", absent="that of the file")
    """Where it differs from the file's."""
    model: PublishedModel = column(
        "subject", "Model", "The model as the source prints it, if that names only one model.", ...
    )
    model_as_published: Text | None = column("spelling", "Model as published", "The model as the source prints it.")
    """What the source prints where that names several models; `model` is then the one that the row's details name."""
    instances: Listing[PublishedInstance] = column(
        "subject",
        "Instance",
        "The instance type: several where the source joins them without saying which ran.",
        (),
        absent="none named",
    )
    """Several where the source joins them; empty where it names none and none can be concluded."""
    instance_inferred: Text | None = column(
        "note",
        "Instance inferred",
        "Why this instance type, where the source does not name it.",
        absent="no, the source names it",
    )
    """Why this instance, where the row does not name it."""
    accelerators: Listing[AcceleratorId] = column(
        "subject", "Accelerators", "The accelerators that it ran on.", (), absent="none named"
    )
    """Those of a machine that is no instance type; else they follow from the instances."""
    accelerator_count: Count | None = column(
        "choice", "Number of accelerators", "Accelerators used, where the source counts them."
    )
    machine: Text | None = column("choice", "Machine", "The machine as printed, where it is no instance type.")
    submitter: Text | None = column("choice", "Submitter", "Who made the measurement, where that is not the publisher.")
    availability: Text | None = column(
        "choice", "Availability", "Whether the system could be bought or rented, as printed."
    )
    model_details: Text | None = column("work", "Details", "What the source adds to the name of the model.")
    task: Text | None = column("work", "Task", "The task as the source prints it.")
    framework: FrameworkId | None = column(
        "subject", "Framework", "The framework or library it ran with. Null where none is recorded."
    )
    """Overrides the file's."""
    framework_as_published: Text | None = column(
        "spelling", "Framework as published", "The framework as the source prints it."
    )
    framework_version: Text | None = column(
        "software", "Framework version", "The version of the framework as the source prints it."
    )
    sdk: Text | None = column("software", "SDK", "The version of the SDK as the source prints it.")
    operating_system: Text | None = column("software", "System", "The operating system as the source prints it.")
    run_mode: Text | None = column(
        "choice",
        "Run mode",
        "How the model was spread over cores, in the words of the source.",
    )
    application_type: Text | None = column(
        "purpose", "Application type", "What the settings were chosen for, in the words of the source."
    )
    variant: Text | None = column("choice", "Variant", "The scenario or configuration that sets the row apart.")
    load: Text | None = column("choice", "Load", "How requests were offered.")
    request_rate: Quantity | None = column("choice", "Request rate", "Requests offered.", unit="requests per second")
    model_data_type: Text | None = column(
        "data type", "Model data type", "The number format of the model as the source prints it."
    )
    autocast_data_type: Text | None = column(
        "data type", "Autocast", "What the compiler was told to cast to, as the source prints it."
    )
    weight_storage_data_type: Text | None = column(
        "work", "Weights stored as", "The number format in which weights were stored."
    )
    training_data_type: Text | None = column("data type", "Training data type", "The number format of training.")
    batch_size: Count | None = column("choice", "Batch size", "The batch size of each replica.", unit="samples")
    micro_batch: Count | None = column("choice", "Micro batch", "The micro-batch size of training.", unit="samples")
    global_batch: Count | None = column(
        "choice", "Global batch", "The batch size over all nodes in training.", unit="samples"
    )
    sequence_length: Count | None = column(
        "work", "Sequence length", "Tokens in one sample.", unit="tokens", absent="none stated"
    )
    input_length: Count | None = column("work", "Input", "Tokens read.", unit="tokens")
    output_length: Count | None = column("work", "Output", "Tokens generated.", unit="tokens")
    image_size: Text | None = column(
        "work", "Image size", "The size of a picture as the source prints it.", unit="pixels"
    )
    tensor_parallel: Count | None = column(
        "choice", "Tensor parallel", "The degree of tensor parallelism.", unit="shards"
    )
    pipeline_parallel: Count | None = column(
        "choice", "Pipeline parallel", "The degree of pipeline parallelism.", unit="stages"
    )
    data_parallel: Count | None = column("choice", "Data parallel", "Copies of the model at work.", unit="replicas")
    cores: Count | None = column("choice", "Cores", "Cores used.", unit="cores")
    nodes: Count | None = column("choice", "Nodes", "Instances in the cluster.", unit="instances")
    topology: Text | None = column("choice", "Topology", "How the work was spread, in the words of the source.")
    optimizer: Text | None = column("choice", "Optimizer", "The optimizer of training.")
    scaling: Text | None = column("choice", "Scaling", "Strong or weak scaling, as the source prints it.")
    threads: Count | None = column("choice", "Threads", "Threads that sent requests.", unit="threads")
    model_count: Count | None = column("choice", "Models loaded", "Models loaded at once.", unit="models")
    workers_per_model: Count | None = column("choice", "Workers", "Workers for each model.", unit="workers")
    throughput: Quantity | None = column(
        "figure",
        "Throughput",
        "Throughput, counted as throughput_unit says.",
        unit_field="throughput_unit",
        better="higher",
    )
    throughput_unit: Annotated[str, Term("throughput_unit")] | None = column(
        "unit", "Unit of throughput", "What throughput counts. Compare only rows that agree in it."
    )
    requests_per_s: Quantity | None = column(
        "figure",
        "Requests",
        "Requests answered.",
        unit="requests per second",
        better="higher",
    )
    latency_p50_ms: Quantity | None = column(
        "figure",
        "Latency p50",
        "Median latency, of what latency_basis says.",
        unit="ms",
        unit_field="latency_basis",
        better="lower",
    )
    latency_p99_ms: Quantity | None = column(
        "figure",
        "Latency p99",
        "99th percentile of latency, of what latency_basis says.",
        unit="ms",
        unit_field="latency_basis",
        better="lower",
    )
    latency_basis: Annotated[str, Term("latency_basis")] | None = column(
        "unit", "Basis of latency", "What one latency is the time of."
    )
    request_latency_s: Quantity | None = column(
        "figure",
        "Request latency",
        "Time from request to answer. The source does not name the statistic.",
        unit="s",
        better="lower",
    )
    ttft_ms: Quantity | None = column(
        "figure",
        "TTFT",
        "Time to the first token. The source does not name the statistic.",
        unit="ms",
        better="lower",
    )
    inter_token_latency_ms: Quantity | None = column(
        "figure",
        "Inter-token latency",
        "Time between tokens. The source does not name the statistic.",
        unit="ms",
        better="lower",
    )
    ttft_p50_ms: Quantity | None = column(
        "figure", "TTFT p50", "Median time to the first token.", unit="ms", better="lower"
    )
    ttft_p99_ms: Quantity | None = column(
        "figure", "TTFT p99", "99th percentile of the time to the first token.", unit="ms", better="lower"
    )
    tpot_p50_ms: Quantity | None = column(
        "figure", "TPOT p50", "Median time per output token.", unit="ms", better="lower"
    )
    tpot_p99_ms: Quantity | None = column(
        "figure", "TPOT p99", "99th percentile of the time per output token.", unit="ms", better="lower"
    )
    mfu_percent: Quantity | None = column(
        "figure", "FLOPS utilisation", "Model FLOPS utilisation.", unit="percent", better="higher"
    )
    compute_cost_per_token_tflops: Quantity | None = column(
        "figure",
        "Compute, printed as per token",
        "Arithmetic for one token.",
        unit="TFLOP",
    )
    doubt: Text | None = column(
        "note", "Doubt", "Why the figures should be doubted. Null where no reason is known.", absent="none known"
    )
    """Why the figures of this row should be doubted."""


BENCHMARK_FIELDS: Mapping[str, BenchmarkField] = {
    name: cast("BenchmarkField", info.json_schema_extra) for name, info in fields_of(BenchmarkRow).items()
}
"""By field of a row, in the order of the fields."""


def fields_with_role(*roles: Role) -> tuple[str, ...]:
    """The fields of a row that have one of some roles, in their order."""
    return tuple(name for name, field in BENCHMARK_FIELDS.items() if field.role in roles)


RUN_SETTINGS = fields_with_role("unit", "data type", "work", "choice", "software")
"""How a measurement was made, beside its subject."""


class BenchmarkFile(Record):
    """A file of results, or a table of a page."""

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
    rows: NonEmpty[BenchmarkRow]
    former_ids: FormerIds = ()
