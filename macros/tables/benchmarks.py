"""Measurements, a row each, with every setting and figure as published."""

from __future__ import annotations

from macros.knowledge import Benchmark
from macros.tables.column import AS_OF, LOCATOR, SOURCE, Column, Table


def _of_row(
    name: str, meaning: str, unit: str | None = None, vocabulary: str | None = None, absent: str = "not published"
) -> Column[Benchmark]:
    """A setting or figure, called as in the schema of rows."""
    return Column(name, meaning, f"row.{name}", unit=unit, vocabulary=vocabulary, absent=absent)


FIGURES = (
    _of_row("model_details", "What the source adds to the name of the model."),
    _of_row("task", "The task as the source prints it."),
    _of_row("operating_system", "The operating system as the source prints it."),
    _of_row("run_mode", "How the model was spread over cores, in the words of the source."),
    _of_row("application_type", "What the settings were chosen for, in the words of the source."),
    _of_row("variant", "The scenario or configuration that sets the row apart."),
    _of_row("load", "How requests were offered."),
    _of_row("request_rate", "Requests offered.", unit="requests per second"),
    _of_row("model_data_type", "The number format of the model as the source prints it."),
    _of_row("autocast_data_type", "What the compiler was told to cast to, as the source prints it."),
    _of_row("weight_storage_data_type", "The number format in which weights were stored."),
    _of_row("training_data_type", "The number format of training."),
    _of_row("batch_size", "The batch size of each replica.", unit="samples"),
    _of_row("micro_batch", "The micro-batch size of training.", unit="samples"),
    _of_row("global_batch", "The batch size over all nodes in training.", unit="samples"),
    _of_row("sequence_length", "Tokens in one sample.", unit="tokens", absent="none stated"),
    _of_row("input_length", "Tokens read.", unit="tokens"),
    _of_row("output_length", "Tokens generated.", unit="tokens"),
    _of_row("image_size", "The size of a picture as the source prints it.", unit="pixels"),
    _of_row("tensor_parallel", "The degree of tensor parallelism.", unit="shards"),
    _of_row("pipeline_parallel", "The degree of pipeline parallelism.", unit="stages"),
    _of_row("data_parallel", "Copies of the model at work.", unit="replicas"),
    _of_row("cores", "Cores used.", unit="cores"),
    _of_row("nodes", "Instances in the cluster.", unit="instances"),
    _of_row("topology", "How the work was spread, in the words of the source."),
    _of_row("optimizer", "The optimizer of training."),
    _of_row("scaling", "Strong or weak scaling, as the source prints it."),
    _of_row("threads", "Threads that sent requests.", unit="threads"),
    _of_row("model_count", "Models loaded at once.", unit="models"),
    _of_row("workers_per_model", "Workers for each model.", unit="workers"),
    _of_row("throughput", "Throughput, counted as throughput_unit says."),
    _of_row(
        "throughput_unit", "What throughput counts. Compare only rows that agree in it.", vocabulary="throughput_unit"
    ),
    _of_row("requests_per_s", "Requests answered.", unit="requests per second"),
    _of_row("latency_p50_ms", "Median latency, of what latency_basis says.", unit="ms"),
    _of_row("latency_p99_ms", "99th percentile of latency, of what latency_basis says.", unit="ms"),
    _of_row("latency_basis", "What one latency is the time of.", vocabulary="latency_basis"),
    _of_row("request_latency_s", "Time from request to answer. The source does not name the statistic.", unit="s"),
    _of_row("ttft_ms", "Time to the first token. The source does not name the statistic.", unit="ms"),
    _of_row("inter_token_latency_ms", "Time between tokens. The source does not name the statistic.", unit="ms"),
    _of_row("ttft_p50_ms", "Median time to the first token.", unit="ms"),
    _of_row("ttft_p99_ms", "99th percentile of the time to the first token.", unit="ms"),
    _of_row("tpot_p50_ms", "Median time per output token.", unit="ms"),
    _of_row("tpot_p99_ms", "99th percentile of the time per output token.", unit="ms"),
    _of_row("mfu_percent", "Model FLOPS utilisation.", unit="percent"),
    _of_row("compute_cost_per_token_tflops", "Arithmetic for one token.", unit="TFLOP"),
)
"""Settings first, then what was measured."""

BENCHMARKS = Table[Benchmark](
    "benchmarks",
    "Every published measurement, a row each",
    (
        Column("id", "Names the row for good: result table and line."),
        Column("table", "The result table it stands in.", "file_id", kind="benchmarks"),
        Column("table_kind", "What the result table is about.", "file.table", vocabulary="benchmark_table"),
        Column("model", "The model, under its one name here.", kind="models"),
        Column("model_as_published", "The model as the source prints it.", "row.model"),
        Column("architecture", "The model's architecture.", kind="architectures"),
        Column(
            "family",
            "The model's family. Null where the guidelines name none for it.",
            kind="families",
            absent="none named",
        ),
        Column("framework", "The framework or library it ran with. Null where none is recorded.", kind="frameworks"),
        Column(
            "framework_as_published",
            "The framework as the source prints it.",
            lambda found: found.row.framework_as_published or found.file.framework_as_published,
        ),
        Column("framework_version", "The version of the framework as the source prints it.", "row.framework_version"),
        Column("sdk", "The version of the SDK as the source prints it.", "row.sdk"),
        Column("workload", "What the model was run for.", vocabulary="workload"),
        Column(
            "instances",
            "The instance types: several where the source joins them, none where it names none.",
            kind="instances",
            absent="none named",
        ),
        Column(
            "instance_inferred",
            "Why this instance type, where the source does not name it.",
            "row.instance_inferred",
            absent="no, the source names it",
        ),
        Column(
            "accelerators", "The accelerators those instance types carry.", kind="accelerators", absent="none named"
        ),
        *FIGURES,
        Column("statistic", "What the source says of the statistic of its figures.", "file.statistic"),
        Column(
            "published",
            "Whether readers of the source see the row. If not, it may once have been shown, or never.",
            "file.published",
        ),
        Column(
            "doubt",
            "Why the figures should be doubted. Null where no reason is known.",
            "row.doubt",
            absent="none known",
        ),
        SOURCE,
        LOCATOR,
        AS_OF,
    ),
    lambda known: known.benchmarks,
)
