"""The badge of each model: what it says of today and as of when, and how the picture is drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree as ET

import pytest

from macros.exports import badges
from macros.knowledge.badges import badge, text_width
from macros.knowledge.short_answers import headline
from macros.site.state import Site
from macros.tables.runs_today import model_today
from tests.conftest import Edits, EditSite
from tests.support.render_page import read

SVG = "{http://www.w3.org/2000/svg}"
MONTH = re.compile(r"\b\d{4}-\d{2}\b")

HAMMER_LIST = "catalogues/hammer-models.yml"
LISTED_SHUTTLE = '  - {as_published: Shuttle, architectures: [shuttle], wording: "no", section: Others}\n'

NEVER_RUN = """\
name: Bare
architecture: {architecture}
summary: A model that nobody ran, made up.
notes:
  - text: Nobody ran it.
    citations:
      - {{source: plain-paper, locator: page 1}}
"""


NEW_ARCHITECTURES = {"bobbin": "name: Bobbin\n", "reel": "name: Reel\nfamily: weavers\n"}
"""Architectures that no list names."""


def picture(svg: bytes) -> ET.Element:
    return ET.fromstring(svg.decode())  # noqa: S314 - our own


def texts(svg: bytes) -> list[str]:
    return [text.text or "" for text in picture(svg).iter(f"{SVG}text")]


def drawn(site: Site) -> dict[str, bytes]:
    """The picture of every model of a site."""
    pictures = dict(badges.files(site.knowledge, site.renderer.render))
    return {model: pictures[f"badges/{model}.svg"] for model in models(site)}


def models(site: Site) -> list[str]:
    return list(site.knowledge.records.models)


def says(site: Site, model: str) -> str:
    return badge(site.knowledge, model).says


def test_every_model_and_every_former_id_has_a_badge_and_nothing_else_has(
    made_up: Site, made_up_exports: Mapping[str, bytes]
) -> None:
    records = made_up.knowledge.records.models
    ids = [*records, *(former for model in records.values() for former in model.former_ids)]
    found = sorted(path for path in made_up_exports if path.startswith("badges/"))
    assert found == sorted(f"badges/{name}.svg" for name in ids)


def test_the_badge_under_a_former_id_is_that_of_the_model(made_up_exports: Mapping[str, bytes]) -> None:
    assert made_up_exports["badges/shuttle-mini.svg"] == made_up_exports["badges/maker/shuttle-small.svg"]


def test_a_badge_is_a_small_picture_with_its_text_for_screen_readers(site: Site) -> None:
    for model, svg in drawn(site).items():
        root, (left, right) = picture(svg), texts(svg)
        assert root.attrib["role"] == "img", model
        assert root.attrib["aria-label"] == f"{left}: {right}", model
        assert root.findtext(f"{SVG}title") == f"{site.knowledge.records.models[model].name}. {left}: {right}"
        assert len(svg) < 1_500, model


def test_a_badge_fetches_nothing_and_has_no_style(site: Site) -> None:
    for model, svg in drawn(site).items():
        elements = list(picture(svg).iter())
        assert {element.tag.removeprefix(SVG) for element in elements} <= {"svg", "title", "rect", "path", "g", "text"}
        for element in elements:
            assert not re.search("href|style|^on", " ".join(element.attrib)), model
            assert not re.search(r"url\(|://", "".join(element.attrib.values())) or element.tag == f"{SVG}svg", model


def test_the_halves_of_a_badge_hold_their_texts(site: Site) -> None:
    for model, svg in drawn(site).items():
        root = picture(svg)
        left, right = root.iter(f"{SVG}text")
        ends = [float(text.attrib["x"]) + float(text.attrib["textLength"]) for text in (left, right)]
        assert ends[0] < float(right.attrib["x"]), model
        assert ends[1] < float(root.attrib["width"]), model


def test_texts_are_about_as_wide_as_fonts_make_them() -> None:
    # Measured in Chromium with DejaVu Sans at 11 px.
    assert text_width("Accelerator Atlas") == pytest.approx(93.5, rel=0.03)
    assert text_width("tested: 22 configurations, 8 benchmarks · as of 2026-02") == pytest.approx(310.1, rel=0.03)


def test_every_badge_says_the_best_answer_and_where_it_holds(any_site: Site) -> None:
    known = any_site.knowledge
    for model in known.records.models:
        words, answers = badge(known, model).says, [found.answer for found in model_today(known, model)]
        if not answers:
            assert not MONTH.findall(words), model
            continue
        line = headline(known, answers[0].best)
        alike = [answer for answer in answers if headline(known, answer.best) == line]
        said = f"{line[:1].lower()}{line[1:]}"
        chips = {known.records.accelerators[answer.accelerator].short_name for answer in alike}
        before, _, after = words.removeprefix(said).partition(" on ")
        assert (words[: len(said)], before) == (said, ""), model
        assert set(after.partition(" · ")[0].split(", ")) == chips or f"{len(chips)} accelerators" in after, model
        assert MONTH.findall(after) == [f"{max(answer.best.as_of for answer in alike):%Y-%m}"], model


@pytest.mark.parametrize(
    ("said", "wording", "expected"),
    [
        ("current", "supported", "supported for inference"),
        ("public-beta", "supported", "supported for inference, beta"),
        ("current", "limited", "supported for inference, “ready”"),
        ('maintenance\n    ends_with: "7.0"', "supported", "in maintenance for inference, no longer from SDK 7.0"),
        ("current\n    disputed: A page says no.", "supported", "supported for inference, contested"),
    ],
)
def test_a_badge_keeps_workload_beta_limits_ends_and_doubts(
    edited_made_up: EditSite, said: str, wording: str, expected: str
) -> None:
    status = said.partition("\n")[0]
    state = {"public-beta": "preview"}.get(status, status)
    day = "\n    date: 2019-06-01"
    hammer = {f"    status: current{day}": f"    status: {said}{day}", "    state: current\n": f"    state: {state}\n"}
    site = edited_made_up({"frameworks/hammer.yml": hammer, HAMMER_LIST: {"ready: supported": f"ready: {wording}"}})
    assert says(site, "smith/anvil-7b") == f"{expected} on Forge Anvil · as of 2019-11"


def never_run(edited_made_up: EditSite, architecture: str, edits: Edits = MappingProxyType({})) -> str:
    """The badge of a model of an architecture that nobody ran."""
    added = {"models/bare.yml": NEVER_RUN.format(architecture=architecture)}
    if architecture in NEW_ARCHITECTURES:
        added[f"architectures/{architecture}.yml"] = NEW_ARCHITECTURES[architecture]
    return says(edited_made_up(edits, added), "bare")


def test_a_model_of_which_nothing_is_known_has_no_date(edited_made_up: EditSite) -> None:
    words = never_run(edited_made_up, "bobbin")
    assert words
    assert not re.search("tested|measured|listed|family", words)
    assert not MONTH.findall(words)


def test_a_model_whose_only_list_refuses_it_says_so(edited_made_up: EditSite, made_up: Site) -> None:
    edits = {HAMMER_LIST: {LISTED_SHUTTLE: LISTED_SHUTTLE.replace("[shuttle]", "[bobbin]")}}
    label = made_up.knowledge.term("outcome", "unsupported").label.lower()
    assert never_run(edited_made_up, "bobbin", edits).startswith(label)


def test_a_hostile_name_stays_a_name(edited_made_up: EditSite) -> None:
    hostile = """</title><script>alert(1)</script>&amp;'" ]]>"""
    quoted = hostile.replace("'", "''")
    site = edited_made_up({"models/shuttle-large.yml": {"name: Shuttle-Large\n": f"name: '{quoted}'\n"}})
    root = picture(drawn(site)["shuttle-large"])
    assert (root.findtext(f"{SVG}title") or "").startswith(hostile)
    assert list(root.iter(f"{SVG}script")) == []


@pytest.mark.parametrize("url", ["https://example.org/", "http://localhost:8000/deep/down/"])
def test_a_models_page_ends_with_the_markdown_of_its_badge(made_up_project: Path, url: str) -> None:
    site = Site(made_up_project, url)
    for model in models(site):
        page = read(site, "model_page", model)
        words = badge(site.knowledge, model).text
        code = page.all("pre")[-1].text
        assert code == f"[![{words}]({url}badges/{model}.svg)]({url}models/{model}/)"
        assert page.one("img").attributes["alt"] == words
