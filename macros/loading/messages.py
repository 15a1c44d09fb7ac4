"""Messages about values of the wrong shape, made from pydantic's errors.

Those about ids that no record has are in `macros.schema.references`.
"""

from __future__ import annotations

import datetime
import typing
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from macros.loading.problems import KEY, describe, did_you_mean, nearest, shortened, visible
from macros.schema.base import Part, fields_of
from macros.schema.issues import POINTER_PATH
from macros.schema.values import ID, PRINTABLE, PRINTABLE_LINES
from macros.schema.walk import Steps

EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "date_type": "a date like 2022-11-16",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "dataclass_type": "a mapping",
    "string_too_short": "text",
}
"""By type of pydantic's error."""

FORMS = {
    POINTER_PATH: "a way to a value such as rows[line=7].throughput",
    ID: "an id: lower case letters, digits, . _ -",
    PRINTABLE: "text without control characters and marks that reorder it",
    PRINTABLE_LINES: "text without control characters and marks that reorder it",
}
"""Patterns in words."""

UNKNOWN_FIELD = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
"""Types of pydantic's error for an unknown field, of records and of rows."""

PHRASES = {
    "missing": "expected a value, got nothing: the field is missing",
    "greater_than": "expected a number above {gt:g}, got {got}",
    "string_pattern_mismatch": "expected text of the form {pattern}, got {got}",
    "string_too_long": "expected at most {max_length} characters, got {got}",
    "too_short": "expected {min_length} or more entries, got {actual_length}",
    "literal_error": "expected {expected}, got {got}",
}


def explained(error: ValidationError, record: type[Part]) -> Iterator[tuple[Steps, str, str]]:
    """Path, message and hint of each mistake in a `record`; of an unknown field, the path is that of its key."""
    for detail in _root_errors(error):
        path = (*detail["loc"], KEY) if detail["type"] in UNKNOWN_FIELD else detail["loc"]
        yield path, *_explain(detail, record)


def _root_errors(error: ValidationError) -> Iterator[ErrorDetails]:
    """The errors without those that are consequences of others."""
    details = error.errors(include_url=False)
    refused = {detail["loc"][:end] for detail in details for end in range(len(detail["loc"]))}
    unknown = [detail["loc"] for detail in details if detail["type"] in UNKNOWN_FIELD]
    missing = [detail["loc"] for detail in details if detail["type"] == "missing"]
    misspelt = {namesake for loc in unknown for namesake in _namesakes(loc, missing)}
    # pydantic also reports a list as too short if an entry is not valid, and a misspelt field as missing.
    implied = {"too_short": refused, "missing": misspelt}
    return (detail for detail in details if detail["loc"] not in implied.get(detail["type"], ()))


def _namesakes(unknown: Steps, missing: Sequence[Steps]) -> Sequence[Steps]:
    """The missing field that an unknown one most likely stands for, if any."""
    beside = {str(loc[-1]): loc for loc in missing if loc[:-1] == unknown[:-1]}
    return [beside[name] for name in nearest(str(unknown[-1]), tuple(beside))[:1]]


def _explain(error: ErrorDetails, record: type[Part]) -> tuple[str, str]:
    kind, context, got = error["type"], error.get("ctx", {}), describe(error["input"])
    if kind in UNKNOWN_FIELD:
        name, known = str(error["loc"][-1]), _fields_at(record, error["loc"][:-1])
        return f"expected a known field, got '{visible(shortened(name))}'", did_you_mean(name, known)
    if "known" in context:
        hints = [did_you_mean(context["value"], context["known"])]
        if kind == "unknown_term":
            hints.append(f"or add it to {context['vocabulary']} in data/vocabularies.yml")
        return error["msg"], "\n".join(filter(None, hints))
    if kind in EXPECTED:
        unquoted = kind == "string_type" and isinstance(error["input"], int | float | datetime.date)
        return f"expected {EXPECTED[kind]}, got {got}", "put quotes around it" if unquoted else ""
    if kind == "string_pattern_mismatch" and context["pattern"] in FORMS:
        broken = context["pattern"] == PRINTABLE and "\n" in error["input"]
        hint = "write it as one paragraph; after > instead of | YAML joins the lines" if broken else ""
        return f"expected {FORMS[context['pattern']]}, got {got}", hint
    return PHRASES[kind].format(got=got, **context) if kind in PHRASES else error["msg"], ""


def _fields_at(record: type[Part], path: Steps) -> Sequence[str]:
    """The fields of the part of a record at a path, as data files spell them."""
    part: type[Part] | None = record
    for step in path:
        if part and isinstance(step, str) and step in fields_of(part):
            part = _part_in(fields_of(part)[step].annotation)
    return [info.alias or name for name, info in fields_of(part).items()] if part else ()


def _part_in(annotation: Any) -> type[Part] | None:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation
    return next(filter(None, map(_part_in, typing.get_args(annotation))), None)
