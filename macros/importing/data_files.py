"""Puts what importers found into data files as text: fields are replaced, everything else is kept to the byte."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from macros.importing.upstream import DataRow, Found, RecordUpdate, continued
from macros.schema.kinds import SEVERAL

FIELD = re.compile(r"^([a-z_]\w*):.*\n?(?:(?:#.*\n|\n)*[ -].*\n?)*", re.MULTILINE)
"""A top-level field of a data file, without comments and blank lines that follow it."""
ROW = re.compile(r"^  - .*\n(?:   .*\n)*", re.MULTILINE)


def changed_files(data: Path, found: Iterable[Found], remarks: list[str], *, prune: bool) -> Iterator[tuple[Path, str]]:
    """Every file below `data` that the updates change, with its new text. What is left to an editor goes to `remarks`.

    Rows that an upstream no longer has stay, unless `prune`; either way they are named.
    """
    for one in found:
        if isinstance(one, str):
            remarks.append(one)
            continue
        file = data / one.path
        old = file.read_text("utf-8") if file.is_file() else ""
        fields = _merged(yaml.safe_load(old), one, remarks, prune=prune) if old else {**one.new, **one.fields}
        new = old
        for name, value in fields.items():
            new = _with_field(new, name, value)
        if new != old:
            yield file, new


def _merged(before: Mapping[str, Any], update: RecordUpdate, remarks: list[str], *, prune: bool) -> Mapping[str, Any]:
    """The fields that an update changes, with the cells of rows that only the data has."""
    fields = dict(update.fields)
    if (keys := update.keys) and (old := before.get(keys.field)):
        where, new = f"{update.path}, {keys.field}", fields[keys.field]
        matches = keys.matches(old, new, where)
        gone = [index for index in range(len(old)) if index not in matches]
        if gone:
            what = "removed" if prune else "kept; --prune removes them"
            names = ", ".join(keys.of(old[index]) for index in gone)
            remarks.append(f"{where}: no longer in the upstream, {what}: {names}")
        fields[keys.field] = _with_kept(old, continued(old, new, matches), matches, [] if prune else gone)
    return {name: value for name, value in fields.items() if value != before.get(name)}


def _with_kept(
    old: Sequence[DataRow], merged: list[DataRow], matches: Sequence[int | None], kept: Sequence[int]
) -> list[DataRow]:
    """Rows, and each kept row after the one it followed."""
    places = list(matches)
    for index in kept:
        at = places.index(index - 1) + 1 if index - 1 in places else 0
        places.insert(at, index)
        merged.insert(at, old[index])
    return merged


def _with_field(text: str, name: str, value: Any) -> str:
    """The text of a data file with a top-level field replaced, or added at its end. Equal rows keep their text."""
    for block in FIELD.finditer(text):
        if block[1] == name:
            return text[: block.start()] + _field(name, value, block[0]) + text[block.end() :]
    return text + _field(name, value)


def _field(name: str, value: Any, block: str = "") -> str:
    """A field: mappings in a list or by id one a line, anything else in one line. What its old block has stays."""
    if name == SEVERAL:
        known = yaml.safe_load(block)[name] if block else {}
        added = "".join(f"  {key}: {_inline(one)}\n" for key, one in value.items() if key not in known)
        return (block or f"{name}:\n") + added
    if not (isinstance(value, list) and value and isinstance(value[0], Mapping)):
        return f"{name}: {_inline(value)}\n"
    texts = ROW.findall(block)
    old = yaml.safe_load(block)[name] if texts else []
    known = list(zip(old, texts, strict=True)) if len(texts) == len(old) else []
    rows = (next((text for row, text in known if row == one), f"  - {_inline(one)}\n") for one in value)
    return f"{name}:\n{''.join(rows)}"


def _inline(value: Any) -> str:
    text: str = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, width=math.inf, sort_keys=False, allow_unicode=True
    )
    return text.removesuffix("...\n").strip()


class _Dumper(yaml.SafeDumper):
    """Strings that need quotes get double ones, as in the rest of the data."""


def _string(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    listed: str = yaml.safe_dump([text], default_flow_style=True, allow_unicode=True, width=math.inf)
    plain = listed.startswith(f"[{text}]")
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if plain else '"')


_Dumper.add_representer(str, _string)
