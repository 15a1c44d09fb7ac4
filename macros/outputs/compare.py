"""The data file of the compare page: what is said of every record that can be compared.

Each text stands once for a kind, and a record holds the index of each of its texts: most are shared by many records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from macros.addresses import address
from macros.columns.html import NAMED_BY_ID
from macros.facts import Knowledge
from macros.outputs.explorer import other_names
from macros.outputs.serialize import as_json
from macros.pages.compared import KEY_FACTS, Cell, compared

PATH = "compare/facts.json"


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Path from the site's root, and content."""
    yield PATH, as_json({kind: _of_kind(knowledge, kind) for kind in KEY_FACTS})


def _of_kind(knowledge: Knowledge, kind: str) -> Mapping[str, Any]:
    indexes: dict[Cell, int] = {}
    said = {record: compared(knowledge, kind, record) for record in knowledge.records.of(kind)}
    groups = next(iter(said.values()), {})
    return {
        "groups": [{"title": title, "rows": [label for label, _ in rows]} for title, rows in groups.items()],
        "names": list(_names(knowledge, kind)),
        "records": {
            record: {
                "label": record if kind in NAMED_BY_ID else getattr(knowledge.records.of(kind)[record], "name", record),
                "page": address(kind, record),
                "says": [
                    [None if cell is None else indexes.setdefault(cell, len(indexes)) for _, cell in rows]
                    for rows in groups.values()
                ],
            }
            for record, groups in said.items()
        },
        "texts": [[cell.text, cell.as_of] if cell.as_of else [cell.text] for cell in indexes],
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
