"""The OpenAPI document that describes the API, made from the lists it describes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from macros.exports import answers
from macros.exports.columns import Column, Row
from macros.exports.envelope import ENVELOPE, SCHEMA_VERSION
from macros.exports.rows import columns_of
from macros.knowledge import Knowledge

SUMMARIES = {
    "tested-configurations": "Every tested configuration, a row each",
    "support": "Every verdict of a support matrix, a row each",
    "validated-models": "Validated examples, a row for each architecture and task",
    "benchmarks": "Every published measurement, a row each",
    "listed-models": "Every line of a vendor's list of supported models, a row each",
    "lifecycle": "Every dated notice about a component, a row each",
    "package-versions": "Every package version of every Neuron SDK release, a row each",
    "models": "Models",
    "families": "Model families",
    "accelerators": "Accelerators",
    "instances": "Instance types",
    "frameworks": "Frameworks",
    "datasets": "Datasets",
    "sources": "Source documents",
    "limitations": "Known limitations",
    "conflicts": "Where sources disagree",
    "architectures": "Model architectures",
    "catalogues": "Vendors' lists of supported models",
    "components": "Components of the software stack, with their notices",
    "sdks": "Neuron SDK releases, with their package versions",
    "answers/{model}": "Does it run? What is known of one model on each accelerator and instance type",
    "index": "Every list of this API",
}

INDEX = "index"
INDEX_COLUMNS = {
    "name": Column("The name of the list."),
    "url": Column("Its address, from the site's root."),
    "count": Column("How many entries it has."),
}
RECORD_COLUMNS = {
    "id": Column("The record's id, which never changes."),
    "url": Column("The address of its page, from the site's root."),
}
"""What every record has beside its own fields."""

ENVELOPE_TYPES = {"schema_version": "string", "data_revision": "string", "count": "integer"}


def summary(name: str) -> str:
    """What a list holds, in one line."""
    return SUMMARIES.get(name) or f"Comparison {name.partition('/')[2]}, a row for each feature"


def document(knowledge: Knowledge, lists: Mapping[str, Sequence[Row]], tables: Iterable[str]) -> dict[str, Any]:
    """An OpenAPI 3.1 document with a path for each list, each table (a list as CSV), and the list of lists."""
    paths = {f"/{name}.json": _json(knowledge, name, result) for name, result in lists.items()}
    paths |= {f"/{name}.csv": _csv(name) for name in tables}
    paths[f"/{answers.NAME}.json"] = _answers(knowledge)
    paths[f"/{INDEX}.json"] = _json(knowledge, INDEX, [{"name": "", "url": "", "count": 0}])
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
    }


def _json(knowledge: Knowledge, name: str, result: Sequence[Row]) -> dict[str, Any]:
    return _get(name, summary(name), {"application/json": {"schema": _envelope(knowledge, name, result)}})


def _answers(knowledge: Knowledge) -> dict[str, Any]:
    result = [row for _, rows in answers.files(knowledge) for row in rows]
    words = "The model's id; a slash in it stays a slash."
    model = {"name": "model", "in": "path", "required": True, "description": words, "schema": {"type": "string"}}
    path = _json(knowledge, answers.NAME, result)
    path["get"] |= {"operationId": "answers", "parameters": [model]}
    return path


def _csv(name: str) -> dict[str, Any]:
    words = f"{summary(name)}, as CSV with the same columns; a fact that was not published is an empty cell"
    return _get(f"{name}-csv", words, {"text/csv": {"schema": {"type": "string"}}})


def _get(operation: str, words: str, content: Mapping[str, Any]) -> dict[str, Any]:
    responses = {"200": {"description": words, "content": content}}
    return {"get": {"operationId": operation.replace("/", "-"), "summary": words, "responses": responses}}


def _envelope(knowledge: Knowledge, name: str, result: Sequence[Row]) -> dict[str, Any]:
    properties: dict[str, Any] = {
        field: {"type": kind, "description": ENVELOPE[field]} for field, kind in ENVELOPE_TYPES.items()
    }
    properties["result"] = {"type": "array", "description": ENVELOPE["result"], "items": _row(knowledge, name, result)}
    return {"type": "object", "required": list(ENVELOPE), "properties": properties}


def _row(knowledge: Knowledge, name: str, result: Sequence[Row]) -> dict[str, Any]:
    columns = list(result[0]) if result else []
    described = INDEX_COLUMNS if name == INDEX else columns_of(name) or RECORD_COLUMNS
    properties = {column: _column(knowledge, result, column, described.get(column)) for column in columns}
    return {"type": "object", "required": columns, "properties": properties}


def _column(knowledge: Knowledge, result: Sequence[Row], column: str, described: Column | None) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": sorted({_type(row[column]) for row in result})}
    if described is None:
        return schema
    schema["description"] = f"{described.meaning} Given in {described.unit}." if described.unit else described.meaning
    if described.vocabulary is not None:
        values: list[str | None] = list(knowledge.records.vocabularies[described.vocabulary].values)
        schema["enum"] = [*values, None] if "null" in schema["type"] else values
    return schema


def _type(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, dict):
        return "object"
    return "array" if isinstance(value, list | tuple) else "string"
