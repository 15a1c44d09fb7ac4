"""Published measurements of speed: one file per result file of a source, one row a line.

Pages and the API make columns of the fields of a row: their labels, meanings and units stand beside the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, cast

from pydantic import Field
from pydantic.dataclasses import dataclass as row_type

from macros.schema import ids
from macros.schema.base import CLOSED, Citation, Record, Statement, TableRow, fields_of
from macros.schema.references import Term, Workload
from macros.schema.values import Count, Date, FormerIds, Listing, NonEmpty, OneThing, Quantity, Text

Role = Literal[
    "place", "subject", "spelling", "unit", "data type", "work", "choice", "software", "purpose", "figure", "note"
]
"""What a field of a row is to its measurement:

- `place`: where the source prints it
- `subject`: what was measured, compared by the records it names
- `spelling`: a name as printed; runs that differ only in it are the same work
- `unit`: what figures count, as a term of the vocabulary of the same name
- `data type`: with subject and units the setup, in which the runs of one table agree
- `work`: the size of the work; only runs that agree in it are compared
- `choice`, `software`: what a user of the hardware chooses; compared runs may differ in it
- `purpose`: what the choices were made for; tables that print one run may differ in it
- `figure`: what was measured
- `note`: the editor's words about the row
"""

Better = Literal["higher", "lower"]
"""Which of two figures is the better one."""


@dataclass(frozen=True)
class BenchmarkField:
    """What a field of a benchmark row is, and what readers and programs see of it."""

    role: Role
    label: str
    """Its heading on the site."""
    meaning: str
    """The description of its API column, and in the JSON Schema of the data file if it has no docstring."""
    unit: str | None = None
    unit_field: str | None = None
    """The field of the row that completes the unit."""
    absent: str = "not published"
    """What text has in its place where a row does not state it."""
    better: Better | None = None
    """Of figures that can be ranked: which come first."""

    def __call__(self, schema: dict[str, Any]) -> None:
        """Gives the field's JSON Schema the meaning as description, unless the field has a docstring."""
        schema.setdefault("description", f"{self.meaning} Unit: {self.unit}." if self.unit else self.meaning)


def column(role: Role, label: str, meaning: str, unit: str | None = None, default: Any = None, **others: Any) -> Any:
    """A field of a benchmark row with its default, which is `...` if it is required; `others`: see BenchmarkField."""
    return Field(default, json_schema_extra=BenchmarkField(role, label, meaning, unit, **others))


place, subject, spelling = partial(column, "place"), partial(column, "subject"), partial(column, "spelling")
data_type, work, choice = partial(column, "data type"), partial(column, "work"), partial(column, "choice")
software, figure, note = partial(column, "software"), partial(column, "figure"), partial(column, "note")
latency = partial(figure, unit="ms", better="lower")


@row_type(config=CLOSED, frozen=True, slots=True, kw_only=True)
class BenchmarkRow(TableRow):
    """One measurement, names and figures as the source prints them."""

    line: Count = place("Line", "The line in the source file, the header being line 1.", default=...)
    as_of: Date | None = place("As of", "The date the row speaks for.", absent="that of the file")
    """Where it differs from the file's."""
    model: ids.PublishedModel = subject(
        "Model", "The model as the source prints it, if that names only one model.", default=...
    )
    model_as_published: Text | None = spelling("Model as published", "The model as the source prints it.")
    """What the source prints where that names several models; `model` is then the one that the row's details name."""
    instances: Listing[ids.PublishedInstance] = subject(
        "Instance",
        "The instance type: several where the source joins them without saying which ran.",
        default=(),
        absent="none named",
    )
    """Several where the source joins them; empty where it names none and none can be concluded."""
    instance_inferred: Text | None = note(
        "Instance inferred",
        "Why this instance type, where the source does not name it.",
        absent="no, the source names it",
    )
    """Why this instance, where the row does not name it."""
    accelerators: Listing[ids.AcceleratorId] = subject(
        "Accelerators", "The accelerators that it ran on.", default=(), absent="none named"
    )
    """Those of a machine that is no instance type; else they follow from the instances."""
    accelerator_count: Count | None = choice(
        "Number of accelerators", "Accelerators used, where the source counts them."
    )
    machine: Text | None = choice("Machine", "The machine as printed, where it is no instance type.")
    submitter: Text | None = choice("Submitter", "Who made the measurement, where that is not the publisher.")
    availability: Text | None = choice("Availability", "Whether the system could be bought or rented, as printed.")
    model_details: Text | None = work("Details", "What the source adds to the name of the model.")
    task: Text | None = work("Task", "The task as the source prints it.")
    framework: ids.FrameworkId | None = subject(
        "Framework", "The framework or library it ran with. Null where none is recorded."
    )
    """Overrides the file's."""
    framework_as_published: Text | None = spelling("Framework as published", "The framework as the source prints it.")
    framework_version: Text | None = software(
        "Framework version", "The version of the framework as the source prints it."
    )
    sdk: Text | None = software("SDK", "The version of the SDK as the source prints it.")
    operating_system: Text | None = software("System", "The operating system as the source prints it.")
    run_mode: Text | None = choice("Run mode", "How the model was spread over cores, in the words of the source.")
    application_type: Text | None = column(
        "purpose", "Application type", "What the settings were chosen for, in the words of the source."
    )
    variant: Text | None = choice("Variant", "The scenario or configuration that sets the row apart.")
    load: Text | None = choice("Load", "How requests were offered.")
    request_rate: Quantity | None = choice("Request rate", "Requests offered.", "requests per second")
    model_data_type: Text | None = data_type(
        "Model data type", "The number format of the model as the source prints it."
    )
    autocast_data_type: Text | None = data_type(
        "Autocast", "What the compiler was told to cast to, as the source prints it."
    )
    weight_storage_data_type: Text | None = work("Weights stored as", "The number format in which weights were stored.")
    training_data_type: Text | None = data_type("Training data type", "The number format of training.")
    batch_size: Count | None = choice("Batch size", "The batch size of each replica.", "samples")
    micro_batch: Count | None = choice("Micro batch", "The micro-batch size of training.", "samples")
    global_batch: Count | None = choice("Global batch", "The batch size over all nodes in training.", "samples")
    sequence_length: Count | None = work("Sequence length", "Tokens in one sample.", "tokens", absent="none stated")
    input_length: Count | None = work("Input", "Tokens read.", "tokens")
    output_length: Count | None = work("Output", "Tokens generated.", "tokens")
    image_size: Text | None = work("Image size", "The size of a picture as the source prints it.", "pixels")
    makes: OneThing | None = work("Makes", "What one sample, query or inference makes, such as one image.")
    tensor_parallel: Count | None = choice("Tensor parallel", "The degree of tensor parallelism.", "shards")
    pipeline_parallel: Count | None = choice("Pipeline parallel", "The degree of pipeline parallelism.", "stages")
    data_parallel: Count | None = choice("Data parallel", "Copies of the model at work.", "replicas")
    cores: Count | None = choice("Cores", "Cores used.", "cores")
    nodes: Count | None = choice("Nodes", "Instances in the cluster.", "instances")
    topology: Text | None = choice("Topology", "How the work was spread, in the words of the source.")
    optimizer: Text | None = choice("Optimizer", "The optimizer of training.")
    scaling: Text | None = choice("Scaling", "Strong or weak scaling, as the source prints it.")
    threads: Count | None = choice("Threads", "Threads that sent requests.", "threads")
    model_count: Count | None = choice("Models loaded", "Models loaded at once.", "models")
    workers_per_model: Count | None = choice("Workers", "Workers for each model.", "workers")
    throughput: Quantity | None = figure(
        "Throughput", "Throughput, counted as throughput_unit says.", unit_field="throughput_unit", better="higher"
    )
    throughput_unit: Annotated[str, Term("throughput_unit")] | None = column(
        "unit", "Unit of throughput", "What throughput counts. Compare only rows that agree in it."
    )
    requests_per_s: Quantity | None = figure("Requests", "Requests answered.", "requests per second", better="higher")
    tokens_per_s_per_user: Quantity | None = figure(
        "Speed per user", "Tokens generated for each user.", "tokens per second", better="higher"
    )
    latency_p50_ms: Quantity | None = latency(
        "Latency p50", "Median latency, of what latency_basis says.", unit_field="latency_basis"
    )
    latency_p99_ms: Quantity | None = latency(
        "Latency p99", "99th percentile of latency, of what latency_basis says.", unit_field="latency_basis"
    )
    latency_basis: Annotated[str, Term("latency_basis")] | None = column(
        "unit", "Basis of latency", "What one latency is the time of."
    )
    request_latency_s: Quantity | None = figure(
        "Request latency",
        "Time from request to answer. The source does not name the statistic.",
        "s",
        better="lower",
    )
    ttft_ms: Quantity | None = latency("TTFT", "Time to the first token. The source does not name the statistic.")
    inter_token_latency_ms: Quantity | None = latency(
        "Inter-token latency", "Time between tokens. The source does not name the statistic."
    )
    ttft_p50_ms: Quantity | None = latency("TTFT p50", "Median time to the first token.")
    ttft_p99_ms: Quantity | None = latency("TTFT p99", "99th percentile of the time to the first token.")
    tpot_p50_ms: Quantity | None = latency("TPOT p50", "Median time per output token.")
    tpot_p99_ms: Quantity | None = latency("TPOT p99", "99th percentile of the time per output token.")
    mfu_percent: Quantity | None = figure("FLOPS utilisation", "Model FLOPS utilisation.", "percent", better="higher")
    compute_cost_per_token_tflops: Quantity | None = figure(
        "Compute, printed as per token", "Arithmetic for one token.", "TFLOP"
    )
    doubt: Text | None = note(
        "Doubt", "Why the figures should be doubted. Null where no reason is known.", absent="none known"
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
    workload: Workload
    framework: ids.FrameworkId | None = None
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
    thresholds: bool = False
    """Whether its figures are what a test asks for at least, rather than measurements."""
    notes: Listing[Statement] = ()
    rows: NonEmpty[BenchmarkRow]
    former_ids: FormerIds = ()
