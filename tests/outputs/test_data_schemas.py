"""The JSON Schemas of the data files: made from the code, strict, and in agreement with the data and the checks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import jsonschema
import pytest
import yaml

from macros.addresses import LIST
from macros.cli import main
from macros.facts.grouping import group_by
from macros.schema import json_schemas
from macros.schema.kinds import KINDS, SINGLES
from macros.site.state import Site
from tests.conftest import Part
from tests.support.project import MADE_UP, PROJECT

SCHEMAS = PROJECT / "schemas"
NAMES = [*KINDS, *SINGLES, "vocabularies"]
MOST_OF_A_KIND = 40
MODELINE = "# yaml-language-server: $schema="


def content(file: Path) -> Any:
    """A data file as an editor sees it: a date is text there."""
    return json.loads(json.dumps(yaml.load(file.read_text("utf-8"), yaml.CSafeLoader), default=str))


Schemas = Mapping[str, Mapping[str, Any]]


@pytest.fixture(scope="module")
def schemas() -> Schemas:
    """As they stand in the repository."""
    return {name: json.loads((SCHEMAS / f"{name}.json").read_text("utf-8")) for name in NAMES}


def validator(site: Site, name: str) -> jsonschema.Draft202012Validator:
    """Checks data files of a kind against its schema as the data makes it."""
    schema = json_schemas.data_file(name, site.knowledge.records.vocabularies)
    formats = jsonschema.Draft202012Validator.FORMAT_CHECKER
    return jsonschema.Draft202012Validator(schema, format_checker=formats)


def structure(schema: Any) -> Any:
    """A schema without the values of vocabularies, which the data may change."""
    if isinstance(schema, dict):
        return {key: structure(part) for key, part in schema.items() if key not in {"enum", "enumDescriptions"}}
    return [structure(part) for part in schema] if isinstance(schema, list) else schema


def test_the_schemas_kept_are_those_of_the_code(schemas: Schemas, made_up_exports: Mapping[str, bytes]) -> None:
    exported = {name: json.loads(made_up_exports[f"api/v1/schemas/{name}.json"]) for name in NAMES}
    assert structure(schemas) == structure(exported), "run: make fix"
    assert {file.stem for file in SCHEMAS.glob("*.json")} == set(NAMES)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The made-up project, without generated files."""
    copytree(MADE_UP / "data", tmp_path / "data")
    return tmp_path


def test_fix_writes_the_schemas_that_are_exported(project: Path, made_up_exports: Mapping[str, bytes]) -> None:
    assert main(["--project", str(project), "fix"]) == 0
    written = {file.stem: file.read_bytes() for file in (project / "schemas").glob("*.json")}
    assert written == {name: made_up_exports[f"api/v1/schemas/{name}.json"] for name in NAMES}


def test_fix_corrects_the_line_of_a_file_that_was_moved(project: Path) -> None:
    main(["--project", str(project), "fix"])
    folder = project / "data" / "models"
    (folder / "shuttle-large.yml").rename(folder / "maker" / "shuttle-large.yml")
    for file in (project / "data").rglob("*.yml"):
        file.write_text(file.read_text("utf-8").replace(" shuttle-large", " maker/shuttle-large"), "utf-8")
    (project / LIST).unlink()
    assert main(["--project", str(project), "fix"]) == 0
    lines = (folder / "maker" / "shuttle-large.yml").read_text("utf-8").splitlines()
    assert lines[:2] == [f"{MODELINE}../../../schemas/models.json", "name: Shuttle-Large"]


def test_check_names_generated_files_that_are_out_of_date(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--project", str(project), "fix"])
    (project / "schemas" / "models.json").write_text("{}", "utf-8")
    capsys.readouterr()
    assert main(["--project", str(project), "check"]) == 0
    assert "schemas/models.json" in capsys.readouterr().out


FORMS = {"pattern", "format", "enum", "x-kind"}
"""What says which texts a field takes."""


def loose_parts(schema: Any) -> Iterator[Mapping[str, Any]]:
    """The parts of a schema that accept unknown fields, any text or anything at all."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            if schema["additionalProperties"] is not False:
                yield schema
            yield from (
                part for part in schema["properties"].values() if not {"type", "anyOf", "$ref", "enum"} & part.keys()
            )
        if schema.get("type") == "string" and not FORMS & schema.keys():
            yield schema
        for part in schema.values():
            yield from loose_parts(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from loose_parts(part)


def test_each_schema_is_valid_and_accepts_no_unknown_field_and_no_text_of_any_form(schemas: Schemas) -> None:
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["title"]
        assert schema["description"]
        # Descriptions of imports have regular expressions and patterns of paths, which have no form.
        assert [part for part in loose_parts(schema) if name != "imports" or "properties" in part] == [], name


@pytest.mark.proof
@pytest.mark.parametrize(("fixture", "project"), [("site", PROJECT), ("made_up", MADE_UP)], ids=["site", "made_up"])
def test_every_file_fits_its_schema(fixture: str, project: Path, request: pytest.FixtureRequest, part: Part) -> None:
    """Of a kind with many files some of them; all where it is to be proven: the checks read all by the same types."""
    data = project / "data"
    files = group_by(sorted(data.rglob("*.yml")), lambda file: file.relative_to(data).parts[0].removesuffix(".yml"))
    validators = {name: validator(request.getfixturevalue(fixture), name) for name in files}
    found = [
        f"{file.relative_to(project)}: {error.json_path}: {error.message}"
        for name, of_kind in files.items()
        for file in part(of_kind, MOST_OF_A_KIND)
        for error in validators[name].iter_errors(content(file))
    ]
    assert found == []


MODEL = {"name": "Model-Base", "architecture": "shuttle", "summary": "A model."}


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
def test_a_schema_refuses_what_the_checks_refuse(made_up: Site, change: Mapping[str, Any], place: str) -> None:
    models = validator(made_up, "models")
    assert not list(models.iter_errors(MODEL))
    assert {error.json_path for error in models.iter_errors({**MODEL, **change})} == {place}


def test_a_schema_offers_the_values_of_a_vocabulary_with_their_definitions_and_no_ids_of_records(
    made_up: Site, made_up_exports: Mapping[str, bytes], schemas: Schemas
) -> None:
    schema = json.loads(made_up_exports["api/v1/schemas/limitations.json"])
    offered = schema["$defs"]["Fields"]["properties"]["state"]
    values = made_up.knowledge.records.vocabularies["limitation_state"].values
    assert offered["enum"] == list(values) == ["open", "fixed"]
    assert offered["enumDescriptions"] == ["It holds.", "It was lifted."]
    assert "enum" not in schemas["models"]["$defs"]["Fields"]["properties"]["architecture"]


def test_the_settings_of_the_editor_name_the_schema_of_every_kind() -> None:
    settings = json.loads((PROJECT / ".vscode" / "settings.json").read_text("utf-8"))["yaml.schemas"]
    folders = set(KINDS)
    assert settings == {
        f"./schemas/{name}.json": [f"data/{name}/**/*.yml" if name in folders else f"data/{name}.yml"] for name in NAMES
    }
