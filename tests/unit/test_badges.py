"""The badge of each model: what it says of today, on which accelerators, and as of when."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from macros.columns.answers import model_today
from macros.facts.short_answers import headline
from macros.outputs.data_files import files
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.render_page import read

MONTH = re.compile(r"\b\d{4}-\d{2}\b")


NEVER_RUN = {
    "architectures/bobbin.yml": "name: Bobbin\n",
    "models/bare.yml": """\
name: Bare
architecture: bobbin
summary: A model that nobody ran, made up.
notes:
  - text: Nobody ran it.
    citations:
      - {source: plain-paper, locator: page 1}
""",
}


def models(site: Site) -> list[str]:
    return list(site.knowledge.records.models)


def messages(site: Site) -> Mapping[str, str]:
    """What the badge of each model, by current and former id, says."""
    return {
        path.removeprefix("badges/").removesuffix(".json"): json.loads(text)["message"]
        for path, text in files(site.knowledge)
        if path.startswith("badges/")
    }


def test_every_model_and_every_former_id_has_a_badge_and_nothing_else_has(
    made_up: Site, made_up_exports: Mapping[str, bytes]
) -> None:
    records = made_up.knowledge.records.models
    ids = [*records, *(former for model in records.values() for former in model.former_ids)]
    found = sorted(path for path in made_up_exports if path.startswith("badges/"))
    assert found == sorted(f"badges/{name}.json" for name in ids)


def test_the_badge_under_a_former_id_is_that_of_the_model(made_up_exports: Mapping[str, bytes]) -> None:
    assert made_up_exports["badges/shuttle-mini.json"] == made_up_exports["badges/maker/shuttle-small.json"]


def test_a_badge_is_in_the_format_of_badge_services(made_up_exports: Mapping[str, bytes]) -> None:
    badge = json.loads(made_up_exports["badges/shuttle-large.json"])
    assert badge.keys() == {"schemaVersion", "label", "message", "color"}
    assert badge["schemaVersion"] == 1
    assert badge["label"] == "Accelerator Atlas"


def test_every_badge_says_the_best_answer_and_where_it_holds(any_site: Site) -> None:
    known, said_of = any_site.knowledge, messages(any_site)
    for model in known.records.models:
        words, answers = said_of[model], [found.answer for found in model_today(known, model)]
        if not answers:
            assert not MONTH.findall(words), model
            continue
        line = headline(known, answers[0].best).words
        alike = [answer for answer in answers if headline(known, answer.best).words == line]
        said = f"{line[:1].lower()}{line[1:]}"
        chips = {known.records.accelerators[answer.accelerator].short_name for answer in alike}
        before, _, after = words.removeprefix(said).partition(" on ")
        assert (words[: len(said)], before) == (said, ""), model
        assert set(after.partition(" · ")[0].split(", ")) == chips or f"{len(chips)} accelerators" in after, model
        assert MONTH.findall(after) == [f"{max(answer.best.as_of for answer in alike):%Y-%m}"], model


def test_the_badge_of_a_model_of_which_nothing_is_known_says_so(edited_made_up: EditSite) -> None:
    assert messages(edited_made_up({}, NEVER_RUN))["bare"] == "nothing known"


@pytest.mark.parametrize("url", ["https://example.org/", "http://localhost:8000/deep/down/"])
def test_a_models_page_ends_with_the_markdown_of_its_badge(made_up_project: Path, url: str) -> None:
    site = Site(made_up_project, url)
    for model in models(site):
        code = read(site, "model_page", model).all("pre")[-1].text
        found = re.fullmatch(r"\[!\[Accelerator Atlas\]\((\S+)\)\]\((\S+)\)", code)
        assert found, code
        assert parse_qs(urlsplit(found[1]).query) == {"url": [f"{url}badges/{model}.json"]}
        assert found[2] == f"{url}models/{model}/"
