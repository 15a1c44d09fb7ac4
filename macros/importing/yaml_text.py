"""Data files as text: one field replaced, everything else kept to the byte."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

TOP_LEVEL = re.compile(r"^([a-z_]\w*):", re.MULTILINE)
ROW = re.compile(r"^  - .*\n(?:   .*\n)*", re.MULTILINE)


class _Dumper(yaml.SafeDumper):
    """Strings that need quotes get double ones, as in the rest of the data."""


def _string(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    plain = yaml.safe_dump(text, allow_unicode=True, width=math.inf).startswith(text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if plain else '"')


_Dumper.add_representer(str, _string)


def inline(value: Any) -> str:
    """A value in one line."""
    text: str = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, width=math.inf, sort_keys=False, allow_unicode=True
    )
    return text.removesuffix("...\n").strip()


def field(name: str, value: Any) -> str:
    """A top-level field: a list of mappings with one row a line, anything else in one line."""
    if isinstance(value, Sequence) and not isinstance(value, str) and value and isinstance(value[0], Mapping):
        return f"{name}:\n" + "".join(f"  - {inline(row)}\n" for row in value)
    return f"{name}: {inline(value)}\n"


def with_field(text: str, name: str, value: Any) -> str:
    """The text of a data file with a top-level field replaced, or added at its end. Equal rows keep their text."""
    starts = [(found.start(), found[1]) for found in TOP_LEVEL.finditer(text)]
    ends = [start for start, _ in starts[1:]] + [len(text)]
    for (start, key), end in zip(starts, ends, strict=True):
        if key == name:
            return text[:start] + _replaced(text[start:end], name, value) + text[end:]
    return text + field(name, value)


def _replaced(block: str, name: str, value: Any) -> str:
    old, new = yaml.safe_load(block)[name], field(name, value)
    texts = ROW.findall(block)
    if not isinstance(old, list) or len(texts) != len(old) or "\n  - " not in new:
        return new
    kept = list(zip(old, texts, strict=True))
    rows = [next((text for row, text in kept if row == one), f"  - {inline(one)}\n") for one in value]
    return f"{name}:\n" + "".join(rows)
