"""Every kind of sound change of the data passes the check, the schemas, the strict build and the rules of the site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from macros.checks import load_sound
from macros.schema import json_schemas
from macros.schema.kinds import KINDS
from macros.site.state import Site
from tests.support.built_site import BuiltSite
from tests.support.changes import CHANGES, samples
from tests.support.project import MADE_UP, PROJECT, Project, content, make_project
from tests.support.site_rules import RULES


def check(data: Path, before: Mapping[str, bytes]) -> None:
    """The data is sound, and what differs from before is valid for editors too."""
    records = load_sound(data)
    for name, text in content(data).items():
        if text != before.get(name):
            stated: Any = json.loads(json.dumps(yaml.safe_load(text), default=str))
            schema = json_schemas.data_file(name.partition("/")[0].removesuffix(".yml"), records.vocabularies)
            assert [error.message for error in Draft202012Validator(schema).iter_errors(stated)] == [], name


def build(project: Project) -> None:
    built, site = BuiltSite(project.built()), Site(project.folder)
    assert {rule.__name__: found for rule in RULES if (found := list(rule(built, site)))} == {}


def test_changes_go_live_without_a_change_of_code(tmp_path: Path, proving: bool) -> None:
    """Here all changes of the made-up data are built together; `make changes` builds after each, on the real data."""
    before = (PROJECT if proving else MADE_UP) / "data"
    project, former = make_project(tmp_path / "project", before), content(before)
    for change in CHANGES:
        change(project.folder / "data")
        check(project.folder / "data", former)
        if proving:
            build(project)
    if not proving:
        build(project)


def test_there_is_a_sample_of_every_kind_of_record() -> None:
    assert {name.partition("/")[0] for name in samples()} == set(KINDS)
