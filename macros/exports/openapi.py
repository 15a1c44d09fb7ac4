"""The OpenAPI document that describes the API, made from the lists it describes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from macros.exports import answers, archive, moved, record_files
from macros.exports.columns import Column, Mapped, Row
from macros.exports.envelope import ENVELOPE, SCHEMA_VERSION
from macros.exports.rows import columns_of
from macros.kinds import KINDS
from macros.knowledge import Knowledge
from macros.schema import json_schemas

ColumnTypes = Mapping[str, Collection[str]]
"""The JSON types that occur in each column."""

RECORD_LISTS = {folder: kind.api_list for folder, kind in KINDS.items() if kind.api_list}
"""Kinds whose records are published as they are, each with its page's address: what the list is called."""

SUMMARIES = {
    "tested-configurations": "Every tested configuration, a row each",
    "support": "Every verdict of a support matrix, a row each",
    "validated-models": "Validated examples, a row for each architecture and task",
    "benchmarks": "Every published measurement, a row each",
    "listed-models": "Every line of a vendor's list of supported models, a row each",
    "lifecycle": "Every dated notice about a component, a row each",
    "package-versions": "Every package version of every SDK release, a row each",
    **RECORD_LISTS,
    "answers/{model}": "Does it run? What is known of one model on each accelerator and instance type",
    "index": "Every list of this API",
}

INDEX = "index"
INDEX_COLUMNS = {
    "name": Column("The name of the list."),
    "url": Column("Its address, from the site's root."),
    "count": Column("How many entries it has."),
}
INDEX_TYPES = {"name": ("string",), "url": ("string",), "count": ("integer",)}
RECORD_COLUMNS = {
    "id": Column("The record's id."),
    "url": Column("The address of its page, from the site's root."),
}
"""What every record has beside its own fields."""

ARCHIVE = "Every file of this API in one zip file, for use offline"
ELSEWHERE = "The address of what the record is about, on another site."
SCHEMAS = "#/components/schemas/"
TEXT: Mapping[str, Any] = {"type": "string"}
BY_ID = "; a slash in it stays a slash. Under an id that it had before stands where it is now."
MOVED = "Moved"
IS_MOVED: Mapping[str, Any] = {"$ref": f"{SCHEMAS}{MOVED}"}

ENVELOPE_TYPES = {"schema_version": "string", "data_revision": "string", "count": "integer"}


def summary(name: str) -> str:
    """What a list holds, in one line."""
    return SUMMARIES.get(name) or f"Comparison {name.partition('/')[2]}, a row for each feature"


def document(knowledge: Knowledge, lists: Mapping[str, ColumnTypes]) -> dict[str, Any]:
    """An OpenAPI 3.1 document with a path for each list as JSON and as CSV, and for every other file of the API.

    `lists` has the types in the columns of each list.
    """
    paths = {f"/{name}.json": _json(knowledge, name, types) for name, types in lists.items()}
    paths |= {f"/{name}.csv": _csv(name) for name in lists}
    paths |= {f"/{record_files.template(kind)}": _record(kind) for kind in record_files.RECORD_TYPES}
    paths |= {
        f"/{name}": _moved(name)
        for former, name in moved.names(knowledge)
        if former.kind not in record_files.RECORD_TYPES
    }
    paths[f"/{answers.NAME}.json"] = _answers(knowledge)
    paths[f"/{json_schemas.FOLDER}{{kind}}.json"] = _data_schema()
    paths[f"/{INDEX}.json"] = _json(knowledge, INDEX, INDEX_TYPES)
    paths[f"/{archive.FILE}"] = _get("archive", ARCHIVE, {"application/zip": {}})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Accelerator Atlas",
            "version": SCHEMA_VERSION,
            "summary": "Which model runs on which accelerator, with which framework, tested how.",
            "description": "Static files. A fact that was not published is null.",
        },
        "servers": [{"url": "."}],
        "paths": paths,
        "components": {"schemas": _records(knowledge)},
    }


def _records(knowledge: Knowledge) -> dict[str, Any]:
    """What stands in each record, by the name of its type, and in whatever it is made of."""
    schemas = dict(json_schemas.records(record_files.RECORD_TYPES, knowledge.records.vocabularies, SCHEMAS))
    around = {name: {"type": "string", "description": column.meaning} for name, column in RECORD_COLUMNS.items()}
    for kind in record_files.RECORD_TYPES.values():
        schema = schemas[kind.__name__]
        fields = schema["properties"]
        properties = {"id": around["id"], **fields, "url": around["url"]}
        if "url" in fields:
            properties[record_files.ELSEWHERE] = {**fields["url"], "description": ELSEWHERE}
        schemas[kind.__name__] = {**schema, "properties": properties, "required": list(properties)}
    told = {name: {"type": "string", "description": column.meaning} for name, column in moved.COLUMNS.items()}
    schemas[MOVED] = {"type": "object", "required": list(told), "properties": told, "additionalProperties": False}
    return schemas


def _json(knowledge: Knowledge, name: str, types: ColumnTypes) -> dict[str, Any]:
    is_record = name in record_files.RECORD_TYPES and not columns_of(name)
    items = _reference(name) if is_record else _row(knowledge, name, types)
    return _get(name, summary(name), {"application/json": {"schema": _envelope(items)}})


def _record(kind: str) -> dict[str, Any]:
    schema = _envelope({"anyOf": [_reference(kind), IS_MOVED]})
    schema["properties"]["result"] |= {"minItems": 1, "maxItems": 1}
    path = _get(f"one-of-{kind}", f"One record of {kind}, by its id", {"application/json": {"schema": schema}})
    return _taking(path, "id", f"The record's id{BY_ID}")


def _moved(name: str) -> dict[str, Any]:
    content = {"application/json": {"schema": _envelope(IS_MOVED)}}
    return _get(name.removesuffix(".json"), "Where a record with a former id is now", content)


def _reference(kind: str) -> dict[str, Any]:
    return {"$ref": f"{SCHEMAS}{record_files.RECORD_TYPES[kind].__name__}"}


def _answers(knowledge: Knowledge) -> dict[str, Any]:
    items = {"anyOf": [_row(knowledge, answers.NAME, answers.TYPES), IS_MOVED]}
    path = _get("answers", summary(answers.NAME), {"application/json": {"schema": _envelope(items)}})
    return _taking(path, "model", f"The model's id{BY_ID}")


def _data_schema() -> dict[str, Any]:
    properties = {"$schema": {"const": json_schemas.DIALECT}, "title": TEXT, "type": {"const": "object"}}
    schema = {"type": "object", "required": [*properties, "properties"], "properties": properties}
    path = _get("schema", "JSON Schema of one kind of data file", {"application/schema+json": {"schema": schema}})
    words = "The folder of the data files, or the name of a file that lies in none."
    return _taking(path, "kind", words, {"type": "string", "enum": list(json_schemas.TYPES)})


def _taking(path: dict[str, Any], name: str, words: str, schema: Mapping[str, Any] = TEXT) -> dict[str, Any]:
    """A path with a parameter in it."""
    parameter = {"name": name, "in": "path", "required": True, "description": words, "schema": schema}
    path["get"]["parameters"] = [parameter]
    return path


def _csv(name: str) -> dict[str, Any]:
    words = f"{summary(name)}, as CSV with the same columns; a fact that was not published is an empty cell"
    return _get(f"{name}-csv", words, {"text/csv": {"schema": {"type": "string"}}})


def _get(operation: str, words: str, content: Mapping[str, Any]) -> dict[str, Any]:
    responses = {"200": {"description": words, "content": content}}
    return {"get": {"operationId": operation.replace("/", "-"), "summary": words, "responses": responses}}


def _envelope(items: Mapping[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = {
        field: {"type": kind, "description": ENVELOPE[field]} for field, kind in ENVELOPE_TYPES.items()
    }
    properties["result"] = {"type": "array", "description": ENVELOPE["result"], "items": items}
    return {"type": "object", "required": list(ENVELOPE), "properties": properties}


def _row(knowledge: Knowledge, name: str, types: ColumnTypes) -> dict[str, Any]:
    described = INDEX_COLUMNS if name == INDEX else columns_of(name)
    properties = {column: _column(knowledge, found, described.get(column)) for column, found in types.items()}
    return {"type": "object", "required": list(types), "properties": properties}


def _column(knowledge: Knowledge, types: Iterable[str], described: Column | None) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": sorted(types)}
    if described is None:
        return schema
    schema["description"] = f"{described.meaning} Given in {described.unit}." if described.unit else described.meaning
    if described.vocabulary is not None:
        values: list[str | None] = list(knowledge.records.vocabularies[described.vocabulary].values)
        schema["enum"] = [*values, None] if "null" in schema["type"] else values
    return schema


class Types:
    """Looks at the rows of a list as they go by."""

    def __init__(self) -> None:
        self._seen: defaultdict[str, set[type]] = defaultdict(set)

    def seen_in(self, result: Collection[Row]) -> Collection[Row]:
        """The same rows."""
        return Mapped(self._see, result)

    def _see(self, row: Row) -> Row:
        for column, value in row.items():
            self._seen[column].add(type(value))
        return row

    @property
    def by_column(self) -> ColumnTypes:
        """What was seen so far."""
        return {column: sorted({_name_of(kind) for kind in kinds}) for column, kinds in self._seen.items()}


NAMES: Mapping[type, str] = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    dict: "object",
    list: "array",
    tuple: "array",
}
"""How JSON calls the types of values. Whatever else there is, it writes as text."""


def _name_of(kind: type) -> str:
    return NAMES.get(kind, "string")
