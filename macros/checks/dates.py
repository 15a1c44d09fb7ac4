"""No date lies after the day the data was last reviewed."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from pydantic import BaseModel

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.locating import Path


def _dates(value: object, path: Path = ()) -> Iterator[tuple[Path, datetime.date]]:
    if isinstance(value, datetime.date):
        yield path, value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _dates(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for index, entry in enumerate(value):
            yield from _dates(entry, (*path, index))
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _dates(entry, (*path, key))


def _check(records: Records) -> Iterator[Finding]:
    edition = records.atlas.edition
    for kind, record_id, record in records.walk():
        for path, date in _dates(record):
            if date > edition:
                yield Finding(
                    f"{kind}/{record_id}",
                    path,
                    f"expected a date up to the edition of the data, {edition}, got {date}",
                    "correct the date, or move `edition` in data/atlas.yml once you have reviewed the data",
                )


NOT_AFTER_EDITION = Rule(
    "not-after-edition", "Facts speak for the past: no date lies after the edition.", _check, alone=True
)
