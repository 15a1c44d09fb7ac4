"""The badge of each model: it says what was tested and as of when, and stays a picture whatever the names are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

import pytest

from macros.knowledge import Knowledge
from macros.site.state import Site
from macros.views.badges import badge, text_width
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.places import MADE_UP
from tests.support.render_page import read

SVG = "{http://www.w3.org/2000/svg}"


def drawn(published: Mapping[str, bytes], model: str) -> ET.Element:
    return ET.fromstring(published[f"badges/{model}.svg"].decode())  # noqa: S314 - our own


def says(picture: ET.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def test_every_model_has_a_badge_and_nothing_else_has(published: Mapping[str, bytes], knowledge: Knowledge) -> None:
    badges = sorted(path for path in published if path.startswith("badges/"))
    assert badges == sorted(f"badges/{model}.svg" for model in knowledge.records.models)


def test_a_badge_is_a_small_picture_with_its_words_for_everybody(
    published: Mapping[str, bytes], knowledge: Knowledge
) -> None:
    for model in knowledge.records.models:
        picture = drawn(published, model)
        left, right = says(picture)
        assert picture.attrib["role"] == "img", model
        assert picture.attrib["aria-label"] == f"{left}: {right}", model
        assert picture.findtext(f"{SVG}title") == f"{knowledge.records.models[model].name}. {left}: {right}"
        assert len(published[f"badges/{model}.svg"]) < 1_500, model


def test_a_badge_fetches_nothing_and_brings_no_style(published: Mapping[str, bytes], knowledge: Knowledge) -> None:
    for model in knowledge.records.models:
        content = published[f"badges/{model}.svg"].decode().replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"https?:|url\(|href|style|<script|@import", content), model


def test_the_halves_of_a_badge_hold_their_texts(published: Mapping[str, bytes], knowledge: Knowledge) -> None:
    for model in knowledge.records.models:
        picture = drawn(published, model)
        left, right = picture.iter(f"{SVG}text")
        ends = [float(text.attrib["x"]) + float(text.attrib["textLength"]) for text in (left, right)]
        assert ends[0] < float(right.attrib["x"]), model
        assert ends[1] < float(picture.attrib["width"]), model


def test_texts_are_about_as_wide_as_fonts_make_them() -> None:
    # Measured in Chromium with DejaVu Sans at 11 px.
    assert text_width("Accelerator Atlas") == pytest.approx(93.5, rel=0.03)
    assert text_width("tested: 22 configurations, 8 benchmarks · as of 2026-02") == pytest.approx(310.1, rel=0.03)


def test_runs_are_counted_with_the_date_of_the_newest(knowledge: Knowledge) -> None:
    for model in knowledge.records.models:
        tests = knowledge.configurations_of("models", model)
        benchmarks = knowledge.measurements_of("models", model)
        words = badge(knowledge, model).says
        if tests or benchmarks:
            assert [int(n) for n in re.findall(r"(\d+) (?:configuration|benchmark)", words)] == [
                count for count in (len(tests), len(benchmarks)) if count
            ], model
            newest = max([test.as_of for test in tests] + [found.as_of for found in benchmarks])
            assert words.endswith(f" · as of {newest:%Y-%m}"), model
            assert words.startswith("tested: " if tests else "measured: "), model
        else:
            assert not re.search("tested|measured", words), model


def test_what_is_only_said_is_not_called_tested(knowledge: Knowledge) -> None:
    words = {badge(knowledge, model).says.partition(" · as of ")[0] for model in knowledge.records.models}
    said = {found for found in words if not found.startswith(("tested: ", "measured: "))}
    assert {"listed, no run known", "family verdict only"} <= said


def test_a_hostile_name_stays_a_name(edited_made_up: EditSite, made_up: Site) -> None:
    model = next(iter(made_up.knowledge.records.models))
    name = made_up.knowledge.records.models[model].name
    hostile = """</title><script>alert(1)</script>&amp;'" ]]>"""
    quoted = hostile.replace("'", "''")
    site = edited_made_up({f"models/{model}.yml": {f"name: {name}\n": f"name: '{quoted}'\n"}})
    picture = drawn(exported(site), model)
    assert (picture.findtext(f"{SVG}title") or "").startswith(hostile)
    assert list(picture.iter(f"{SVG}script")) == []


@pytest.mark.parametrize("url", ["https://example.org/", "http://localhost:8000/deep/down/"])
def test_a_models_page_ends_with_the_markdown_of_its_badge(url: str) -> None:
    site = Site(MADE_UP, url)
    for model in site.knowledge.records.models:
        page = read(site, "model_page", model)
        words = badge(site.knowledge, model).spoken
        code = page.all("pre")[-1].text
        assert code == f"[![{words}]({url}badges/{model}.svg)]({url}models/{model}/)"
        assert page.one("img").attributes["alt"] == words
