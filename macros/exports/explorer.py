"""What the explorer fetches: every tested configuration by column, each value once.

A column is a list of its values and, for each row, the place of its value in that list. So a hundred
thousand rows stay small to fetch and quick to count, and nothing about a row is said twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from macros.addresses import address
from macros.exports import rows
from macros.exports.envelope import ROWS, as_json, in_parts
from macros.knowledge import Knowledge, TestedConfiguration

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
"""Columns whose values are ids of records: readers may type any name of these."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")

EXTRA: dict[str, Callable[[TestedConfiguration], Any]] = {
    "evidence": lambda _: "tested-configuration",
    "batch_size_scope_inferred": lambda test: test.row.scope_inferred,
    "withdrawn": lambda test: test.row.withdrawn,
    "name_inferred": lambda test: test.name_inferred,
    "tested_with": lambda test: test.table.tested_with,
    "place": lambda test: test.locator.removeprefix(f"{test.table.locator}, "),
    "locator": lambda test: test.table.locator,
    "variant": lambda test: test.row.variant,
    "release": lambda test: test.release,
}
"""Columns that say more here than in the API, or are only here."""


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """The explorer's file: its path from the site's root, and its content."""
    names = [name for name in rows.COLUMNS["tested-configurations"] if name != "id"]
    columns: dict[str, list[Any]] = {name: [] for name in dict.fromkeys([*names, *EXTRA])}
    for tests in in_parts(knowledge.configurations, ROWS):
        in_api = list(map(rows.tested_configuration, tests))
        for name, values in columns.items():
            values.extend(map(EXTRA[name], tests) if name in EXTRA else (row[name] for row in in_api))
    document = {
        "revision": knowledge.revision,
        "count": len(knowledge.configurations),
        "columns": {name: _coded(values) for name, values in columns.items()},
        "records": {name: _records(knowledge, kind, columns[name]) for name, kind in NAMED.items()},
        "words": _words(knowledge),
        "carries": {key: instance.accelerator for key, instance in knowledge.records.instances.items()},
        "snippets": {release: _starter(knowledge, release) for release in _releases(knowledge)},
    }
    yield PATH, as_json(document)


def _coded(column: Iterable[Any]) -> dict[str, list[Any]]:
    places = {value: place for place, value in enumerate(dict.fromkeys(column))}
    return {"values": list(places), "codes": [places[value] for value in column]}


def _records(knowledge: Knowledge, kind: str, used: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Per id: the name readers know it by, its page, and every other name it answers to."""
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
    """Per id of a kind: every name that also leads to it; nothing where there is none."""
    others: dict[str, list[str]] = {}
    for name, record in knowledge.records.catalog.names[kind].items():
        if name != record:
            others.setdefault(record, []).append(name)
    return others


def _releases(knowledge: Knowledge) -> list[str]:
    """The releases that were tested, in the order of the rows."""
    return list(dict.fromkeys(test.release for test in knowledge.configurations))


def _words(knowledge: Knowledge) -> dict[str, dict[str, str]]:
    vocabularies = {"topology": "topology", "batch_size_scope": "batch_size_scope", "evidence": "evidence"}
    return {
        column: {key: value.label for key, value in knowledge.records.vocabularies[vocabulary].values.items()}
        for column, vocabulary in vocabularies.items()
    }


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
