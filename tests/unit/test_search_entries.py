"""The file that the site search reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from macros.facts import Knowledge
from macros.outputs.search import ENTRIES, PageSection, files
from macros.site.state import Site

Entry = Mapping[str, Any]

PAGE = PageSection(
    "models/shuttle/", "shuttle & co", "Model · 12 × Ü", ["Shuttle-&-co", "Shuttle One", "shuttle_one", "Shuttle"], 4.0
)
SECTION = PageSection("memory/#72b", "72B", "", ["Memory"], 8)


@pytest.fixture
def known(made_up: Site) -> Knowledge:
    return made_up.knowledge


def written(knowledge: Knowledge, *sections: PageSection) -> Any:
    ((path, content),) = files(knowledge, sections)
    assert path == ENTRIES
    return json.loads(content)


def entries(knowledge: Knowledge, *sections: PageSection) -> Sequence[Entry]:
    found: Sequence[Entry] = written(knowledge, *sections)["entries"]
    return found


def test_each_name_stands_once(known: Knowledge) -> None:
    page, section, *_ = entries(known, PAGE, SECTION)
    assert page == {
        "location": "models/shuttle/",
        "title": "shuttle & co",
        "text": "Model · 12 × Ü",
        "names": ["Shuttle One"],
        "weight": 4.0,
    }
    assert section == {"location": "memory/#72b", "title": "72B", "text": "", "weight": 8}


def test_an_instance_names_its_accelerator_and_a_model_its_name(known: Knowledge) -> None:
    for record, instance in known.records.instances.items():
        page, *_ = entries(known, replace(PAGE, location=f"instances/{record}/"))
        assert page["accelerator"] == instance.accelerator
    for record, model in known.records.models.items():
        page, *_ = entries(known, replace(PAGE, location=f"models/{record}/"))
        assert page["title"] == model.name


def test_what_tables_of_comparisons_say_is_found(known: Knowledge) -> None:
    texts = {entry["location"]: entry["text"] for entry in entries(known)}
    for record, comparison in known.records.comparisons.items():
        for feature in comparison.features:
            published = [feature.feature, *feature.values.values()]
            later = [value for correction in feature.corrections for value in correction.values.values()]
            assert all(value in texts[f"compare/{record}/#features"] for value in [*published, *later])
        for difference in comparison.differences:
            assert difference.statement.text in texts[f"compare/{record}/#{difference.area}"]


def test_each_outcome_has_label_symbol_and_tone(known: Knowledge) -> None:
    outcomes = written(known)["outcomes"]
    assert outcomes.keys() == known.records.vocabularies["outcome"].values.keys()
    assert all(outcome.keys() == {"label", "symbol", "tone"} for outcome in outcomes.values())
