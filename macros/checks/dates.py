"""No date lies after the day the data was last reviewed, but for what was announced."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from macros.checks.parts import parts
from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.locating import Path
from macros.schema.base import Record
from macros.schema.components import Component


def _announced(record: Record, path: Path) -> bool:
    """Whether a date is that of an SDK release in which something announced is to take effect."""
    if not isinstance(record, Component) or path[0] != "notices" or path[-1] != "sdk_date":
        return False
    return record.notices[int(path[1])].announces is not None


def _check(records: Records) -> Iterator[Finding]:
    edition = records.atlas.edition
    every = [(f"{kind}/{record_id}", record) for kind, record_id, record in records.walk()]
    for name, record in [*every, ("atlas", records.atlas)]:
        for path, date in parts(record, datetime.date):
            if date > edition and not _announced(record, path):
                yield Finding(
                    name,
                    path,
                    f"expected a date up to the edition of the data, {edition}, got {date}",
                    "correct the date, or move `edition` in data/atlas.yml once you have reviewed the data",
                )


NOT_AFTER_EDITION = Rule(
    "not-after-edition", "Facts speak for the past: no date lies after the edition.", _check, alone=True
)
