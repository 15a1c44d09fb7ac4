"""The data file of the explorer: every tested configuration, by column.

A column is a list of its distinct values and, for each row, the index of its value in that list: a hundred thousand
rows stay small to fetch and quick to count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from macros.addresses import address
from macros.exports.serialize import as_json
from macros.knowledge import Knowledge, TestedConfiguration
from macros.tables import Column
from macros.tables.column import merge_columns
from macros.tables.envelope import envelope_header
from macros.tables.tested_configurations import REASONS, TESTED_CONFIGURATIONS, VARIANT

PATH = "explore/configurations.json"

NAMED = {
    "model": "models",
    "family": "families",
    "framework": "frameworks",
    "release": "releases",
    "instance": "instances",
    "accelerator": "accelerators",
    "dataset": "datasets",
    "source": "sources",
}
"""Columns whose values are ids of records, with the kind. Readers may type any name of these records."""

VOCABULARIES = ("topology", "batch_size_scope", "evidence")
"""Columns with values of the vocabulary of the same name, shown by their labels."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")

COLUMNS: Sequence[Column[TestedConfiguration]] = merge_columns(
    *TESTED_CONFIGURATIONS.without("id"),
    Column("evidence", "The kind of evidence.", lambda _: "tested-configuration"),
    *REASONS,
    Column("place", "Row in the table.", lambda test: test.locator.removeprefix(f"{test.table.locator}, ")),
    Column("locator", "The table in the source.", "table.locator"),
    VARIANT,
    Column("release", "Framework and release."),
)
"""The columns of the API, some of them with a reason or a longer text as value."""


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Path from the site's root, and content."""
    tests, records = knowledge.configurations, knowledge.records
    columns = {column.name: list(map(column.value, tests)) for column in COLUMNS}
    vocabularies = {name: records.vocabularies[name].values for name in VOCABULARIES}
    document = {
        "envelope": envelope_header(knowledge.revision, len(tests)),
        "count": len(tests),
        "columns": {name: _coded(values) for name, values in columns.items()},
        "records": {name: _records(knowledge, kind, columns[name]) for name, kind in NAMED.items()},
        "words": {name: {key: value.label for key, value in values.items()} for name, values in vocabularies.items()},
        "carries": {key: instance.accelerator for key, instance in records.instances.items()},
        "snippets": {release: _starter(knowledge, release) for release in dict.fromkeys(columns["release"])},
    }
    yield PATH, as_json(document)


def _coded(column: Iterable[Any]) -> dict[str, list[Any]]:
    indexes = {value: index for index, value in enumerate(dict.fromkeys(column))}
    return {"values": list(indexes), "codes": [indexes[value] for value in column]}


def _records(knowledge: Knowledge, kind: str, used: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """By id: display name, address of the page, and other names."""
    others = other_names(knowledge, kind)
    found = knowledge.records.of(kind)
    return {
        record: {
            "name": getattr(found[record], "name", getattr(found[record], "title", record)),
            "page": address(kind, record),
            "names": others.get(record, []),
        }
        for record in dict.fromkeys(used)
        if record is not None
    }


def other_names(knowledge: Knowledge, kind: str) -> Mapping[str, Sequence[str]]:
    """Per id of a kind: its other names. Records without any are left out."""
    others: dict[str, list[str]] = {}
    for name, record in knowledge.records.names.ids_by_name[kind].items():
        if name != record:
            others.setdefault(record, []).append(name)
    return others


def _starter(knowledge: Knowledge, release_id: str) -> str | None:
    """Code that starts a job with a release; placeholders remain where each row has its own values.

    None where the framework has no starter for the components of the release.
    """
    release = knowledge.records.releases[release_id]
    framework = knowledge.records.frameworks[release_id.partition("/")[0]]
    found = next((one for one in framework.starters if release.components.keys() >= set(one.components)), None)
    if found is None:
        return None
    values = {name: json.dumps(version)[1:-1] for name, version in release.components.items()}
    if release.image:
        values["image"] = f"{release.image.repository}:{release.image.tag}"
    if release.python:
        values["python_tag"] = f"py{release.python.replace('.', '')}"
    return PLACEHOLDER.sub(lambda name: values.get(name[1], name[0]), found.code.rstrip("\n"))
