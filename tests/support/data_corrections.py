"""Sound changes of records that a data folder holds already: a correction, a rename and a deletion."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from macros.loading import Records
from macros.schema.walk import walk
from tests.support.golden_cases import messages
from tests.support.new_records import file_of, write


def correct_figure_and_date(data: Path, records: Records) -> None:
    """A figure a little higher, and the date of its table a day earlier: in the first table where both are sound."""
    for key, table in records.benchmarks.items():
        file = file_of(data, "benchmarks", key)
        before = file.read_text("utf-8")
        figure = next((row.throughput for row in table.rows if row.throughput), None)
        if figure is None or f"throughput: {figure:g}" not in before:
            continue
        earlier = table.as_of - datetime.timedelta(days=1)
        text = before.replace(f"throughput: {figure:g}", f"throughput: {figure * 1.01:.2f}", 1)
        file.write_text(text.replace(f"\nas_of: {table.as_of}", f"\nas_of: {earlier}", 1), "utf-8")
        if _is_sound(data):
            return
        file.write_text(before, "utf-8")
    raise AssertionError("no table of benchmarks can be corrected soundly")


def _is_sound(data: Path) -> bool:
    return messages(data) == ""


def rename_and_delete(data: Path, records: Records) -> None:
    """A model under another id, and a limitation that goes, as Contribute says."""
    referenced = {key for name in _named_by_id(records) for key in name}
    old, model = next((key, one) for key, one in records.models.items() if f"models/{key}" not in referenced)
    new = f"{old}-renamed"
    text = file_of(data, "models", old).read_text("utf-8")
    names = [*(name.name for name in model.other_names), old]
    content = yaml.safe_load(text)
    content["other_names"] = [*content.get("other_names", ()), {"name": names[-1]}]
    content["former_ids"] = [*content.get("former_ids", ()), old]
    file_of(data, "models", old).unlink()
    write(data, f"models/{new}.yml", content)
    gone = next(iter(records.limitations))
    file_of(data, "limitations", gone).unlink()
    redirects = data / "redirects.yml"
    entry = f"\n  - {{from: /limitations/{gone}/, to: /limitations/, reason: It was taken back.}}\n"
    redirects.write_text(redirects.read_text("utf-8").rstrip() + entry, "utf-8")


def _named_by_id(records: Records) -> Iterator[set[str]]:
    """The models that other records name by their ids and not by a published name."""
    for model in records.models.values():
        yield {f"models/{related.model}" for related in model.related}
    for subjects in (*(one.affects for one in records.limitations.values()), *_abouts(records)):
        yield {f"models/{model}" for model in subjects.models}
    for key, conflict in records.conflicts.items():
        yield {pointer.record for pointer in conflict.facts} | {f"conflicts/{key}"}
    for one in records.exceptions.exceptions:
        yield {one.record}
    for _, change in walk(records.atlas, str):
        yield {change.strip("/")}


def _abouts(records: Records) -> Iterator[Any]:
    yield from (conflict.about for conflict in records.conflicts.values())
