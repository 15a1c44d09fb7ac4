"""The OpenAPI document: valid, complete, and true of every file that is published."""

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

from macros.site.state import Site
from tests.support.export_files import exported

API = "api/v1/"
AT = "urn:openapi"
JSON_TYPES = ("application/json", "application/schema+json")


class Described:
    """The published API beside its description."""

    def __init__(self, published: Mapping[str, bytes]) -> None:
        self.files = {name.removeprefix(API): text for name, text in published.items() if name.startswith(API)}
        self.document: dict[str, Any] = json.loads(self.files["openapi.json"])
        self._registry: Registry[Any] = Registry().with_resource(AT, DRAFT202012.create_resource(self.document))
        self._validator = cache(self._make_validator)
        self._templates = [
            (re.compile(re.sub(r"\\\{\w+\\\}", "(.+)", re.escape(path[1:]))), path)
            for path in self.document["paths"]
            if "{" in path
        ]

    def path_of(self, name: str) -> str | None:
        """The path that describes a file: its own, or else the template that it fits."""
        if f"/{name}" in self.document["paths"]:
            return f"/{name}"
        found = [path for pattern, path in self._templates if pattern.fullmatch(name)]
        return found[0] if len(found) == 1 else None

    def mistakes(self) -> Iterator[str]:
        """Every way in which a JSON file is not what its path says."""
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
def described(published: Mapping[str, bytes]) -> Described:
    return Described(published)


@pytest.fixture(scope="module")
def made_up(made_up: Site) -> Described:
    return Described(exported(made_up))


def test_a_standard_validator_accepts_the_document(described: Described, made_up: Described) -> None:
    for api in (described, made_up):
        assert api.document["openapi"].startswith("3.1.")
        openapi_spec_validator.validate(api.document)


def test_every_file_is_described_and_every_path_has_a_file(described: Described) -> None:
    found = {name: described.path_of(name) for name in described.files if name != "openapi.json"}
    assert [name for name, path in found.items() if path is None] == []
    assert set(described.document["paths"]) == set(found.values())


def test_every_file_is_as_described(described: Described, made_up: Described) -> None:
    assert list(described.mistakes()) == []
    assert list(made_up.mistakes()) == []


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("models/gpt2.json", '"architecture":"gpt2"', '"architecture":null'),
        ("models/gpt2.json", '"architecture":"gpt2",', ""),
        ("models/gpt2.json", '"id":"gpt2",', '"id":"gpt2","colour":"red",'),
        ("models.json", '"count":', '"counts":'),
        ("limitations.json", '"state":"open"', '"state":"ajar"'),
        ("tested-configurations.json", '"batch_size_scope":"per-accelerator"', '"batch_size_scope":"per-rack"'),
        ("schemas/models.json", '"type": "object"\n}\n', '"type": 1\n}\n'),
    ],
)
def test_a_file_that_is_otherwise_is_noticed(
    published: Mapping[str, bytes], name: str, before: str, after: str
) -> None:
    text = published[f"{API}{name}"].decode()
    assert before in text
    changed = {
        f"{API}{name}": text.replace(before, after).encode(),
        f"{API}openapi.json": published[f"{API}openapi.json"],
    }
    assert list(Described(changed).mistakes())


def test_ids_with_a_slash_find_their_path(described: Described) -> None:
    assert described.path_of("models/google/electra-small-discriminator.json") == "/models/{id}.json"
    assert described.path_of("comparisons/torch-neuron-vs-torch-neuronx.json") in described.document["paths"]
    assert described.path_of("models/gpt2.csv") is None


def test_fields_of_records_are_explained_as_in_the_editor(described: Described) -> None:
    model = described.document["components"]["schemas"]["Model"]
    assert next(iter(model["properties"])) == "id"
    assert model["properties"]["url"]["description"] == "The address of its page, from the site's root."
    assert model["properties"]["name"]["description"] == "As its maker writes it."
    assert sorted(model["required"]) == sorted(model["properties"])
