"""Sample data files: one for each kind of record, with every field and a comment on it, made from the JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from macros.kinds import KINDS
from macros.knowledge import Knowledge
from macros.schema.base import REFERS_TO, TERM_OF
from macros.schema.json_schemas import data_file

Schema = Mapping[str, Any]

PLAIN = re.compile(r"[a-z][a-z0-9_./-]*|https://[a-z./]+|\d{4}-\d\d-\d\d")
"""Text that needs no quotes in YAML."""
YAML_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
FEW = 8
"""Up to this many values of a vocabulary are named beside a field."""
OF_FORMAT = {"date": "2025-09-24", "uri": "https://example.org/"}
OF_TYPE: Mapping[str, Any] = {"integer": 1, "number": 1.5, "boolean": True, "string": "words"}
STEP = "  "


def every(knowledge: Knowledge) -> Mapping[str, tuple[str, str]]:
    """By kind of record: what it is, and a made-up data file in YAML with everything in it."""
    schemas = {kind: data_file(kind, knowledge.records.vocabularies) for kind in KINDS}
    return {
        kind: (schema["description"], "\n".join(_Example(knowledge, schema.get("$defs", {})).of_object(schema)))
        for kind, schema in schemas.items()
    }


@dataclass(frozen=True)
class _Example:
    knowledge: Knowledge
    definitions: Mapping[str, Schema]
    explained: set[str] = field(default_factory=set)
    """Titles of the parts already written with all their comments; repeated, they are written in one line."""

    def of_object(self, schema: Schema) -> Iterator[str]:
        """Every field of a mapping, a line each, with its comment."""
        for name, given in schema["properties"].items():
            yield from self._of_field(name, self._resolved(given), required=name in schema.get("required", ()))

    def _of_field(self, name: str, schema: Schema, *, required: bool) -> Iterator[str]:
        comment = _comment(schema, required=required)
        inner = schema.get("items") or schema.get("additionalProperties") or schema
        part = self._resolved(inner)
        if "properties" not in part or part["title"] in self.explained:
            yield f"{name}: {self._flow(schema)}{comment}"
            return
        self.explained.add(part["title"])
        yield f"{name}:{comment}"
        yield from (f"{STEP}{line}" for line in self._of_parts(schema, part))

    def _of_parts(self, schema: Schema, part: Schema) -> Iterator[str]:
        """The lines below a field that is a mapping, a list of mappings, or mappings by name."""
        lines = self.of_object(part)
        if "items" in schema:
            yield f"- {next(lines)}"
            yield from (f"{STEP}{line}" for line in lines)
            yield from (f"- {self._flow(part)}" for _ in range(1, schema.get("minItems", 1)))
        elif "properties" in schema:
            yield from lines
        else:
            yield f"{self._key(schema)}:"
            yield from (f"{STEP}{line}" for line in lines)

    def _key(self, schema: Schema) -> str:
        return _scalar(self._value({"type": "string", **schema.get("propertyNames", {})}))

    def _flow(self, schema: Schema) -> str:
        schema = self._resolved(schema)
        if schema.get("type") == "array":
            return f"[{', '.join(self._items(schema))}]"
        if "properties" in schema:
            return _mapping(f"{name}: {self._flow(part)}" for name, part in schema["properties"].items())
        if schema.get("type") == "object":
            return _mapping([f"{self._key(schema)}: {self._flow(schema['additionalProperties'])}"])
        return _scalar(self._value(schema))

    def _items(self, schema: Schema) -> Iterator[str]:
        part = self._resolved(schema["items"])
        count = schema.get("minItems", 1)
        if REFERS_TO in part:
            return map(_scalar, self._ids(part[REFERS_TO])[:count])
        return (self._flow(part) for _ in range(count))

    def _value(self, schema: Schema) -> Any:
        if REFERS_TO in schema:
            return self._ids(schema[REFERS_TO])[0]
        for key in ("enum", "examples"):
            if key in schema:
                return schema[key][0]
        return schema.get("default") or OF_FORMAT.get(schema.get("format", "")) or OF_TYPE[schema["type"]]

    def _ids(self, kind: str) -> Sequence[str]:
        return list(self.knowledge.records.of(kind))

    def _resolved(self, schema: Schema) -> Schema:
        """A schema with its `$ref` resolved; the keys beside the `$ref` win."""
        if (reference := schema.get("$ref")) is None:
            return schema
        named = self.definitions[reference.rpartition("/")[2]]
        return {**named, "description": "", **{key: part for key, part in schema.items() if key != "$ref"}}


def _mapping(fields: Iterable[str]) -> str:
    inside = ", ".join(fields)
    # Two braces together would read like a template that was not filled in.
    return f"{{{inside}{' ' if inside.endswith('}') else ''}}}"


def _comment(schema: Schema, *, required: bool) -> str:
    part = schema.get("items", schema)
    values = part.get("enum", ())
    words = [
        "" if required else "Optional",
        " ".join(schema.get("description", "").split()),
        part.get("title", "") if REFERS_TO in part or TERM_OF in part else "",
        f"One of {', '.join(values)}" if 0 < len(values) <= FEW else "",
    ]
    text = " ".join(f"{word.rstrip('.')}." for word in words if word)
    return f"  # {text}" if text else ""


def _scalar(value: Any) -> str:
    if isinstance(value, str) and PLAIN.fullmatch(value) and value not in YAML_WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
