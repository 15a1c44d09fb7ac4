"""Every date in the data, and the newest of them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from macros.loading import Records
from macros.schema.base import Record
from macros.schema.components import Component
from macros.schema.walk import Path, walk


def _is_announced(record: Record, path: Path) -> bool:
    """Whether a path leads to the planned date of an announcement, which may lie in the future."""
    if not isinstance(record, Component) or path[0] != "notices" or path[-1] != "sdk_date":
        return False
    return record.notices[int(path[1])].announces is not None


def dated_facts(records: Records) -> Iterator[tuple[str, Path, datetime.date]]:
    """Every date in the data: record (kind and id), path, date. Planned dates of announcements are left out."""
    for kind, record_id, record in records.walk():
        for path, date in walk(record, datetime.date):
            if not _is_announced(record, path):
                yield f"{kind}/{record_id}", path, date
    for path, date in walk(records.atlas, datetime.date):
        yield "atlas", path, date


def newest_fact(records: Records) -> datetime.date:
    """The newest date in the data. Raises ValueError where there is none."""
    return max(date for _, _, date in dated_facts(records))
