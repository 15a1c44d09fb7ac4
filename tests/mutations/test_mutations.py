"""Whatever is wrong in a data file is refused at its place; what only looks different is read as before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import pytest
import yaml

from macros.checks import load_sound
from macros.schema.kinds import KINDS
from tests.mutations.damage import Damage, Make, accepted
from tests.mutations.fields import damages, fields
from tests.mutations.files import CONTENTS, HARMLESS, IGNORED, LINES, NAMES, with_line
from tests.support.edited_data import EditedData
from tests.support.places import MADE_UP
from tests.support.schema_types import TYPES, example

PART = 12
"""Of so many damages to a field, one is tried in every test run, and all of them with --prove."""
DATA = MADE_UP / "data"


@cache
def damages_to_fields() -> Mapping[str, Sequence[Sequence[Make]]]:
    """By kind of file: the damages to each field of its record, where no kind before it has the same field."""
    records = load_sound(DATA)
    vocabularies = yaml.safe_load((DATA / "vocabularies.yml").read_text("utf-8"))
    found: dict[str, list[Sequence[Make]]] = {}
    seen = set()
    for kind, record_type in TYPES.items():
        record = vocabularies if kind == "vocabularies" else example(record_type, records)
        for field in fields(record_type, record):
            if field.name not in seen and (made := list(damages(record, field))):
                seen.add(field.name)
                found.setdefault(kind, []).append(made)
    return found


@pytest.mark.proof
@pytest.mark.parametrize("kind", TYPES)
def test_a_field_refuses_what_its_type_does_not_accept(kind: str, editable: EditedData, *, proving: bool) -> None:
    of_fields = enumerate(damages_to_fields()[kind])
    made = [make for number, of in of_fields for make in (of if proving else of[number % len(of) :: PART])]
    assert made
    # Copies of a record are loaded together; of a file that there is once, one after the other.
    several = len(made) if kind in KINDS else 1
    for first in range(0, len(made), several):
        names = [f"{kind}/damaged-{number}.yml" for number in range(several)] if kind in KINDS else [f"{kind}.yml"]
        assert accepted(editable, {name: make() for name, make in zip(names, made[first:], strict=False)}) == []


@pytest.mark.proof
@pytest.mark.parametrize("line", LINES, ids=ascii)
def test_a_line_that_is_no_field_is_refused_where_it_stands(line: str, editable: EditedData, *, proving: bool) -> None:
    files = [next((DATA / kind).rglob("*.yml")) for kind in KINDS]
    damaged = {
        f"{file.relative_to(DATA).parts[0]}/damaged-{number}.yml": damage
        for file in files
        for number, damage in enumerate(list(with_line(file.read_text("utf-8"), line))[: None if proving else 1])
    }
    assert accepted(editable, damaged) == []


def test_a_file_that_is_no_record_is_refused(editable: EditedData) -> None:
    damaged = {f"models/damaged-{number}.yml": Damage(ascii(text), text, 1) for number, text in enumerate(CONTENTS)}
    assert accepted(editable, damaged) == []


def test_a_file_that_is_not_called_like_a_record_is_refused(editable: EditedData) -> None:
    text = (DATA / "models" / "shuttle-large.yml").read_text("utf-8")
    assert accepted(editable, {name: Damage("a sound model", text, 1, 1) for name in NAMES}) == []


@pytest.mark.parametrize("change", HARMLESS)
def test_a_change_that_says_the_same_gives_the_same_records(change: str, editable: EditedData) -> None:
    before = load_sound(editable.folder)
    for file in editable.folder.rglob("*.yml"):
        editable.write(file, HARMLESS[change](file.read_text("utf-8")))
    assert replace(load_sound(editable.folder), revision=before.revision) == before


def test_files_that_are_no_data_are_not_read(editable: EditedData) -> None:
    before = load_sound(editable.folder)
    for name in IGNORED:
        editable.write(editable.folder / name, "name: 12\n")
    assert load_sound(editable.folder) == before
