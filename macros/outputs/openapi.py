"""The OpenAPI document that describes the API, made from the lists it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from macros.columns import Column, Table
from macros.columns.answers import NOT_IN_CSV, TODAY
from macros.columns.envelope import ENVELOPE, SCHEMA_VERSION
from macros.facts import Knowledge
from macros.outputs import archive, record_files
from macros.outputs.api_lists import INDEX, ApiList
from macros.outputs.record_files import FORMER_IDS, OF_ONE_MODEL
from macros.schema import json_schemas
from macros.schema.walk import plain_type

Schema = dict[str, Any]

NAME = "openapi"
TITLE = "This API as OpenAPI 3.1"

AROUND_RECORDS: Mapping[str, Schema] = {
    "id": {"type": "string", "description": "The record's id."},
    "url": {"type": "string", "description": "The address of its page, from the site's root."},
}
"""Fields that the API adds to every record."""

OUTSIDE_URL = "The address of what the record is about, on another site."
SCHEMAS = "#/components/schemas/"
TEXT: Mapping[str, Any] = {"type": "string"}
BY_ID = "; a slash in it stays a slash. Under an id that it had before stands where it is now."
MOVED = "Moved"
MOVED_REFERENCE: Mapping[str, Any] = {"$ref": f"{SCHEMAS}{MOVED}"}
NULL: Mapping[str, Any] = {"type": "null"}


def document(knowledge: Knowledge, lists: Sequence[ApiList]) -> Schema:
    """An OpenAPI 3.1 document with a path for each list as JSON and as CSV, and for every other file of the API.

    The list of lists is the last of `lists`.
    """
    *others, index = lists
    paths = {f"/{one.name}.json": _list(knowledge, one) for one in others}
    paths |= {f"/{one.name}.csv": _csv(one) for one in others}
    paths |= {f"/{record_files.name(kind, '{id}')}": _record(kind) for kind in record_files.RECORD_TYPES}
    paths |= {
        f"/{name}": _get(name.removesuffix(".json"), FORMER_IDS.title, _json(MOVED_REFERENCE))
        for former, name in record_files.former_names(knowledge)
        if former.kind not in record_files.RECORD_TYPES
    }
    for table in OF_ONE_MODEL:
        paths[f"/{table.name}/{{model}}.json"] = _of_one_model(knowledge, table)
    content = {"text/csv": {"schema": TEXT}}
    words = f"{TODAY.title}, as CSV without {' and '.join(NOT_IN_CSV)}, whose rows no cell can hold"
    paths[f"/{TODAY.name}/{{model}}.csv"] = _get(f"{TODAY.name}-csv", words, content, _parameter("model", "Its id"))
    paths[f"/{json_schemas.FOLDER}{{kind}}.json"] = _data_schema()
    paths[f"/{INDEX.name}.json"] = _list(knowledge, index)
    paths[f"/{archive.FILE}"] = _get("archive", archive.TITLE, {"application/zip": {}})
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
        "components": {"schemas": _record_schemas(knowledge)},
    }


def _record_schemas(knowledge: Knowledge) -> Schema:
    """The schema of each type of record and of its parts, by its name, and that of a former id."""
    schemas = dict(json_schemas.records(record_files.RECORD_TYPES, knowledge.records.vocabularies, SCHEMAS))
    for kind in record_files.RECORD_TYPES.values():
        schema = schemas[kind.__name__]
        fields = schema["properties"]
        properties = {"id": AROUND_RECORDS["id"], **fields, "url": AROUND_RECORDS["url"]}
        if "url" in fields:
            properties[record_files.ELSEWHERE] = {**fields["url"], "description": OUTSIDE_URL}
        schemas[kind.__name__] = {**schema, "properties": properties, "required": list(properties)}
    moved = {column.name: {**TEXT, "description": column.meaning} for column in FORMER_IDS.columns}
    schemas[MOVED] = {"type": "object", "required": list(moved), "properties": moved, "additionalProperties": False}
    return schemas


def _list(knowledge: Knowledge, one: ApiList) -> Schema:
    items = _row(knowledge, one.table) if one.table else _reference(one.name)
    return _get(one.name, one.title, _json(items))


def _csv(one: ApiList) -> Schema:
    words = f"{one.title}, as CSV with the same columns; a fact that was not published is an empty cell"
    return _get(f"{one.name}-csv", words, {"text/csv": {"schema": TEXT}})


def _record(kind: str) -> Schema:
    content = _json({"anyOf": [_reference(kind), MOVED_REFERENCE]}, minItems=1, maxItems=1)
    words = f"One record of {kind}, by its id"
    return _get(f"one-of-{kind}", words, content, _parameter("id", f"The record's id{BY_ID}"))


def _of_one_model(knowledge: Knowledge, table: Table[Any]) -> Schema:
    items = {"anyOf": [_row(knowledge, table), MOVED_REFERENCE]}
    return _get(table.name, table.title, _json(items), _parameter("model", f"The model's id{BY_ID}"))


def _data_schema() -> Schema:
    properties = {"$schema": {"const": json_schemas.DIALECT}, "title": TEXT, "type": {"const": "object"}}
    schema = {"type": "object", "required": [*properties, "properties"], "properties": properties}
    words = "The folder of the data files, or the name of a file that lies in none."
    kind = _parameter("kind", words, {"type": "string", "enum": list(json_schemas.TYPES)})
    return _get("schema", "JSON Schema of one kind of data file", {"application/schema+json": {"schema": schema}}, kind)


def _reference(kind: str) -> Schema:
    return {"$ref": f"{SCHEMAS}{record_files.RECORD_TYPES[kind].__name__}"}


def _get(operation: str, words: str, content: Mapping[str, Any], *parameters: Schema) -> Schema:
    responses = {"200": {"description": words, "content": content}}
    get = {"operationId": operation.replace("/", "-"), "summary": words, "responses": responses}
    return {"get": {**get, "parameters": list(parameters)} if parameters else get}


def _parameter(name: str, words: str, schema: Mapping[str, Any] = TEXT) -> Schema:
    return {"name": name, "in": "path", "required": True, "description": words, "schema": schema}


def _json(items: Mapping[str, Any], **limits: int) -> Schema:
    """The content of a JSON file: an envelope around entries of one schema, and limits of their number."""
    properties: Schema = {
        field.name: {
            "type": field.json_type,
            "description": field.meaning,
            **({"items": items, **limits} if field.json_type == "array" else {}),
        }
        for field in ENVELOPE
    }
    return {"application/json": {"schema": {"type": "object", "required": list(properties), "properties": properties}}}


def _row(knowledge: Knowledge, table: Table[Any]) -> Schema:
    properties = {column.name: _column(knowledge, column, column.type_of(table.fact)) for column in table.columns}
    return {"type": "object", "required": list(properties), "properties": properties}


def _column(knowledge: Knowledge, column: Column[Any], holds: Any) -> Schema:
    unit = f" Given in {column.unit}." if column.unit else ""
    schema: Schema = {**TypeAdapter(plain_type(holds)).json_schema(), "description": f"{column.meaning}{unit}"}
    if column.vocabulary is not None:
        values: list[str | None] = list(knowledge.records.vocabularies[column.vocabulary].values)
        schema["enum"] = [*values, None] if NULL in schema.get("anyOf", ()) else values
    return schema
