"""Put what importers found into data files, and say what that changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from macros.importing import yaml_text
from macros.importing.updates import Found, RecordUpdate, Remark, RowKeys

Row = Mapping[str, Any]


def changed_files(data: Path, found: Iterable[Found], remarks: list[str], *, prune: bool) -> Iterator[tuple[Path, str]]:
    """Every file below `data` that the updates change, with its new text. What is left to an editor goes to `remarks`.

    Rows that an upstream no longer has stay, unless `prune`; either way they are named.
    """
    for one in found:
        if isinstance(one, Remark):
            remarks.append(one.text)
            continue
        file = data / one.path
        if not file.is_file():
            yield file, "".join(yaml_text.field(name, value) for name, value in {**one.new, **one.fields}.items())
            continue
        old = file.read_text("utf-8")
        new = _updated(old, one, remarks, prune=prune)
        if new != old:
            yield file, new


def _updated(text: str, update: RecordUpdate, remarks: list[str], *, prune: bool) -> str:
    before = yaml.safe_load(text)
    for name, value in update.fields.items():
        merged = value
        if name in update.rows and before.get(name):
            merged, gone = _merged(before[name], value, update.rows[name])
            if gone:
                what = "removed" if prune else "kept; --prune removes them"
                names = ", ".join(" ".join(update.rows[name].of(row)) for row in gone)
                remarks.append(f"{update.path}, {name}: no longer in the upstream, {what}: {names}")
            merged = merged if prune else [*merged, *gone]
        if merged != before.get(name):
            text = yaml_text.with_field(text, name, merged)
    return text


def _merged(old: Sequence[Row], new: Sequence[Row], keys: RowKeys) -> tuple[list[Row], list[Row]]:
    """The rows of an upstream with the cells that only the data has, and the rows that only the data has."""
    known = {keys.of(row): row for row in old}
    merged: list[Row] = [{**known.pop(keys.of(row), {}), **row} for row in new]
    return merged, list(known.values())
