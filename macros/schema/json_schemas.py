"""JSON Schemas of the data files and of the published records, made from the records' types.

The first are for editors: they complete and check a data file while it is written. What needs other
records stays with the checks: whether an id exists, and every rule that spans records.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from macros.kinds import KINDS, SINGLES
from macros.schema.base import TERM_OF, Record
from macros.schema.vocabularies import Vocabularies, Vocabulary

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = "schemas/"

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
    """The schema of one kind of data file."""
    return {"$schema": DIALECT, **_with_values(_without_values(name), terms)}


@cache
def _without_values(name: str) -> JsonSchemaValue:
    return TYPES[name].model_json_schema(schema_generator=_OfDataFile)


def records(kinds: Mapping[str, type[Record]], terms: Terms, at: str) -> Mapping[str, JsonSchemaValue]:
    """The schemas of records as they are published, by the names of their types; `at` is where they will stand."""
    wanted: list[tuple[type[Record], Literal["serialization"]]] = [(kind, "serialization") for kind in kinds.values()]
    _, schema = models_json_schema(wanted, ref_template=f"{at}{{model}}", schema_generator=_OfPublishedRecord)
    found: Mapping[str, JsonSchemaValue] = _with_values(schema["$defs"], terms)
    return found


class _Untitled(GenerateJsonSchema):
    """A field is called by its name: no title repeats it."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the base class gives it
        return False


class _OfDataFile(_Untitled):
    """A field that nothing states is left out of a data file, never written as null."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


class _OfPublishedRecord(_Untitled):
    """Every field is there: null says that nothing states it."""

    def field_is_required(self, field: Any, total: bool) -> bool:  # noqa: ARG002 - the base class gives them
        return True


def _with_values(schema: Any, terms: Terms) -> Any:
    """A schema with the values of every vocabulary in their places, and without defaults that say nothing."""
    if isinstance(schema, list):
        return [_with_values(part, terms) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {
        key: _with_values(part, terms) for key, part in schema.items() if not (key == "default" and part in (None, []))
    }
    if isinstance(vocabulary := schema.get(TERM_OF), str):
        values = terms[vocabulary].values
        found["enum"] = list(values)
        # What editors show beside each value.
        found["enumDescriptions"] = [value.definition for value in values.values()]
    return found
