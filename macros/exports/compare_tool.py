"""What the free comparison fetches: the facts of every record that can stand beside others of its kind.

Every text stands once, and a record holds the place of each of its answers: most answers are shared by many.
Batch sizes that can be lined up are in a file for each kind, for those who compare that kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from macros.addresses import address
from macros.exports.envelope import as_json
from macros.exports.explorer import other_names
from macros.knowledge import Knowledge, batch_size_table
from macros.views.compare_tool import Said, Sheet, sheets

BASE = "compare/"
PATH = f"{BASE}facts.json"

SPELT = frozenset({"models", "instances"})
"""Kinds whose ids are what people say."""


def facts(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """The file of facts: its path from the site's root, and its content."""
    yield PATH, as_json({kind: _facts(knowledge, kind, sheet) for kind, sheet in sheets(knowledge).items()})


def sizes(knowledge: Knowledge, kind: str) -> Iterator[tuple[str, bytes]]:
    """The file of batch sizes that can be lined up by records of a kind."""
    yield _sizes_path(kind), as_json(_sizes(knowledge, kind))


def _sizes_path(kind: str) -> str:
    return f"{BASE}sizes-of-{kind}.json"


def _facts(knowledge: Knowledge, kind: str, sheet: Sheet) -> Mapping[str, Any]:
    places: dict[Said, int] = {}
    records = {}
    for record, groups in sheet.records.items():
        name = getattr(knowledge.records.of(kind)[record], "name", record)
        records[record] = {
            "label": record if kind in SPELT else name,
            "page": address(kind, record),
            "says": [
                [None if said is None else places.setdefault(said, len(places)) for said in group] for group in groups
            ],
        }
    return {
        "groups": [{"title": group.title, "rows": group.labels} for group in sheet.groups],
        "names": list(_names(knowledge, kind)),
        "records": records,
        "texts": [[said.text, said.as_of] if said.as_of else [said.text] for said in places],
        "sizes": _sizes_path(kind) if kind in batch_size_table.FREE else None,
    }


def _names(knowledge: Knowledge, kind: str) -> Iterator[tuple[str, str]]:
    """Every name that may be typed with the id it leads to: ids first. A name that leads to several is left out."""
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
