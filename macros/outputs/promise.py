"""What the API promises to keep: the names and types of its columns, and the values of vocabularies.

The list of all that was ever published is a file to which `make fix` only adds. What is to go is marked in that file
with the day of its deprecation, and may go a year later.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from macros.facts import Knowledge
from macros.outputs import api_lists, openapi

LIST = "schemas/published-columns.txt"
"""A column or a value a line, sorted, with the type of a column; perhaps with DEPRECATED and a day."""

DEPRECATED = "; deprecated "
LEFT_OUT = ("description", "enum", "enumDescriptions", "title", "default", "examples")
"""Parts of a schema that are no type."""

KEPT = datetime.timedelta(days=365)
"""How long what is deprecated stays."""


def published(knowledge: Knowledge) -> Sequence[str]:
    return sorted({*_columns(knowledge), *_values(knowledge)})


def merged(kept: Iterable[str], today: Sequence[str]) -> Sequence[str]:
    """The kept list with the lines of today that it does not have."""
    stated = list(kept)
    known = {line.partition(DEPRECATED)[0] for line in stated}
    return sorted([*stated, *(line for line in today if line not in known)])


def broken(kept: Iterable[str], today: Sequence[str], day: datetime.date) -> Iterator[str]:
    """What the kept list has and is no longer published, or as another type, though it was not deprecated in time."""
    for line in kept:
        said, _, since = line.partition(DEPRECATED)
        if said not in today and not (since and datetime.date.fromisoformat(since) + KEPT <= day):
            yield (
                f"{said}: expected it to be published as before; to let it go, publish it for a year after adding"
                f" {DEPRECATED}YYYY-MM-DD to its line in {LIST}"
            )


def _columns(knowledge: Knowledge) -> Iterator[str]:
    document = openapi.document(knowledge, list(api_lists.all_lists(knowledge)))
    for path, rows in openapi.rows_of_files(document).items():
        for row in rows:
            for name, column in row.get("properties", {}).items():
                yield f"column {path.lstrip('/')} {name}: {json.dumps(_type(column), sort_keys=True)}"


def _type(schema: Any) -> Any:
    """The schema of a column without descriptions, and without values, which are listed for themselves."""
    if isinstance(schema, list):
        return list(map(_type, schema))
    if not isinstance(schema, dict):
        return schema
    return {name: _type(value) for name, value in schema.items() if name not in LEFT_OUT}


def _values(knowledge: Knowledge) -> Iterator[str]:
    for name, vocabulary in knowledge.records.vocabularies.items():
        yield from (f"value {name} {value}" for value in vocabulary.values)
