"""The static API under /api/v1/: which files there are, and what stands in each."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from macros.addresses import address
from macros.exports import answers, benchmark_rows, lifecycle_rows, listed_rows, openapi, rows
from macros.exports.columns import Row
from macros.exports.envelope import SCHEMA_VERSION, as_json, envelope
from macros.knowledge import Knowledge

BASE = "api/v1/"
RECORD_LISTS = (
    "models",
    "families",
    "accelerators",
    "instances",
    "frameworks",
    "datasets",
    "sources",
    "limitations",
    "conflicts",
    "architectures",
    "catalogues",
    "components",
    "sdks",
)
"""Kinds whose records are published as they are, each with its page's address."""


CSV_TABLES = ("tested-configurations", "benchmarks", "listed-models", "lifecycle", "package-versions")
"""Lists that are published as CSV too."""


@dataclass(frozen=True)
class ApiFile:
    """One file of the API."""

    name: str
    """Below api/v1/."""
    what: str
    content: bytes
    entries: int | None
    """Rows or records in it; None where it holds none."""

    @property
    def path(self) -> str:
        """From the site's root."""
        return f"{BASE}{self.name}"

    @property
    def size(self) -> int:
        """In bytes, as published and not compressed."""
        return len(self.content)


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Every API file: its path from the site's root, and its content."""
    yield from ((file.path, file.content) for file in described(knowledge))
    for name, result in answers.files(knowledge):
        yield f"{BASE}{name}.json", envelope(knowledge.records.revision, result)


def described(knowledge: Knowledge) -> Iterator[ApiFile]:
    """Every list of the API with what a reader wants to know of it, one at a time; not the answers, a file a model."""
    lists = _lists(knowledge)
    revision = knowledge.records.revision
    for name, result in lists.items():
        yield ApiFile(f"{name}.json", openapi.summary(name), envelope(revision, result), len(result))
        if name in CSV_TABLES:
            yield ApiFile(f"{name}.csv", f"{openapi.summary(name)}, as CSV", _csv(result), len(result))
    listed = [{"name": name, "url": f"{BASE}{name}.json", "count": len(result)} for name, result in lists.items()]
    yield ApiFile("index.json", openapi.summary(openapi.INDEX), envelope(revision, listed), len(listed))
    yield ApiFile(
        "openapi.json", "This API as OpenAPI 3.1", as_json(openapi.document(knowledge, lists, CSV_TABLES)), None
    )


def _lists(knowledge: Knowledge) -> dict[str, list[Row]]:
    records = knowledge.records
    lists = {
        "tested-configurations": [rows.tested_configuration(test) for test in knowledge.configurations],
        "support": [rows.verdict(found) for found in knowledge.verdicts],
        "validated-models": [rows.validated_pair(pair) for pair in knowledge.validated],
        "benchmarks": [benchmark_rows.benchmark(found) for found in knowledge.benchmarks],
        "listed-models": [listed_rows.listed(line) for line in knowledge.listed],
        "lifecycle": list(lifecycle_rows.notices(knowledge)),
        "package-versions": list(lifecycle_rows.package_versions(knowledge)),
    }
    for record in records.comparisons:
        lists[f"comparisons/{record}"] = list(rows.comparison(knowledge, record))
    for kind in RECORD_LISTS:
        lists[kind] = [
            {"id": record_id, **record.model_dump(), "url": address(kind, record_id)}
            for record_id, record in records.of(kind).items()
        ]
    return lists


def _csv(result: Sequence[Row]) -> bytes:
    """Rows as CSV, an unpublished fact as an empty cell, truth as true and false, lists with semicolons."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(result[0]) if result else [], lineterminator="\n")
    writer.writeheader()
    for row in result:
        writer.writerow({column: _cell(value) for column, value in row.items()})
    return text.getvalue().encode()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return _cell(";".join(map(str, value)))
    # A spreadsheet runs a cell that begins like this as a formula; the quote makes it text.
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value


__all__ = ["BASE", "SCHEMA_VERSION", "ApiFile", "described", "files"]
