"""Measurements as API rows, every setting and figure as published."""

from __future__ import annotations

from collections.abc import Mapping

from macros.exports.columns import AS_OF, LOCATOR, SOURCE, Column, Row
from macros.knowledge import Benchmark

_SETTINGS: Mapping[str, Column] = {
    "model_details": Column("What the source adds to the name of the model."),
    "task": Column("The task as the source prints it."),
    "operating_system": Column("The operating system as the source prints it."),
    "run_mode": Column("How the model was spread over cores, in the words of the source."),
    "application_type": Column("What the settings were chosen for, in the words of the source."),
    "variant": Column("The scenario or configuration that sets the row apart."),
    "load": Column("How requests were offered."),
    "request_rate": Column("Requests offered.", unit="requests per second"),
    "model_data_type": Column("The number format of the model as the source prints it."),
    "autocast_data_type": Column("What the compiler was told to cast to, as the source prints it."),
    "weight_storage_data_type": Column("The number format in which weights were stored."),
    "training_data_type": Column("The number format of training."),
    "batch_size": Column("The batch size of each replica.", unit="samples"),
    "micro_batch": Column("The micro-batch size of training.", unit="samples"),
    "global_batch": Column("The batch size over all nodes in training.", unit="samples"),
    "sequence_length": Column("Tokens in one sample.", unit="tokens"),
    "input_length": Column("Tokens read.", unit="tokens"),
    "output_length": Column("Tokens generated.", unit="tokens"),
    "image_size": Column("The size of a picture as the source prints it.", unit="pixels"),
    "tensor_parallel": Column("The degree of tensor parallelism.", unit="shards"),
    "pipeline_parallel": Column("The degree of pipeline parallelism.", unit="stages"),
    "data_parallel": Column("Copies of the model at work.", unit="replicas"),
    "cores": Column("Cores used.", unit="cores"),
    "nodes": Column("Instances in the cluster.", unit="instances"),
    "topology": Column("How the work was spread, in the words of the source."),
    "optimizer": Column("The optimizer of training."),
    "scaling": Column("Strong or weak scaling, as the source prints it."),
    "threads": Column("Threads that sent requests.", unit="threads"),
    "model_count": Column("Models loaded at once.", unit="models"),
    "workers_per_model": Column("Workers for each model.", unit="workers"),
}

_THROUGHPUT: Mapping[str, Column] = {
    "throughput": Column("Throughput, counted as throughput_unit says."),
    "throughput_unit": Column(
        "What throughput counts. Compare only rows that agree in it.", vocabulary="throughput_unit"
    ),
    "requests_per_s": Column("Requests answered.", unit="requests per second"),
}

_LATENCIES: Mapping[str, Column] = {
    "latency_p50_ms": Column("Median latency, of what latency_basis says.", unit="ms"),
    "latency_p99_ms": Column("99th percentile of latency, of what latency_basis says.", unit="ms"),
    "latency_basis": Column("What one latency is the time of.", vocabulary="latency_basis"),
    "request_latency_s": Column("Time from request to answer. The source does not name the statistic.", unit="s"),
    "ttft_ms": Column("Time to the first token. The source does not name the statistic.", unit="ms"),
    "inter_token_latency_ms": Column("Time between tokens. The source does not name the statistic.", unit="ms"),
    "ttft_p50_ms": Column("Median time to the first token.", unit="ms"),
    "ttft_p99_ms": Column("99th percentile of the time to the first token.", unit="ms"),
    "tpot_p50_ms": Column("Median time per output token.", unit="ms"),
    "tpot_p99_ms": Column("99th percentile of the time per output token.", unit="ms"),
    "mfu_percent": Column("Model FLOPS utilisation.", unit="percent"),
    "compute_cost_per_token_tflops": Column("Arithmetic for one token.", unit="TFLOP"),
}

COLUMNS: Mapping[str, Column] = {
    "id": Column("Names the row for good: result table and line."),
    "table": Column("The result table it stands in.", kind="benchmarks"),
    "table_kind": Column("What the result table is about.", vocabulary="benchmark_table"),
    "model": Column("The model, under its one name here.", kind="models"),
    "model_as_published": Column("The model as the source prints it."),
    "architecture": Column("The model's architecture.", kind="architectures"),
    "family": Column("The model's family. Null where the guidelines name none for it.", kind="families"),
    "framework": Column("The framework or library it ran with. Null where none is recorded.", kind="frameworks"),
    "framework_as_published": Column("The framework as the source prints it."),
    "framework_version": Column("The version of the framework as the source prints it."),
    "sdk": Column("The version of the SDK as the source prints it."),
    "workload": Column("What the model was run for.", vocabulary="workload"),
    "instances": Column(
        "The instance types: several where the source joins them, none where it names none.", kind="instances"
    ),
    "instance_inferred": Column("Why this instance type, where the source does not name it."),
    "accelerators": Column("The accelerators those instance types carry.", kind="accelerators"),
    **_SETTINGS,
    **_THROUGHPUT,
    **_LATENCIES,
    "statistic": Column("What the source says of the statistic of its figures."),
    "published": Column("Whether readers of the source see the row. If not, it may once have been shown, or never."),
    "doubt": Column("Why the figures should be doubted. Null where no reason is known."),
    "source": SOURCE,
    "locator": LOCATOR,
    "as_of": AS_OF,
}
"""What each column says, in the order of the columns."""


def benchmark(found: Benchmark) -> Row:
    """A row of benchmarks.json and .csv."""
    row, file = found.row, found.file
    return {
        "id": found.id,
        "table": found.file_id,
        "table_kind": file.table,
        "model": found.model,
        "model_as_published": row.model,
        "architecture": found.architecture,
        "family": found.family,
        "framework": found.framework,
        "framework_as_published": row.framework_as_published or file.framework_as_published,
        "framework_version": row.framework_version,
        "sdk": row.sdk,
        "workload": found.workload,
        "instances": list(found.instances),
        "instance_inferred": row.instance_inferred,
        "accelerators": list(found.accelerators),
        **{name: getattr(row, name) for name in (*_SETTINGS, *_THROUGHPUT, *_LATENCIES)},
        "statistic": file.statistic,
        "published": file.published,
        "doubt": row.doubt,
        "source": found.source,
        "locator": found.locator,
        "as_of": found.as_of,
    }
