"""The static API under /api/v1/: which files there are, and what stands in each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from macros.exports import (
    answers,
    archive,
    benchmark_rows,
    lifecycle_rows,
    listed_rows,
    moved,
    openapi,
    record_files,
    rows,
    tables,
)
from macros.exports.columns import Mapped, Row
from macros.exports.envelope import as_json, envelope, envelope_of_one
from macros.exports.writing import File, Folder
from macros.knowledge import Knowledge
from macros.schema import json_schemas

BASE = "api/v1/"
OPENAPI = "openapi"
OPENAPI_SUMMARY = "This API as OpenAPI 3.1"


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
    """A list in both forms. Its rows are computed each time they are iterated over."""

    name: str
    result: Callable[[], Collection[Row]]


def write(knowledge: Knowledge, folder: Folder) -> Sequence[ApiFile]:
    """Writes every file of the API below api/v1/, and describes those that a reader may want to fetch."""
    api = Folder(folder.root / BASE)
    revision = knowledge.revision
    sizes: dict[str, int] = {}
    counts: dict[str, int] = {}
    types: dict[str, openapi.ColumnTypes] = {}
    for one in _lists(knowledge):
        result, seen = one.result(), openapi.Types()
        sizes[f"{one.name}.json"] = api.write(f"{one.name}.json", envelope(seen.seen_in(result), revision))
        sizes[f"{one.name}.csv"] = api.write(f"{one.name}.csv", tables.as_csv(result))
        counts[one.name], types[one.name] = len(result), seen.by_column
    for name, content in _single_files(knowledge):
        api.write(name, [content])
    index = [{"name": name, "url": f"{BASE}{name}.json", "count": count} for name, count in counts.items()]
    sizes[f"{openapi.INDEX}.json"] = api.write(f"{openapi.INDEX}.json", envelope(index, revision))
    counts[openapi.INDEX] = len(index)
    sizes[f"{OPENAPI}.json"] = api.write(f"{OPENAPI}.json", [as_json(openapi.document(knowledge, types))])
    sizes[archive.FILE] = archive.write(folder, api.root, knowledge.edition, revision)
    return [
        ApiFile(name, what, sizes[name], counts.get(name.removesuffix(".json").removesuffix(".csv")))
        for name, what in files(knowledge)
    ]


def _single_files(knowledge: Knowledge) -> Iterator[File]:
    """One file a record, one with the answers about each model, what stands at former ids, and the JSON Schemas."""
    for kind in record_files.RECORD_TYPES:
        for record_id, record in knowledge.records.of(kind).items():
            row = record_files.row(kind, record_id, record)
            yield record_files.name(kind, record_id), envelope_of_one([row])
    for model in knowledge.records.models:
        yield answers.name(model), envelope_of_one(answers.rows(knowledge, model))
    yield from moved.files(knowledge)
    for name, content in json_schemas.files(knowledge.records.vocabularies):
        yield f"{json_schemas.FOLDER}{name}", content


def files(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """What a reader may want to fetch, without the files that are one a record: names and what they hold."""
    for one in _lists(knowledge):
        what = openapi.summary(one.name)
        yield from ((f"{one.name}.json", what), (f"{one.name}.csv", f"{what}, as CSV"))
    yield f"{openapi.INDEX}.json", openapi.summary(openapi.INDEX)
    yield f"{OPENAPI}.json", OPENAPI_SUMMARY
    yield archive.FILE, openapi.ARCHIVE


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
    for kind in openapi.RECORD_LISTS:
        yield _List(kind, partial(_records, knowledge, kind))


def _comparison(knowledge: Knowledge, record: str) -> Collection[Row]:
    return list(rows.comparison(knowledge, record))


def _records(knowledge: Knowledge, kind: str) -> Collection[Row]:
    return Mapped(lambda found: record_files.row(kind, *found), knowledge.records.of(kind).items())
