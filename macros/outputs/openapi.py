"""The OpenAPI document that describes the API, made from the lists it describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from macros.columns import Column, Table
from macros.columns.answers import NOT_IN_CSV, TODAY
from macros.columns.files import ENVELOPE, SCHEMA_VERSION
from macros.facts import Knowledge
from macros.facts.knowledge import once
from macros.outputs import api_lists, stack
from macros.schema import json_schemas
from macros.schema.walk import plain_type

Schema = Mapping[str, Any]

NAME = "openapi"
TITLE = "This API as OpenAPI 3.1"

SCHEMAS = "#/components/schemas/"
TEXT: Schema = {"type": "string"}
CSV: Schema = {"text/csv": {"schema": TEXT}}
BY_ID = "; a slash in it stays a slash. Under an id that it had before stands where it is now."
MOVED = "Moved"
MOVED_REFERENCE: Schema = {"$ref": f"{SCHEMAS}{MOVED}"}


def document(knowledge: Knowledge, lists: Sequence[api_lists.ApiList]) -> Schema:
    """An OpenAPI 3.1 document with a path for each list as JSON and as CSV, and for every other file of the API."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Accelerator Atlas",
            "version": SCHEMA_VERSION,
            "summary": "Which model runs on which accelerator, with which framework, tested how.",
            "description": "Static files. A fact that was not published is null.",
        },
        "servers": [{"url": "."}],
        "paths": {f"/{path}": {"get": found} for path, found in _paths(knowledge, lists)},
        "components": {"schemas": _record_schemas(knowledge)},
    }


def row_of(knowledge: Knowledge, one: api_lists.ApiList) -> Schema:
    """The schema of a row of a list."""
    if one.table:
        return _row(knowledge, one.table)
    schema: Schema = _record_schemas(knowledge)[api_lists.RECORD_TYPES[one.name].__name__]
    return schema


def rows_of_files(document: Schema) -> Mapping[str, Sequence[Schema]]:
    """By path of a JSON file: the schemas of its rows, references followed."""
    schemas = document["components"]["schemas"]
    found = {}
    for path, methods in document["paths"].items():
        content = methods["get"]["responses"]["200"]["content"].get("application/json")
        items = content["schema"]["properties"].get("result", {}).get("items", {}) if content else {}
        rows = items.get("anyOf", [items] if items else [])
        found[path] = [schemas[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in rows]
    return found


def _paths(knowledge: Knowledge, lists: Sequence[api_lists.ApiList]) -> Iterator[tuple[str, Schema]]:
    for one in lists:
        items = _row(knowledge, one.table) if one.table else _reference(one.name)
        yield f"{one.name}.json", _get(one.name, one.title, _json(items))
    for one in lists:
        words = f"{one.title}, as CSV with the same columns; a fact that was not published is an empty cell"
        yield f"{one.name}.csv", _get(f"{one.name}-csv", words, CSV)
    for kind in api_lists.RECORD_TYPES:
        content = _json({"anyOf": [_reference(kind), MOVED_REFERENCE]}, minItems=1, maxItems=1)
        by_id = _parameter("id", f"The record's id{BY_ID}")
        yield f"{kind}/{{id}}.json", _get(f"one-of-{kind}", f"One record of {kind}, by its id", content, by_id)
    for former, name in api_lists.former_files(knowledge):
        if former.kind not in api_lists.RECORD_TYPES:
            yield name, _get(name.removesuffix(".json"), api_lists.FORMER_IDS.title, _json(MOVED_REFERENCE))
    for table in api_lists.OF_ONE_MODEL:
        content = _json({"anyOf": [_row(knowledge, table), MOVED_REFERENCE]})
        by_model = _parameter("model", f"The model's id{BY_ID}")
        yield f"{table.name}/{{model}}.json", _get(table.name, table.title, content, by_model)
    words = "The same for an architecture, with null as the model"
    by_id = _parameter("architecture", "The architecture's id")
    yield (
        f"{api_lists.OF_ARCHITECTURES}{{architecture}}.json",
        _get("architectures-today", words, _json(_row(knowledge, TODAY)), by_id),
    )
    words = f"{TODAY.title}, as CSV without {' and '.join(NOT_IN_CSV)}, whose rows no cell can hold"
    yield f"{TODAY.name}/{{model}}.csv", _get(f"{TODAY.name}-csv", words, CSV, _parameter("model", "Its id"))
    yield f"{json_schemas.FOLDER}{{kind}}.json", _data_schema()
    every = api_lists.index(lists)
    yield f"{every.name}.json", _get(every.name, every.title, _json(_row(knowledge, api_lists.INDEX)))
    yield f"{stack.NAME}.json", _get(stack.NAME, stack.TITLE, _json({"type": "object"}, minItems=1, maxItems=1))
    yield api_lists.ARCHIVE, _get("archive", api_lists.DOWNLOADS[api_lists.ARCHIVE], {"application/zip": {}})
    yield api_lists.DATABASE, _get("database", api_lists.DOWNLOADS[api_lists.DATABASE], {"application/vnd.sqlite3": {}})


@once
def _record_schemas(knowledge: Knowledge) -> Schema:
    """The schema of each type of record and of its parts, by its name, and that of a former id."""
    schemas = dict(json_schemas.records(api_lists.RECORD_TYPES, knowledge.records.vocabularies, SCHEMAS))
    for kind in api_lists.RECORD_TYPES.values():
        schema = schemas[kind.__name__]
        fields = schema["properties"]
        properties = {
            "id": _text("The record's id."),
            **fields,
            "url": _text("The address of its page, from the site's root."),
        }
        if "url" in fields:
            about = "The address of what the record is about, on another site."
            properties[api_lists.ELSEWHERE] = {**fields["url"], "description": about}
        schemas[kind.__name__] = {**schema, "properties": properties, "required": list(properties)}
    moved = {column.name: _text(column.meaning) for column in api_lists.FORMER_IDS.columns}
    schemas[MOVED] = {**_object(moved), "additionalProperties": False}
    return schemas


def _text(description: str) -> Schema:
    return {**TEXT, "description": description}


def _object(properties: Schema) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties}


def _reference(kind: str) -> Schema:
    return {"$ref": f"{SCHEMAS}{api_lists.RECORD_TYPES[kind].__name__}"}


def _data_schema() -> Schema:
    properties = {"$schema": {"const": json_schemas.DIALECT}, "title": TEXT, "type": {"const": "object"}}
    content = {"application/schema+json": {"schema": _object(properties)}}
    words = "The folder of the data files, or the name of a file that lies in none."
    kind = _parameter("kind", words, {"type": "string", "enum": list(json_schemas.TYPES)})
    return _get("schema", "JSON Schema of one kind of data file", content, kind)


def _get(operation: str, words: str, content: Schema, *parameters: Schema) -> Schema:
    """What a request for a file answers; `operation` is its id, `content` its schema by media type."""
    responses = {"200": {"description": words, "content": content}}
    get = {"operationId": operation.replace("/", "-"), "summary": words, "responses": responses}
    return {**get, "parameters": list(parameters)} if parameters else get


def _parameter(name: str, words: str, schema: Schema = TEXT) -> Schema:
    return {"name": name, "in": "path", "required": True, "description": words, "schema": schema}


def _json(items: Schema, **limits: int) -> Schema:
    """The content of a JSON file: an envelope around entries of one schema, and limits of their number."""
    properties = {
        name: {
            "type": json_type,
            "description": meaning,
            **({"items": items, **limits} if json_type == "array" else {}),
        }
        for name, (json_type, meaning) in ENVELOPE.items()
    }
    return {"application/json": {"schema": _object(properties)}}


def _row(knowledge: Knowledge, table: Table[Any]) -> Schema:
    return _object({one.name: _column(knowledge, one, one.type_of(table.fact)) for one in table.columns})


def _column(knowledge: Knowledge, column: Column[Any], holds: Any) -> Schema:
    """The schema of a column by its declared type: never by the values that it has today."""
    unit = f" Given in {column.unit}." if column.unit else ""
    schema = {**_schema_of(holds), "description": f"{column.meaning}{unit}"}
    if column.vocabulary is not None:
        values: list[str | None] = list(knowledge.records.vocabularies[column.vocabulary].values)
        schema["enum"] = [*values, None] if {"type": "null"} in schema.get("anyOf", ()) else values
    return schema


@cache
def _schema_of(holds: Any) -> Schema:
    """The schema of a type, which takes about a millisecond to make; many columns have the same."""
    return TypeAdapter(plain_type(holds)).json_schema()
