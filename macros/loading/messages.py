"""Messages about values of the wrong shape, made from pydantic's errors.

Those about ids that no record has are in `macros.schema.base`.
"""

from __future__ import annotations

import datetime
import typing
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from macros.loading.positions import KEY, Path
from macros.loading.problems import did_you_mean, nearest, shortened, visible
from macros.schema.base import Part, fields_of
from macros.schema.conflicts import POINTER_PATH
from macros.schema.values import ID, PRINTABLE, PRINTABLE_LINES

EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "date_type": "a date like 2022-11-16",
    "date_from_datetime_inexact": "a date like 2022-11-16",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "dataclass_type": "a mapping",
    "model_attributes_type": "a mapping",
    "string_too_short": "text",
}

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


def error_path(error: ErrorDetails) -> Path:
    """The path that locates the error in the file: for an unknown field, that of its key."""
    return (*error["loc"], KEY) if error["type"] in UNKNOWN_FIELD else error["loc"]


def field(path: Path) -> str:
    """A path as text, such as tables[0].rows[3].model."""
    text = ""
    for step in path:
        if step == KEY:
            continue
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return visible(text)


def root_errors(error: ValidationError) -> list[ErrorDetails]:
    """The errors without those that are consequences of others."""
    details = error.errors(include_url=False)
    refused = {detail["loc"][:end] for detail in details for end in range(len(detail["loc"]))}
    misspelt = {
        key for detail in details if detail["type"] in UNKNOWN_FIELD for key in _missing_namesake(detail, details)
    }
    return [
        detail
        for detail in details
        # pydantic also reports a list as too short if an entry is not valid, and a misspelt field as missing.
        if not (detail["type"] == "too_short" and detail["loc"] in refused)
        and not (detail["type"] == "missing" and detail["loc"] in misspelt)
    ]


def _missing_namesake(unknown: ErrorDetails, details: Sequence[ErrorDetails]) -> Sequence[tuple[str | int, ...]]:
    """The missing field that an unknown one most likely stands for, if any."""
    *around, written = unknown["loc"]
    missing = [
        error["loc"][-1] for error in details if error["type"] == "missing" and error["loc"][:-1] == tuple(around)
    ]
    return [(*around, name) for name in nearest(str(written), [str(name) for name in missing])[:1]]


def explain(error: ErrorDetails, record: type[Part]) -> tuple[str, str]:
    """Message and hint for one validation error of a `record`."""
    kind, context, got = error["type"], error.get("ctx", {}), describe(error["input"])
    if kind in UNKNOWN_FIELD:
        name = str(error["loc"][-1])
        return f"expected a known field, got '{visible(shortened(name))}'", did_you_mean(
            name, _fields_at(record, error["loc"][:-1])
        )
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
    if kind in PHRASES:
        return PHRASES[kind].format(got=got, **context), ""
    return error["msg"], ""


def describe(value: Any) -> str:
    """A value, short enough for one line of a message."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return repr(shortened(value))
    return str(value)


def _fields_at(record: type[Part], path: Path) -> Sequence[str]:
    model: type[Part] | None = record
    for step in path:
        if model is None:
            return ()
        if isinstance(step, str) and step in fields_of(model):
            model = _part_in(fields_of(model)[step].annotation)
    return [info.alias or name for name, info in fields_of(model).items() if name != "id"] if model else ()


def _part_in(annotation: Any) -> type[Part] | None:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation
    return next(filter(None, map(_part_in, typing.get_args(annotation))), None)
