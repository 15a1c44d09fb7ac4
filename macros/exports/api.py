"""The static API under /api/v1/: which files there are, and what stands in each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

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
from macros.exports.columns import Mapped, Row
from macros.exports.envelope import SCHEMA_VERSION, as_json, envelope, envelope_of_one
from macros.keeping import Files, Piece, Write, digest, piece_of
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

OPENAPI = "openapi"
OPENAPI_SUMMARY = "This API as OpenAPI 3.1"

Told = Mapping[str, Any]
"""By the name of a piece: what its making told."""


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
class _List:
    """A list in both forms. Its rows are made one by one, whenever somebody goes through them."""

    name: str
    result: Callable[[], Collection[Row]]


def pieces(knowledge: Knowledge) -> Iterator[Piece]:
    """Every list, and what stands beside the lists; without the files of single records."""
    for one in _lists(knowledge):
        yield Piece(_piece(one.name), partial(_write_list, one))
    yield piece_of(_piece("moved"), lambda: _published(moved.files(knowledge)))
    yield piece_of(_piece("schemas"), lambda: _published(_schemas(knowledge)))


def closing_pieces(knowledge: Knowledge, told: Told) -> Iterator[Piece]:
    """What tells of all lists, once these are made."""
    listed = {one.name: told[_piece(one.name)] for one in _lists(knowledge)}
    counts = {name: one["entries"] for name, one in listed.items()}
    types = {name: one["types"] for name, one in listed.items()}
    yield Piece(_piece(openapi.INDEX), partial(_write_index, counts), partial(digest, repr(counts)))
    yield Piece(_piece(OPENAPI), partial(_write_openapi, knowledge, types), partial(digest, repr(types)))


def write_record(knowledge: Knowledge, kind: str, record: str, write: Write) -> None:
    """The files about one record: the record as it stands in its list, and the answers about a model."""
    if kind in record_files.RECORD_TYPES:
        row = record_files.row(kind, record, knowledge.records.of(kind)[record])
        write(f"{BASE}{record_files.name(kind, record)}", [envelope_of_one([row])])
    if kind == "models":
        write(f"{BASE}{answers.name(record)}", [envelope_of_one(answers.rows(knowledge, record))])


def files(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """What a reader may want to fetch, without the files that are one a record: names and what they hold."""
    for one in _lists(knowledge):
        what = openapi.summary(one.name)
        yield from ((f"{one.name}.json", what), (f"{one.name}.csv", f"{what}, as CSV"))
    yield f"{openapi.INDEX}.json", openapi.summary(openapi.INDEX)
    yield f"{OPENAPI}.json", OPENAPI_SUMMARY
    yield archive.FILE, openapi.ARCHIVE


def described(knowledge: Knowledge, told: Told, size_of: Callable[[str], int]) -> Iterator[ApiFile]:
    """The same with their sizes, each given by the path from the site's root, and what was told of their lists."""
    for name, what in files(knowledge):
        of_list = told.get(_piece(name.rpartition(".")[0])) or {}
        yield ApiFile(name, what, size_of(f"{BASE}{name}"), of_list.get("entries"))


def _piece(name: str) -> str:
    return f"api/{name}"


def _lists(knowledge: Knowledge) -> Iterator[_List]:
    yield _List("tested-configurations", lambda: Mapped(rows.tested_configuration, knowledge.configurations))
    yield _List("support", lambda: Mapped(rows.verdict, knowledge.verdicts))
    yield _List("validated-models", lambda: Mapped(rows.validated_pair, knowledge.validated))
    yield _List("benchmarks", lambda: Mapped(benchmark_rows.benchmark, knowledge.benchmarks))
    yield _List("listed-models", lambda: Mapped(listed_rows.listed, knowledge.listed))
    yield _List("lifecycle", lambda: list(lifecycle_rows.notices(knowledge)))
    yield _List("package-versions", lambda: list(lifecycle_rows.package_versions(knowledge)))
    for record in knowledge.records.comparisons:
        yield _List(f"comparisons/{record}", partial(_comparison, knowledge, record))
    for kind in RECORD_LISTS:
        yield _List(kind, partial(_records, knowledge, kind))


def _comparison(knowledge: Knowledge, record: str) -> Collection[Row]:
    return list(rows.comparison(knowledge, record))


def _records(knowledge: Knowledge, kind: str) -> Collection[Row]:
    return Mapped(lambda found: record_files.row(kind, *found), knowledge.records.of(kind).items())


def _write_list(one: _List, write: Write) -> Mapping[str, Any]:
    result, types = one.result(), openapi.Types()
    write(f"{BASE}{one.name}.json", envelope(types.seen_in(result)))
    write(f"{BASE}{one.name}.csv", tables.as_csv(result))
    return {"entries": len(result), "types": types.by_column}


def _write_index(counts: Mapping[str, int], write: Write) -> Mapping[str, Any]:
    listed = [{"name": name, "url": f"{BASE}{name}.json", "count": count} for name, count in counts.items()]
    write(f"{BASE}{openapi.INDEX}.json", envelope(listed))
    return {"entries": len(listed)}


def _write_openapi(knowledge: Knowledge, types: Mapping[str, openapi.ColumnTypes], write: Write) -> None:
    write(f"{BASE}{OPENAPI}.json", [as_json(openapi.document(knowledge, types))])


def _schemas(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    for name, content in data_schemas.files(knowledge.records.vocabularies):
        yield f"{data_schemas.FOLDER}{name}", content


def _published(files: Files) -> Files:
    """Files that are named below api/v1/."""
    return ((f"{BASE}{name}", content) for name, content in files)


__all__ = ["BASE", "SCHEMA_VERSION", "ApiFile", "closing_pieces", "described", "files", "pieces", "write_record"]
