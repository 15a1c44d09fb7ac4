"""Damages to whole files: to their lines, their content and their names; and changes that say the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml

from macros.loading.yaml_parser import read
from tests.mutations.damage import Damage
from tests.support.new_records import WithoutAliases

LINES = (
    *("\tx: 1", " x: 1", "- x", "words alone", "x:1", "1: x", "? [a, b]", "---", "<<<<<<< HEAD"),
    *("x: 'open", "x: [1, 2", "x: {a: 1"),
    *("# \0", "# \a", "# \u202e", "# \x85", "# \u2028", "# \r#", "# caf\udce9"),
    *("# an\u0435other", "# anÃ©other", "# ane\u0301"),
)
"""Lines that no data file may have."""
CONTENTS = ("", "\n\n", "# Nothing yet.\n", "---\n", "- name: x\n", "words\n", "\udcff\udcfen\0a\0m\0e\0")
"""What no data file may be, refused at its first line; the last is UTF-16."""
NAMES = (
    *("models/x.yaml", "models/x.YML", "models/No Id.yml", "models/UPPER.yml", "models/-x.yml", "models/.x.yml"),
    *("models/x~.yml", "models/xä.yml", "models/page-2.yml", "models/a/b/c.yml", "model/x.yml", "x.yml"),
)
"""What no data file may be called."""
IGNORED = ("models/x.yml.orig", "models/x.yml~", "models/.x.yml.swp", ".DS_Store", "notes.txt")
"""Files beside the data that are none of it."""
FIELD = re.compile(r"^(?=\w)", re.MULTILINE)
"""Where a field of the record begins."""
WHOLE_LINE = re.compile(r"^(\w+: [^|>\n]*[^|>\s])(?=\n\w|\n?\Z)", re.MULTILINE)
"""A field of the record in one line."""


def with_line(text: str, line: str) -> Iterator[Damage]:
    """A file with a line before each of its fields but the first."""
    for found in list(FIELD.finditer(text))[1:]:
        before, after = text[: found.start()], text[found.start() :]
        yield Damage(ascii(line), f"{before}{line}\n{after}", before.count("\n") + 1)


class Quoting(WithoutAliases):
    """Writes every text in quotes."""


Quoting.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"'))


def rewritten(
    text: str, change: Callable[[Any], Any] = dict, dumper: type[WithoutAliases] = WithoutAliases, **style: Any
) -> str:
    """A file written anew, in another style of YAML."""
    value, _ = read(text.encode(), "")
    written: str = yaml.dump(change(value), Dumper=dumper, allow_unicode=True, sort_keys=False, **style)
    return written


def reordered(value: Any) -> Any:
    """A value with the fields of each mapping in the opposite order."""
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(part) for part in value] if isinstance(value, list) else value


HARMLESS: Mapping[str, Callable[[str], str]] = {
    "byte order mark": lambda text: f"\ufeff{text}",
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "comment lines": lambda text: FIELD.sub("# {{ 7*7 }} <script>\n", text),
    "comments after values": lambda text: WHOLE_LINE.sub(r"\1  # as printed", text),
    "blanks after values": lambda text: WHOLE_LINE.sub(r"\1   ", text),
    "blank lines": lambda text: FIELD.sub("\n  \n", text),
    "last line end missing": lambda text: text.rstrip("\n"),
    "document markers": lambda text: f"%YAML 1.1\n---\n{text.rstrip()}\n...\n",
    "a field a line": lambda text: rewritten(text, default_flow_style=False),
    "in braces": lambda text: rewritten(text, default_flow_style=True),
    "narrow": lambda text: rewritten(text, width=20),
    "quotes": lambda text: rewritten(text, dumper=Quoting),
    "another order of fields": lambda text: rewritten(text, reordered),
}
"""Changes of every file after which the records are the same."""
