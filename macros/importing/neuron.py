"""Releases of the Neuron SDK with their packages, and rows of its benchmark tables, from its documentation."""

from __future__ import annotations

import csv
import datetime
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from macros.importing.rows import DataRow, RowKeys, UpstreamError
from macros.importing.upstream import Found, Known, RecordUpdate, Upstream

PLATFORM = "neuron"
MANIFEST = "n2-manifest.json"
RELEASE = re.compile(r"Neuron (\d+\.\d+\.\d+)\s*\((\d\d)/(\d\d)/(\d{4})\)")
"""A heading of the release notes: Neuron 2.33.0 (10/19/2026)."""

WORDS = {
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
"""By heading of a column of a benchmark table: the field of a row that holds its words."""
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
READ = {*WORDS, *FIGURES, *THROUGHPUTS, "Model", "Scripts", "Framework", "Inst. Type"}
"""The headings of a table that can be read."""
KEYS = RowKeys(
    ("model", "instances", "batch_size", "sequence_length", "input_length", "output_length", "image_size", "task"),
    place="line",
)


def packages(upstream: Upstream, known: Known) -> Iterator[Found]:
    """Every release of the package manifest: its packages, and of a new one its date as well."""
    try:
        manifest = json.loads(upstream.text(MANIFEST))
        releases, newest, printed = (
            manifest[name] for name in ("neuron_releases", "manifest_version", "manifest_date")
        )
    except (ValueError, KeyError) as error:
        raise UpstreamError(f"{MANIFEST}: expected neuron_releases, manifest_version and manifest_date") from error
    dates = {**_dates(upstream.path), newest: datetime.datetime.strptime(printed, "%m/%d/%Y").date()}  # noqa: DTZ007
    for release in releases:
        version = release["neuron_version"]
        if version in known.records.sdks or version in dates:
            entry = upstream.cite(f"entry {version}")
            new = {"platform": PLATFORM, "date": dates.get(version), "manifest": entry, "citations": [entry]}
            rows = list(map(_package, release["packages"]))
            keys = RowKeys(("package", "version"), field="packages")
            yield RecordUpdate(f"sdks/{version}.yml", {"packages": rows}, new, keys)
        else:
            yield f"release {version}: left out, for neither the manifest nor the release notes date it"


def _dates(folder: Path) -> Mapping[str, datetime.date]:
    texts = (file.read_text("utf-8", errors="replace") for file in sorted(folder.rglob("*.rst")))
    return {
        version: datetime.date(int(year), int(month), int(day))
        for text in texts
        for version, month, day, year in RELEASE.findall(text)
    }


def _package(package: Mapping[str, Any]) -> DataRow:
    # The manifest repeats single entries, and leaves a comma in some.
    versions = [version.strip(",") for version in package["supported_python_versions"]]
    series = list(dict.fromkeys(package["supported_instances"]))
    row = {"package": package["name"], "version": package["version"], "series": series}
    return row | ({"python": versions} if versions else {})


def benchmarks(upstream: Upstream, known: Known) -> Iterator[Found]:
    """The rows of each table that has a record. A new table needs its head written first: it cannot be read off."""
    for file in upstream.files("inf*/*.csv", "trn*/*.csv"):
        name, path = f"{file.parent.name}/{file.name}", f"benchmarks/{file.parent.name}-{file.stem}.yml"
        path = path.replace("_", "-")
        if file.stem.endswith("prices"):
            continue
        with file.open(encoding="utf-8", newline="") as lines:
            table = list(csv.DictReader(lines))
        if unknown := [heading for heading in (table[0] if table else ()) if heading not in READ]:
            yield f"{name}: left out, for these columns: {', '.join(unknown)}"
        elif fields := known.file(path):
            yield RecordUpdate(path, {"rows": _benchmarks(upstream, table, path, fields["rows"])}, keys=KEYS)
        else:
            yield f"{name}: left out; write the head of data/{path} first, without rows"


def _benchmarks(
    upstream: Upstream, table: Sequence[Mapping[str, str]], path: str, known: Sequence[DataRow]
) -> Sequence[DataRow]:
    rows = [_benchmark(number, line) for number, line in enumerate(table, start=2)]
    bases = {row.get("latency_basis") for row in known}
    for row in rows:
        if len(bases) == 1 and "latency_p50_ms" in row:
            row["latency_basis"] = next(iter(bases))
    for row, index in zip(rows, KEYS.matches(known, rows, path), strict=True):
        if index is None or not KEYS.says(known[index], row):
            row["as_of"] = upstream.as_of
    return rows


def _benchmark(number: int, line: Mapping[str, str]) -> dict[str, Any]:
    row: dict[str, Any] = {"line": number, "model": line["Model"], "instances": [line["Inst. Type"].lower()]}
    row |= {name: line[heading].strip('"') for heading, name in WORDS.items() if line.get(heading)}
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
