"""A further edition of a vendor's list: the head and the readings of the edition before it, with new rows."""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping
from typing import Any

from macros.importing.rows import RowKeys, continued
from macros.importing.upstream import Known, RecordUpdate, Upstream

OWN = ("citation", "as_of", "as_of_basis", "sdk", "version", "rows", "earlier", "former_ids", "features", "accuracy")
"""Fields that hold for one edition only."""
MONTH = re.compile(rf"(?:{'|'.join(calendar.month_name[1:])}) \d{{4}}")


def edition(
    upstream: Upstream, known: Known, prefix: str, fields: Mapping[str, Any], keys: RowKeys
) -> RecordUpdate | None:
    """The edition of the month of `upstream.as_of`, whose id begins with `prefix`; None without an edition before it.

    Rows keep what an editor wrote of them, such as the architectures they mean, in the file or in the edition before.
    """
    list_id = f"{prefix}-{upstream.as_of:%Y-%m}"
    path = f"catalogues/{list_id}.yml"
    lists = known.records.catalogues
    earlier = [key for key in lists if key.startswith(f"{prefix}-") and key < list_id]
    before = max(earlier, key=lambda key: lists[key].as_of, default=None)
    head = known.file(path) or known.file(f"catalogues/{before}.yml")
    if not head:
        return None
    readings = head.get("rows", ())
    rows = continued(readings, fields["rows"], keys.matches(readings, fields["rows"], path))
    month, title = f"{upstream.as_of:%B %Y}", head.get("title", "")
    new = {
        **{name: value for name, value in head.items() if name not in OWN},
        "title": MONTH.sub(month, title) if MONTH.search(title) else f"{title}, {month}",
        "citation": upstream.cite("tables of the page"),
        "as_of": upstream.as_of,
        "as_of_basis": "The day of the revision that was read.",
        "earlier": before,
    }
    decided = {name: value for name, value in fields.items() if value is not None}
    return RecordUpdate(path, {**decided, "rows": rows}, new, keys)
