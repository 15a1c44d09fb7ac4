"""The static API under /api/v1/: which files there are, and what stands in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from macros.exports import (
    answers,
    archive,
    benchmark_rows,
    data_schemas,
    lifecycle_rows,
    listed_rows,
    moved,
    openapi,
    record_files,
    rows,
    tables,
)
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
    "releases",
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


@dataclass(frozen=True)
class ApiFile:
    """One file of the API, described; its content may be large."""

    name: str
    """Below api/v1/."""
    what: str
    size: int
    """In bytes, not compressed."""
    entries: int | None
    """Rows or records in it; None where it holds none."""

    @property
    def path(self) -> str:
        """From the site's root."""
        return f"{BASE}{self.name}"


@dataclass(frozen=True)
class Api:
    """Everything that is published under api/v1/."""

    described: Sequence[ApiFile]
    """What a reader may want to fetch; without the files that are one a record."""
    archive: bytes
    """All of it, in the form in which it is published and in which it takes the least memory."""


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Every API file: its path from the site's root, and its content."""
    whole = written(knowledge).archive
    yield from archive.unpacked(whole, BASE)
    yield f"{BASE}{archive.FILE}", whole


@lru_cache(maxsize=1)
def written(knowledge: Knowledge) -> Api:
    """The whole API, written once: a page tells the sizes of its files long before they are put in place."""
    records = knowledge.records
    writing = _Writing(archive.Archive(records.atlas.edition), records.revision)
    writing.pack.add(archive.README, archive.readme(records.revision, records.atlas.edition))
    for name, result in _lists_of_rows(knowledge):
        writing.add_list(name, result)
    for kind in dict.fromkeys((*RECORD_LISTS, *record_files.RECORD_TYPES)):
        result = list(record_files.rows(records, kind))
        if kind in RECORD_LISTS:
            writing.add_list(kind, result)
        for row in result:
            writing.add(record_files.name(kind, row["id"]), envelope(records.revision, [row]))
    for name, content in moved.files(records):
        writing.add(name, content)
    for name, found in answers.files(knowledge):
        writing.add(f"{name}.json", envelope(records.revision, found))
    for name, content in data_schemas.files(records.vocabularies):
        writing.add(f"{data_schemas.FOLDER}{name}", content)
    return writing.finished(knowledge)


class _Writing:
    """The API while it is being written."""

    def __init__(self, pack: archive.Archive, revision: str) -> None:
        self.pack = pack
        self._revision = revision
        self._described: list[ApiFile] = []
        self._counts: dict[str, int] = {}
        self._types: dict[str, openapi.Types] = {}

    def add(self, name: str, content: bytes) -> None:
        """A file that is found by its name alone."""
        self.pack.add(f"{BASE}{name}", content)

    def describe(self, name: str, what: str, content: bytes, entries: int | None) -> None:
        """A file that readers choose from a table."""
        self.add(name, content)
        self._described.append(ApiFile(name, what, len(content), entries))

    def add_list(self, name: str, result: Sequence[Row]) -> None:
        """A list in both forms. Of its rows, which may be many, nothing is kept but how many and of what types."""
        self._counts[name] = len(result)
        self._types[name] = openapi.types_of(result)
        summary = openapi.summary(name)
        self.describe(f"{name}.json", summary, envelope(self._revision, result), len(result))
        self.describe(f"{name}.csv", f"{summary}, as CSV", tables.as_csv(result), len(result))

    def finished(self, knowledge: Knowledge) -> Api:
        """The API, once everything is in it that the last files tell of."""
        listed = [{"name": name, "url": f"{BASE}{name}.json", "count": count} for name, count in self._counts.items()]
        index = envelope(self._revision, listed)
        self.describe(f"{openapi.INDEX}.json", openapi.summary(openapi.INDEX), index, len(listed))
        self.describe(
            "openapi.json", "This API as OpenAPI 3.1", as_json(openapi.document(knowledge, self._types)), None
        )
        whole = self.pack.finished()
        zipped = ApiFile(archive.FILE, openapi.ARCHIVE, self.pack.unpacked_size, None)
        return Api([*self._described, zipped], whole)


def _lists_of_rows(knowledge: Knowledge) -> Iterator[tuple[str, Sequence[Row]]]:
    yield "tested-configurations", [rows.tested_configuration(test) for test in knowledge.configurations]
    yield "support", [rows.verdict(found) for found in knowledge.verdicts]
    yield "validated-models", [rows.validated_pair(pair) for pair in knowledge.validated]
    yield "benchmarks", [benchmark_rows.benchmark(found) for found in knowledge.benchmarks]
    yield "listed-models", [listed_rows.listed(line) for line in knowledge.listed]
    yield "lifecycle", list(lifecycle_rows.notices(knowledge))
    yield "package-versions", list(lifecycle_rows.package_versions(knowledge))
    for record in knowledge.records.comparisons:
        yield f"comparisons/{record}", list(rows.comparison(knowledge, record))


__all__ = ["BASE", "SCHEMA_VERSION", "Api", "ApiFile", "files", "written"]
