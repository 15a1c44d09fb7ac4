"""The data files of the compare tool: a sheet for each kind of record, and batch sizes in the same settings.

Each text stands once in a sheet, and a record holds the index of each of its texts: most are shared by many records.
Batch sizes are in a file of their own for each kind, fetched when a reader compares that kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from macros.addresses import address
from macros.exports.explorer import other_names
from macros.exports.serialize import as_json
from macros.knowledge import Knowledge, batch_size_table
from macros.tables.sheets import Sheet, SheetCell

BASE = "compare/"
PATH = f"{BASE}facts.json"

CALLED_BY_ID = frozenset({"models", "instances"})
"""Kinds whose records are labelled with their ids, not their names."""


def files(knowledge: Knowledge, sheets: Mapping[str, Sheet]) -> Iterator[tuple[str, bytes]]:
    """Paths from the site's root and contents: the sheets of all kinds, then batch sizes, a file per kind."""
    yield PATH, as_json({kind: _sheet(knowledge, kind, sheet) for kind, sheet in sheets.items()})
    for kind in batch_size_table.FREE:
        yield _sizes_path(kind), as_json(_sizes(knowledge, kind))


def _sizes_path(kind: str) -> str:
    return f"{BASE}sizes-of-{kind}.json"


def _sheet(knowledge: Knowledge, kind: str, sheet: Sheet) -> Mapping[str, Any]:
    indexes: dict[SheetCell, int] = {}
    records = {}
    for record, groups in sheet.records.items():
        name = getattr(knowledge.records.of(kind)[record], "name", record)
        records[record] = {
            "label": record if kind in CALLED_BY_ID else name,
            "page": address(kind, record),
            "says": [
                [None if cell is None else indexes.setdefault(cell, len(indexes)) for cell in group] for group in groups
            ],
        }
    return {
        "groups": [{"title": group.title, "rows": group.labels} for group in sheet.groups],
        "names": list(_names(knowledge, kind)),
        "records": records,
        "texts": [[cell.text, cell.as_of] if cell.as_of else [cell.text] for cell in indexes],
        "sizes": _sizes_path(kind) if kind in batch_size_table.FREE else None,
    }


def _names(knowledge: Knowledge, kind: str) -> Iterator[tuple[str, str]]:
    """Every name a reader may type, with its id; ids first. A name that several records have is left out."""
    found = knowledge.records.of(kind)
    others = other_names(knowledge, kind)
    yield from ((record, record) for record in found)
    owners: dict[str, list[str]] = {}
    for record, one in found.items():
        # A release is also called without its framework.
        for name in {getattr(one, "name", record), record.rpartition("/")[2], *others.get(record, ())} - found.keys():
            owners.setdefault(name, []).append(record)
    yield from sorted((name, records[0]) for name, records in owners.items() if len(records) == 1)


def _sizes(knowledge: Knowledge, kind: str) -> Mapping[str, Any]:
    lines = [
        {
            "setting": [line.lead, line.settings],
            "sizes": {record: [size.words, size.native, size.compiled] for record, size in line.sizes.items()},
        }
        for line in batch_size_table.batch_size_rows(knowledge, kind)
    ]
    return {"title": "Batch sizes in the same settings, native → compiled", "lines": lines}
