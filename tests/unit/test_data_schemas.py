"""The JSON Schemas of the data files: current, strict, and agreeing with the data and with the checks."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import jsonschema
import pytest
import yaml

from macros.knowledge import Knowledge
from macros.loading.reading import read
from macros.schema import KINDS, SINGLES
from macros.site.state import Site
from macros.views import full_records
from tests.support.export_files import exported
from tests.support.places import MADE_UP, PROJECT

DATA_FILES = sorted((PROJECT / "data").rglob("*.yml"))
SCHEMAS = PROJECT / "schemas"
NAMES = [*(kind.folder for kind in KINDS), *SINGLES, "vocabularies"]
MODELINE = "# yaml-language-server: $schema="


def schema_of(file: Path, data: Path) -> str:
    return file.relative_to(data).parts[0].removesuffix(".yml")


def as_plain(value: Any) -> Any:
    """A data file's value as an editor sees it: a date is text there."""
    if isinstance(value, dict):
        return {key: as_plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_plain(part) for part in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def content(file: Path) -> Any:
    return as_plain(yaml.load(file.read_text("utf-8"), yaml.CSafeLoader))


Schemas = Mapping[str, Mapping[str, Any]]
Validators = Mapping[str, jsonschema.Draft202012Validator]


@pytest.fixture(scope="module")
def schemas() -> Schemas:
    """As they stand in the repository."""
    return {name: json.loads((SCHEMAS / f"{name}.json").read_text("utf-8")) for name in NAMES}


@pytest.fixture(scope="module")
def validators(schemas: Schemas) -> Validators:
    formats = jsonschema.Draft202012Validator.FORMAT_CHECKER
    return {name: jsonschema.Draft202012Validator(schema, format_checker=formats) for name, schema in schemas.items()}


def run(project: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "macros", "--project", str(project), "schemas"]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_schemas_in_the_repository_are_current(tmp_path: Path) -> None:
    copytree(PROJECT / "data", tmp_path / "data")
    done = run(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    written = {file.name: file.read_bytes() for file in (tmp_path / "schemas").iterdir()}
    assert sorted(written) == sorted(f"{name}.json" for name in NAMES)
    kept = {file.name: file.read_bytes() for file in SCHEMAS.iterdir()}
    assert kept == written, "run `make schemas`"


def test_the_same_schemas_are_published(published: Mapping[str, bytes]) -> None:
    for name in NAMES:
        assert published[f"api/v1/schemas/{name}.json"] == (SCHEMAS / f"{name}.json").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_schema_of_2020_12(schemas: Schemas, name: str) -> None:
    schema = schemas[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    assert schema["description"]


def objects(schema: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(schema, dict):
        if "properties" in schema and isinstance(schema["properties"], dict):
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def test_no_record_takes_a_field_it_does_not_have(schemas: Schemas) -> None:
    for name, schema in schemas.items():
        assert [part["title"] for part in objects(schema) if part["additionalProperties"] is not False] == [], name


def test_every_data_file_is_as_its_schema_says(validators: Validators) -> None:
    found = [
        f"{file.relative_to(PROJECT)}: {error.json_path}: {error.message}"
        for file in DATA_FILES
        for error in validators[schema_of(file, PROJECT / "data")].iter_errors(content(file))
    ]
    assert len(DATA_FILES) > 1_000
    assert found == []


def test_the_made_up_data_is_as_its_own_schemas_say(made_up: Site) -> None:
    published = exported(made_up)
    data = MADE_UP / "data"
    for file in sorted(data.rglob("*.yml")):
        schema = json.loads(published[f"api/v1/schemas/{schema_of(file, data)}.json"])
        jsonschema.validate(content(file), schema, jsonschema.Draft202012Validator)


MODEL = {"name": "Model-Base", "architecture": "bert", "summary": "A model."}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"colour": "red"}, "$"),
        ({"name": ""}, "$.name"),
        ({"name": None}, "$.name"),
        ({"hub_id": None}, "$.hub_id"),
        ({"url": "ftp://example.org/"}, "$.url"),
        ({"parameters": {"billions": 0, "reason": "Its name."}}, "$.parameters.billions"),
        ({"other_names": [{"name": "model", "certainty": "sure"}]}, "$.other_names[0].certainty"),
        ({"other_names": {"name": "model"}}, "$.other_names"),
    ],
)
def test_an_editor_refuses_what_the_checks_refuse(
    validators: Validators, change: Mapping[str, Any], place: str
) -> None:
    assert not list(validators["models"].iter_errors(MODEL))
    assert {error.json_path for error in validators["models"].iter_errors({**MODEL, **change})} == {place}


def test_an_editor_offers_the_values_of_a_vocabulary_with_their_meaning(schemas: Schemas, knowledge: Knowledge) -> None:
    offered = schemas["limitations"]["properties"]["state"]
    values = knowledge.records.vocabularies["limitation_state"].values
    assert offered["enum"] == list(values)
    assert offered["enumDescriptions"] == [value.definition for value in values.values()]


def test_ids_are_left_to_the_checks(schemas: Schemas) -> None:
    architecture = schemas["models"]["properties"]["architecture"]
    assert "enum" not in architecture
    assert architecture["title"] == "The id of one of the architectures"


def test_every_data_file_begins_with_the_line_that_names_its_schema() -> None:
    wrong = []
    for file in DATA_FILES:
        schema = SCHEMAS / f"{schema_of(file, PROJECT / 'data')}.json"
        wanted = f"{MODELINE}{Path(os.path.relpath(schema, file.parent)).as_posix()}"
        if file.read_text("utf-8").partition("\n")[0] != wanted:
            wrong.append(f"{file.relative_to(PROJECT)}: the first line must be\n{wanted}")
    assert not wrong, "\n".join(wrong)


def test_the_settings_of_the_editor_name_the_same_schemas() -> None:
    settings = json.loads((PROJECT / ".vscode" / "settings.json").read_text("utf-8"))["yaml.schemas"]
    found = {file: schema for schema, globs in settings.items() for glob in globs for file in PROJECT.glob(glob)}
    assert found == {file: f"./schemas/{schema_of(file, PROJECT / 'data')}.json" for file in DATA_FILES}
    recommended = json.loads((PROJECT / ".vscode" / "extensions.json").read_text("utf-8"))
    assert recommended["recommendations"] == ["redhat.vscode-yaml"]


def test_the_full_record_of_a_kind_is_sound_and_has_every_field(
    knowledge: Knowledge, schemas: Schemas, validators: Validators
) -> None:
    shown = {record.folder: record.text for record in full_records.every(knowledge)}
    assert list(shown) == [kind.folder for kind in KINDS]
    for kind in KINDS:
        text = shown[kind.folder]
        value, problems = read(text.encode(), kind.folder)
        assert problems == []
        kind.record.model_validate(value, context=knowledge.records.catalog)
        validators[kind.folder].validate(as_plain(value))
        fields = {name for part in objects(schemas[kind.folder]) for name in part["properties"]}
        assert [name for name in sorted(fields) if f"{name}:" not in text] == []


def test_the_full_record_explains_its_fields(made_up: Site) -> None:
    [model] = [record.text for record in full_records.every(made_up.knowledge) if record.folder == "models"]
    assert "architecture: shuttle  # The id of one of the architectures.\n" in model
    assert "hub_id: words  # Optional. On the Hugging Face Hub; absent where the sources name no checkpoint.\n" in model
