"""A value that its type does not accept is refused where it stands; what only looks different is read as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
import yaml

from macros.checks import load_sound
from macros.loading import DataError
from tests.support.changes import WithoutAliases
from tests.support.edited_data import EditedData

UNSEEN = tuple(
    f'"a\\u{ord(mark):04x}b"'
    for mark in "\0\a\x0b\r\x1b\x7f\x80\x85\xad\u061c\u180e\u200b\u200e\u200f\u2028\u202a\u202e\u2066\u2069\ufeff"
)
"""Invisible characters, and those that reorder a text, as escapes: as they are, they are refused anywhere in a file."""
NOT_TEXT = ("12", "2.5", "true", "2024-05-01", "[one]", "{one: two}", "no", "1.50", "1_000", '""', *UNSEEN)
BROKEN_TEXT = ('"  "', '"two\\nlines"', "!!python/object:os.system x", "!!str x", "*other")
NOT_COUNT = ("many", '"1"', "true", "1.5", "[1]", "0x10", "010", "1_000", "+8", "1:30", "1e3", ".inf", "9" * 20)
NOT_FIGURE = ("many", '"1"', "true", "[1]", "0x10", "1_000", "1.50", "12.", "1:30", ".nan", "-.inf")
NOT_DATE = ("2024-02-30", "2024-13-01", '"2024-05-01"', "2024-05-01 10:00:00", "2024-05", "1.5.2024", "2024", "soon")
NOT_CHOICE = ("no-such-word", '"<b>"', '"{{ 7*7 }}"', "12")
NOT_ID = ("no-such-id", "atlas", '"No Such Id"', "12", "[one]")
NOT_URL = (
    *("javascript:alert(1)", '"data:text/html,x"', "//example.org/", "ftp://example.org/", "https://", "a.org"),
    *("'https://example.org/\"><b>'", "https://example.org/a b", r'"https://example.org/\u202e"'),
)

MODEL = ("name: Model\n", "architecture: shuttle\n", "summary: Made up.\n")
CITED = "{source: plain-paper, locator: page 1}"
WRONG: Mapping[str, Sequence[str]] = {
    "name: ": (*NOT_TEXT, *BROKEN_TEXT),
    "architecture: ": NOT_ID,
    "url: ": NOT_URL,
    "other_names:\n  - name: Other\n    certainty: ": NOT_CHOICE,
    f"published:\n  citation: {CITED}\n  date: ": NOT_DATE,
    "parameters:\n  reason: Its name.\n  billions: ": (*NOT_FIGURE, "0", "-1", "null"),
    f"shape:\n  certainty: Printed.\n  citations: [{CITED}]\n  layers: ": (*NOT_COUNT, "0", "-1"),
    "shape:\n  citations: ": ("one", "{one: two}", "12", "[]"),
    "parameters: ": ("one", "[one]", "12"),
}
"""By how a field of a model is written: what its type does not accept. outputs/test_data_schemas.py holds that every
field has such a type."""


@pytest.mark.parametrize("field", WRONG)
def test_a_value_that_its_type_does_not_accept_is_refused_where_it_stands(field: str, editable: EditedData) -> None:
    places = {}
    for number, wrong in enumerate(WRONG[field]):
        before = "".join(line for line in MODEL if not line.startswith(field)) + field
        editable.write(editable.folder / f"models/wrong-{number}.yml", f"{before}{wrong}\n")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        places[f"data/models/wrong-{number}.yml", line, column] = wrong
    with pytest.raises(DataError) as refused:
        load_sound(editable.folder)
    found = {(one.file, one.line, one.column) for one in refused.value.problems}
    assert [wrong for place, wrong in places.items() if place not in found] == []


FIELD = re.compile(r"^(?=\w)", re.MULTILINE)
"""Where a field of the record begins."""
WHOLE_LINE = re.compile(r"^(\w+: [^|>\n]*[^|>\s])(?=\n\w|\n?\Z)", re.MULTILINE)
"""A field of the record in one line."""


def rewritten(text: str, change: Callable[[Any], Any] = dict, **style: Any) -> str:
    """A file written anew, in another style of YAML."""
    value = yaml.load(text, yaml.CSafeLoader)
    written: str = yaml.dump(change(value), Dumper=WithoutAliases, allow_unicode=True, sort_keys=False, **style)
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
    "another order of fields": lambda text: rewritten(text, reordered),
}
"""Changes of every file after which the records are the same."""


@pytest.mark.parametrize("change", HARMLESS)
def test_a_change_that_says_the_same_gives_the_same_records(change: str, editable: EditedData) -> None:
    before = load_sound(editable.folder)
    for file in editable.folder.rglob("*.yml"):
        editable.write(file, HARMLESS[change](file.read_text("utf-8")))
    assert replace(load_sound(editable.folder), revision=before.revision) == before


def test_files_that_are_no_data_are_not_read(editable: EditedData) -> None:
    before = load_sound(editable.folder)
    for name in ("models/x.yml.orig", "models/x.yml~", "models/.x.yml.swp", ".DS_Store", "notes.txt"):
        editable.write(editable.folder / name, "name: 12\n")
    assert load_sound(editable.folder) == before
