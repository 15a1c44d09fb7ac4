"""A further edition of a vendor's list: the head and the readings of the edition before it, with new rows."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Mapping
from typing import Any

from macros.importing.updates import Known, RecordUpdate, RowKeys, Upstream

OWN = ("citation", "as_of", "as_of_basis", "sdk", "version", "rows", "earlier", "former_ids", "features", "accuracy")
"""Fields that hold for one edition only."""
MONTH = re.compile(rf"(?:{'|'.join(calendar.month_name[1:])}) \d{{4}}")


def edition(
    upstream: Upstream, known: Known, prefix: str, fields: Mapping[str, Any], keys: RowKeys
) -> RecordUpdate | None:
    """The edition of the month of `upstream.as_of`, whose id begins with `prefix`; None without an edition before it.

    Rows keep what an editor wrote of them, such as the architectures they mean, in the file or in the edition before.
    """
    record = f"{prefix}-{upstream.as_of:%Y-%m}"
    path = f"catalogues/{record}.yml"
    editions = {
        key: one for key, one in known.records.catalogues.items() if key.startswith(f"{prefix}-") and key < record
    }
    if not editions and not known.file(path):
        return None
    before = max(editions, key=lambda key: editions[key].as_of, default=None)
    head = known.file(path) or known.file(f"catalogues/{before}.yml")
    readings = head.get("rows", ())
    matches = keys.matches(readings, fields["rows"], path)
    rows = [
        {**({} if index is None else readings[index]), **row}
        for index, row in zip(matches, fields["rows"], strict=True)
    ]
    decided = {name: value for name, value in fields.items() if value is not None}
    new = {name: value for name, value in head.items() if name not in OWN}
    new |= {
        "title": _dated(head.get("title", ""), upstream.as_of),
        "citation": upstream.cite("tables of the page"),
        "as_of": upstream.as_of,
        "as_of_basis": "The day of the revision that was read.",
        "earlier": before,
    }
    return RecordUpdate(path, {**decided, "rows": rows}, new, {"rows": keys})


def _dated(title: str, day: datetime.date) -> str:
    """The title of the edition before, with another month in it."""
    month = f"{day:%B %Y}"
    return MONTH.sub(month, title) if MONTH.search(title) else f"{title}, {month}"
