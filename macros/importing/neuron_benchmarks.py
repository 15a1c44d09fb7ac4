"""Rows of the Neuron benchmark tables, from the CSV files that its documentation shows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from macros.importing.updates import Found, Known, RecordUpdate, Remark, RowKeys, Upstream

CELLS = {
    "Application Type": "application_type",
    "Compilation Autocast Data Type": "autocast_data_type",
    "Model Data Type": "model_data_type",
    "Neuron Version": "sdk",
    "OS Type": "operating_system",
    "Run Mode": "run_mode",
    "Task": "task",
}
"""By heading of a column: the field of a row that holds its words."""
FIGURES = {
    "Batch Size": "batch_size",
    "Latency P50 (ms)": "latency_p50_ms",
    "Latency P99 (ms)": "latency_p99_ms",
    "Sequence Length": "sequence_length",
}
THROUGHPUTS = {
    "Throughput (images/second)": "images-per-second",
    "Throughput (inference/second)": "inferences-per-second",
    "Throughput (inference/sec)": "inferences-per-second",
    "Throughput (tokens/second)": "output-tokens-per-second",
}
"""By heading: the unit."""
KEYS = RowKeys(("model", "instances", "batch_size", "sequence_length", "task"))


def read(upstream: Upstream, known: Known) -> Iterator[Found]:
    """The rows of each table that has a record. A new table needs its head written first: it cannot be read off."""
    for file in upstream.files("inf*/*.csv", "trn*/*.csv"):
        path = f"benchmarks/{file.parent.name}-{file.stem}.yml".replace("_", "-")
        if file.stem.endswith("prices"):
            continue
        if fields := known.file(path):
            yield _update(upstream, file, path, fields["rows"])
        else:
            yield Remark(f"{file.parent.name}/{file.name}: left out; write the head of data/{path} first, without rows")


def _update(upstream: Upstream, file: Path, path: str, known: Sequence[Mapping[str, Any]]) -> RecordUpdate:
    with file.open(encoding="utf-8", newline="") as lines:
        rows = [_row(number, line) for number, line in enumerate(csv.DictReader(lines), start=2)]
    before = {KEYS.of(row): row for row in known}
    bases = {row.get("latency_basis") for row in known}
    for row in rows:
        if len(bases) == 1 and "latency_p50_ms" in row:
            row["latency_basis"] = next(iter(bases))
        old = before.get(KEYS.of(row), {})
        if any(old.get(name) != value for name, value in row.items() if name != "line"):
            row["as_of"] = upstream.as_of
    return RecordUpdate(path, {"rows": rows}, rows={"rows": KEYS})


def _row(number: int, line: Mapping[str, str]) -> dict[str, Any]:
    row: dict[str, Any] = {"line": number, "model": line["Model"], "instances": [line["Inst. Type"].lower()]}
    row |= {name: line[heading] for heading, name in CELLS.items() if line.get(heading)}
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
