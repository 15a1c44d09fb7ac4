"""The OpenAPI document is valid, and every file of the API is as it says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import jsonschema
import openapi_spec_validator
import pytest
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from macros.facts.grouping import group_pairs
from tests.conftest import Part

API = "api/v1/"
AT = "urn:openapi"
MOST_OF_A_PATH = 20
JSON_TYPES = ("application/json", "application/schema+json")


class Described:
    """The files of the API beside the document that describes them."""

    def __init__(self, exports: Mapping[str, bytes]) -> None:
        self.files = {name.removeprefix(API): text for name, text in exports.items() if name.startswith(API)}
        self.document: dict[str, Any] = json.loads(self.files["openapi.json"])
        self._registry: Registry[Any] = Registry().with_resource(AT, DRAFT202012.create_resource(self.document))
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

    def mistakes(self, some: Callable[[Sequence[str]], Sequence[str]] = list) -> Iterator[str]:
        """Everything that is not as their path says in JSON files: in some of the files of each path."""
        described = [(path, name) for name in self.files if name.endswith(".json") and (path := self.path_of(name))]
        for path, names in group_pairs(described).items():
            validator = self.validator(path)
            for name in some(names):
                for error in validator.iter_errors(json.loads(self.files[name])):
                    yield f"{name}: {error.json_path}: {error.message[:200]}"

    def validator(self, path: str) -> Any:
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


def test_every_file_is_described_and_every_path_has_a_file(real: Described, small: Described) -> None:
    for api in (real, small):
        found = {name: api.path_of(name) for name in api.files if name != "openapi.json"}
        assert [name for name, path in found.items() if path is None] == []
        # Only the made-up data has former ids, a model in a folder and all else that a path with a parameter describes.
        assert {path for path in api.document["paths"] if "{" not in path or api is small} <= set(found.values())


@pytest.mark.proof
def test_every_file_is_as_described(real: Described, small: Described, part: Part) -> None:
    """Of today's data some files of each path; all of them where it is to be proven."""
    assert list(real.mistakes(partial(part, most=MOST_OF_A_PATH))) + list(small.mistakes()) == []


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("models/shuttle-large.json", '"architecture":"shuttle",', ""),
        ("models/shuttle-large.json", '"id":"shuttle-large",', '"id":"shuttle-large","colour":"red",'),
        ("models/shuttle-mini.json", '"moved_to":', '"gone_to":'),
        ("limitations.json", '"state":"open"', '"state":"ajar"'),
        ("tested-configurations.json", '"batch_size_scope":"per-accelerator"', '"batch_size_scope":"per-rack"'),
    ],
)
def test_a_file_that_is_not_as_described_is_found(small: Described, name: str, before: str, after: str) -> None:
    text = small.files[name].decode()
    assert before in text
    changed = {name: text.replace(before, after).encode(), "openapi.json": small.files["openapi.json"]}
    assert list(Described({f"{API}{key}": content for key, content in changed.items()}).mistakes())


def test_a_standard_validator_accepts_the_document_which_explains_fields_as_the_editor(small: Described) -> None:
    assert small.document["openapi"].startswith("3.1.")
    openapi_spec_validator.validate(small.document)
    model = small.document["components"]["schemas"]["Model"]
    assert next(iter(model["properties"])) == "id"
    assert model["properties"]["url"]["description"] == "The address of its page, from the site's root."
    assert model["properties"]["name"]["description"] == "As its maker writes it."
    assert sorted(model["required"]) == sorted(model["properties"])
