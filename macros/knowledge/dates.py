"""The dates of facts."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from macros.loading import Records
from macros.schema.base import Record
from macros.schema.components import Component
from macros.schema.walk import Path, walk


def _announced(record: Record, path: Path) -> bool:
    """Whether a date is that of an SDK release in which something announced is to take effect."""
    if not isinstance(record, Component) or path[0] != "notices" or path[-1] != "sdk_date":
        return False
    return record.notices[int(path[1])].announces is not None


def dated_facts(records: Records) -> Iterator[tuple[str, Path, datetime.date]]:
    """Every date in the data, with its record and its place, without those that were announced for later."""
    for kind, record_id, record in records.walk():
        for path, date in walk(record, datetime.date):
            if not _announced(record, path):
                yield f"{kind}/{record_id}", path, date
    for path, date in walk(records.atlas, datetime.date):
        yield "atlas", path, date


def newest_fact(records: Records) -> datetime.date:
    """The newest date in the data. Raises ValueError where there is none."""
    return max(date for _, _, date in dated_facts(records))
