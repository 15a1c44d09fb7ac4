"""JSON Schemas of the data files and of the published records, made from the records' types.

Editors use those of the data files to complete and check a file while it is written. They cannot check what needs other
records: whether an id exists, and the rules in `macros/checks/`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Literal

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from macros.schema.atlas import Vocabularies, Vocabulary
from macros.schema.base import Record
from macros.schema.kinds import KINDS, SEVERAL, SHARED, SINGLES
from macros.schema.references import TERM_OF

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = "schemas/"
FIELDS = "Fields"
"""The definition of the fields of a record in a data file."""

TYPES: Mapping[str, type[Record]] = {
    **{folder: kind.record for folder, kind in KINDS.items()},
    **SINGLES,
    "vocabularies": Vocabularies,
}
"""The type of every data file, by its folder, or by its name where it lies in none."""

Terms = Mapping[str, Vocabulary]


def files(terms: Terms) -> Iterator[tuple[str, bytes]]:
    """A schema for each kind of data file: its path below schemas/, and its content, indented to be read."""
    for name in TYPES:
        text = json.dumps(data_file(name, terms), ensure_ascii=False, indent=2)
        yield f"{name}.json", f"{text}\n".encode()


def data_file(name: str, terms: Terms) -> JsonSchemaValue:
    schema = _with_values(TYPES[name].model_json_schema(schema_generator=_OfDataFile), terms)
    return {"$schema": DIALECT, **(_one_or_several(schema, TYPES[name].FOLLOWING) if name in KINDS else schema)}


def _one_or_several(schema: JsonSchemaValue, following: AbstractSet[str]) -> JsonSchemaValue:
    """The schema of a file with one record, or with several by id and the fields that they share."""
    definitions = schema.pop("$defs", {})
    required = [name for name in schema.pop("required", []) if name not in following]
    fields = {"$ref": f"#/$defs/{FIELDS}"}
    several = {
        "type": "object",
        "properties": {SHARED: fields, SEVERAL: {"type": "object", "additionalProperties": fields}},
        "additionalProperties": False,
    }
    return {
        "title": schema["title"],
        "description": schema["description"],
        "type": "object",
        "if": {"required": [SEVERAL]},
        "then": several,
        "else": {**fields, "required": required},
        "$defs": {**definitions, FIELDS: schema},
    }


def records(kinds: Mapping[str, type[Record]], terms: Terms, at: str) -> Mapping[str, JsonSchemaValue]:
    """The schemas of records as they are published, by the names of their types; `at` is where they will stand."""
    wanted: list[tuple[type[Record], Literal["serialization"]]] = [(kind, "serialization") for kind in kinds.values()]
    _, schema = models_json_schema(wanted, ref_template=f"{at}{{model}}", schema_generator=_OfPublishedRecord)
    definitions: Mapping[str, JsonSchemaValue] = _with_values(schema["$defs"], terms)
    return definitions


class _Untitled(GenerateJsonSchema):
    """Fields get no title, which would only repeat their name."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the base class gives it
        return False


class _OfDataFile(_Untitled):
    """An unknown value is left out of a data file, never written as null."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


class _OfPublishedRecord(_Untitled):
    """A published record has every field; null: not known."""

    def field_is_required(self, field: Any, total: bool) -> bool:  # noqa: ARG002 - the base class gives them
        return True


def _with_values(schema: Any, terms: Terms) -> Any:
    """A schema with the values of the vocabularies, and without empty defaults."""
    if isinstance(schema, list):
        return [_with_values(part, terms) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {
        key: _with_values(part, terms) for key, part in schema.items() if not (key == "default" and part in (None, []))
    }
    if isinstance(vocabulary := schema.get(TERM_OF), str):
        values = terms[vocabulary].values
        result["enum"] = list(values)
        # What editors show beside each value.
        result["enumDescriptions"] = [value.definition for value in values.values()]
    return result
