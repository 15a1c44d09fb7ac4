"""Rows of the Neuron benchmark tables, from the CSV files that its documentation shows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from macros.importing.updates import Found, Known, RecordUpdate, Remark, RowKeys, Upstream

CELLS = {
    "Application Type": "application_type",
    "Compilation Autocast Data Type": "autocast_data_type",
    "Model Data Type": "model_data_type",
    "Image Size": "image_size",
    "Neuron Version": "sdk",
    "OS Type": "operating_system",
    "Run Mode": "run_mode",
    "Task": "task",
    "Weight Storage Data Type": "weight_storage_data_type",
}
"""By heading of a column: the field of a row that holds its words."""
FIGURES = {
    "Batch Size": "batch_size",
    "DP Degree": "data_parallel",
    "Input Length": "input_length",
    "Latency P50 (ms)": "latency_p50_ms",
    "Latency P99 (ms)": "latency_p99_ms",
    "Latency per Token P50 (ms)": "latency_p50_ms",
    "Latency per Token P99 (ms)": "latency_p99_ms",
    "Output Length": "output_length",
    "Sequence Length": "sequence_length",
    "TP Degree": "tensor_parallel",
    "TPOT Latency P50 (ms)": "tpot_p50_ms",
    "TPOT Latency P99 (ms)": "tpot_p99_ms",
    "TTFT Latency P50 (ms)": "ttft_p50_ms",
    "TTFT Latency P99 (ms)": "ttft_p99_ms",
}
THROUGHPUTS = {
    "Output Token Throughput (tokens/sec)": "output-tokens-per-second",
    "Throughput (images/second)": "images-per-second",
    "Throughput (inference/second)": "inferences-per-second",
    "Throughput (inference/sec)": "inferences-per-second",
    "Throughput (tokens/second)": "tokens-per-second",
}
"""By heading: the unit."""
OTHERS = ("Model", "Scripts", "Framework", "Inst. Type")
"""Further headings of a table that can be read."""
READ = {*CELLS, *FIGURES, *THROUGHPUTS, *OTHERS}
KEYS = RowKeys(
    ("model", "instances", "batch_size", "sequence_length", "input_length", "output_length", "image_size", "task"),
    place="line",
)


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """The rows of each table that has a record. A new table needs its head written first: it cannot be read off."""
    for file in upstream.files("inf*/*.csv", "trn*/*.csv"):
        path = f"benchmarks/{file.parent.name}-{file.stem}.yml".replace("_", "-")
        if file.stem.endswith("prices"):
            continue
        with file.open(encoding="utf-8", newline="") as lines:
            table = list(csv.DictReader(lines))
        if unknown := [heading for heading in _headings(table) if heading not in READ]:
            yield Remark(f"{file.parent.name}/{file.name}: left out, for these columns: {', '.join(unknown)}")
        elif fields := known.file(path):
            yield _update(upstream, table, path, fields["rows"])
        else:
            yield Remark(f"{file.parent.name}/{file.name}: left out; write the head of data/{path} first, without rows")


def _headings(table: Sequence[Mapping[str, str]]) -> Sequence[str]:
    return list(table[0]) if table else ()


def _update(
    upstream: Upstream, table: Sequence[Mapping[str, str]], path: str, known: Sequence[Mapping[str, Any]]
) -> RecordUpdate:
    rows = [_row(number, line) for number, line in enumerate(table, start=2)]
    bases = {row.get("latency_basis") for row in known}
    for row in rows:
        if len(bases) == 1 and "latency_p50_ms" in row:
            row["latency_basis"] = next(iter(bases))
    for row, index in zip(rows, KEYS.matches(known, rows, path), strict=True):
        old = {} if index is None else known[index]
        if any(old.get(name) != value for name, value in row.items() if name != KEYS.place):
            row["as_of"] = upstream.as_of
    return RecordUpdate(path, {"rows": rows}, rows={"rows": KEYS})


def _row(number: int, line: Mapping[str, str]) -> dict[str, Any]:
    row: dict[str, Any] = {"line": number, "model": line["Model"], "instances": [line["Inst. Type"].lower()]}
    row |= {name: line[heading].strip('"') for heading, name in CELLS.items() if line.get(heading)}
    if version := re.search(r"\d[\d.]*$", line.get("Framework", "")):
        row["framework_version"] = version[0]
    row |= {name: _figure(line[heading]) for heading, name in FIGURES.items() if line.get(heading)}
    for heading, unit in THROUGHPUTS.items():
        if line.get(heading):
            row |= {"throughput": _figure(line[heading]), "throughput_unit": unit}
    return row


def _figure(text: str) -> float | int:
    value = float(text.replace(",", ""))
    return int(value) if value.is_integer() else value
