"""Put what importers found into data files, and say what that changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import yaml

from macros.importing import yaml_text
from macros.importing.updates import Found, RecordUpdate, Remark, Row


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
            old, keys = before[name], update.rows[name]
            matches = keys.matches(old, value, f"{update.path}, {name}")
            gone = [index for index in range(len(old)) if index not in matches]
            if gone:
                what = "removed" if prune else "kept; --prune removes them"
                names = ", ".join(" ".join(keys.of(old[index])) for index in gone)
                remarks.append(f"{update.path}, {name}: no longer in the upstream, {what}: {names}")
            merged = _merged(old, value, matches, () if prune else gone)
        if merged != before.get(name):
            text = yaml_text.with_field(text, name, merged)
    return text


def _merged(old: Sequence[Row], new: Sequence[Row], matches: Sequence[int | None], kept: Sequence[int]) -> list[Row]:
    """The rows of an upstream with the cells that only the data has, and each kept row after the one it followed."""
    places = list(matches)
    merged: list[Row] = [
        {**({} if place is None else old[place]), **row} for place, row in zip(matches, new, strict=True)
    ]
    for index in kept:
        at = places.index(index - 1) + 1 if index - 1 in places else 0
        places.insert(at, index)
        merged.insert(at, old[index])
    return merged
