"""The OpenAPI document is valid, and every file of the API is as it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import jsonschema
import openapi_spec_validator
import pytest
from referencing import Registry
from referencing.jsonschema import DRAFT202012

API = "api/v1/"
AT = "urn:openapi"
JSON_TYPES = ("application/json", "application/schema+json")


class Described:
    """The files of the API beside the document that describes them."""

    def __init__(self, exports: Mapping[str, bytes]) -> None:
        self.files = {name.removeprefix(API): text for name, text in exports.items() if name.startswith(API)}
        self.document: dict[str, Any] = json.loads(self.files["openapi.json"])
        self._registry: Registry[Any] = Registry().with_resource(AT, DRAFT202012.create_resource(self.document))
        self._validator = cache(self._make_validator)
        self._templates = [
            (re.compile(re.sub(r"\\\{\w+\\\}", "(.+)", re.escape(path[1:]))), path)
            for path in self.document["paths"]
            if "{" in path
        ]

    def path_of(self, name: str) -> str | None:
        """The path that describes a file: its own, else the only one with a parameter that fits."""
        if f"/{name}" in self.document["paths"]:
            return f"/{name}"
        found = [path for pattern, path in self._templates if pattern.fullmatch(name)]
        return found[0] if len(found) == 1 else None

    def mistakes(self) -> Iterator[str]:
        """Everything in a JSON file that is not as its path says."""
        for name, text in self.files.items():
            path = self.path_of(name)
            if path is not None and name.endswith(".json"):
                for error in self._validator(path).iter_errors(json.loads(text)):
                    yield f"{name}: {error.json_path}: {error.message[:200]}"

    def _make_validator(self, path: str) -> jsonschema.Draft202012Validator:
        content = self.document["paths"][path]["get"]["responses"]["200"]["content"]
        [media_type] = content
        assert media_type in JSON_TYPES
        steps = ("paths", path.replace("~", "~0").replace("/", "~1"), "get", "responses", "200", "content")
        place = "/".join((*steps, media_type.replace("/", "~1"), "schema")).replace("{", "%7B").replace("}", "%7D")
        return jsonschema.Draft202012Validator({"$ref": f"{AT}#/{place}"}, registry=self._registry)


@pytest.fixture(scope="module")
def real(exports: Mapping[str, bytes]) -> Described:
    return Described(exports)


@pytest.fixture(scope="module")
def small(made_up_exports: Mapping[str, bytes]) -> Described:
    return Described(made_up_exports)


def test_a_standard_validator_accepts_the_document(real: Described, small: Described) -> None:
    for api in (real, small):
        assert api.document["openapi"].startswith("3.1.")
        openapi_spec_validator.validate(api.document)


def test_every_file_is_described_and_every_path_has_a_file(real: Described) -> None:
    found = {name: real.path_of(name) for name in real.files if name != "openapi.json"}
    assert [name for name, path in found.items() if path is None] == []
    assert {path for path in real.document["paths"] if "{" not in path} <= set(found.values())


def test_every_path_with_a_parameter_has_a_file_in_the_made_up_api(small: Described) -> None:
    assert set(small.document["paths"]) == {small.path_of(name) for name in small.files if name != "openapi.json"}


def test_every_file_is_as_described(real: Described) -> None:
    assert list(real.mistakes()) == []


def test_every_file_of_the_made_up_api_is_as_described(small: Described) -> None:
    assert list(small.mistakes()) == []


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("models/shuttle-large.json", '"architecture":"shuttle"', '"architecture":null'),
        ("models/shuttle-large.json", '"architecture":"shuttle",', ""),
        ("models/shuttle-large.json", '"id":"shuttle-large",', '"id":"shuttle-large","colour":"red",'),
        ("models/shuttle-mini.json", '"moved_to":', '"gone_to":'),
        ("models.json", '"count":', '"counts":'),
        ("limitations.json", '"state":"open"', '"state":"ajar"'),
        ("tested-configurations.json", '"batch_size_scope":"per-accelerator"', '"batch_size_scope":"per-rack"'),
        ("schemas/models.json", '"type": "object"\n}\n', '"type": 1\n}\n'),
    ],
)
def test_a_file_that_is_not_as_described_is_found(small: Described, name: str, before: str, after: str) -> None:
    text = small.files[name].decode()
    assert before in text
    changed = {name: text.replace(before, after).encode(), "openapi.json": small.files["openapi.json"]}
    assert list(Described({f"{API}{key}": content for key, content in changed.items()}).mistakes())


def test_ids_with_a_slash_find_their_path(small: Described) -> None:
    assert small.path_of("models/smith/anvil-7b.json") == "/models/{id}.json"
    assert small.path_of("sdks/forge/6.4.0.json") == "/sdks/{id}.json"
    assert small.path_of("comparisons/loom-vs-spindle.json") == "/comparisons/loom-vs-spindle.json"
    assert small.path_of("models/shuttle-large.csv") is None


def test_fields_of_records_are_explained_as_in_the_editor(small: Described) -> None:
    model = small.document["components"]["schemas"]["Model"]
    assert next(iter(model["properties"])) == "id"
    assert model["properties"]["url"]["description"] == "The address of its page, from the site's root."
    assert model["properties"]["name"]["description"] == "As its maker writes it."
    assert sorted(model["required"]) == sorted(model["properties"])


def schemas_of_columns(api: Described) -> Mapping[tuple[str, str], Mapping[str, Any]]:
    """What the document says of each column, by path and column: without the values of vocabularies, which are data."""
    found = {}
    for path, one in api.document["paths"].items():
        for media in one["get"]["responses"]["200"]["content"].values():
            items = media.get("schema", {}).get("properties", {}).get("result", {}).get("items", {})
            for choice in items.get("anyOf", [items]):
                for column, schema in choice.get("properties", {}).items():
                    found[path, column] = {key: value for key, value in schema.items() if key != "enum"}
    return found


def test_a_column_has_the_same_type_whatever_its_values_are_today(real: Described, small: Described) -> None:
    one, other = schemas_of_columns(real), schemas_of_columns(small)
    shared = one.keys() & other.keys()
    assert len({path for path, _ in shared}) > 10
    assert {place: (one[place], other[place]) for place in shared if one[place] != other[place]} == {}


def types(schema: Mapping[str, Any]) -> set[str]:
    return {part["type"] for part in schema.get("anyOf", [schema])}


def test_a_column_without_any_value_has_its_declared_type(small: Described) -> None:
    schemas = schemas_of_columns(small)
    for name, column, declared in [
        ("benchmarks", "image_size", {"string", "null"}),
        ("benchmarks", "request_rate", {"number", "null"}),
    ]:
        rows = json.loads(small.files[f"{name}.json"])["result"]
        assert {row[column] for row in rows} == {None}
        assert types(schemas[f"/{name}.json", column]) == declared


def test_lists_dates_numbers_and_truth_are_declared(small: Described) -> None:
    schemas = schemas_of_columns(small)
    assert schemas["/images.json", "series"]["items"] == {"type": "string"}
    assert schemas["/benchmarks.json", "as_of"]["format"] == "date"
    assert types(schemas["/tested-configurations.json", "batch_size_native"]) == {"integer", "null"}
    assert types(schemas["/tested-configurations.json", "withdrawn"]) == {"boolean"}
    assert types(schemas["/answers/{model}.json", "instance_is_named"]) == {"boolean", "null"}
