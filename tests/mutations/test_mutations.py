"""Whatever is wrong in a data file is refused at its place; what only looks different is read as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import yaml

from macros.checks import load_sound
from macros.loading import DataError
from macros.schema.kinds import KINDS
from tests.mutations.damages import ANY, Damage, damages, fields
from tests.support.changes import WithoutAliases
from tests.support.edited_data import EditedData
from tests.support.project import MADE_UP
from tests.support.schema_types import OF_FACTS, example

PART = 12
"""Of so many damages to a field, one is tried in every test run, and all of them with --prove."""
DATA = MADE_UP / "data"
FIELD = re.compile(r"^(?=\w)", re.MULTILINE)
"""Where a field of the record begins."""
WHOLE_LINE = re.compile(r"^(\w+: [^|>\n]*[^|>\s])(?=\n\w|\n?\Z)", re.MULTILINE)
"""A field of the record in one line."""


def accepted(data: EditedData, damaged: Mapping[str, Damage]) -> list[str]:
    """The damages that are not refused at their places, of some in files of their own that are loaded together."""
    for name, damage in damaged.items():
        data.write(data.folder / name, damage.text)
    refused = set()
    try:
        load_sound(data.folder)
    except DataError as error:
        refused = {(one.file, one.line, column) for one in error.problems for column in (one.column, ANY)}
    return [
        f"{damage.what} at data/{name}:{damage.line}:{damage.column}"
        for name, damage in damaged.items()
        if (f"data/{name}", damage.line, damage.column) not in refused
    ]


@cache
def damages_to_fields() -> Mapping[str, Sequence[Sequence[Callable[[], Damage]]]]:
    """By kind of file: the damages to each field of its record, where no kind before it has the same field."""
    records = load_sound(DATA)
    vocabularies = yaml.safe_load((DATA / "vocabularies.yml").read_text("utf-8"))
    found: dict[str, list[Sequence[Callable[[], Damage]]]] = {}
    seen = set()
    for kind, record_type in OF_FACTS.items():
        record = vocabularies if kind == "vocabularies" else example(record_type, records)
        for field in fields(record_type, record):
            if field.name not in seen and (made := list(damages(record, field))):
                seen.add(field.name)
                found.setdefault(kind, []).append(made)
    return found


@pytest.mark.proof
@pytest.mark.parametrize("kind", OF_FACTS)
def test_a_field_refuses_what_its_type_does_not_accept(kind: str, editable: EditedData, *, proving: bool) -> None:
    of_fields = enumerate(damages_to_fields()[kind])
    made = [make for number, of in of_fields for make in (of if proving else of[number % len(of) :: PART])]
    assert made
    # Copies of a record are loaded together; of a file that there is once, one after the other.
    several = len(made) if kind in KINDS else 1
    for first in range(0, len(made), several):
        names = [f"{kind}/damaged-{number}.yml" for number in range(several)] if kind in KINDS else [f"{kind}.yml"]
        assert accepted(editable, {name: make() for name, make in zip(names, made[first:], strict=False)}) == []


LINES = (
    *("\tx: 1", " x: 1", "- x", "words alone", "x:1", "1: x", "? [a, b]", "---", "<<<<<<< HEAD"),
    *("x: 'open", "x: [1, 2", "x: {a: 1"),
    *("# \0", "# \a", "# \u202e", "# \x85", "# \u2028", "# \r#", "# caf\udce9"),
    *("# an\u0435other", "# anÃ©other", "# ane\u0301"),
)
"""Lines that no data file may have."""


def with_line(text: str, line: str) -> Iterator[Damage]:
    """A file with a line before each of its fields but the first."""
    for found in list(FIELD.finditer(text))[1:]:
        before, after = text[: found.start()], text[found.start() :]
        yield Damage(ascii(line), f"{before}{line}\n{after}", before.count("\n") + 1)


@pytest.mark.proof
@pytest.mark.parametrize("line", LINES, ids=ascii)
def test_a_line_that_is_no_field_is_refused_where_it_stands(line: str, editable: EditedData, *, proving: bool) -> None:
    files = [next((DATA / kind).rglob("*.yml")) for kind in KINDS if kind in OF_FACTS]
    damaged = {
        f"{file.relative_to(DATA).parts[0]}/damaged-{number}.yml": damage
        for file in files
        for number, damage in enumerate(list(with_line(file.read_text("utf-8"), line))[: None if proving else 1])
    }
    assert accepted(editable, damaged) == []


def test_a_file_that_is_no_record_is_refused_at_its_first_line(editable: EditedData) -> None:
    utf16 = "\udcff\udcfen\0a\0m\0e\0"
    contents = ("", "\n\n", "# Nothing yet.\n", "---\n", "- name: x\n", "words\n", utf16)
    damaged = {f"models/damaged-{number}.yml": Damage(ascii(text), text, 1) for number, text in enumerate(contents)}
    assert accepted(editable, damaged) == []


NAMES = (
    *("models/x.yaml", "models/x.YML", "models/No Id.yml", "models/UPPER.yml", "models/-x.yml", "models/.x.yml"),
    *("models/x~.yml", "models/xä.yml", "models/page-2.yml", "models/a/b/c.yml", "model/x.yml", "x.yml"),
)
"""What no data file may be called."""


def test_a_file_that_is_not_called_like_a_record_is_refused(editable: EditedData) -> None:
    text = (DATA / "models" / "shuttle-large.yml").read_text("utf-8")
    assert accepted(editable, {name: Damage("a sound model", text, 1, 1) for name in NAMES}) == []


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
